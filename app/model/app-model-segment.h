/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelSegment: a part of what fills a model's context, as a bar shows it. A plain struct.
 */

#pragma once

#include <glib.h>

typedef enum {
  APP_MODEL_SEGMENT_SYSTEM,
  APP_MODEL_SEGMENT_TOOLS, /* of one server */
  APP_MODEL_SEGMENT_HISTORY,
  APP_MODEL_SEGMENT_RESULTS,
  APP_MODEL_SEGMENT_ANSWER,
  APP_MODEL_SEGMENT_MESSAGE, /* not sent yet: estimated, whoever counted the others */
  APP_MODEL_SEGMENT_FREE,
} AppModelSegmentKind;

typedef struct
{
  AppModelSegmentKind kind;
  char               *label; /* translated: "System prompt", "Tools of everything (17)" */
  gint64              tokens;
  double              share; /* of the context, or of the sum where that is not known */
} AppModelSegment;
