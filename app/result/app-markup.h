/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * XML and HTML as texts: laid out with an element a line, and its parts told apart. Nothing is
 * resolved: entities, includes and addresses stay the text that they are, so that nothing can be
 * read or fetched. What is not well-formed is laid out as far as it goes. White space around texts
 * is changed by laying out, nothing else is.
 */

#pragma once

#include <gio/gio.h>

/* Levels that are indented; deeper ones stand below the last. */
#define APP_MARKUP_MAX_INDENTED 32u
/* Of a whole text: as for YAML. */
#define APP_MARKUP_MAX_BYTES (256u * 1024u * 1024u)

/** Whether @text begins as XML or HTML does. Looks at its beginning. @length: bytes */
gboolean app_markup_is_likely (const char *text, gsize length);
/** @text: any bytes, meant as UTF-8. @max_bytes: about where what is laid out ends
 * @cancellable: (nullable). @complete: (out): FALSE where it was cut. Returns: (transfer full) */
GBytes *app_markup_lay_out (GBytes       *text,
                            gsize         max_bytes,
                            GCancellable *cancellable,
                            gboolean     *complete);

typedef enum {
  APP_MARKUP_TAG,
  APP_MARKUP_ATTRIBUTE,
  APP_MARKUP_VALUE,
  APP_MARKUP_REMARK, /* a comment or an instruction */
} AppMarkupStyle;

typedef struct
{
  AppMarkupStyle style;
  gsize          start; /* bytes */
  gsize          end;
} AppMarkupSpan;

/** The parts of a row of text, which is read on its own. @spans: of AppMarkupSpan; appended to */
void app_markup_find_spans (const char *row, gsize length, GArray *spans);
