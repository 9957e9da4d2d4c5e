/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-page.h"
#include "ui-console-view.h"
#include "ui-log-pane.h"
#include "ui-page.h"
#include "ui-template.h"

#include <glib/gi18n.h>

struct _UiLogPage
{
  GtkBox parent_instance;

  gboolean prefers_console; /* where there is one */

  GtkWidget *bar;
  GtkStack  *stack;

  /* borrowed */
  UiLogPane     *messages;
  UiConsoleView *console;
  GtkStackPage  *console_page;
};

UI_DEFINE_PAGE (UiLogPage, ui_log_page, GTK_TYPE_BOX)

static gboolean
ui_log_page_search (UiPage *page)
{
  return ui_page_search (gtk_stack_get_visible_child (UI_LOG_PAGE (page)->stack));
}

/* What the person turns to; the stack turns by itself when a page goes. */
static void
on_turned (UiLogPage *self)
{
  if (self->console_page != NULL && gtk_stack_page_get_visible (self->console_page))
    self->prefers_console =
        gtk_stack_get_visible_child (self->stack) == GTK_WIDGET (self->console);
}

static void
ui_log_page_page_init (UiPageInterface *iface)
{
  iface->search = ui_log_page_search;
}

UI_DEFINE_CLASS (UiLogPage, ui_log_page)
{
  ui_template_set (widget_class, "ui/log/ui-log-page.ui");
  ui_template_bind_children (widget_class, UiLogPage, bar, stack);
  ui_template_bind_callbacks (widget_class, on_turned);
}

static void
ui_log_page_init (UiLogPage *self)
{
  ui_template_init (self);
}

GtkWidget *
ui_log_page_new (AppLog *log, const char *session_name)
{
  UiLogPage *self = g_object_new (UI_TYPE_LOG_PAGE, NULL);

  self->messages = UI_LOG_PANE (ui_log_pane_new (log, session_name));
  gtk_stack_add_titled (self->stack, GTK_WIDGET (self->messages), "messages", _ ("Messages"));
  self->console = g_object_new (UI_TYPE_CONSOLE_VIEW, NULL);
  self->console_page = gtk_stack_add_titled (self->stack, GTK_WIDGET (self->console), "console",
                                             _ ("Standard Error"));
  gtk_stack_page_set_visible (self->console_page, FALSE);
  g_object_bind_property (self->console_page, "visible", self->bar, "visible",
                          G_BINDING_SYNC_CREATE);
  return GTK_WIDGET (self);
}

void
ui_log_page_set_console (UiLogPage *self, AppConsole *console)
{
  g_return_if_fail (UI_IS_LOG_PAGE (self));

  ui_console_view_set_console (self->console, console);
  /* First hidden, then turned away from; first there, then turned to. */
  gtk_stack_page_set_visible (self->console_page, console != NULL);
  gtk_stack_set_visible_child (self->stack, console != NULL && self->prefers_console
                                                ? GTK_WIDGET (self->console)
                                                : GTK_WIDGET (self->messages));
}

void
ui_log_page_select (UiLogPage *self, AppLogEntry *entry)
{
  g_return_if_fail (UI_IS_LOG_PAGE (self));

  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->messages));
  ui_log_pane_select (self->messages, entry);
  gtk_widget_child_focus (GTK_WIDGET (self->messages), GTK_DIR_TAB_FORWARD);
}
