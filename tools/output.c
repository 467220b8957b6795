// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Files that appear whole or not at all. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "tool.h"

static const int deadly[] = { SIGHUP, SIGINT, SIGTERM, SIGQUIT };
#define DEADLY (sizeof(deadly) / sizeof(deadly[0]))

/* What a signal must remove.  Changes only while those signals wait. */
static const char *volatile doomed;

static void remove_and_die(int sig)
{
	if (doomed)
		unlink(doomed);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void hold_signals(sigset_t *old)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < DEADLY; i++)
		sigaddset(&set, deadly[i]);
	sigprocmask(SIG_BLOCK, &set, old);
}

/* A signal that is ignored, as under nohup, stays so. */
static void catch_signals(void)
{
	struct sigaction act = { .sa_handler = remove_and_die }, old;

	for (size_t i = 0; i < DEADLY; i++)
		if (!sigaction(deadly[i], NULL, &old) &&
		    old.sa_handler != SIG_IGN)
			sigaction(deadly[i], &act, NULL);
}

/* May something be put at this place?  Only for an early and clear answer:
 * what counts is the call that moves the file. */
static bool free_place(const char *path, bool force)
{
	struct stat st;

	if (lstat(path, &st))
		return true;
	if (!force) {
		complain("%s exists; --force replaces it", path);
		return false;
	}
	if (!S_ISREG(st.st_mode)) {
		complain("%s is not a regular file, so it is not replaced; "
			 "give - to write to stdout", path);
		return false;
	}
	return true;
}

/* The name does not depend on the file's, which may be as long as names can
 * be. */
static bool make_tmp(struct output *o)
{
	const char *slash = strrchr(o->path, '/');
	size_t n = slash ? (size_t)(slash - o->path) + 1 : 0;
	sigset_t old;

	if (asprintf(&o->dir, "%.*s.", (int)n, o->path) < 0 ||
	    asprintf(&o->tmp, "%.*s.testudo-XXXXXX", (int)n, o->path) < 0) {
		complain("out of memory");
		exit(FAILED);
	}
	hold_signals(&old);
	o->fd = mkostemp(o->tmp, O_CLOEXEC);	/* O_EXCL, mode 0600 */
	if (o->fd >= 0) {
		doomed = o->tmp;
		catch_signals();
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (o->fd >= 0)
		return true;
	complain_errno("cannot make a file in %s", n ? o->dir : ".");
	free(o->tmp);
	free(o->dir);
	return false;
}

bool output_begin(struct output *o, const char *path, bool force)
{
	size_t n = strlen(path);

	*o = (struct output){ .fd = STDOUT_FILENO, .force = force };
	if (!strcmp(path, "-"))
		return true;
	if (!n || path[n - 1] == '/') {
		complain("\"%s\" is not the name of a file", path);
		return false;
	}
	o->path = path;
	return free_place(path, force) && make_tmp(o);
}

static const char *name(const struct output *o)
{
	return o->path ? o->path : "stdout";
}

bool output_write(struct output *o, const void *buf, size_t len)
{
	if (!write_full(o->fd, buf, len))
		return true;
	complain_errno("cannot write %s", name(o));
	return false;
}

/* Without --force, fails if the place has been taken by now.  Some file
 * systems cannot rename that way, but all of those can link. */
static int move(const struct output *o)
{
	if (o->force)
		return rename(o->tmp, o->path);
	if (!renameat2(AT_FDCWD, o->tmp, AT_FDCWD, o->path, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
		return -1;
	if (link(o->tmp, o->path))
		return -1;
	return unlink(o->tmp);
}

/* The new name must survive a crash too.  Not every file system can sync a
 * directory. */
static bool sync_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool ok = fd < 0 || !fsync(fd) || errno == EINVAL || errno == ENOTSUP;

	if (!ok)
		complain_errno("cannot sync %s", dir);
	if (fd >= 0)
		close(fd);
	return ok;
}

static void end(struct output *o)
{
	sigset_t old;

	hold_signals(&old);
	doomed = NULL;
	sigprocmask(SIG_SETMASK, &old, NULL);
	free(o->tmp);
	free(o->dir);
	o->tmp = NULL;
	o->dir = NULL;
}

bool output_commit(struct output *o, mode_t mode)
{
	bool ok = true;

	if (!o->path) {		/* an error may show only now */
		if (!close(o->fd))
			return true;
		complain_errno("cannot write stdout");
		return false;
	}
	if (fchmod(o->fd, mode) || fsync(o->fd)) {
		complain_errno("cannot write %s", o->path);
		output_abort(o);
		return false;
	}
	if (close(o->fd)) {
		o->fd = -1;
		complain_errno("cannot write %s", o->path);
		output_abort(o);
		return false;
	}
	o->fd = -1;
	if (move(o)) {
		if (errno == EEXIST)
			complain("%s exists by now; --force replaces it",
				 o->path);
		else
			complain_errno("cannot move the new file to %s",
				       o->path);
		output_abort(o);
		return false;
	}
	ok = sync_dir(o->dir);
	end(o);
	return ok;
}

void output_abort(struct output *o)
{
	if (!o->path)
		return;
	if (o->fd >= 0)
		close(o->fd);
	unlink(o->tmp);
	end(o);
}
