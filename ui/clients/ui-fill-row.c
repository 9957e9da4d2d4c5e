/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-fill-row.h"

#include <glib/gi18n.h>

#include "app-visible-text.h"
#include "ui-file-chooser.h"
#include "ui-template.h"
#include "ui-widget.h"

#define MAX_TITLE 200
#define MAX_DESCRIPTION 2000

struct _UiFillRow
{
  AdwPreferencesRow parent_instance;

  AppTemplateInput *input;
  char             *title; /* visible */

  GtkBox    *head; /* title, mark, and a field that is small */
  GtkLabel  *name;
  GtkLabel  *description;
  GtkWidget *required;
  GtkBox    *values; /* a line for each text */
  GtkWidget *more;
  GtkLabel  *error;
};

UI_DEFINE_TEMPLATE (UiFillRow, ui_fill_row, ADW_TYPE_PREFERENCES_ROW)

static void
ui_fill_row_dispose (GObject *object)
{
  UiFillRow *self = UI_FILL_ROW (object);

  ui_clear_watched (&self->input, self);
  g_clear_pointer (&self->title, g_free);
  ui_template_dispose (object);
}

/* What assistive technology says of the field. @widget: a GtkAccessible */
static void
name_field (UiFillRow *self, gpointer widget)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);

  ui_widget_name (widget, self->title);
  if (definition->description != NULL)
    {
      g_autofree char *text =
          app_visible_text_summary (definition->description, MAX_DESCRIPTION);

      ui_widget_describe (widget, text);
    }
}

/* Texts */

static void
collect (UiFillRow *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) values = NULL;

  for (GtkWidget *line = gtk_widget_get_first_child (GTK_WIDGET (self->values)); line != NULL;
       line = gtk_widget_get_next_sibling (line))
    {
      const char *text = gtk_editable_get_text (GTK_EDITABLE (gtk_widget_get_first_child (line)));

      if (*text != '\0')
        g_strv_builder_add (builder, text);
    }
  values = g_strv_builder_end (builder);
  app_template_input_set_values (self->input, (const char *const *)values);
}

static void
on_file_chosen (gpointer object, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL)
    gtk_editable_set_text (GTK_EDITABLE (object), path);
}

static void
on_choose_file (GtkWidget *button, GtkWidget *entry)
{
  ui_file_chooser_ask (button, _ ("Choose a File"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL,
                       on_file_chosen, entry);
}

static void
on_choose_folder (GtkWidget *button, GtkWidget *entry)
{
  ui_file_chooser_ask (button, _ ("Choose a Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL,
                       NULL, on_file_chosen, entry);
}

static void
on_remove (GtkWidget *button, UiFillRow *self)
{
  GtkWidget *line = gtk_widget_get_parent (button);

  /* The last one stays, so that there is something to type into. */
  if (gtk_widget_get_prev_sibling (line) == NULL && gtk_widget_get_next_sibling (line) == NULL)
    {
      gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_first_child (line)), "");
      return;
    }
  gtk_box_remove (self->values, line);
  collect (self);
}

static void
add_button (GtkBox *line, const char *icon, const char *name, GCallback callback, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, name);
  ui_widget_name (button, name);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", callback, data, 0);
  gtk_box_append (line, button);
}

static GtkWidget *
new_entry (UiFillRow *self)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);
  GtkWidget                *entry =
      definition->secret ? gtk_password_entry_new () : gtk_entry_new ();
  const char      *hint = definition->defaults[0] != NULL ? definition->defaults[0]
                                                          : definition->placeholder;
  g_autofree char *visible = app_visible_text_line (hint, MAX_TITLE);

  if (definition->secret)
    gtk_password_entry_set_show_peek_icon (GTK_PASSWORD_ENTRY (entry), TRUE);
  else if (definition->kind == STORE_INPUT_NUMBER)
    gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_NUMBER);
  if (hint != NULL)
    g_object_set (entry, "placeholder-text", visible, NULL);
  gtk_widget_set_hexpand (entry, TRUE);
  name_field (self, entry);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_REQUIRED,
                                  definition->required, -1);
  ui_connect (entry, "changed", collect, self);
  return entry;
}

static GtkWidget *
add_line (UiFillRow *self)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);
  GtkBox                   *line = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  GtkWidget                *entry = new_entry (self);

  gtk_box_append (line, entry);
  /* A registry calls folders files as well. */
  if (definition->kind == STORE_INPUT_FILE)
    add_button (line, "document-open-symbolic", _ ("Choose a File…"), G_CALLBACK (on_choose_file),
                entry);
  if (definition->kind == STORE_INPUT_FILE || definition->kind == STORE_INPUT_DIRECTORY)
    add_button (line, "folder-open-symbolic", _ ("Choose a Folder…"),
                G_CALLBACK (on_choose_folder), entry);
  if (definition->multiple)
    add_button (line, "edit-delete-symbolic", _ ("Remove"), G_CALLBACK (on_remove), self);
  gtk_box_append (self->values, GTK_WIDGET (line));
  return entry;
}

static void
on_add (UiFillRow *self)
{
  gtk_widget_grab_focus (add_line (self));
}

static void
add_texts (UiFillRow *self)
{
  add_line (self);
  gtk_widget_set_visible (GTK_WIDGET (self->values), TRUE);
  gtk_widget_set_visible (self->more,
                          app_template_input_get_definition (self->input)->multiple);
}

/* What is chosen */

static void
on_switched (GtkSwitch *field, GParamSpec *pspec, UiFillRow *self)
{
  g_object_set (self->input, "text", gtk_switch_get_active (field) ? "true" : "false", NULL);
}

static void
add_switch (UiFillRow *self)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);
  GtkWidget                *field = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (field), g_strcmp0 (definition->defaults[0], "true") == 0);
  /* A switch cannot be left open. */
  if (definition->required && definition->defaults[0] == NULL)
    g_object_set (self->input, "text", "false", NULL);
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  name_field (self, field);
  g_signal_connect_object (field, "notify::active", G_CALLBACK (on_switched), self, 0);
  gtk_box_append (self->head, field);
}

static void
on_choice (GtkDropDown *field, GParamSpec *pspec, UiFillRow *self)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);
  guint                     at = gtk_drop_down_get_selected (field);

  g_object_set (self->input, "text", at > 0 ? definition->choices[at - 1] : "", NULL);
}

static void
add_choice (UiFillRow *self)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);
  g_autofree char *held = app_visible_text_line (definition->defaults[0], MAX_TITLE);
  /* Translators: %s is a value that holds where nothing is chosen */
  g_autofree char *none = g_strdup_printf (_ ("Default: %s"), held);

  gtk_string_list_append (words, definition->defaults[0] != NULL ? none : _ ("Not set"));
  for (guint i = 0; definition->choices[i] != NULL; i++)
    {
      g_autofree char *word = app_visible_text_line (definition->choices[i], MAX_TITLE);

      gtk_string_list_append (words, word);
    }
  GtkWidget *field = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&words)), NULL);
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  name_field (self, field);
  g_signal_connect_object (field, "notify::selected", G_CALLBACK (on_choice), self, 0);
  gtk_box_append (self->head, field);
}

/* The row */

static void
update_error (UiFillRow *self)
{
  const char *error = app_template_input_get_error (self->input);

  g_autofree char *visible = app_visible_text_block (error, MAX_DESCRIPTION);

  ui_widget_show_text (self->error, visible);
  for (GtkWidget *line = gtk_widget_get_first_child (GTK_WIDGET (self->values)); line != NULL;
       line = gtk_widget_get_next_sibling (line))
    {
      ui_widget_set_class (gtk_widget_get_first_child (line), "error", error != NULL);
      ui_widget_set_invalid (gtk_widget_get_first_child (line), error != NULL);
    }
}

static void
add_head (UiFillRow *self)
{
  const StoreTemplateInput *definition = app_template_input_get_definition (self->input);
  g_autofree char          *about =
      app_visible_text_block (definition->description, MAX_DESCRIPTION);

  gtk_label_set_text (self->name, self->title);
  ui_widget_show_text (self->description, g_str_equal (about, self->title) ? "" : about);
  gtk_widget_set_visible (self->required,
                          definition->required && definition->defaults[0] == NULL);
}

UI_DEFINE_CLASS (UiFillRow, ui_fill_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_fill_row_dispose;
  ui_template_set (widget_class, "ui/clients/ui-fill-row.ui");
  ui_template_bind_children (widget_class, UiFillRow, head, name, description, required, values,
                             more, error);
  ui_template_bind_callbacks (widget_class, on_add);
}

GtkWidget *
ui_fill_row_new (AppTemplateInput *input)
{
  UiFillRow *self = g_object_new (UI_TYPE_FILL_ROW, NULL);

  self->input = g_object_ref (input);
  self->title =
      app_visible_text_line (app_template_input_get_definition (input)->title, MAX_TITLE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), self->title);
  add_head (self);
  switch (app_template_input_get_definition (input)->kind)
    {
    case STORE_INPUT_BOOLEAN:
      add_switch (self);
      break;
    case STORE_INPUT_CHOICE:
      add_choice (self);
      break;
    case STORE_INPUT_STRING:
    case STORE_INPUT_NUMBER:
    case STORE_INPUT_DIRECTORY:
    case STORE_INPUT_FILE:
    default:
      add_texts (self);
      break;
    }
  ui_connect (input, "notify::error", update_error, self);
  update_error (self);
  return GTK_WIDGET (self);
}
