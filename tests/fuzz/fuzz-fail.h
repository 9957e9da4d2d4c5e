/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <stdlib.h>

/* Says what is wrong and ends in the way in which the fuzzer keeps the input: a plain g_error()
 * traps, which it does not see. */
#define fuzz_fail(...)        \
  G_STMT_START                \
  {                           \
    g_printerr (__VA_ARGS__); \
    g_printerr ("\n");        \
    abort ();                 \
  }                           \
  G_STMT_END
