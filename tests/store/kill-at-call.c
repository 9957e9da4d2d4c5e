/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loaded before the C library: counts the calls that change files, and at one of them ends the
 * process as a power cut would, or lets the calls from there on fail as on a full disk. */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void kill_at_call_arm (int at, int fail);
int  kill_at_call_count (void);

static int armed;
static int count;
static int killed_at; /* 0: none is killed */
static int full_from; /* 0: the disk is never full */

/* From now on. */
void
kill_at_call_arm (int at, int fail)
{
  killed_at = fail ? 0 : at;
  full_from = fail ? at : 0;
  count = 0;
  armed = 1;
}

int
kill_at_call_count (void)
{
  return count;
}

/* Returns: whether the call should be killed in the middle */
static int
step (void)
{
  return armed && ++count == killed_at;
}

static void
die (void)
{
  kill (getpid (), SIGKILL);
  for (;;)
    pause ();
}

static int
is_full (void)
{
  if (!armed || full_from == 0 || count < full_from)
    return 0;
  errno = ENOSPC;
  return 1;
}

#define REAL(name) ((__typeof__ (&name))dlsym (RTLD_NEXT, #name))

#define WRAP(type, name, parameters, arguments) \
  type name parameters                          \
  {                                             \
    if (step ())                                \
      die ();                                   \
    return REAL (name) arguments;               \
  }

WRAP (int, rename, (const char *from, const char *to), (from, to))
WRAP (int,
      renameat2,
      (int a, const char *from, int b, const char *to, unsigned int flags),
      (a, from, b, to, flags))
WRAP (int, link, (const char *from, const char *to), (from, to))
WRAP (int, unlink, (const char *path), (path))
WRAP (int, fsync, (int fd), (fd))
WRAP (int, fchmod, (int fd, mode_t mode), (fd, mode))
WRAP (int, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP (int, close, (int fd), (fd))

ssize_t
write (int fd, const void *bytes, size_t length)
{
  if (step ())
    {
      REAL (write)
      (fd, bytes, length / 2);
      die ();
    }
  return is_full () ? -1 : REAL (write) (fd, bytes, length);
}

#define WRAP_OPEN(name)                       \
  int name (const char *path, int flags, ...) \
  {                                           \
    va_list list;                             \
    mode_t  mode = 0;                         \
                                              \
    va_start (list, flags);                   \
    if ((flags & O_CREAT) != 0)               \
      mode = va_arg (list, mode_t);           \
    va_end (list);                            \
    if ((flags & O_CREAT) != 0 && step ())    \
      die ();                                 \
    return REAL (name) (path, flags, mode);   \
  }

WRAP_OPEN (open)
WRAP_OPEN (open64)
