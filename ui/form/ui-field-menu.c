/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-menu.h"
#include "ui-menu.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-json-text.h"
#include "app-presets-form.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define DEFAULT_CHARACTERS 40

typedef struct
{
  AppField   *field;
  UiFieldAdd *add;
} Source;

static void
source_free (gpointer data)
{
  Source *source = data;

  g_object_unref (source->field);
  g_free (source);
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
      g_autofree char *escaped = ui_menu_dup_label (hint, DEFAULT_CHARACTERS);
      g_autofree char *label = g_strdup_printf (_ ("Use _Default: %s"), escaped);
      g_menu_append (menu, label, "field.use-default");
    }
  if (text && app_field_get_text (field)[0] == '\0')
    g_menu_append (menu, _ ("Set _Empty String"), "field.set-empty");
  if (kind == APP_FIELD_STRING && !app_field_get_info (field)->secret)
    g_menu_append (menu, _ ("Add _Line Break"), "field.add-line");
  if (text && app_json_text_is_structured (app_field_get_text (field)))
    g_menu_append (menu, _ ("_Format JSON"), "field.format-json");
  if (kind == APP_FIELD_ARRAY && presence != APP_PRESENCE_VALUE)
    g_menu_append (menu, _ ("Set _Empty Array"), "field.set-empty");
  if (kind == APP_FIELD_OBJECT && presence != APP_PRESENCE_VALUE)
    g_menu_append (menu, _ ("Set _Empty Object"), "field.set-empty");
  if (app_field_get_info (field)->nullable && presence != APP_PRESENCE_NULL)
    g_menu_append (menu, _ ("Set to _null"), "field.set-null");
  if (!app_field_get_place (field)->item && presence != APP_PRESENCE_ABSENT)
    g_menu_append (menu, app_field_get_place (field)->extra ? _ ("_Remove") : _ ("_Unset"),
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
  item = g_menu_item_new (_ ("_Always Use This Value"), NULL);
  g_menu_item_set_action_and_target (item, "form.pin", "s", pointer);
  g_menu_append_item (menu, item);
}

/* Made again whenever it opens, for it depends on the field's state. */
static void
fill (GtkMenuButton *button, gpointer data)
{
  Source   *source = data;
  AppField *field = source->field;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) states = g_menu_new ();
  g_autoptr (GMenu) items = g_menu_new ();
  g_autoptr (GMenu) added = g_menu_new ();
  g_autoptr (GMenu) pins = g_menu_new ();
  GMenu *const sections[] = { states, items, added, pins };

  add_states (states, field);
  if (app_field_get_info (field)->kind == APP_FIELD_ARRAY)
    g_menu_append (items, _ ("_Paste Lines as Items"), "field.add-lines");
  if (app_field_get_place (field)->item)
    add_item_actions (items, field);
  source->add (added, field);
  add_pin (pins, field);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (g_menu_model_get_n_items (G_MENU_MODEL (sections[i])) > 0)
      g_menu_append_section (menu, NULL, G_MENU_MODEL (sections[i]));
  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) == 0)
    g_menu_append (menu, _ ("Not Set"), "field.none");
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

GtkWidget *
ui_field_menu_new (AppField *field, UiFieldAdd *add)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);
  g_return_val_if_fail (add != NULL, NULL);

  GtkWidget       *button = gtk_menu_button_new ();
  GtkWidget       *toggle = gtk_widget_get_first_child (button);
  Source          *source = g_new0 (Source, 1);
  g_autofree char *label = app_visible_text_line (app_field_get_place (field)->label, 100);
  g_autofree char *name = g_strdup_printf (_ ("More for %s"), label);

  source->field = g_object_ref (field);
  source->add = add;
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill, source, source_free);
  ui_tooltip_set (button, _ ("More (Shift+F10)"));
  ui_widget_name (button, name);
  /* Keys open it from the field: as a stop of its own it would double the way through a form. */
  gtk_widget_set_focusable (toggle, FALSE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_add_css_class (button, "field-menu");
  return button;
}
