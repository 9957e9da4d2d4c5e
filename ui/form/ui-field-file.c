/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-file.h"
#include "ui-text-area.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-file-text.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define NAME_CHARACTERS 60
#define TEXT_MIN_HEIGHT 52
#define TEXT_MAX_HEIGHT 160

struct _UiFieldFile
{
  UiFieldEditor parent_instance;

  AppFieldFormat        format;
  GCancellable         *reading; /* NULL: nothing is read */
  GFile                *file;    /* what is read, or what the text came from */
  guint                 text_hash;
  char                 *failure;
  GtkFileChooserNative *chooser;

  /* borrowed */
  GtkLabel   *state;
  GtkWidget  *clear;
  GtkWidget  *as_text;
  UiTextArea *area; /* NULL until it is opened */
  AdwBin     *place;
};

G_DEFINE_FINAL_TYPE (UiFieldFile, ui_field_file, UI_TYPE_FIELD_EDITOR)

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

  if (!app_file_text_measure (text, self->format, &n_bytes, &media_type))
    return g_strdup (self->format == APP_FORMAT_DATA_URL ? _ ("Text that is no data URL")
                                                         : _ ("Text that is not base64"));
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
  if (text[0] == '\0' && app_field_get_presence (field) == APP_PRESENCE_ABSENT)
    return g_strdup (_ ("Not set · choose a file, or drop it here"));
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
                                           app_field_get_presence (get_field (self)) !=
                                               APP_PRESENCE_ABSENT);
}

static void
stop_reading (UiFieldFile *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFieldFile) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_file_text_read_finish (result, &error);

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

void
ui_field_file_take (UiFieldFile *self, GFile *file)
{
  g_return_if_fail (UI_IS_FIELD_FILE (self));
  g_return_if_fail (G_IS_FILE (file));

  stop_reading (self);
  g_clear_pointer (&self->failure, g_free);
  g_set_object (&self->file, file);
  self->reading = g_cancellable_new ();
  app_file_text_read_async (file, self->format, self->reading, on_read, g_object_ref (self));
  show_state (self);
}

static void
on_response (UiFieldFile *self, int response)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  g_clear_object (&self->chooser);
  if (file != NULL)
    ui_field_file_take (self, file);
}

static void
add_filter (UiFieldFile *self)
{
  g_autofree char *media_type = app_field_format_dup_media_type (get_field (self));

  if (media_type == NULL || strchr (media_type, '/') == NULL)
    return;
  g_autoptr (GtkFileFilter) wanted = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_autofree char *name = app_visible_text_line (media_type, NAME_CHARACTERS);
  gtk_file_filter_add_mime_type (wanted, media_type);
  gtk_file_filter_set_name (wanted, name);
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), wanted);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), all);
}

static void
on_choose (UiFieldFile *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (_ ("Choose a File"), GTK_WINDOW (root),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"),
                                               _ ("_Cancel"));
  add_filter (self);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_response), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
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
  ui_field_file_take (self, files->data);
  return TRUE;
}

/* The text itself */

static void
show_text (UiFieldFile *self)
{
  const char *text = app_field_is_text_exact (get_field (self))
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
      return;
    }
  self->area = UI_TEXT_AREA (ui_text_area_new (NULL));
  ui_text_area_set_heights (self->area, TEXT_MIN_HEIGHT, TEXT_MAX_HEIGHT);
  gtk_text_view_set_monospace (ui_text_area_get_view (self->area), TRUE);
  g_autofree char *label = app_visible_text_line (app_field_get_label (get_field (self)),
                                                  NAME_CHARACTERS);
  g_autofree char *name = g_strdup_printf (_ ("%s, as text"), label);
  ui_widget_name (ui_text_area_get_view (self->area), name);
  show_text (self);
  g_signal_connect_object (self->area, "edited", G_CALLBACK (on_text_edited), self,
                           G_CONNECT_SWAPPED);
  adw_bin_set_child (self->place, GTK_WIDGET (self->area));
  gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->area)));
}

static GtkWidget *
create_button (UiFieldFile *self, GtkWidget *button, const char *tip, GCallback callback)
{
  g_autofree char *label = app_visible_text_line (app_field_get_label (get_field (self)),
                                                  NAME_CHARACTERS);
  g_autofree char *name = g_strdup_printf ("%s, %s", label, tip);

  ui_tooltip_set (button, tip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_widget_name (button, name);
  g_signal_connect_object (button, GTK_IS_TOGGLE_BUTTON (button) ? "toggled" : "clicked", callback,
                           self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
create_bar (UiFieldFile *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *state = gtk_label_new (NULL);

  self->state = GTK_LABEL (state);
  gtk_label_set_xalign (self->state, 0);
  gtk_label_set_ellipsize (self->state, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (state, TRUE);
  self->clear = create_button (self, gtk_button_new_from_icon_name ("edit-clear-symbolic"),
                               _ ("Do not send"), G_CALLBACK (on_clear));
  self->as_text = create_button (self, gtk_toggle_button_new (), _ ("Show as text"),
                                 G_CALLBACK (on_as_text));
  gtk_button_set_icon_name (GTK_BUTTON (self->as_text), "text-x-generic-symbolic");
  gtk_widget_add_css_class (self->clear, "flat");
  gtk_widget_add_css_class (self->as_text, "flat");
  gtk_box_append (GTK_BOX (bar), gtk_image_new_from_icon_name ("mail-attachment-symbolic"));
  gtk_box_append (GTK_BOX (bar), state);
  gtk_box_append (GTK_BOX (bar), self->clear);
  gtk_box_append (GTK_BOX (bar), self->as_text);
  gtk_widget_add_css_class (bar, "field-file");
  return bar;
}

static void
ui_field_file_build (UiFieldEditor *editor)
{
  UiFieldFile   *self = UI_FIELD_FILE (editor);
  GtkWidget     *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget     *bar = create_bar (self);
  GtkWidget     *choose = gtk_button_new_with_label (_ ("Choose…"));
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->format = app_field_format_get (get_field (self));
  self->place = ADW_BIN (adw_bin_new ());
  gtk_widget_set_valign (choose, GTK_ALIGN_CENTER);
  g_signal_connect_object (choose, "clicked", G_CALLBACK (on_choose), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (bar), choose);
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_drop), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (drop));
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->place));
  ui_field_editor_set_control (editor, box, choose);
}

static void
ui_field_file_sync (UiFieldEditor *editor)
{
  UiFieldFile *self = UI_FIELD_FILE (editor);

  if (app_field_get_presence (get_field (self)) != APP_PRESENCE_ABSENT)
    g_clear_pointer (&self->failure, g_free);
  show_text (self);
  show_state (self);
}

static void
ui_field_file_dispose (GObject *object)
{
  UiFieldFile *self = UI_FIELD_FILE (object);

  stop_reading (self);
  self->area = NULL;
  g_clear_object (&self->chooser);
  G_OBJECT_CLASS (ui_field_file_parent_class)->dispose (object);
}

static void
ui_field_file_finalize (GObject *object)
{
  UiFieldFile *self = UI_FIELD_FILE (object);

  g_clear_object (&self->file);
  g_free (self->failure);
  G_OBJECT_CLASS (ui_field_file_parent_class)->finalize (object);
}

static void
ui_field_file_class_init (UiFieldFileClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_field_file_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_field_file_finalize;
  editor_class->build = ui_field_file_build;
  editor_class->sync = ui_field_file_sync;
}

static void
ui_field_file_init (UiFieldFile *self)
{
}
