/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-statistics.h"

#include <math.h>

/* Of the normal distribution: 97.5 % and 80 % are below. */
#define Z 1.959963984540054
#define Z_POWER 0.8416212335729143

AppCaseInterval
app_case_statistics_wilson (guint passed, guint n)
{
  g_return_val_if_fail (passed <= n, ((AppCaseInterval){ 0, 1 }));

  if (n == 0)
    return (AppCaseInterval){ 0, 1 };
  double rate = (double)passed / n;
  double middle = rate + Z * Z / (2.0 * n);
  double half = Z * sqrt (rate * (1 - rate) / n + Z * Z / (4.0 * n * n));
  /* At the ends it is exact; sums of doubles are not. */
  return (AppCaseInterval){
    passed == 0 ? 0 : (middle - half) / (1 + Z * Z / n),
    passed == n ? 1 : (middle + half) / (1 + Z * Z / n),
  };
}

AppCaseInterval
app_case_statistics_difference (guint passed_a, guint n_a, guint passed_b, guint n_b)
{
  AppCaseInterval a = app_case_statistics_wilson (passed_a, n_a);
  AppCaseInterval b = app_case_statistics_wilson (passed_b, n_b);

  if (n_a == 0 || n_b == 0)
    return (AppCaseInterval){ -1, 1 };
  double rate_a = (double)passed_a / n_a;
  double rate_b = (double)passed_b / n_b;
  return (AppCaseInterval){
    rate_b - rate_a - hypot (rate_b - b.low, a.high - rate_a),
    rate_b - rate_a + hypot (b.high - rate_b, rate_a - a.low),
  };
}

double
app_case_statistics_sample_size (double a, double b)
{
  double mean = (a + b) / 2;
  double root = Z * sqrt (2 * mean * (1 - mean)) + Z_POWER * sqrt (a * (1 - a) + b * (1 - b));

  g_return_val_if_fail (a >= 0 && a <= 1 && b >= 0 && b <= 1, INFINITY);

  return a == b ? INFINITY : root * root / ((a - b) * (a - b));
}
