/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-summary.h"
#include "app-json-pointer.h"
#include "app-visible-text.h"

/* A name that is longer leaves no room for its value. */
#define NAME_CHARACTERS 40

static const char *
find_value (AppForm *form, const char *key)
{
  g_autoptr (GString) pointer = g_string_new (NULL);

  app_json_pointer_append (pointer, key);
  AppField *field = app_form_find_field (form, pointer->str);
  if (field == NULL)
    return "…";
  const char *reference = app_field_get_reference (field);
  return reference != NULL ? reference : app_field_get_state (field)->summary;
}

char *
app_form_dup_summary (AppForm *form)
{
  g_autoptr (GString) line = g_string_new (NULL);
  McpJsonIter  iter;
  McpJsonValue name;

  g_return_val_if_fail (APP_IS_FORM (form), NULL);

  mcp_json_iter_init (&iter, app_form_get_value (form));
  while (line->len < APP_FORM_WILL_SEND_CHARACTERS && mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *shown = app_visible_text_line (key, NAME_CHARACTERS);

      g_string_append_printf (line, "%s%s: %s", line->len > 0 ? " · " : "", shown,
                              key != NULL ? find_value (form, key) : "…");
    }
  if (mcp_json_iter_next (&iter, NULL, NULL))
    g_string_append (line, " …");
  return app_visible_text_line (line->str, APP_FORM_WILL_SEND_CHARACTERS);
}
