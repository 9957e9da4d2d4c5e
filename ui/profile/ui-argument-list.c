/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-argument-list.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _UiArgumentList
{
  AdwPreferencesGroup parent_instance;

  gboolean updating;
  char    *item_title;

  GtkListBox *rows;
};

enum {
  PROP_0,
  PROP_ITEMS,
  PROP_ITEM_TITLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiArgumentList, ui_argument_list, ADW_TYPE_PREFERENCES_GROUP)

static void
on_changed (UiArgumentList *self)
{
  if (!self->updating)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEMS]);
}

static void
update_visible (UiArgumentList *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->rows),
                          gtk_list_box_get_row_at_index (self->rows, 0) != NULL);
}

static void
on_remove (UiArgumentList *self, GtkButton *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);

  gtk_list_box_remove (self->rows, row);
  update_visible (self);
  on_changed (self);
}

static GtkWidget *
add_row (UiArgumentList *self, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), self->item_title);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  ui_connect (row, "changed", on_changed, self);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Remove"));
  ui_widget_name (button, _ ("Remove"));
  ui_connect (button, "clicked", on_remove, self);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  gtk_list_box_append (self->rows, row);
  return row;
}

static void
on_add (UiArgumentList *self)
{
  GtkWidget *row = add_row (self, "");

  update_visible (self);
  gtk_widget_grab_focus (row);
  on_changed (self);
}

static void
on_title (UiArgumentList *self)
{
  ui_widget_name (self->rows, adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (self)));
}

static GStrv
collect (UiArgumentList *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->rows, i)) != NULL; i++)
    g_strv_builder_add (builder, gtk_editable_get_text (GTK_EDITABLE (row)));
  return g_strv_builder_end (builder);
}

static void
show_items (UiArgumentList *self, const char *const *items)
{
  g_auto (GStrv) shown = collect (self);

  if (items == NULL || g_strv_equal ((const char *const *)shown, items))
    return;
  self->updating = TRUE;
  ui_widget_clear (self->rows);
  for (guint i = 0; items[i] != NULL; i++)
    add_row (self, items[i]);
  self->updating = FALSE;
  update_visible (self);
}

static void
ui_argument_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_take_boxed (value, collect (UI_ARGUMENT_LIST (object)));
}

static void
ui_argument_list_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiArgumentList *self = UI_ARGUMENT_LIST (object);

  if (id == PROP_ITEMS)
    show_items (self, g_value_get_boxed (value));
  else
    {
      g_free (self->item_title);
      self->item_title = g_value_dup_string (value);
    }
}

MCP_DEFINE_FINALIZE (UiArgumentList, ui_argument_list)
{
  g_free (self->item_title);
}

UI_DEFINE_CLASS (UiArgumentList, ui_argument_list)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags write = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = ui_argument_list_finalize;
  object_class->get_property = ui_argument_list_get_property;
  object_class->set_property = ui_argument_list_set_property;

  properties[PROP_ITEMS] =
      g_param_spec_boxed ("items", NULL, NULL, G_TYPE_STRV,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_ITEM_TITLE] = g_param_spec_string ("item-title", NULL, NULL, NULL, write);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  ui_template_set (widget_class, "ui/profile/ui-argument-list.ui");
  ui_template_bind_children (widget_class, UiArgumentList, rows);
  ui_template_bind_callbacks (widget_class, on_add, on_title);
}

static void
ui_argument_list_init (UiArgumentList *self)
{
  self->item_title = g_strdup (_ ("Argument"));
  ui_template_init (self);
}
