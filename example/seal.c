// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Seals one message with AEGIS-128X4, and opens it. */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <testudo/testudo.h>

int main(void)
{
	static const char ad[] = "packet 1", text[] = "attack at dawn";
	uint8_t raw[16], nonce[16], box[sizeof(text)], tag[32];
	char opened[sizeof(text)];
	struct testudo_key key;

	if (getrandom(raw, sizeof(raw), 0) != sizeof(raw) ||
	    getrandom(nonce, sizeof(nonce), 0) != sizeof(nonce))
		return 1;
	if (testudo_key_init(&key, TESTUDO_AEGIS128X4, raw, sizeof(raw),
			     sizeof(tag)) ||
	    testudo_encrypt(box, (const uint8_t *)text, sizeof(text), tag,
			    (const uint8_t *)ad, sizeof(ad), nonce,
			    sizeof(nonce), &key))
		return 1;

	box[0] ^= 1;	/* what an attacker changes does not open */
	if (testudo_decrypt((uint8_t *)opened, box, sizeof(box), tag,
			    (const uint8_t *)ad, sizeof(ad), nonce,
			    sizeof(nonce), &key) == 0)
		return 1;
	box[0] ^= 1;
	if (testudo_decrypt((uint8_t *)opened, box, sizeof(box), tag,
			    (const uint8_t *)ad, sizeof(ad), nonce,
			    sizeof(nonce), &key) != 0)
		return 1;
	printf("testudo %s, %s: \"%s\"\n", testudo_version(),
	       testudo_impl_name(TESTUDO_AEGIS128X4), opened);
	testudo_wipe(&key, sizeof(key));
	testudo_wipe(raw, sizeof(raw));
	return strcmp(opened, text) != 0;
}
