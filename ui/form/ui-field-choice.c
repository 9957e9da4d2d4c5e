/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-choice-search.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define LABEL_CHARACTERS 200
#define BUTTON_CHARACTERS 24
/* Longer lists have a search entry. */
#define MAX_UNSEARCHED 12u

struct _UiFieldChoice
{
  UiFieldEditor parent_instance;

  GListStore *choices; /* of AppFieldOption: the state "not set" has no lexeme */
  guint       n_fixed; /* without a value that is no option */

  GtkDropDown *drop_down; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiFieldChoice, ui_field_choice, UI_TYPE_FIELD_EDITOR)

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

static char *
dup_unset_label (AppField *field)
{
  const char *hint = app_field_get_info (field)->hint;

  if (hint != NULL && hint[0] != '\0')
    return g_strdup_printf (_ ("Not set (default %s)"), hint);
  if (app_field_get_place (field)->required)
    return g_strdup (_ ("Choose…"));
  return g_strdup (_ ("Not set"));
}

static void
fill (UiFieldChoice *self, AppField *field)
{
  GListModel      *options = app_field_get_info (field)->options;
  g_autofree char *unset = dup_unset_label (field);

  add_choice (self, unset, NULL, "");
  if (app_field_get_info (field)->kind == APP_FIELD_BOOLEAN)
    {
      add_choice (self, "true", NULL, "true");
      add_choice (self, "false", NULL, "false");
    }
  for (guint i = 0; options != NULL && i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      add_choice (self, option->label,
                  option->description,
                  option->lexeme);
    }
  if (app_field_get_info (field)->nullable && !has_choice (self, "null"))
    add_choice (self, "null", NULL, "null");
  self->n_fixed = g_list_model_get_n_items (G_LIST_MODEL (self->choices));
}

static void
on_selected (UiFieldChoice *self)
{
  UiFieldEditor *editor = UI_FIELD_EDITOR (self);
  AppField      *field = ui_field_editor_get_field (editor);
  guint          selected = gtk_drop_down_get_selected (self->drop_down);

  if (ui_field_editor_is_syncing (editor) || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_autoptr (AppFieldOption) choice =
      g_list_model_get_item (G_LIST_MODEL (self->choices), selected);
  if (choice == NULL)
    return;
  if (selected == 0)
    app_field_clear (field);
  else
    app_field_set_lexeme (field, choice->lexeme);
}

static void
setup_button (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), BUTTON_CHARACTERS);
  gtk_list_item_set_child (item, label);
}

static void
bind_button (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  AppFieldOption *choice = gtk_list_item_get_item (item);
  GtkLabel       *label = GTK_LABEL (gtk_list_item_get_child (item));

  gtk_label_set_text (label, choice->label);
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *description = gtk_label_new (NULL);
  GtkWidget *tick = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_xalign (GTK_LABEL (description), 0);
  gtk_label_set_ellipsize (GTK_LABEL (description), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (description), 60);
  gtk_widget_add_css_class (description, "secondary");
  gtk_widget_add_css_class (description, "caption");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), label);
  gtk_box_append (GTK_BOX (texts), description);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), tick);
  gtk_list_item_set_child (item, box);
}

static void
update_tick (UiFieldChoice *self, GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  gboolean   chosen =
      gtk_drop_down_get_selected_item (self->drop_down) == gtk_list_item_get_item (item);

  if (box != NULL)
    gtk_widget_set_opacity (gtk_widget_get_last_child (box), chosen ? 1 : 0);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiFieldChoice *self)
{
  AppFieldOption  *choice = gtk_list_item_get_item (item);
  GtkWidget       *box = gtk_list_item_get_child (item);
  GtkWidget       *label = gtk_widget_get_first_child (gtk_widget_get_first_child (box));
  GtkWidget       *description = gtk_widget_get_next_sibling (label);
  g_autofree char *text =
      app_visible_text_line (choice->description, LABEL_CHARACTERS);

  gtk_label_set_text (GTK_LABEL (label), choice->label);
  gtk_label_set_text (GTK_LABEL (description), text);
  gtk_widget_set_visible (description, text[0] != '\0');
  /* The list's row has no name of its own at this toolkit's floor. */
  ui_widget_name (gtk_widget_get_parent (box), choice->label);
  update_tick (self, item);
}

static void
ui_field_choice_build (UiFieldEditor *editor)
{
  UiFieldChoice *self = UI_FIELD_CHOICE (editor);
  g_autoptr (GtkListItemFactory) button = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) row = gtk_signal_list_item_factory_new ();
  GtkExpression *name =
      gtk_property_expression_new (APP_TYPE_FIELD_OPTION, NULL, "label");

  self->choices = g_list_store_new (APP_TYPE_FIELD_OPTION);
  fill (self, ui_field_editor_get_field (editor));

  GtkWidget *drop_down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (self->choices)), name);
  self->drop_down = GTK_DROP_DOWN (drop_down);
  g_signal_connect (button, "setup", G_CALLBACK (setup_button), NULL);
  g_signal_connect (button, "bind", G_CALLBACK (bind_button), NULL);
  g_signal_connect (row, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect_object (row, "bind", G_CALLBACK (bind_row), self, 0);
  gtk_drop_down_set_factory (self->drop_down, button);
  gtk_drop_down_set_list_factory (self->drop_down, row);
  gtk_drop_down_set_enable_search (self->drop_down, self->n_fixed > MAX_UNSEARCHED);
  if (self->n_fixed > MAX_UNSEARCHED)
    ui_choice_search_attach (self->drop_down);
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  ui_field_editor_set_control (editor, drop_down, drop_down);
}

static guint
find_choice (UiFieldChoice *self, AppField *field)
{
  guint selected = app_field_get_state (field)->selected;

  switch (app_field_get_state (field)->presence)
    {
    case APP_PRESENCE_ABSENT:
      return 0;
    case APP_PRESENCE_NULL:
      if (selected == G_MAXUINT)
        return self->n_fixed - 1;
      break;
    case APP_PRESENCE_VALUE:
    default:
      break;
    }
  if (app_field_get_info (field)->kind == APP_FIELD_ENUM)
    return selected == G_MAXUINT ? G_MAXUINT : selected + 1;
  McpJsonValue value = app_field_get_value (field);
  if (mcp_json_value_get_kind (value) != MCP_JSON_BOOLEAN)
    return G_MAXUINT;
  return app_field_get_state (field)->active ? 1 : 2;
}

static void
ui_field_choice_sync (UiFieldEditor *editor)
{
  UiFieldChoice *self = UI_FIELD_CHOICE (editor);
  AppField      *field = ui_field_editor_get_field (editor);
  guint          position = find_choice (self, field);
  guint          n_choices = g_list_model_get_n_items (G_LIST_MODEL (self->choices));

  if (position == G_MAXUINT)
    {
      g_autofree char *lexeme = mcp_json_value_dup_text (app_field_get_value (field));
      g_autofree char *visible = app_visible_text_line (lexeme, LABEL_CHARACTERS);
      g_autoptr (AppFieldOption) other = app_field_option_new (visible, NULL, lexeme);

      g_list_store_splice (self->choices, self->n_fixed, n_choices - self->n_fixed,
                           (gpointer *)&other, 1);
      position = self->n_fixed;
    }
  gtk_drop_down_set_selected (self->drop_down, position);
  if (position < self->n_fixed && n_choices > self->n_fixed)
    g_list_store_splice (self->choices, self->n_fixed, n_choices - self->n_fixed, NULL, 0);
  AppFieldOption *chosen = gtk_drop_down_get_selected_item (self->drop_down);
  ui_field_editor_name_choice (editor, GTK_WIDGET (self->drop_down),
                               chosen != NULL ? chosen->label : "");
}

static void
ui_field_choice_finalize (GObject *object)
{
  g_clear_object (&UI_FIELD_CHOICE (object)->choices);
  G_OBJECT_CLASS (ui_field_choice_parent_class)->finalize (object);
}

static void
ui_field_choice_class_init (UiFieldChoiceClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ui_field_choice_finalize;
  editor_class->build = ui_field_choice_build;
  editor_class->sync = ui_field_choice_sync;
}

static void
ui_field_choice_init (UiFieldChoice *self)
{
}
