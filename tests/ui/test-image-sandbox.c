/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What spyglass-image can still do once it reads what others made. A program of its own, because who
 * enters the sandbox stays there. */

#include "ui-image-sandbox.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean
can_open (const char *path, int flags)
{
  int fd = open (path, flags, 0600);

  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

/* Written before the sandbox is entered. */
static char *
dup_own_path (void)
{
  return g_build_filename (g_get_home_dir (), ".spyglass-image-sandbox", NULL);
}

static gboolean
can_read_person (void)
{
  g_autofree char *own = dup_own_path ();

  return can_open (own, O_RDONLY) || can_open ("/etc/passwd", O_RDONLY) || can_open ("/proc/self/environ", O_RDONLY);
}

static gboolean
can_read_library (void)
{
  return can_open ("/usr/share", O_RDONLY | O_DIRECTORY);
}

static gboolean
can_write (void)
{
  return can_open ("/tmp/spyglass-image-sandbox", O_WRONLY | O_CREAT) || can_open ("/dev/null", O_RDWR) ||
         unlink ("/tmp/spyglass-image-sandbox") == 0;
}

static gboolean
can_connect (void)
{
  return socket (AF_INET, SOCK_STREAM, 0) >= 0 || socket (AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static gboolean
can_fork (void)
{
  pid_t pid = fork ();

  if (pid == 0)
    _exit (0);
  return pid > 0;
}

/* Only what fails comes back. */
static gboolean
can_execute (void)
{
  char *arguments[] = { (char *)"true", NULL };

  execv ("/bin/true", arguments);
  return FALSE;
}

static gboolean
can_reach_others (void)
{
  return kill (getppid (), 0) == 0 || ptrace (PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

/* A descriptor can be told to send any signal to any process. */
static gboolean
can_signal_others (void)
{
  struct f_owner_ex owner = { F_OWNER_PID, getppid () };
  int               fd = open ("/usr/share", O_RDONLY | O_DIRECTORY);

  return fcntl (fd, F_SETOWN, getppid ()) == 0 || fcntl (fd, F_SETOWN_EX, &owner) == 0 ||
         fcntl (fd, F_SETSIG, SIGKILL) == 0 || fcntl (fd, F_NOTIFY, DN_ACCESS) == 0;
}

static gboolean
can_use_descriptors (void)
{
  int fd = open ("/usr/share", O_RDONLY | O_DIRECTORY);

  return fcntl (fd, F_GETFD) == 0 && fcntl (fd, F_SETFD, FD_CLOEXEC) == 0 &&
         fcntl (fd, F_SETFL, fcntl (fd, F_GETFL) | O_NONBLOCK) == 0 && fcntl (fd, F_DUPFD_CLOEXEC, 3) > fd;
}

static void *
run_thread (void *data)
{
  return data;
}

static gboolean
can_start_thread (void)
{
  pthread_t thread;
  void     *returned = NULL;

  return pthread_create (&thread, NULL, run_thread, &returned) == 0 && pthread_join (thread, &returned) == 0 &&
         returned != NULL;
}

static gboolean
can_take_memory (void)
{
  void *large = g_try_malloc (2u * 1024u * 1024u * 1024u);

  g_free (large);
  return large != NULL;
}

static const struct
{
  const char *name;
  gboolean (*can) (void);
  gboolean allowed;
  gboolean seccomp; /* refused by that, which is not everywhere */
  gboolean landlock;
} attempts[] = {
  { "read-library", can_read_library, TRUE, FALSE, FALSE },
  { "start-thread", can_start_thread, TRUE, FALSE, FALSE },
  { "use-descriptors", can_use_descriptors, TRUE, FALSE, FALSE },
  { "take-memory", can_take_memory, FALSE, FALSE, FALSE },
  { "read-person", can_read_person, FALSE, FALSE, TRUE },
  { "write", can_write, FALSE, TRUE, FALSE },
  { "connect", can_connect, FALSE, TRUE, FALSE },
  { "fork", can_fork, FALSE, TRUE, FALSE },
  { "execute", can_execute, FALSE, TRUE, FALSE },
  { "reach-others", can_reach_others, FALSE, TRUE, FALSE },
  { "signal-others", can_signal_others, FALSE, TRUE, FALSE },
};

static gboolean
has_landlock (void)
{
#ifdef SYS_landlock_create_ruleset
  return syscall (SYS_landlock_create_ruleset, NULL, 0, 1) > 0;
#else
  return FALSE;
#endif
}

enum {
  CANNOT = 10,
  CAN,
  NOT_ENTERED,
};

static void
test_attempt (gconstpointer data)
{
  guint            i = GPOINTER_TO_UINT (data);
  g_autofree char *own = dup_own_path ();
  int              status;
  pid_t            pid;

  if ((attempts[i].seccomp && !HAVE_SECCOMP) || (attempts[i].landlock && !has_landlock ()))
    {
      g_test_skip ("the system has no means for it");
      return;
    }
  g_mkdir_with_parents (g_get_home_dir (), 0700);
  g_assert_true (g_file_set_contents (own, "own", -1, NULL));
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    _exit (!ui_image_sandbox_enter () ? NOT_ENTERED : attempts[i].can () ? CAN
                                                                         : CANNOT);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  unlink (own);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, attempts[i].allowed ? CAN : CANNOT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (attempts); i++)
    {
      g_autofree char *path = g_strconcat ("/image-sandbox/", attempts[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_attempt);
    }
  return g_test_run ();
}
