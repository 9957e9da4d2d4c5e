/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a few runs tell of a rate: models are asked a handful of times, and 7 of 10 may well be half
 * of all. All intervals are of 95 %. Pure.
 *
 * Sources: Wilson, "Probable inference" (1927); Newcombe, "Interval estimation for the difference
 * between independent proportions" (1998), method 10; Fleiss, "Statistical methods for rates and
 * proportions", without the correction for continuity.
 */

#pragma once

#include <glib.h>

/** From 0 to 1; of a difference from -1. */
typedef struct
{
  double low;
  double high;
} AppCaseInterval;

/** Where the rate is. @n: 0: anywhere */
AppCaseInterval app_case_statistics_wilson (guint passed, guint n);
/** How far the rate of B is above that of A. */
AppCaseInterval
app_case_statistics_difference (guint passed_a, guint n_a, guint passed_b, guint n_b);
/** Runs of each side that it takes to tell two rates apart in four of five attempts.
 * Returns: infinite where they are equal */
double app_case_statistics_sample_size (double a, double b);
