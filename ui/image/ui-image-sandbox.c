/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_restrict_self)
#define HAVE_LANDLOCK 1
#include <linux/landlock.h>
#else
#define HAVE_LANDLOCK 0
#endif

#if HAVE_SECCOMP
#include <seccomp.h>
#endif

/* A drawing of the most pixels takes 160 MB several times over: for its surface, for what filters
 * make of it, and for what is sent. The libraries take 100 MB of addresses. */
#define MAX_ADDRESSES (1024u * 1024u * 1024u)
/* Of its whole life: who has taken the process over can turn the limit of one image off. */
#define MAX_SECONDS 120

static void
limit (int resource, rlim_t value)
{
  struct rlimit both = { value, value };

  setrlimit (resource, &both);
}

#if HAVE_LANDLOCK

/* Where Fontconfig looks for fonts. In /usr and its like is nothing of a person's. */
static void
allow_reading (int rules, const char *folder)
{
  struct landlock_path_beneath_attr beneath = {
    .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    .parent_fd = open (folder, O_PATH | O_CLOEXEC),
  };

  if (beneath.parent_fd < 0)
    return;
  syscall (SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  close (beneath.parent_fd);
}

/* Of the first version of it, which each later one knows: reading and writing. */
static gboolean
close_files (void)
{
  static const char *const     folders[] = { "/usr", "/etc/fonts", "/var/cache/fontconfig",
                                             "/nix/store", "/gnu/store", "/app",
                                             "/run/host/fonts", "/run/host/local-fonts",
                                             "/run/host/user-fonts" };
  struct landlock_ruleset_attr all = {
    .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
  };
  const char *places[][2] = { { g_get_user_data_dir (), "fonts" },
                              { g_get_home_dir (), ".fonts" },
                              { g_get_user_config_dir (), "fontconfig" },
                              { g_get_user_cache_dir (), "fontconfig" } };
  int         rules = (int)syscall (SYS_landlock_create_ruleset, &all, sizeof all, 0);

  if (rules < 0)
    return errno == ENOSYS || errno == EOPNOTSUPP;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    allow_reading (rules, folders[i]);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *folder = g_build_filename (places[i][0], places[i][1], NULL);

      allow_reading (rules, folder);
    }
  gboolean closed = syscall (SYS_landlock_restrict_self, rules, 0) == 0;
  close (rules);
  return closed;
}

#endif

#if HAVE_SECCOMP

/* What computing, threads and reading take. Architectures have some of them. */
static const char allowed[] =
    "_llseek access arch_prctl brk clock_getres clock_gettime clock_gettime64 clock_nanosleep "
    "close dup eventfd2 exit exit_group faccessat faccessat2 fstat fstat64 fstatat64 fstatfs "
    "fstatfs64 futex futex_time64 getcwd getdents64 getegid geteuid getgid getpid getrandom "
    "getrusage gettid gettimeofday getuid lseek lstat lstat64 madvise membarrier mmap mmap2 "
    "mprotect mremap munmap nanosleep newfstatat pipe2 poll ppoll ppoll_time64 pread64 read "
    "readlink readlinkat readv restart_syscall rseq rt_sigaction rt_sigprocmask rt_sigreturn "
    "sched_getaffinity sched_yield set_robust_list set_tid_address setitimer sigaltstack stat "
    "stat64 statfs statfs64 statx sysinfo uname write writev";

/* Not F_SETOWN and what belongs to it: a descriptor would send signals to any process of the
 * person. */
static const int fcntl_allowed[] = { F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL };

static gboolean
allow (scmp_filter_ctx filter, const char *name, unsigned int n, struct scmp_arg_cmp check)
{
  int number = seccomp_syscall_resolve_name (name);

  return number == __NR_SCMP_ERROR ||
         seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, number, n, &check) == 0;
}

/* Whatever is not named fails, and does not end the process: libraries try many a thing that they
 * can do without. */
static gboolean
close_calls (void)
{
  const scmp_datum_t        writing = O_ACCMODE | O_CREAT | O_TRUNC;
  const struct scmp_arg_cmp none = { 0 };
  scmp_filter_ctx           filter = seccomp_init (SCMP_ACT_ERRNO (EPERM));
  g_auto (GStrv) names = g_strsplit (allowed, " ", -1);

  if (filter == NULL)
    return FALSE;
  gboolean done = seccomp_attr_set (filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
  for (guint i = 0; names[i] != NULL; i++)
    done = done && allow (filter, names[i], 0, none);
  for (guint i = 0; i < G_N_ELEMENTS (fcntl_allowed); i++)
    {
      const struct scmp_arg_cmp check = SCMP_A1 (SCMP_CMP_EQ, (scmp_datum_t)fcntl_allowed[i]);

      done = done && allow (filter, "fcntl", 1, check) && allow (filter, "fcntl64", 1, check);
    }
  /* Files to be read; threads, no processes; what abort() does. */
  done = done && allow (filter, "open", 1, SCMP_A1 (SCMP_CMP_MASKED_EQ, writing, 0)) &&
         allow (filter, "openat", 1, SCMP_A2 (SCMP_CMP_MASKED_EQ, writing, 0)) &&
         allow (filter, "clone", 1, SCMP_A0 (SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) &&
         allow (filter, "tgkill", 1, SCMP_A0 (SCMP_CMP_EQ, (scmp_datum_t)getpid ())) &&
         allow (filter, "prctl", 1, SCMP_A0 (SCMP_CMP_EQ, PR_SET_NAME)) &&
         /* Its flags cannot be looked at: the C library tries clone() then. */
         seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (clone3), 0) == 0 &&
         seccomp_load (filter) == 0;
  seccomp_release (filter);
  return done;
}

#endif

gboolean
ui_image_sandbox_enter (void)
{
  limit (RLIMIT_CORE, 0);
  /* The GdkPixbuf of newer systems starts a process for each image, in a sandbox of its own, and
   * hands the image over in a file in memory, as limits for this process would forbid. */
  if (dlsym (RTLD_DEFAULT, "gly_loader_new") != NULL)
    return TRUE;
  limit (RLIMIT_AS, MAX_ADDRESSES);
  limit (RLIMIT_FSIZE, 0);
  limit (RLIMIT_CPU, MAX_SECONDS);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return FALSE;
#if HAVE_LANDLOCK
  if (!close_files ())
    return FALSE;
#endif
#if HAVE_SECCOMP
  if (!close_calls ())
    return FALSE;
#endif
  return TRUE;
}
