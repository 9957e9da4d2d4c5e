/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-choice-button.h"
#include "ui-field-list.h"
#include "ui-template.h"

#define BUTTON_CHARACTERS 20

struct _UiFieldVariant
{
  UiFieldEditor parent_instance;

  GListStore     *choices; /* of AppFieldOption: "not set" has no lexeme */
  UiChoiceButton *picker;
  AdwBin         *content; /* borrowed */
  GtkWidget      *list;    /* borrowed; NULL where the form has no rows */
  AppField       *shown;   /* the form whose control is there */
  gboolean        opened;  /* a form was chosen; it may have no value yet */
  gboolean        present; /* there was a value when that was looked at last */
};

MCP_DEFINE_ZEROED_TYPE (UiFieldVariant, ui_field_variant, UI_TYPE_FIELD_EDITOR)

static AppField *
get_field (UiFieldVariant *self)
{
  return ui_field_editor_get_field (UI_FIELD_EDITOR (self));
}

/* A union that may be left out shows no form before one is chosen: it would look as if it were
 * sent. */
static guint
count_before (AppField *field)
{
  const AppFieldPlace *place = app_field_get_place (field);

  return place->required || place->item || place->selector || place->branch ? 0 : 1;
}

static gboolean
is_open (UiFieldVariant *self)
{
  AppField *field = get_field (self);

  return self->opened || count_before (field) == 0 ||
         app_field_get_state (field)->presence != APP_PRESENCE_ABSENT;
}

static guint
get_chosen (UiFieldVariant *self)
{
  AppField *field = get_field (self);

  if (!is_open (self))
    return 0;
  return count_before (field) + app_field_get_state (field)->selected;
}

static gboolean
is_chosen (gpointer owner, AppFieldOption *option)
{
  UiFieldVariant *self = owner;
  g_autoptr (AppFieldOption) chosen =
      g_list_model_get_item (G_LIST_MODEL (self->choices), get_chosen (self));

  return option == chosen;
}

static void
on_picked (UiFieldVariant *self, AppFieldOption *option)
{
  AppField *field = get_field (self);
  guint     position;

  gboolean none = option->lexeme[0] == '\0';

  if (none)
    app_field_clear (field);
  else if (g_list_store_find (self->choices, option, &position))
    {
      app_field_set_selected (field, position - count_before (field));
      /* What is chosen is meant; a scalar is not there before it is typed. */
      AppField *branch = app_field_get_branch (field);
      if (branch != NULL && app_field_get_info (branch)->kind == APP_FIELD_OBJECT &&
          app_field_get_state (field)->presence == APP_PRESENCE_ABSENT && count_before (field) > 0)
        app_field_set_empty (branch);
    }
  self->opened = !none;
  ui_field_editor_sync (UI_FIELD_EDITOR (self));
}

static void
fill (UiFieldVariant *self, AppField *field)
{
  GListModel *options = app_field_get_info (field)->options;

  self->choices = g_list_store_new (APP_TYPE_FIELD_OPTION);
  if (count_before (field) > 0)
    {
      g_autofree char *note = ui_field_editor_dup_default_note (field);
      g_autoptr (AppFieldOption) unset = app_field_option_new (note, NULL, "");
      g_list_store_append (self->choices, unset);
    }
  for (guint i = 0; i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      /* Forms have no lexeme of their own. */
      g_autoptr (AppFieldOption) choice =
          app_field_option_new (option->label, option->description, "form");
      g_list_store_append (self->choices, choice);
    }
}

static void
ui_field_variant_build (UiFieldEditor *editor)
{
  UiFieldVariant *self = UI_FIELD_VARIANT (editor);

  fill (self, ui_field_editor_get_field (editor));
  GtkWidget *picker = ui_choice_button_new (G_LIST_MODEL (self->choices), FALSE, is_chosen, self);
  self->picker = UI_CHOICE_BUTTON (g_object_ref_sink (picker));
  ui_choice_button_set_max_characters (self->picker, BUTTON_CHARACTERS);
  ui_connect (picker, "picked", on_picked, self);
  self->content = ADW_BIN (adw_bin_new ());
  gtk_widget_set_margin_top (GTK_WIDGET (self->content), 6);
  ui_field_editor_set_control (editor, GTK_WIDGET (self->content), picker);
}

/* The control of another form than before. */
static void
show_branch (UiFieldVariant *self, AppField *branch)
{
  AppForm     *form = app_field_get_place (branch)->form;
  AppFieldKind kind = app_field_get_info (branch)->kind;
  GtkWidget   *child;

  g_set_object (&self->shown, branch);
  self->list = NULL;
  if (form != NULL && ui_field_editor_has_rows (branch))
    {
      child = ui_field_list_new (form, branch);
      self->list = child;
    }
  else
    child = ui_field_editor_new (branch);
  if (!ui_field_editor_is_wide (branch) && self->list == NULL)
    gtk_widget_set_halign (child, GTK_ALIGN_START);
  if (kind != APP_FIELD_VARIANT)
    {
      adw_bin_set_child (self->content, child);
      return;
    }

  /* A union inside of a union has its menu above it, for there is no row to show it. */
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_halign (GTK_WIDGET (UI_FIELD_VARIANT (child)->picker), GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (UI_FIELD_VARIANT (child)->picker));
  gtk_box_append (GTK_BOX (box), child);
  adw_bin_set_child (self->content, box);
}

static void
hide_branch (UiFieldVariant *self)
{
  self->list = NULL;
  g_clear_object (&self->shown);
  adw_bin_set_child (self->content, NULL);
}

/* What was emptied stays open as long as somebody is in it. */
static void
update_opened (UiFieldVariant *self)
{
  gboolean      present = app_field_get_state (get_field (self))->presence != APP_PRESENCE_ABSENT;
  GtkStateFlags flags = gtk_widget_get_state_flags (GTK_WIDGET (self->content));

  if (present)
    self->opened = TRUE;
  else if (self->present)
    self->opened = (flags & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
  self->present = present;
}

static void
ui_field_variant_sync (UiFieldEditor *editor)
{
  UiFieldVariant *self = UI_FIELD_VARIANT (editor);
  AppField       *field = ui_field_editor_get_field (editor);

  update_opened (self);
  AppField *branch = is_open (self) ? app_field_get_branch (field) : NULL;
  g_autoptr (AppFieldOption) chosen =
      g_list_model_get_item (G_LIST_MODEL (self->choices), get_chosen (self));
  const char *label = chosen != NULL ? chosen->label : "";
  ui_choice_button_show (self->picker, label);
  ui_field_editor_set_shown (editor, label);
  if (branch == NULL)
    hide_branch (self);
  else if (branch != self->shown)
    show_branch (self, branch);
  gtk_widget_set_visible (GTK_WIDGET (self->content), branch != NULL);
}

static void
ui_field_variant_dispose (GObject *object)
{
  UiFieldVariant *self = UI_FIELD_VARIANT (object);

  self->list = NULL;
  g_clear_object (&self->shown);
  G_OBJECT_CLASS (ui_field_variant_parent_class)->dispose (object);
  g_clear_object (&self->picker);
  g_clear_object (&self->choices);
}

static void
ui_field_variant_class_init (UiFieldVariantClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_field_variant_dispose;
  editor_class->build = ui_field_variant_build;
  editor_class->sync = ui_field_variant_sync;
}

GtkWidget *
ui_field_variant_get_picker (UiFieldVariant *self)
{
  g_return_val_if_fail (UI_IS_FIELD_VARIANT (self), NULL);
  return GTK_WIDGET (self->picker);
}

MCP_DEFINE_GETTER (GtkWidget *, UiFieldVariant, ui_field_variant, list)
