/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-menu.h"
#include "ui-field-editor.h"
#include "ui-field-entry.h"
#include "ui-field-list.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-presets-form.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define DEFAULT_CHARACTERS 40

/* Server text in a label that knows mnemonics: an underscore must stay one. */
static char *
dup_escaped (const char *text)
{
  g_autofree char *line = app_visible_text_line (text, DEFAULT_CHARACTERS);
  g_auto (GStrv) parts = g_strsplit (line, "_", -1);

  return g_strjoinv ("__", parts);
}

static void
add_states (GMenu *menu, AppField *field)
{
  AppFieldKind     kind = app_field_get_info (field)->kind;
  AppFieldPresence presence = app_field_get_state (field)->presence;
  const char      *hint = app_field_get_info (field)->hint;
  gboolean         text = kind == APP_FIELD_STRING || kind == APP_FIELD_TEXT;

  if (hint != NULL && hint[0] != '\0')
    {
      g_autofree char *escaped = dup_escaped (hint);
      g_autofree char *label = g_strdup_printf (_ ("Use the _Default, %s"), escaped);
      g_menu_append (menu, label, "field.use-default");
    }
  if (text && app_field_get_text (field)[0] == '\0')
    g_menu_append (menu, _ ("Send _Empty Text, “”"), "field.set-empty");
  if (kind == APP_FIELD_STRING && !app_field_get_info (field)->secret)
    g_menu_append (menu, _ ("Add a _Line"), "field.add-line");
  if (kind == APP_FIELD_ARRAY && presence != APP_PRESENCE_VALUE)
    g_menu_append (menu, _ ("Send an _Empty List, []"), "field.set-empty");
  if (kind == APP_FIELD_OBJECT && presence != APP_PRESENCE_VALUE)
    g_menu_append (menu, _ ("Send an _Empty Object, {}"), "field.set-empty");
  if (app_field_get_info (field)->nullable && presence != APP_PRESENCE_NULL)
    g_menu_append (menu, _ ("Send _null"), "field.set-null");
  if (!app_field_get_place (field)->item && presence != APP_PRESENCE_ABSENT)
    g_menu_append (menu, app_field_get_place (field)->extra ? _ ("_Remove") : _ ("Do _Not Send"),
                   "field.clear");
}

static void
add_item_actions (GMenu *menu, AppField *field)
{
  AppField *array = app_field_get_place (field)->parent;
  guint     position = app_field_get_place (field)->position;
  guint     n_items =
      array != NULL ? g_list_model_get_n_items (app_field_get_children (array)) : 0;

  if (app_field_get_place (field)->fixed)
    {
      g_menu_append (menu, _ ("_Remove"), "field.remove");
      return;
    }
  if (position > 0)
    g_menu_append (menu, _ ("Move _Up"), "field.move-up");
  if (position + 1 < n_items)
    g_menu_append (menu, _ ("Move _Down"), "field.move-down");
  g_menu_append (menu, _ ("D_uplicate"), "field.duplicate");
  g_menu_append (menu, _ ("_Remove"), "field.remove");
}

/* What holds a value can be set for the whole server. */
static void
add_pin (GMenu *menu, AppField *field)
{
  AppForm         *form = app_field_get_place (field)->form;
  g_autofree char *path = NULL;
  g_autofree char *pointer = NULL;
  g_autoptr (GMenuItem) item = NULL;

  if (form == NULL || app_form_get_provider (form) == NULL ||
      app_field_get_state (field)->presence == APP_PRESENCE_ABSENT)
    return;
  path = app_presets_dup_key_path (field);
  if (path == NULL)
    return;
  pointer = app_field_dup_pointer (field);
  item = g_menu_item_new (_ ("_Pin for This Server"), NULL);
  g_menu_item_set_action_and_target (item, "form.pin", "s", pointer);
  g_menu_append_item (menu, item);
}

static void
fill (GtkMenuButton *button, gpointer data)
{
  AppField *field = data;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) states = g_menu_new ();
  g_autoptr (GMenu) items = g_menu_new ();
  g_autoptr (GMenu) added = g_menu_new ();
  g_autoptr (GMenu) pins = g_menu_new ();
  GMenu *const sections[] = { states, items, added, pins };

  add_states (states, field);
  if (app_field_get_info (field)->kind == APP_FIELD_ARRAY)
    g_menu_append (items, _ ("Add Items from the _Clipboard’s Lines"), "field.add-lines");
  if (app_field_get_place (field)->item)
    add_item_actions (items, field);
  ui_field_row_add_items (added, field);
  add_pin (pins, field);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (g_menu_model_get_n_items (G_MENU_MODEL (sections[i])) > 0)
      g_menu_append_section (menu, NULL, G_MENU_MODEL (sections[i]));
  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) == 0)
    g_menu_append (menu, _ ("Not Set"), "field.none");
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

GtkWidget *
ui_field_menu_new (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  GtkWidget       *button = gtk_menu_button_new ();
  g_autofree char *label = app_visible_text_line (app_field_get_place (field)->label, 100);
  g_autofree char *name = g_strdup_printf (_ ("More for %s"), label);

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill, g_object_ref (field),
                                         g_object_unref);
  ui_tooltip_set (button, _ ("Null, empty, default, not sent"));
  ui_widget_name (button, name);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_add_css_class (button, "field-menu");
  return button;
}

/* Actions of a row */

static AppField *
field_of (GtkWidget *row)
{
  return ui_field_row_get_field (UI_FIELD_ROW (row));
}

static void
on_clear (GtkWidget *row, const char *name, GVariant *parameter)
{
  app_field_clear (field_of (row));
}

static void
on_set_null (GtkWidget *row, const char *name, GVariant *parameter)
{
  app_field_set_null (field_of (row));
}

static void
on_set_empty (GtkWidget *row, const char *name, GVariant *parameter)
{
  app_field_set_empty (field_of (row));
}

static void
on_use_default (GtkWidget *row, const char *name, GVariant *parameter)
{
  app_field_use_default (field_of (row));
}

/* A line break where the cursor is; the row then shows a text of several lines. */
static void
on_add_line (GtkWidget *row, const char *name, GVariant *parameter)
{
  GtkWidget     *editor = ui_field_row_get_editor (UI_FIELD_ROW (row));
  UiFieldEditor *entry = UI_IS_FIELD_ENTRY (editor) ? UI_FIELD_EDITOR (editor) : NULL;

  if (entry == NULL || app_field_get_info (field_of (row))->kind != APP_FIELD_STRING ||
      app_field_get_info (field_of (row))->secret)
    return;
  GtkEditable *text = GTK_EDITABLE (ui_field_editor_get_control (entry));
  int          position = gtk_editable_get_position (text);
  gtk_editable_insert_text (text, "\n", 1, &position);
  gtk_editable_set_position (text, position);
}

static void
on_duplicate (GtkWidget *row, const char *name, GVariant *parameter)
{
  if (app_field_get_place (field_of (row))->item && !app_field_get_place (field_of (row))->fixed)
    app_field_duplicate (field_of (row));
}

/* Items keep their place and pass their values on: the focus follows the value that moved. */
static void
move_by (GtkWidget *row, int step)
{
  AppField  *field = field_of (row);
  AppField  *array = app_field_get_place (field)->parent;
  guint      position = app_field_get_place (field)->position;
  GtkWidget *list = gtk_widget_get_ancestor (row, UI_TYPE_FIELD_LIST);

  if (position == G_MAXUINT || app_field_get_place (field)->fixed || array == NULL ||
      list == NULL || (step < 0 && position == 0))
    return;
  guint target = step < 0 ? position - 1 : position + 1;
  if (target >= g_list_model_get_n_items (app_field_get_children (array)))
    return;
  app_field_move (field, target);
  ui_field_list_focus_position (UI_FIELD_LIST (list), target);
}

static void
on_move_up (GtkWidget *row, const char *name, GVariant *parameter)
{
  move_by (row, -1);
}

static void
on_move_down (GtkWidget *row, const char *name, GVariant *parameter)
{
  move_by (row, 1);
}

static void
on_clipboard_text (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFieldRow) row = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);

  if (text == NULL)
    return;
  app_field_add_lines (ui_field_row_get_field (row), text);
  if (gtk_widget_get_root (GTK_WIDGET (row)) != NULL)
    ui_field_row_set_expanded (row, TRUE);
}

static void
on_add_lines (GtkWidget *row, const char *name, GVariant *parameter)
{
  if (app_field_get_info (field_of (row))->kind == APP_FIELD_ARRAY)
    gdk_clipboard_read_text_async (gtk_widget_get_clipboard (row), NULL, on_clipboard_text,
                                   g_object_ref (row));
}

void
ui_field_menu_install_actions (GtkWidgetClass *row_class)
{
  static const struct
  {
    const char                 *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "field.clear", on_clear },
    { "field.remove", on_clear },
    { "field.set-null", on_set_null },
    { "field.set-empty", on_set_empty },
    { "field.duplicate", on_duplicate },
    { "field.use-default", on_use_default },
    { "field.add-line", on_add_line },
    { "field.move-up", on_move_up },
    { "field.move-down", on_move_down },
    { "field.add-lines", on_add_lines },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (row_class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_Up, GDK_ALT_MASK, "field.move-up", NULL);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_Down, GDK_ALT_MASK, "field.move-down",
                                       NULL);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_Return, GDK_SHIFT_MASK, "field.add-line",
                                       NULL);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_d, GDK_CONTROL_MASK, "field.use-default",
                                       NULL);
}
