/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-choice.h"

#include "mcp-property.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _AppExportChoice
{
  GObject parent_instance;

  McpTool         *tool;
  gboolean         chosen;
  gboolean         enabled;
  AppExportedTool *exported; /* (nullable) */
};

enum {
  PROP_CHOSEN = 1,
  PROP_ENABLED,
  PROP_EXPORTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppExportChoice, app_export_choice, G_TYPE_OBJECT)

static void
app_export_choice_finalize (GObject *object)
{
  AppExportChoice *self = APP_EXPORT_CHOICE (object);

  g_clear_object (&self->tool);
  g_clear_object (&self->exported);
  G_OBJECT_CLASS (app_export_choice_parent_class)->finalize (object);
}

static void
app_export_choice_class_init (AppExportChoiceClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_CHOSEN] = { "chosen", G_TYPE_BOOLEAN,
                      .offset = G_STRUCT_OFFSET (AppExportChoice, chosen),
                      .flags = G_PARAM_WRITABLE,
                      .set = G_CALLBACK (app_export_choice_set_chosen) },
    [PROP_ENABLED] = { "enabled", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppExportChoice, enabled) },
    [PROP_EXPORTED] = { "exported", APP_TYPE_EXPORTED_TOOL,
                        .offset = G_STRUCT_OFFSET (AppExportChoice, exported) },
  };

  object_class->finalize = app_export_choice_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_export_choice_init (AppExportChoice *self)
{
  self->chosen = TRUE;
  self->enabled = TRUE;
}

AppExportChoice *
app_export_choice_new (McpTool *tool)
{
  AppExportChoice *self;

  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  self = g_object_new (APP_TYPE_EXPORT_CHOICE, NULL);
  self->tool = g_object_ref (tool);
  return self;
}

McpTool *
app_export_choice_get_tool (AppExportChoice *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), NULL);
  return self->tool;
}

gboolean
app_export_choice_get_chosen (AppExportChoice *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), FALSE);
  return self->chosen;
}

void
app_export_choice_set_chosen (AppExportChoice *self, gboolean chosen)
{
  g_return_if_fail (APP_IS_EXPORT_CHOICE (self));

  if (self->chosen == chosen)
    return;
  self->chosen = chosen;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}

gboolean
app_export_choice_get_enabled (AppExportChoice *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), FALSE);
  return self->enabled;
}

void
app_export_choice_set_enabled (AppExportChoice *self, gboolean enabled)
{
  g_return_if_fail (APP_IS_EXPORT_CHOICE (self));

  if (self->enabled == enabled)
    return;
  self->enabled = enabled;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENABLED]);
}

gboolean
app_export_choice_is_taken (AppExportChoice *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), FALSE);
  return self->chosen && self->enabled;
}

AppExportedTool *
app_export_choice_get_exported (AppExportChoice *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), NULL);
  return self->exported;
}

void
app_export_choice_set_exported (AppExportChoice *self, AppExportedTool *exported)
{
  g_return_if_fail (APP_IS_EXPORT_CHOICE (self));

  if (g_set_object (&self->exported, exported))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXPORTED]);
}

static gboolean
has_word (const char *text, const char *word)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

gboolean
app_export_choice_matches (AppExportChoice *self, const char *words)
{
  McpDefinition   *definition = MCP_DEFINITION (self->tool);
  g_autofree char *folded = words != NULL ? g_utf8_casefold (words, -1) : NULL;
  g_auto (GStrv) parts = folded != NULL ? g_strsplit_set (folded, " \t", -1) : NULL;

  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), FALSE);

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    if (!has_word (mcp_definition_get_key (definition), parts[i]) &&
        !has_word (mcp_definition_get_display_name (definition), parts[i]) &&
        !has_word (mcp_definition_get_description (definition), parts[i]))
      return FALSE;
  return TRUE;
}

char *
app_export_choice_dup_note (AppExportChoice *self)
{
  GString    *text;
  const char *reason;

  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), NULL);

  text = g_string_new (NULL);
  if (!self->enabled)
    g_string_append (text, _ ("disabled"));
  else if (self->exported != NULL)
    {
      guint n = app_exported_tool_get_findings (self->exported) != NULL
                    ? app_exported_tool_get_findings (self->exported)->len
                    : 0;

      /* Translators: a number of tokens of a language model */
      g_string_append_printf (text, _ ("≈ %'u tokens"),
                              app_exported_tool_get_tokens (self->exported));
      reason = app_exported_tool_get_reason (self->exported);
      if (reason != NULL)
        /* Translators: %s is a clause, not translated */
        g_string_append_printf (text, _ (", not strict: %s"), reason);
      else if (n > 0)
        g_string_append_printf (text, ngettext (", %u remark", ", %u remarks", n), n);
    }
  return g_string_free (text, FALSE);
}
