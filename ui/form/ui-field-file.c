/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-file-chooser.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-field-format.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 60
#define TEXT_MIN_HEIGHT 52
#define TEXT_MAX_HEIGHT 160

struct _UiFieldFile
{
  UiFieldEditor parent_instance;

  AppFieldFormat format;
  GCancellable  *reading; /* NULL: nothing is read */
  GFile         *file;    /* what is read, or what the text came from */
  guint          text_hash;
  char          *failure;

  GtkLabel   *state;
  GtkWidget  *clear;
  GtkWidget  *as_text;
  GtkWidget  *choose;
  AdwBin     *place;
  UiTextArea *area; /* borrowed; NULL until it is opened */
};

UI_DEFINE_TEMPLATE (UiFieldFile, ui_field_file, UI_TYPE_FIELD_EDITOR)

static AppField *
get_field (UiFieldFile *self)
{
  return ui_field_editor_get_field (UI_FIELD_EDITOR (self));
}

static char *
dup_size (UiFieldFile *self, const char *text)
{
  g_autofree char *said = app_field_format_dup_media_type (get_field (self));
  g_autofree char *media_type = NULL;
  gsize            n_bytes;

  if (!app_field_format_measure (text, self->format, &n_bytes, &media_type))
    return g_strdup (self->format == APP_FORMAT_DATA_URL ? _ ("Not a data URL")
                                                         : _ ("Not base64"));
  g_autofree char *size = g_format_size (n_bytes);
  g_autofree char *type =
      app_visible_text_line (media_type != NULL ? media_type : said, NAME_CHARACTERS);
  return type[0] != '\0' ? g_strdup_printf ("%s · %s", size, type) : g_steal_pointer (&size);
}

static char *
dup_state (UiFieldFile *self)
{
  AppField        *field = get_field (self);
  const char      *text = app_field_get_text (field);
  g_autofree char *base = self->file != NULL ? g_file_get_basename (self->file) : NULL;
  g_autofree char *shown = base != NULL ? g_filename_display_name (base) : NULL;
  g_autofree char *name = app_visible_text_line (shown, NAME_CHARACTERS);

  if (self->reading != NULL)
    return g_strdup_printf (_ ("Reading %s…"), name);
  if (self->failure != NULL)
    return g_strdup (self->failure);
  if (text[0] == '\0' && app_field_get_state (field)->presence == APP_PRESENCE_ABSENT)
    return g_strdup (_ ("No file"));
  if (text[0] == '\0')
    return ui_field_editor_dup_empty_note (field);
  g_autofree char *size = dup_size (self, text);
  if (base != NULL && g_str_hash (text) == self->text_hash)
    return g_strdup_printf ("%s · %s", name, size);
  return g_steal_pointer (&size);
}

static void
show_state (UiFieldFile *self)
{
  g_autofree char *state = dup_state (self);

  gtk_label_set_text (self->state, state);
  ui_tooltip_set (GTK_WIDGET (self->state), state);
  ui_field_editor_set_remark (UI_FIELD_EDITOR (self), state);
  ui_widget_set_class (self->state, "field-error", self->failure != NULL);
  gtk_widget_set_visible (self->clear, self->reading != NULL ||
                                           app_field_get_state (get_field (self))->presence !=
                                               APP_PRESENCE_ABSENT);
}

static void
stop_reading (UiFieldFile *self)
{
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFieldFile) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_field_format_read_file_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->reading == NULL ||
      ui_field_editor_get_control (UI_FIELD_EDITOR (self)) == NULL)
    return;
  g_clear_object (&self->reading);
  if (text == NULL)
    self->failure = app_visible_text_line (error->message, 300);
  else
    {
      self->text_hash = g_str_hash (text);
      if (text[0] == '\0')
        app_field_set_empty (get_field (self));
      else
        app_field_set_text (get_field (self), text);
    }
  show_state (self);
}

static void
read_file (UiFieldFile *self, GFile *file)
{
  stop_reading (self);
  g_clear_pointer (&self->failure, g_free);
  g_set_object (&self->file, file);
  self->reading = g_cancellable_new ();
  app_field_format_read_file_async (file, self->format, self->reading, on_read,
                                    g_object_ref (self));
  show_state (self);
}

static void
on_chosen (gpointer object, GFile *file)
{
  read_file (object, file);
}

static void
on_choose (UiFieldFile *self)
{
  g_autofree char *media_type = app_field_format_dup_media_type (get_field (self));

  ui_file_chooser_ask (GTK_WIDGET (self), _ ("Choose File"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL,
                       media_type, on_chosen, self);
}

static void
on_clear (UiFieldFile *self)
{
  stop_reading (self);
  g_clear_pointer (&self->failure, g_free);
  app_field_clear (get_field (self));
  show_state (self);
  gtk_widget_grab_focus (ui_field_editor_get_control (UI_FIELD_EDITOR (self)));
}

static gboolean
on_drop (UiFieldFile *self, const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  read_file (self, files->data);
  return TRUE;
}

/* The text itself */

static void
show_text (UiFieldFile *self)
{
  const char *text = app_field_get_state (get_field (self))->exact
                         ? app_field_get_text (get_field (self))
                         : "";

  if (self->area != NULL)
    ui_text_area_set_text (self->area, text);
}

static void
on_text_edited (UiFieldFile *self)
{
  g_autofree char *text = ui_text_area_dup_text (self->area);

  if (!ui_field_editor_is_syncing (UI_FIELD_EDITOR (self)))
    app_field_set_text (get_field (self), text);
}

static void
on_as_text (UiFieldFile *self)
{
  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->as_text)))
    {
      self->area = NULL;
      adw_bin_set_child (self->place, NULL);
      gtk_widget_set_visible (GTK_WIDGET (self->place), FALSE);
      return;
    }
  self->area = UI_TEXT_AREA (ui_text_area_new (NULL));
  ui_text_area_set_heights (self->area, TEXT_MIN_HEIGHT, TEXT_MAX_HEIGHT);
  gtk_text_view_set_monospace (ui_text_area_get_view (self->area), TRUE);
  g_autofree char *label = app_visible_text_line (app_field_get_place (get_field (self))->label,
                                                  NAME_CHARACTERS);
  g_autofree char *name = g_strdup_printf (_ ("%s, as text"), label);
  ui_widget_name (ui_text_area_get_view (self->area), name);
  show_text (self);
  ui_connect (self->area, "edited", on_text_edited, self);
  adw_bin_set_child (self->place, GTK_WIDGET (self->area));
  gtk_widget_set_visible (GTK_WIDGET (self->place), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->area)));
}

/* Whoever hears the button needs to hear of what. */
static void
name_button (GtkWidget *button, const char *label)
{
  const char      *tip = gtk_widget_get_tooltip_text (button);
  g_autofree char *name = g_strdup_printf ("%s, %s", label, tip);

  ui_widget_name (button, name);
}

static void
ui_field_file_build (UiFieldEditor *editor)
{
  UiFieldFile     *self = UI_FIELD_FILE (editor);
  GtkWidget       *box = adw_bin_get_child (ADW_BIN (self));
  GtkDropTarget   *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_autofree char *label = app_visible_text_line (app_field_get_place (get_field (self))->label,
                                                  NAME_CHARACTERS);

  self->format = app_field_format_get (get_field (self));
  name_button (self->clear, label);
  name_button (self->as_text, label);
  ui_connect (drop, "drop", on_drop, self);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (drop));
  ui_field_editor_set_control (editor, box, self->choose);
}

static void
ui_field_file_sync (UiFieldEditor *editor)
{
  UiFieldFile *self = UI_FIELD_FILE (editor);

  if (app_field_get_state (get_field (self))->presence != APP_PRESENCE_ABSENT)
    g_clear_pointer (&self->failure, g_free);
  show_text (self);
  show_state (self);
}

UI_DEFINE_DISPOSE (UiFieldFile, ui_field_file)
{
  stop_reading (self);
  self->area = NULL;
}

MCP_DEFINE_FINALIZE (UiFieldFile, ui_field_file)
{
  g_clear_object (&self->file);
  g_free (self->failure);
}

UI_DEFINE_CLASS (UiFieldFile, ui_field_file)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_field_file_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_field_file_finalize;
  editor_class->build = ui_field_file_build;
  editor_class->sync = ui_field_file_sync;

  ui_template_set (widget_class, "ui/form/ui-field-file.ui");
  ui_template_bind_children (widget_class, UiFieldFile, state, clear, as_text, choose, place);
  ui_template_bind_callbacks (widget_class, on_clear, on_as_text, on_choose);
}
