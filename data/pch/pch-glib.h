/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib-object.h>
#include <string.h>
