/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-find-bin.h"
#include "mcp-property.h"
#include "ui-find-bar.h"
#include "ui-page.h"
#include "ui-template.h"

#include <string.h>

/* Black on these has 13 : 1 and 8 : 1, in a light window as in a dark one. */
#define MATCH 0xffff, 0xe8e8, 0x8080
#define CURRENT_MATCH 0xffff, 0xa3a3, 0x4848
/* In one row; a text that consists of the needle has no end of them. */
#define MAX_MARKS 500

struct _UiFindBin
{
  AdwBin parent_instance;

  AppFind *find;

  UiFindBar *bar;
  AdwBin    *place;
};

UI_DEFINE_PAGE (UiFindBin, ui_find_bin, ADW_TYPE_BIN)

static void
show_status (UiFindBin *self)
{
  g_autofree char *status = self->find != NULL ? app_find_dup_status (self->find) : NULL;
  gsize            offset;
  gboolean         any = self->find != NULL && app_find_get_current (self->find, &offset);

  ui_find_bar_set_status (self->bar, status);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.next", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.previous", any);
}

static void
look (UiFindBin *self)
{
  if (self->find != NULL)
    app_find_set_needle (self->find, ui_find_bar_get_needle (self->bar));
}

static void
step (UiFindBin *self, gboolean forwards)
{
  if (self->find != NULL)
    app_find_step (self->find, forwards);
}

static void
find_next (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (UI_FIND_BIN (widget), TRUE);
}

static void
find_previous (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (UI_FIND_BIN (widget), FALSE);
}

static void
find_close (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiFindBin *self = UI_FIND_BIN (widget);

  ui_find_bar_close (self->bar);
  gtk_widget_child_focus (GTK_WIDGET (self->place), GTK_DIR_TAB_FORWARD);
}

static gboolean
ui_find_bin_search (UiPage *page)
{
  ui_find_bar_open (UI_FIND_BIN (page)->bar);
  return TRUE;
}

static void
ui_find_bin_page_init (UiPageInterface *iface)
{
  iface->search = ui_find_bin_search;
}

static void
set_content (UiFindBin *self, GtkWidget *content)
{
  adw_bin_set_child (self->place, content);
}

static GtkWidget *
get_content (UiFindBin *self)
{
  return adw_bin_get_child (self->place);
}

UI_DEFINE_DISPOSE (UiFindBin, ui_find_bin)
{
  ui_find_bin_set_find (self, NULL);
}

UI_DEFINE_CLASS (UiFindBin, ui_find_bin)
{
  const McpProperty rows[] = {
    [1] = { "content", GTK_TYPE_WIDGET, G_CALLBACK (get_content), .flags = G_PARAM_WRITABLE,
            .set = G_CALLBACK (set_content) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  G_OBJECT_CLASS (klass)->dispose = ui_find_bin_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, specs, G_N_ELEMENTS (rows));

  ui_template_set (widget_class, "ui/result/ui-find-bin.ui");
  ui_template_bind_children (widget_class, UiFindBin, bar, place);
  ui_template_bind_callbacks (widget_class, look);
  gtk_widget_class_install_action (widget_class, "find.next", NULL, find_next);
  gtk_widget_class_install_action (widget_class, "find.previous", NULL, find_previous);
  gtk_widget_class_install_action (widget_class, "find.close", NULL, find_close);
  ui_find_bar_add_bindings (widget_class);
}

static void
ui_find_bin_init (UiFindBin *self)
{
  g_type_ensure (UI_TYPE_FIND_BAR);
  ui_template_init (self);
  show_status (self);
}

void
ui_find_bin_set_find (UiFindBin *self, AppFind *find)
{
  g_return_if_fail (UI_IS_FIND_BIN (self));
  g_return_if_fail (find == NULL || APP_IS_FIND (find));

  if (self->find != NULL)
    g_signal_handlers_disconnect_by_data (self->find, self);
  g_set_object (&self->find, find);
  if (find == NULL)
    return;
  ui_connect (find, "changed", show_status, self);
  look (self);
  show_status (self);
}

MCP_DEFINE_GETTER (AppFind *, UiFindBin, ui_find_bin, find)

gboolean
ui_find_bin_search_within (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (UI_IS_FIND_BIN (widget))
    return UI_FIND_BIN (widget)->find != NULL && ui_page_search (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (ui_find_bin_search_within (child))
      return TRUE;
  return FALSE;
}

static void
mark (PangoAttrList *attributes, PangoAttribute *attribute, gsize start, gsize end)
{
  attribute->start_index = (guint)start;
  attribute->end_index = (guint)end;
  pango_attr_list_insert (attributes, attribute);
}

void
ui_find_bin_mark (AppFind *find, const char *text, int current, PangoAttrList *attributes)
{
  const char *needle = find != NULL ? app_find_get_needle (find) : "";
  gsize       length = needle[0] != '\0' ? strlen (text) : 0;
  gsize       start, end, from = 0;

  for (int i = 0;
       i < MAX_MARKS && app_find_match (text, length, needle, from, &start, &end); i++)
    {
      PangoAttribute *background = i == current ? pango_attr_background_new (CURRENT_MATCH)
                                                : pango_attr_background_new (MATCH);

      mark (attributes, background, start, end);
      mark (attributes, pango_attr_foreground_new (0, 0, 0), start, end);
      from = end;
    }
}
