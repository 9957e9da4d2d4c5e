/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The demo server as a program: options, transports, signals.
 */

#pragma once

#include "app-demo-faults.h"

/** Serves until it is told to end. Returns: the exit status */
int app_demo_program_run (int argc, char **argv, const AppDemoFaults *faults);
