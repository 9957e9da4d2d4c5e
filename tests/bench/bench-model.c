/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the way to a model and back costs. One line a figure. */

#include "bench-model.h"

#include <signal.h>
#include <stdio.h>

int
main (void)
{
  signal (SIGPIPE, SIG_IGN); /* as all of our programs do */
  setvbuf (stdout, NULL, _IOLBF, 0);
  bench_model_readers ();
  return 0;
}
