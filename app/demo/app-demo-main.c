/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-program.h"

int
main (int argc, char **argv)
{
  static const AppDemoFaults none;

  return app_demo_program_run (argc, argv, &none);
}
