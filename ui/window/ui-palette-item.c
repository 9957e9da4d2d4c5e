/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-palette-item.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#define MAX_TITLE 120
#define MAX_TEXT 200
/* A name that is looked at later counts for less where it fits as well. */
#define MAX_BEHIND 4

struct _UiPaletteItem
{
  GObject parent_instance;

  const char *icon_name;
  const char *action;
  GVariant   *target; /* (nullable) */
  char       *title;
  char       *name; /* (nullable) */
  char       *context;
  char       *text;
  guint       behind;
  guint       rating;
};

G_DEFINE_FINAL_TYPE (UiPaletteItem, ui_palette_item, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (UiPaletteItem, ui_palette_item)

MCP_DEFINE_FINALIZE (UiPaletteItem, ui_palette_item)
{
  g_clear_pointer (&self->target, g_variant_unref);
  g_free (self->title);
  g_free (self->name);
  g_free (self->context);
  g_free (self->text);
}

static void
ui_palette_item_init (UiPaletteItem *self)
{
  self->context = g_strdup ("");
  self->text = g_strdup ("");
}

UiPaletteItem *
ui_palette_item_new (const char *icon_name,
                     const char *title,
                     const char *name,
                     const char *action,
                     GVariant   *target)
{
  UiPaletteItem *self = g_object_new (UI_TYPE_PALETTE_ITEM, NULL);

  self->icon_name = icon_name;
  self->action = action;
  self->target = target != NULL ? g_variant_ref_sink (target) : NULL;
  self->title = app_visible_text_line (title, MAX_TITLE);
  self->name = g_strdup (name);
  return self;
}

void
ui_palette_item_describe (UiPaletteItem *self, const char *context, const char *text)
{
  g_return_if_fail (UI_IS_PALETTE_ITEM (self));

  g_free (self->context);
  g_free (self->text);
  self->context = app_visible_text_line (context, MAX_TITLE);
  self->text = app_visible_text_line (text, MAX_TEXT);
}

void
ui_palette_item_put_behind (UiPaletteItem *self, guint behind)
{
  g_return_if_fail (UI_IS_PALETTE_ITEM (self));
  g_return_if_fail (behind <= MAX_BEHIND);
  self->behind = behind;
}

MCP_DEFINE_GETTER (const char *, UiPaletteItem, ui_palette_item, icon_name)
MCP_DEFINE_GETTER (const char *, UiPaletteItem, ui_palette_item, title)
MCP_DEFINE_GETTER (const char *, UiPaletteItem, ui_palette_item, context)
MCP_DEFINE_GETTER (const char *, UiPaletteItem, ui_palette_item, text)

guint
ui_palette_item_rate (UiPaletteItem *self, AppMatch *match)
{
  g_return_val_if_fail (UI_IS_PALETTE_ITEM (self), 0);

  /* With the server's name among the words, one of several with the same tool is found. */
  const char *names[MAX_BEHIND + 3] = { NULL };
  names[self->behind] = self->title;
  names[self->behind + 1] = self->name;
  names[self->behind + 2] = self->context;
  self->rating = app_match_get_score (match, names, self->behind + 3, self->text);
  return self->rating;
}

int
ui_palette_item_compare (gconstpointer a, gconstpointer b)
{
  const UiPaletteItem *first = *(UiPaletteItem *const *)a;
  const UiPaletteItem *second = *(UiPaletteItem *const *)b;

  return (first->rating < second->rating) - (first->rating > second->rating);
}

GtkWidget *
ui_palette_item_find_owner (GtkWidget *widget, const char *action)
{
  GType               owner;
  const char         *name, *property;
  const GVariantType *parameter;
  GtkWidget          *found = NULL;

  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner, &name,
                                                   &parameter, &property);
       i++)
    if (g_str_equal (name, action))
      return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_mapped (child))
      found = ui_palette_item_find_owner (child, action);
  return found;
}

void
ui_palette_item_activate (UiPaletteItem *self, GtkWidget *window)
{
  g_return_if_fail (UI_IS_PALETTE_ITEM (self));

  GtkWidget *owner = ui_palette_item_find_owner (window, self->action);
  gtk_widget_activate_action_variant (owner != NULL ? owner : window, self->action, self->target);
}
