/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-list-empty.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

struct _UiListEmpty
{
  GtkWidget parent_instance;

  GtkLabel  *title;
  GtkLabel  *text;
  GtkWidget *search;
  GtkLabel  *search_label;
};

UI_DEFINE_TEMPLATE (UiListEmpty, ui_list_empty, GTK_TYPE_WIDGET)

static void
on_search (UiListEmpty *self)
{
  g_signal_emit_by_name (self, "search");
}

UI_DEFINE_CLASS (UiListEmpty, ui_list_empty)
{
  mcp_signal_new (klass, "search", 0);
  ui_template_set_bin (widget_class, "ui/catalogue/ui-list-empty.ui");
  ui_template_bind_children (widget_class, UiListEmpty, title, text, search, search_label);
  ui_template_bind_callbacks (widget_class, on_search);
}

void
ui_list_empty_show (UiListEmpty *self,
                    const char  *title,
                    const char  *text,
                    const char  *search_tool)
{
  g_return_if_fail (UI_IS_LIST_EMPTY (self));

  gtk_label_set_text (self->title, title);
  ui_widget_show_text (self->text, text);
  gtk_widget_set_visible (self->search, search_tool != NULL);
  if (search_tool == NULL)
    return;
  g_autofree char *name = app_visible_text_line (search_tool, 100);
  /* Translators: %s is the name of a tool */
  g_autofree char *label = g_strdup_printf (_ ("Search on the Server with %s"), name);
  gtk_label_set_text (self->search_label, label);
  ui_widget_name (self->search, label);
}
