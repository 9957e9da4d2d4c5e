/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-page.h"
#include "ui-console-view.h"
#include "ui-log-pane.h"
#include "ui-page.h"
#include "ui-template.h"

#include <glib/gi18n.h>

struct _UiLogPage
{
  GtkWidget parent_instance;

  GtkWidget *bar;
  GtkStack  *stack;
};

static void ui_log_page_page_init (UiPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UiLogPage,
                               ui_log_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (UI_TYPE_PAGE, ui_log_page_page_init))

static gboolean
ui_log_page_search (UiPage *page)
{
  return ui_page_search (gtk_stack_get_visible_child (UI_LOG_PAGE (page)->stack));
}

static void
ui_log_page_page_init (UiPageInterface *iface)
{
  iface->search = ui_log_page_search;
}

static void
ui_log_page_class_init (UiLogPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/log/ui-log-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiLogPage, bar);
  gtk_widget_class_bind_template_child (widget_class, UiLogPage, stack);
}

static void
ui_log_page_init (UiLogPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_log_page_new (AppLog *log, const char *session_name, AppConsole *console)
{
  UiLogPage *self = g_object_new (UI_TYPE_LOG_PAGE, NULL);

  gtk_stack_add_titled (self->stack, ui_log_pane_new (log, session_name), "messages",
                        _ ("Messages"));
  gtk_widget_set_visible (self->bar, console != NULL);
  if (console != NULL)
    gtk_stack_add_titled (self->stack, ui_console_view_new (console), "console",
                          _ ("Standard Error"));
  return GTK_WIDGET (self);
}
