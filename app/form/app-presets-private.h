/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the files of AppPresets share; no other file includes this. */

#pragma once

#include "app-presets.h"

G_BEGIN_DECLS

/** The tool's schema as it came; none where there is none. */
McpJsonValue app_presets_get_schema (AppPresets *self);

G_END_DECLS
