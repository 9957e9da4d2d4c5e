/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server's process for the tests of the stdio transport: it behaves as its first argument
 * says. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
echo (const char *end)
{
  char   *line = NULL;
  size_t  size = 0;
  ssize_t length;

  while ((length = getline (&line, &size, stdin)) > 0)
    {
      if (line[length - 1] == '\n')
        length--;
      fwrite (line, 1, (size_t)length, stdout);
      fputs (end, stdout);
      fflush (stdout);
    }
  free (line);
}

static void
echo_in_halves (void)
{
  char line[1000];

  while (fgets (line, sizeof line, stdin) != NULL)
    {
      size_t half = strlen (line) / 2;

      fwrite (line, 1, half, stdout);
      fflush (stdout);
      usleep (30000);
      fputs (line + half, stdout);
      fflush (stdout);
    }
}

static void
flood (long count)
{
  for (long i = 0; i < count; i++)
    printf ("{\"n\":%ld}\n", i);
  fflush (stdout);
}

static void
write_long_line (long length)
{
  static char block[65536];

  memset (block, 'x', sizeof block);
  fputs ("{\"id\":7,\"x\":\"", stdout);
  for (long left = length; left > 0; left -= (long)sizeof block)
    fwrite (block, 1, left < (long)sizeof block ? (size_t)left : sizeof block, stdout);
  fputs ("\"}\n", stdout);
  fflush (stdout);
}

static void
sleep_forever (void)
{
  while (1)
    pause ();
}

/* Two grandchildren that ignore SIGTERM and the end of stdin: one in our group, and one that made
 * itself a session of its own. Their pids, and ours, are said in one line. */
static void
start_grandchildren (void)
{
  pid_t in_group;
  pid_t daemon_pid = 0;
  int   ends[2];

  in_group = fork ();
  if (in_group == 0)
    {
      signal (SIGTERM, SIG_IGN);
      sleep_forever ();
    }
  if (pipe (ends) != 0)
    exit (1);
  if (fork () == 0)
    {
      setsid ();
      daemon_pid = fork ();
      if (daemon_pid == 0)
        {
          setsid ();
          signal (SIGTERM, SIG_IGN);
          sleep_forever ();
        }
      if (write (ends[1], &daemon_pid, sizeof daemon_pid) < 0)
        exit (1);
      exit (0);
    }
  if (read (ends[0], &daemon_pid, sizeof daemon_pid) < 0)
    exit (1);
  wait (NULL);
  printf ("{\"pids\":[%d,%d,%d]}\n", getpid (), in_group, daemon_pid);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "echo";
  long        number = argc > 2 ? atol (argv[2]) : 0;

  if (!strcmp (mode, "echo"))
    {
      echo ("\n");
    }
  else if (!strcmp (mode, "crlf"))
    {
      echo ("\r\n");
    }
  else if (!strcmp (mode, "halves"))
    {
      echo_in_halves ();
    }
  else if (!strcmp (mode, "garbage"))
    {
      fputs ("Listening…\n\n\xff\xfe\r\n\n[[[\n", stdout);
      fflush (stdout);
      echo ("\n");
    }
  else if (!strcmp (mode, "flood"))
    {
      flood (number);
      echo ("\n");
    }
  else if (!strcmp (mode, "long"))
    {
      write_long_line (number);
      echo ("\n");
    }
  else if (!strcmp (mode, "unfinished"))
    {
      fputs ("{\"last\":true}", stdout);
    }
  else if (!strcmp (mode, "farewell"))
    {
      /* Needs a moment to put its things in order. */
      puts ("{}");
      fflush (stdout);
      echo ("\n");
      usleep (100000);
      if (fopen (argv[2], "w") == NULL)
        return 1;
    }
  else if (!strcmp (mode, "deaf"))
    {
      puts ("{}");
      fflush (stdout);
      sleep_forever ();
    }
  else if (!strcmp (mode, "stubborn"))
    {
      signal (SIGTERM, SIG_IGN);
      puts ("{}");
      fflush (stdout);
      sleep_forever ();
    }
  else if (!strcmp (mode, "grandchildren"))
    {
      start_grandchildren ();
      echo ("\n");
      if (number)
        sleep_forever ();
    }
  else if (!strcmp (mode, "exit"))
    {
      fputs ("first line\nbad \xff byte\nlast line", stderr);
      return (int)number;
    }
  else if (!strcmp (mode, "signal"))
    {
      signal ((int)number, SIG_DFL);
      raise ((int)number);
    }
  else if (!strcmp (mode, "shout"))
    {
      for (long i = 0; i < number; i++)
        fprintf (stderr, "line %ld\n", i);
      puts ("{\"done\":true}");
      fflush (stdout);
      echo ("\n");
    }
  else if (!strcmp (mode, "close-output"))
    {
      close (1);
      sleep_forever ();
    }
  else if (!strcmp (mode, "close-input"))
    {
      close (0);
      puts ("{}");
      fflush (stdout);
      sleep_forever ();
    }
  else if (!strcmp (mode, "environment"))
    {
      for (char **entry = environ; *entry != NULL; entry++)
        puts (*entry);
    }
  else if (!strcmp (mode, "descriptors"))
    {
      sigset_t blocked;
      int      open = 0;

      for (int fd = 3; fd < 1024; fd++)
        if (lseek (fd, 0, SEEK_CUR) != (off_t)-1)
          open++;
      sigprocmask (SIG_BLOCK, NULL, &blocked);
      printf ("{\"open\":%d,\"leader\":%d,\"session\":%d,\"blocked\":%d,\"pipe\":%d}\n", open,
              getpgrp () == getpid (), getsid (0) == getpid (), sigismember (&blocked, SIGTERM),
              signal (SIGPIPE, SIG_DFL) == SIG_IGN);
    }
  else if (!strcmp (mode, "directory"))
    {
      char directory[4096];

      puts (getcwd (directory, sizeof directory));
    }
  return 0;
}
