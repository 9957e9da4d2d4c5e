/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormOverlay: whoever puts something else in the places of some values of a form when it is
 * sent. What stands in the text at such a place is only its name. Which places they are is kept
 * beside the text; the form tells what happens to the text, so that they follow it through edits,
 * moves and undo.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

#define APP_TYPE_FORM_OVERLAY (app_form_overlay_get_type ())
G_DECLARE_INTERFACE (AppFormOverlay, app_form_overlay, APP, FORM_OVERLAY, GObject)

/* Every function is there; places are JSON Pointers. */
struct _AppFormOverlayInterface
{
  GTypeInterface g_iface;

  /* @text was read, and its value is @root: places that have another value now are forgotten. */
  void (*keep) (AppFormOverlay *self, const char *text, McpJsonValue root);
  /* @text is about to come back by undo or redo. */
  void (*recall) (AppFormOverlay *self, const char *text);
  /* An item is about to go from @from to @to; G_MAXUINT: it comes, or goes away. */
  void (*move) (AppFormOverlay *self, const char *array, guint from, guint to);
  /* What is at @from, and below it, is about to be at @to. */
  void (*rename) (AppFormOverlay *self, const char *from, const char *to);
  /* Returns: (nullable): the name that stands at a place; %NULL for a value of its own */
  const char *(*find) (AppFormOverlay *self, const char *pointer);

  /* The value with everything put in that can be checked quickly. Returns: (transfer full)
   * (nullable): %NULL where that is @root itself */
  McpJsonDocument *(*dup_checked) (AppFormOverlay *self, McpJsonValue root);
  /* Tells problems of its own, and at their places what was found in what was put in.
   * @problems: (element-type AppFormProblem) */
  void (*settle) (AppFormOverlay *self, GPtrArray *problems);
  /* Returns: (transfer full) (nullable): text for a line that shows what is sent; %NULL where that
   * is the form's */
  char *(*dup_shown) (AppFormOverlay *self, McpJsonValue root);
  /* Returns: (transfer full) (nullable): JSON text with everything put in; %NULL with @error set
   * where something cannot be, without it where that is @root itself */
  char *(*dup_sent) (AppFormOverlay *self, McpJsonValue root, GError **error);
};

/* What an overlay that writes a value asks of its form, as fields do */

typedef struct _AppForm AppForm;

/** Whether fields may change the text: it parses, and is an object. */
gboolean app_form_is_editable (AppForm *self);
/** Changes of the text are typing at @place from now on. @place: (nullable)
 * Returns: (transfer full) (nullable): the place before */
char *app_form_set_typing (AppForm *self, const char *place);
