/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pch-gio.h"
#include <adwaita.h>
#include <gtk/gtk.h>
