/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-object-text.h"
#include "mcp-property.h"
#include "ui-json-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"
#include "store-variables.h"

#include <string.h>

#define MIN_HEIGHT 84
#define MAX_HEIGHT 220
#define MAX_PROBLEM 300

struct _UiObjectText
{
  GtkBox parent_instance;

  char *problem; /* (nullable) */
  guint n_members;

  UiJsonText *json;
  GtkWidget  *problem_box;
  GtkLabel   *problem_label;
};

enum {
  PROP_0,
  PROP_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiObjectText, ui_object_text, GTK_TYPE_BOX)

static void
check (UiObjectText *self)
{
  g_autofree char *text = ui_json_text_dup_text (self->json);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreVariables) members = store_variables_new_from_object (text, &error);

  g_clear_pointer (&self->problem, g_free);
  self->n_members = store_variables_get_n_items (members);
  if (members == NULL)
    self->problem = app_visible_text_line (error->message, MAX_PROBLEM);
  gtk_label_set_text (self->problem_label, self->problem != NULL ? self->problem : "");
  gtk_widget_set_visible (self->problem_box, self->problem != NULL);
  ui_widget_set_invalid (ui_json_text_get_view (self->json), self->problem != NULL);
}

static void
on_edited (UiObjectText *self)
{
  check (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  g_signal_emit_by_name (self, "changed");
}

MCP_DEFINE_FINALIZE (UiObjectText, ui_object_text)
{
  g_free (self->problem);
}

static void
ui_object_text_class_init (UiObjectTextClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, G_CALLBACK (ui_object_text_dup_text), .is_made = TRUE,
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_object_text_set_text) },
  };

  G_OBJECT_CLASS (klass)->finalize = ui_object_text_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  mcp_signal_new (klass, "changed", 0);

  g_type_ensure (UI_TYPE_JSON_TEXT);
  ui_template_set (GTK_WIDGET_CLASS (klass), "ui/base/ui-object-text.ui");
  ui_template_bind_children (GTK_WIDGET_CLASS (klass), UiObjectText, json, problem_box,
                             problem_label);
  ui_template_bind_callbacks (GTK_WIDGET_CLASS (klass), on_edited);
}

static void
ui_object_text_init (UiObjectText *self)
{
  ui_template_init (self);
  ui_json_text_set_heights (self->json, MIN_HEIGHT, MAX_HEIGHT);
}

void
ui_object_text_set_names (UiObjectText *self, const char *name, const char *note)
{
  g_return_if_fail (UI_IS_OBJECT_TEXT (self));

  ui_widget_name (ui_json_text_get_view (self->json), name);
  ui_json_text_set_note (self->json, note);
}

void
ui_object_text_set_text (UiObjectText *self, const char *text)
{
  g_return_if_fail (UI_IS_OBJECT_TEXT (self));

  ui_json_text_set_text (self->json, text != NULL ? text : "");
  check (self);
}

char *
ui_object_text_dup_text (UiObjectText *self)
{
  g_return_val_if_fail (UI_IS_OBJECT_TEXT (self), NULL);

  g_autofree char *text = ui_json_text_dup_text (self->json);
  return text[strspn (text, " \t\r\n")] != '\0' ? g_steal_pointer (&text) : NULL;
}

guint
ui_object_text_count (UiObjectText *self)
{
  g_return_val_if_fail (UI_IS_OBJECT_TEXT (self), 0);
  return self->n_members;
}

MCP_DEFINE_GETTER (const char *, UiObjectText, ui_object_text, problem)

void
ui_object_text_focus (UiObjectText *self)
{
  g_return_if_fail (UI_IS_OBJECT_TEXT (self));
  gtk_widget_grab_focus (ui_json_text_get_view (self->json));
}
