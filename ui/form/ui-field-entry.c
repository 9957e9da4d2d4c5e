/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-entry.h"
#include "ui-field-buttons.h"
#include "ui-field-suggestions.h"

#include <glib/gi18n.h>
#include <string.h>

struct _UiFieldEntry
{
  UiFieldEditor parent_instance;

  GtkEditable *entry; /* borrowed: a GtkEntry or a GtkPasswordEntry */
};

G_DEFINE_FINAL_TYPE (UiFieldEntry, ui_field_entry, UI_TYPE_FIELD_EDITOR)

static gboolean
is_number (AppField *field)
{
  AppFieldKind kind = app_field_get_info (field)->kind;

  return kind == APP_FIELD_NUMBER || kind == APP_FIELD_INTEGER;
}

/* A member that only the value knows would go with its text, and its row with it, while somebody
 * replaces what is in it. */
static void
on_changed (UiFieldEntry *self)
{
  UiFieldEditor *editor = UI_FIELD_EDITOR (self);
  AppField      *field = ui_field_editor_get_field (editor);
  const char    *text = gtk_editable_get_text (self->entry);

  if (ui_field_editor_is_syncing (editor))
    return;
  if (text[0] != '\0' || !app_field_get_place (field)->extra)
    app_field_set_text (field, text);
  else if (app_field_get_info (field)->kind == APP_FIELD_STRING)
    app_field_set_empty (field);
}

static void
on_activate (UiFieldEntry *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "form.next", NULL);
}

static void
on_icon (UiFieldEntry *self)
{
  app_field_clear (ui_field_editor_get_field (UI_FIELD_EDITOR (self)));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
on_clipboard_text (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFieldEntry) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);

  if (text == NULL || ui_field_editor_get_control (UI_FIELD_EDITOR (self)) == NULL)
    return;
  AppField *field = ui_field_editor_get_field (UI_FIELD_EDITOR (self));
  AppField *array = app_field_get_place (field)->parent;
  if (array != NULL && strchr (g_strchomp (text), '\n') != NULL)
    {
      app_field_add_lines (array, text);
      if (app_field_get_text (field)[0] == '\0')
        app_field_clear (field);
      return;
    }
  int position, end;
  gtk_editable_delete_selection (self->entry);
  position = gtk_editable_get_position (self->entry);
  end = position;
  gtk_editable_insert_text (self->entry, text, -1, &end);
  gtk_editable_set_position (self->entry, end);
}

/* Only what an item gets pasted is looked at; elsewhere the entry does what it always does. */
static void
on_paste (GtkWidget *text, UiFieldEntry *self)
{
  g_signal_stop_emission_by_name (text, "paste-clipboard");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (text), NULL, on_clipboard_text,
                                 g_object_ref (self));
}

static GtkWidget *
create_entry (UiFieldEntry *self, AppField *field)
{
  GtkWidget *entry;

  if (app_field_get_info (field)->secret)
    {
      entry = gtk_password_entry_new ();
      gtk_password_entry_set_show_peek_icon (GTK_PASSWORD_ENTRY (entry), TRUE);
      return entry;
    }
  entry = gtk_entry_new ();
  g_signal_connect_object (entry, "icon-press", G_CALLBACK (on_icon), self, G_CONNECT_SWAPPED);
  return entry;
}

static GtkInputPurpose
choose_purpose (AppField *field, AppFieldFormat format)
{
  if (is_number (field))
    return GTK_INPUT_PURPOSE_NUMBER;
  if (format == APP_FORMAT_URI)
    return GTK_INPUT_PURPOSE_URL;
  if (format == APP_FORMAT_EMAIL)
    return GTK_INPUT_PURPOSE_EMAIL;
  return GTK_INPUT_PURPOSE_FREE_FORM;
}

/* A pane may be narrow, whatever an entry thinks it needs; what is short by nature stays so. */
static int
choose_width (AppField *field, AppFieldFormat format)
{
  if (app_field_get_place (field)->item)
    return 6;
  switch (format)
    {
    case APP_FORMAT_DATE:
    case APP_FORMAT_DURATION:
    case APP_FORMAT_COLOR:
      return 11;
    case APP_FORMAT_TIME:
      return 15;
    case APP_FORMAT_NONE:
    case APP_FORMAT_DATE_TIME:
    case APP_FORMAT_URI:
    case APP_FORMAT_EMAIL:
    case APP_FORMAT_UUID:
    case APP_FORMAT_FILE_PATH:
    case APP_FORMAT_SAVE_PATH:
    case APP_FORMAT_FOLDER_PATH:
    case APP_FORMAT_BASE64:
    case APP_FORMAT_BASE64_URL:
    case APP_FORMAT_DATA_URL:
    default:
      return is_number (field) ? 10 : 6;
    }
}

static void
ui_field_entry_build (UiFieldEditor *editor)
{
  UiFieldEntry  *self = UI_FIELD_ENTRY (editor);
  AppField      *field = ui_field_editor_get_field (editor);
  AppFieldFormat format = app_field_format_get (field);
  GtkWidget     *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget     *entry = create_entry (self, field);
  GtkWidget     *buttons = ui_field_buttons_create (field, format);
  gboolean       suggests =
      app_field_get_info (field)->options != NULL && !app_field_get_info (field)->secret;

  if (GTK_IS_ENTRY (entry))
    gtk_entry_set_input_purpose (GTK_ENTRY (entry), choose_purpose (field, format));
  self->entry = GTK_EDITABLE (entry);
  /* The form has one undo for all of it. */
  gtk_editable_set_enable_undo (self->entry, FALSE);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_editable_set_width_chars (self->entry, choose_width (field, format));
  gtk_editable_set_max_width_chars (self->entry, choose_width (field, format));
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  if (app_field_get_place (field)->item)
    g_signal_connect_object (gtk_editable_get_delegate (self->entry), "paste-clipboard",
                             G_CALLBACK (on_paste), self, 0);
  gtk_box_append (GTK_BOX (box), entry);
  if (buttons != NULL)
    gtk_box_append (GTK_BOX (box), buttons);
  if (is_number (field))
    {
      gtk_widget_add_css_class (entry, "numeric");
      ui_field_buttons_add_steps (field, GTK_BOX (box), entry);
    }
  if (suggests)
    gtk_box_append (GTK_BOX (box), ui_field_suggestions_offer_options (editor, entry));
  if (buttons != NULL || suggests || is_number (field))
    gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  ui_field_editor_set_control (editor, box, entry);
}

static void
ui_field_entry_sync (UiFieldEditor *editor)
{
  UiFieldEntry    *self = UI_FIELD_ENTRY (editor);
  AppField        *field = ui_field_editor_get_field (editor);
  gboolean         absent = app_field_get_state (field)->presence == APP_PRESENCE_ABSENT;
  const char      *text = app_field_get_text (field);
  g_autofree char *note = ui_field_editor_dup_empty_note (field);

  if (!app_field_get_state (field)->exact)
    text = "";
  if (strcmp (gtk_editable_get_text (self->entry), text) != 0)
    {
      gtk_editable_set_text (self->entry, text);
      gtk_editable_set_position (self->entry, -1);
    }
  gtk_editable_set_editable (self->entry, app_field_get_state (field)->exact);
  g_object_set (self->entry, "placeholder-text", note, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, note, -1);
  if (GTK_IS_ENTRY (self->entry))
    {
      /* Where it is short there is no room for an icon that comes and goes. */
      gboolean clearable = !absent && !app_field_get_place (field)->item &&
                           !ui_field_editor_is_short (field);
      gtk_entry_set_icon_from_icon_name (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_SECONDARY,
                                         clearable ? "edit-clear-symbolic" : NULL);
      if (clearable)
        gtk_entry_set_icon_tooltip_text (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_SECONDARY,
                                         _ ("Do not send"));
    }
}

static void
ui_field_entry_class_init (UiFieldEntryClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  editor_class->build = ui_field_entry_build;
  editor_class->sync = ui_field_entry_sync;
}

static void
ui_field_entry_init (UiFieldEntry *self)
{
}
