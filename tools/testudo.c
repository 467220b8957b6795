// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The command `testudo`: which subcommand it is, and how each is called. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <testudo/impl.h>
#include "tool.h"

static const struct command {
	const char *name, *args, *what;
	int (*run)(int argc, char **argv);
	const char *details;
} commands[] = {
	{ "seal", "[-a ALG] -k KEYFILE [--force] IN [OUT]",
	  "encrypt and authenticate a file", cmd_seal,
	  "  -a, --alg ALG   algorithm, AEGIS-128X4 if not given\n"
	  "  -k, --key FILE  the key, as \"testudo keygen\" makes it\n"
	  "      --force     replace OUT if it exists\n"
	  "OUT is IN.testudo if not given.  - is stdin or stdout.\n" },
	{ "open", "-k KEYFILE [--force] IN [OUT]",
	  "verify and decrypt a sealed file", cmd_open,
	  "  -k, --key FILE  the key it was sealed with\n"
	  "      --force     replace OUT if it exists\n"
	  "OUT is IN without .testudo if not given.  - is stdin or stdout.\n" },
	{ "keygen", "[--force] FILE", "make a key file", cmd_keygen,
	  "      --force     replace FILE if it exists; what was sealed with\n"
	  "                  the key in it is lost then\n"
	  "FILE gets 32 random bytes and can be read by you only.\n" },
	{ "impls", "", "what this CPU runs, and what it could not", cmd_impls,
	  "" },
	{ "check", "[--seed N]", "test every implementation on this CPU",
	  cmd_check,
	  "      --seed N    the random messages of an earlier run again\n" },
	{ "speed", "[-a ALG] [-i IMPL] [--size LIST] [--decrypt] [--json]",
	  "measure every implementation, beside other libraries", cmd_speed,
	  "  -a, --alg ALG    only this algorithm; may be repeated; \"all\"\n"
	  "  -i, --impl IMPL  only this implementation; may be repeated\n"
	  "      --size LIST  message lengths, 64,1420 for example\n"
	  "      --decrypt    measure decryption\n"
	  "      --json       one JSON object per measurement\n" },
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(name, commands[i].name))
			return &commands[i];
	return NULL;
}

static void overview(FILE *f)
{
	fprintf(f, "Usage: testudo COMMAND ...\n\n");
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(f, "  %-8s%s\n", commands[i].name, commands[i].what);
	fprintf(f, "\ntestudo help COMMAND says how to call it, man testudo "
		   "says everything.\n");
}

int help(const char *command)
{
	const struct command *c = find(command);

	printf("Usage: testudo %s%s%s\n%s.\n%s%s", c->name,
	       *c->args ? " " : "", c->args, c->what,
	       *c->details ? "\n" : "", c->details);
	return 0;
}

static int no_command(const char *name)
{
	complain("there is no command \"%s\"; see testudo help", name);
	return BAD_USAGE;
}

static int run(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		overview(stderr);
		return BAD_USAGE;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("testudo %s\n", testudo_version());
		return 0;
	}
	if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") ||
	    !strcmp(argv[1], "-h")) {
		if (argc > 2)
			return find(argv[2]) ? help(argv[2]) :
					       no_command(argv[2]);
		overview(stdout);
		return 0;
	}
	c = find(argv[1]);
	if (!c)
		return no_command(argv[1]);
	return c->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int status;

	/* A closed pipe, or a file over the size limit, is then an error that
	 * write() reports, and the temporary file goes away. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	status = run(argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		complain_errno("cannot write to stdout");
		status = status ? status : FAILED;
	}
	return status;
}
