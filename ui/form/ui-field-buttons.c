/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-buttons.h"
#include "ui-file-chooser.h"
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
  name_button (button, field, day ? _ ("Choose a Day") : _ ("Choose a Time"));
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

  name_button (button, field, _ ("Choose a Colour"));
  /* What has the focus is the button in it. */
  name_button (gtk_widget_get_first_child (button), field, _ ("Choose a Colour"));
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

  ui_file_chooser_ask (button, folder ? _ ("Choose a Folder") : _ ("Choose a File"),
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

  name_button (button, field, folder ? _ ("Choose a Folder") : _ ("Choose a File"));
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

  name_button (button, field, _ ("Make a New One"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_new_uuid), field, 0);
  return button;
}

GtkWidget *
ui_field_buttons_create (AppField *field, AppFieldFormat format)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

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
    case APP_FORMAT_NONE:
    case APP_FORMAT_URI:
    case APP_FORMAT_EMAIL:
    case APP_FORMAT_BASE64:
    case APP_FORMAT_BASE64_URL:
    case APP_FORMAT_DATA_URL:
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

void
ui_field_buttons_add_steps (AppField *field, GtkBox *box, GtkWidget *entry)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (APP_IS_FIELD (field));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), field, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, keys);
  gtk_box_append (box, create_step_button (field, "list-remove-symbolic", _ ("Less"),
                                           G_CALLBACK (on_less)));
  gtk_box_append (box, create_step_button (field, "list-add-symbolic", _ ("More"),
                                           G_CALLBACK (on_more)));
}
