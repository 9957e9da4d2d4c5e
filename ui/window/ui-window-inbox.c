/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the window leads to what servers ask of the person. */

#include "ui-window-private.h"
#include "app-inbox-person.h"
#include "ui-inbox-page.h"

static void
on_show_call (UiWindow *self, AppSession *session)
{
  ui_window_show_place (self, session, UI_PLACE_TOOLS);
}

void
_ui_window_show_inbox (UiWindow *self)
{
  const char *name = ui_place_kind_get_id (UI_PLACE_INBOX);

  if (gtk_stack_get_child_by_name (self->stack, name) == NULL)
    {
      GtkWidget *page = ui_inbox_page_new (app_workspace_get_inbox (self->workspace), NULL);

      g_signal_connect_object (page, "show-call", G_CALLBACK (on_show_call), self,
                               G_CONNECT_SWAPPED);
      gtk_stack_add_named (self->stack, page, name);
    }
  gtk_stack_set_visible_child_name (self->stack, name);
}

void
_ui_window_attend (UiWindow *self)
{
  g_autoptr (AppInboxPolicy) person = app_inbox_person_new ();

  app_inbox_set_policy (app_workspace_get_inbox (self->workspace), person);
}

gboolean
_ui_window_submit_inbox (UiWindow *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (self->stack);

  if (!UI_IS_INBOX_PAGE (shown))
    return FALSE;
  ui_inbox_page_submit (UI_INBOX_PAGE (shown));
  return TRUE;
}
