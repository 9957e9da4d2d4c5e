/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-choice-search.h"
#include "ui-field-list.h"
#include "ui-tooltip.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define LABEL_CHARACTERS 60
#define BUTTON_CHARACTERS 20
/* More forms of a value are looked for rather than looked through. */
#define SEARCHED_FORMS 6

struct _UiFieldVariant
{
  UiFieldEditor parent_instance;

  GtkWidget *picker;
  AdwBin    *content; /* borrowed */
  GtkWidget *list;    /* borrowed; NULL where the form has no rows */
  AppField  *shown;   /* the form whose control is there */
};

G_DEFINE_FINAL_TYPE (UiFieldVariant, ui_field_variant, UI_TYPE_FIELD_EDITOR)

static void
on_picked (UiFieldVariant *self)
{
  UiFieldEditor *editor = UI_FIELD_EDITOR (self);
  guint          selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->picker));

  if (!ui_field_editor_is_syncing (editor) && selected != GTK_INVALID_LIST_POSITION)
    app_field_set_selected (ui_field_editor_get_field (editor), selected);
}

static GtkStringList *
create_names (AppField *field)
{
  GListModel    *options = app_field_get_info (field)->options;
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      g_autofree char *label =
          app_visible_text_line (option->label, LABEL_CHARACTERS);

      gtk_string_list_append (names, label);
    }
  return names;
}

static void
setup_name (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), BUTTON_CHARACTERS);
  gtk_list_item_set_child (item, label);
}

static void
bind_name (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), name);
}

static void
ui_field_variant_build (UiFieldEditor *editor)
{
  UiFieldVariant *self = UI_FIELD_VARIANT (editor);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkStringList *names = create_names (ui_field_editor_get_field (editor));
  GtkExpression *name = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");

  self->picker = g_object_ref_sink (gtk_drop_down_new (G_LIST_MODEL (names), name));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_name), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_name), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (self->picker), factory);
  gtk_widget_set_valign (self->picker, GTK_ALIGN_CENTER);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (self->picker),
                                   g_list_model_get_n_items (G_LIST_MODEL (names)) >
                                       SEARCHED_FORMS);
  if (gtk_drop_down_get_enable_search (GTK_DROP_DOWN (self->picker)))
    ui_choice_search_attach (GTK_DROP_DOWN (self->picker));
  ui_tooltip_set (self->picker, _ ("Which form the value has"));
  g_signal_connect_object (self->picker, "notify::selected", G_CALLBACK (on_picked), self,
                           G_CONNECT_SWAPPED);
  self->content = ADW_BIN (adw_bin_new ());
  ui_field_editor_set_control (editor, GTK_WIDGET (self->content), self->picker);
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
  gtk_box_append (GTK_BOX (box), UI_FIELD_VARIANT (child)->picker);
  gtk_box_append (GTK_BOX (box), child);
  adw_bin_set_child (self->content, box);
}

static void
ui_field_variant_sync (UiFieldEditor *editor)
{
  UiFieldVariant *self = UI_FIELD_VARIANT (editor);
  AppField       *field = ui_field_editor_get_field (editor);
  AppField       *branch = app_field_get_branch (field);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->picker), app_field_get_state (field)->selected);
  GtkStringObject *chosen = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (self->picker));
  ui_field_editor_name_choice (editor, self->picker,
                               chosen != NULL ? gtk_string_object_get_string (chosen) : "");
  if (branch != NULL && branch != self->shown)
    show_branch (self, branch);
}

static void
ui_field_variant_dispose (GObject *object)
{
  UiFieldVariant *self = UI_FIELD_VARIANT (object);

  self->list = NULL;
  g_clear_object (&self->shown);
  G_OBJECT_CLASS (ui_field_variant_parent_class)->dispose (object);
  g_clear_object (&self->picker);
}

static void
ui_field_variant_class_init (UiFieldVariantClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_field_variant_dispose;
  editor_class->build = ui_field_variant_build;
  editor_class->sync = ui_field_variant_sync;
}

static void
ui_field_variant_init (UiFieldVariant *self)
{
}

GtkWidget *
ui_field_variant_get_picker (UiFieldVariant *self)
{
  g_return_val_if_fail (UI_IS_FIELD_VARIANT (self), NULL);
  return self->picker;
}

GtkWidget *
ui_field_variant_get_list (UiFieldVariant *self)
{
  g_return_val_if_fail (UI_IS_FIELD_VARIANT (self), NULL);
  return self->list;
}
