/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-system.h"

const AppDemoSystem app_demo_conformance_system = {
  .name = "conformance",
};
