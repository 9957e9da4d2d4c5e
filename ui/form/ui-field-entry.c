/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-field-suggestions.h"
#include "ui-file-chooser.h"
#include "ui-template.h"
#include "ui-time-popover.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-number-step.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define LABEL_CHARACTERS 100
/* What the page keys count. */
#define PAGE_STEPS 10

struct _UiFieldEntry
{
  UiFieldEditor parent_instance;

  GtkEditable *entry; /* borrowed: a GtkEntry or a GtkPasswordEntry */
};

UI_DEFINE_FIELD_EDITOR (UiFieldEntry, ui_field_entry)

/* Buttons beside the text */

/* Whoever hears the button needs to hear of what. */
static void
name_button (GtkWidget *button, AppField *field, const char *tip)
{
  g_autofree char *label =
      app_visible_text_line (app_field_get_place (field)->label, LABEL_CHARACTERS);
  g_autofree char *name = g_strdup_printf ("%s, %s", label, tip);

  ui_tooltip_set (button, tip);
  ui_widget_name (button, name);
}

/* Dates and times */

typedef struct
{
  AppField      *field;
  AppFieldFormat format;
} Moment;

static void
moment_free (gpointer data)
{
  Moment *moment = data;

  g_object_unref (moment->field);
  g_free (moment);
}

/* Made when it is opened first: a calendar has a hundred widgets. */
static void
create_time_popover (GtkMenuButton *button, gpointer data)
{
  Moment *moment = data;

  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, ui_time_popover_new (moment->field, moment->format));
}

static GtkWidget *
create_time_button (AppField *field, AppFieldFormat format)
{
  GtkWidget *button = gtk_menu_button_new ();
  Moment    *moment = g_new0 (Moment, 1);
  gboolean   day = format == APP_FORMAT_DATE || format == APP_FORMAT_DATE_TIME;

  moment->field = g_object_ref (field);
  moment->format = format;
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), day ? "x-office-calendar-symbolic"
                                                               : "document-open-recent-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), create_time_popover, moment,
                                         moment_free);
  name_button (button, field, day ? _ ("Choose Date") : _ ("Choose Time"));
  return button;
}

/* Colours */

static void
on_color_set (GtkColorButton *button, AppField *field)
{
  GdkRGBA     color;
  const char *text = app_field_get_text (field);
  gboolean    with_alpha = text[0] == '#' && strlen (text) == 9;
  g_autoptr (GString) hex = g_string_new (NULL);

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  g_string_printf (hex, "#%02x%02x%02x", (guint)(color.red * 255 + 0.5),
                   (guint)(color.green * 255 + 0.5), (guint)(color.blue * 255 + 0.5));
  if (with_alpha)
    g_string_append_printf (hex, "%02x", (guint)(color.alpha * 255 + 0.5));
  app_field_set_text (field, hex->str);
}

/* The colour of the text; of the default as long as there is none. */
static void
show_color (AppField *field, GParamSpec *pspec, GtkColorButton *button)
{
  const char *text = app_field_get_text (field);
  const char *hint = app_field_get_info (field)->hint;
  GdkRGBA     color;

  if (gdk_rgba_parse (&color, text) || (text[0] == '\0' && hint != NULL &&
                                        gdk_rgba_parse (&color, hint)))
    gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &color);
}

static GtkWidget *
create_color_button (AppField *field)
{
  GtkWidget *button = gtk_color_button_new ();

  name_button (button, field, _ ("Choose Color"));
  /* What has the focus is the button in it. */
  name_button (gtk_widget_get_first_child (button), field, _ ("Choose Color"));
  g_signal_connect_object (button, "color-set", G_CALLBACK (on_color_set), field, 0);
  g_signal_connect_object (field, "notify::text", G_CALLBACK (show_color), button, 0);
  show_color (field, NULL, GTK_COLOR_BUTTON (button));
  return button;
}

/* Paths */

static void
on_path (gpointer field, GFile *file)
{
  const char *path = g_file_peek_path (file);

  /* A path that is no UTF-8 cannot be said in JSON. */
  if (path != NULL && g_utf8_validate (path, -1, NULL))
    app_field_set_text (field, path);
}

static void
on_choose_path (GtkWidget *button, AppField *field)
{
  const char    *text = app_field_get_text (field);
  AppFieldFormat format = app_field_format_get (field);
  gboolean       folder = format == APP_FORMAT_FOLDER_PATH;
  g_autoptr (GFile) start = g_path_is_absolute (text) ? g_file_new_for_path (text) : NULL;

  ui_file_chooser_ask (button, folder ? _ ("Choose Folder") : _ ("Choose File"),
                       folder                           ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                       : format == APP_FORMAT_SAVE_PATH ? GTK_FILE_CHOOSER_ACTION_SAVE
                                                        : GTK_FILE_CHOOSER_ACTION_OPEN,
                       start, NULL, on_path, field);
}

static GtkWidget *
create_path_button (AppField *field, AppFieldFormat format)
{
  gboolean   folder = format == APP_FORMAT_FOLDER_PATH;
  GtkWidget *button = gtk_button_new_from_icon_name (folder ? "folder-open-symbolic"
                                                            : "document-open-symbolic");

  name_button (button, field, folder ? _ ("Choose Folder") : _ ("Choose File"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_choose_path), field, 0);
  return button;
}

/* UUIDs */

static void
on_new_uuid (GtkWidget *button, AppField *field)
{
  g_autofree char *uuid = g_uuid_string_random ();

  app_field_set_text (field, uuid);
}

static GtkWidget *
create_uuid_button (AppField *field)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("view-refresh-symbolic");

  name_button (button, field, _ ("Generate"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_new_uuid), field, 0);
  return button;
}

/* The button beside a text that helps to write it; the text stays one that can be typed.
 * Returns: (nullable): %NULL for a format that needs no help */
static GtkWidget *
create_button (AppField *field, AppFieldFormat format)
{
  switch (format)
    {
    case APP_FORMAT_DATE:
    case APP_FORMAT_TIME:
    case APP_FORMAT_DATE_TIME:
    case APP_FORMAT_DURATION:
      return create_time_button (field, format);
    case APP_FORMAT_COLOR:
      return create_color_button (field);
    case APP_FORMAT_FILE_PATH:
    case APP_FORMAT_SAVE_PATH:
    case APP_FORMAT_FOLDER_PATH:
      return create_path_button (field, format);
    case APP_FORMAT_UUID:
      return create_uuid_button (field);
    default:
      return NULL;
    }
}

/* Numbers */

static gboolean
step (AppField *field, int steps)
{
  g_autofree char *text =
      app_number_step (app_field_get_text (field), app_field_get_info (field)->schema,
                       app_field_get_info (field)->kind == APP_FIELD_INTEGER, steps);

  if (text != NULL)
    app_field_set_text (field, text);
  return text != NULL;
}

static void
on_less (GtkWidget *button, AppField *field)
{
  if (!step (field, -1))
    gtk_widget_error_bell (button);
}

static void
on_more (GtkWidget *button, AppField *field)
{
  if (!step (field, 1))
    gtk_widget_error_bell (button);
}

static gboolean
on_key (AppField *field, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      step (field, 1);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      step (field, -1);
      return TRUE;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      step (field, PAGE_STEPS);
      return TRUE;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      step (field, -PAGE_STEPS);
      return TRUE;
    default:
      return FALSE;
    }
}

static GtkWidget *
create_step_button (AppField *field, const char *icon, const char *tip, GCallback on_clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  name_button (button, field, tip);
  /* The keys do the same from the entry; Tab goes on to the next field. */
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect_object (button, "clicked", on_clicked, field, 0);
  return button;
}

/* "Less" and "more" of a number behind @entry in @box, and the arrow and page keys in @entry. */
static void
add_steps (AppField *field, GtkBox *box, GtkWidget *entry)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  ui_connect (keys, "key-pressed", on_key, field);
  gtk_widget_add_controller (entry, keys);
  gtk_box_append (box, create_step_button (field, "list-remove-symbolic", _ ("Decrease"),
                                           G_CALLBACK (on_less)));
  gtk_box_append (box, create_step_button (field, "list-add-symbolic", _ ("Increase"),
                                           G_CALLBACK (on_more)));
}

/* The text */

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
create_entry (AppField *field)
{
  GtkWidget *entry;

  if (!app_field_get_info (field)->secret)
    return gtk_entry_new ();
  entry = gtk_password_entry_new ();
  gtk_password_entry_set_show_peek_icon (GTK_PASSWORD_ENTRY (entry), TRUE);
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
  GtkWidget     *entry = create_entry (field);
  GtkWidget     *buttons = create_button (field, format);
  gboolean       suggests =
      app_field_get_info (field)->options != NULL && !app_field_get_info (field)->secret;

  /* Numbers, dates and addresses are no text that follows the reader's direction. */
  if (is_number (field) || format != APP_FORMAT_NONE)
    gtk_widget_add_css_class (entry, "left-to-right");
  if (GTK_IS_ENTRY (entry))
    gtk_entry_set_input_purpose (GTK_ENTRY (entry), choose_purpose (field, format));
  self->entry = GTK_EDITABLE (entry);
  /* The form has one undo for all of it. */
  gtk_editable_set_enable_undo (self->entry, FALSE);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_editable_set_width_chars (self->entry, choose_width (field, format));
  gtk_editable_set_max_width_chars (self->entry, choose_width (field, format));
  ui_connect (entry, "changed", on_changed, self);
  ui_connect (entry, "activate", on_activate, self);
  if (app_field_get_place (field)->item)
    g_signal_connect_object (gtk_editable_get_delegate (self->entry), "paste-clipboard",
                             G_CALLBACK (on_paste), self, 0);
  gtk_box_append (GTK_BOX (box), entry);
  if (buttons != NULL)
    gtk_box_append (GTK_BOX (box), buttons);
  if (is_number (field))
    {
      gtk_widget_add_css_class (entry, "numeric");
      add_steps (field, GTK_BOX (box), entry);
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
}
