/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-choice-button.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define LABEL_CHARACTERS 200
#define BUTTON_CHARACTERS 24

struct _UiFieldChoice
{
  UiFieldEditor parent_instance;

  GListStore *choices; /* of AppFieldOption: the state "not set" has no lexeme */
  guint       n_fixed; /* without a value that is no option */
  guint       chosen;  /* G_MAXUINT: nothing that stands there */

  UiChoiceButton *button; /* borrowed */
};

MCP_DEFINE_ZEROED_TYPE (UiFieldChoice, ui_field_choice, UI_TYPE_FIELD_EDITOR)

static void
add_choice (UiFieldChoice *self, const char *label, const char *description, const char *lexeme)
{
  g_autofree char *visible = app_visible_text_line (label, LABEL_CHARACTERS);
  g_autoptr (AppFieldOption) option = app_field_option_new (visible, description, lexeme);

  g_list_store_append (self->choices, option);
}

static gboolean
has_choice (UiFieldChoice *self, const char *lexeme)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->choices)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->choices), i);
      if (strcmp (option->lexeme, lexeme) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Options that stand before those of the schema. What is required is not left out here, and an item
 * that is not set is none. */
static guint
count_before (AppField *field)
{
  const AppFieldPlace *place = app_field_get_place (field);

  return place->required || (place->item && !place->fixed) ? 0 : 1;
}

static char *
dup_unset_label (AppField *field)
{
  if (count_before (field) == 0)
    return g_strdup (_ ("Choose…"));
  return ui_field_editor_dup_default_note (field);
}

static void
fill (UiFieldChoice *self, AppField *field)
{
  GListModel *options = app_field_get_info (field)->options;

  if (count_before (field) > 0)
    {
      g_autofree char *unset = dup_unset_label (field);
      add_choice (self, unset, NULL, "");
    }
  for (guint i = 0; options != NULL && i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      add_choice (self, option->label, option->description, option->lexeme);
    }
  if (app_field_get_info (field)->nullable && !has_choice (self, "null"))
    add_choice (self, "null", NULL, "null");
  self->n_fixed = g_list_model_get_n_items (G_LIST_MODEL (self->choices));
}

static void
on_picked (UiFieldChoice *self, AppFieldOption *choice)
{
  AppField *field = ui_field_editor_get_field (UI_FIELD_EDITOR (self));

  if (choice->lexeme[0] == '\0')
    app_field_clear (field);
  else
    app_field_set_lexeme (field, choice->lexeme);
}

static gboolean
is_chosen (gpointer owner, AppFieldOption *option)
{
  UiFieldChoice *self = owner;
  g_autoptr (AppFieldOption) chosen =
      g_list_model_get_item (G_LIST_MODEL (self->choices), self->chosen);

  return option == chosen;
}

static void
ui_field_choice_build (UiFieldEditor *editor)
{
  UiFieldChoice *self = UI_FIELD_CHOICE (editor);

  self->choices = g_list_store_new (APP_TYPE_FIELD_OPTION);
  fill (self, ui_field_editor_get_field (editor));
  GtkWidget *button = ui_choice_button_new (G_LIST_MODEL (self->choices), FALSE, is_chosen, self);
  self->button = UI_CHOICE_BUTTON (button);
  ui_choice_button_set_max_characters (self->button, BUTTON_CHARACTERS);
  ui_connect (button, "picked", on_picked, self);
  ui_field_editor_set_control (editor, button, button);
}

/* What the value is among the choices; G_MAXUINT for one that is none of them. */
static guint
find_choice (UiFieldChoice *self, AppField *field)
{
  guint selected = app_field_get_state (field)->selected;

  if (selected != G_MAXUINT)
    return count_before (field) + selected;
  return app_field_get_state (field)->presence == APP_PRESENCE_NULL ? self->n_fixed - 1
                                                                    : G_MAXUINT;
}

/* A value that is no option stands behind the others as long as it is there. */
static void
show_other (UiFieldChoice *self, AppField *field, gboolean shown)
{
  guint n_choices = g_list_model_get_n_items (G_LIST_MODEL (self->choices));

  if (!shown)
    {
      if (n_choices > self->n_fixed)
        g_list_store_splice (self->choices, self->n_fixed, n_choices - self->n_fixed, NULL, 0);
      return;
    }
  g_autofree char *lexeme = mcp_json_value_dup_text (app_field_get_value (field));
  g_autofree char *visible = app_visible_text_line (lexeme, LABEL_CHARACTERS);
  g_autoptr (AppFieldOption) other = app_field_option_new (visible, NULL, lexeme);
  g_list_store_splice (self->choices, self->n_fixed, n_choices - self->n_fixed,
                       (gpointer *)&other, 1);
}

static void
ui_field_choice_sync (UiFieldEditor *editor)
{
  UiFieldChoice *self = UI_FIELD_CHOICE (editor);
  AppField      *field = ui_field_editor_get_field (editor);
  gboolean       absent = app_field_get_state (field)->presence == APP_PRESENCE_ABSENT;

  self->chosen = absent ? (count_before (field) > 0 ? 0 : G_MAXUINT) : find_choice (self, field);
  show_other (self, field, !absent && self->chosen == G_MAXUINT);
  if (!absent && self->chosen == G_MAXUINT)
    self->chosen = self->n_fixed;
  g_autoptr (AppFieldOption) chosen =
      g_list_model_get_item (G_LIST_MODEL (self->choices), self->chosen);
  g_autofree char *text = chosen != NULL ? g_strdup (chosen->label) : dup_unset_label (field);
  ui_choice_button_show (self->button, text);
  ui_field_editor_set_shown (editor, text);
}

MCP_DEFINE_FINALIZE (UiFieldChoice, ui_field_choice)
{
  g_clear_object (&self->choices);
}

static void
ui_field_choice_class_init (UiFieldChoiceClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ui_field_choice_finalize;
  editor_class->build = ui_field_choice_build;
  editor_class->sync = ui_field_choice_sync;
}
