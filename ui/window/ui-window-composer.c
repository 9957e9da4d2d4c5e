/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the window leads to the composer: from the sidebar, a server's menu, a line of the log. */

#include "ui-window-private.h"
#include "app-composer.h"
#include "ui-composer-page.h"

#include <glib/gi18n.h>

static void
on_connect (UiWindow *self, AppSession *session)
{
  _ui_window_connect (self, session);
}

static AppComposer *
ensure_composer (UiWindow *self)
{
  const char  *name = ui_place_kind_get_id (UI_PLACE_COMPOSER);
  GtkWidget   *page = gtk_stack_get_child_by_name (self->stack, name);
  AppComposer *composer = NULL;

  if (page == NULL)
    {
      g_autoptr (AppComposer) made = app_composer_new (self->workspace);

      page = ui_composer_page_new (made, G_LIST_MODEL (self->workspace));
      g_signal_connect_object (page, "connect", G_CALLBACK (on_connect), self, G_CONNECT_SWAPPED);
      gtk_stack_add_named (self->stack, page, name);
    }
  g_object_get (page, "composer", &composer, NULL);
  /* The page has it as long as it lives. */
  g_object_unref (composer);
  return composer;
}

void
_ui_window_show_composer (UiWindow *self)
{
  ensure_composer (self);
  gtk_stack_set_visible_child_name (self->stack, ui_place_kind_get_id (UI_PLACE_COMPOSER));
}

static void
go_to_composer (UiWindow *self)
{
  ui_window_show_place (self, NULL, UI_PLACE_COMPOSER);
  ui_composer_page_focus (UI_COMPOSER_PAGE (gtk_stack_get_visible_child (self->stack)));
}

void
_ui_window_compose (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session != NULL)
    app_composer_set_session (ensure_composer (self), session);
  go_to_composer (self);
}

void
_ui_window_replay (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow    *self = UI_WINDOW (widget);
  AppComposer *composer = ensure_composer (self);
  guint64      sequence;
  gboolean     edit;
  AppLogEntry *entry;

  g_variant_get (parameter, "(tb)", &sequence, &edit);
  entry = app_log_find (app_workspace_get_log (self->workspace), sequence);
  if (entry == NULL || !app_composer_load (composer, entry))
    return;
  /* What may change something is looked at before it is sent again. */
  if (!edit && app_composer_get_can_send (composer) && app_composer_is_harmless (composer))
    {
      g_autoptr (AppLogEntry) sent = app_composer_send (composer, NULL);

      if (sent != NULL)
        {
          ui_window_add_toast (self, _ ("Sent again"));
          return;
        }
    }
  go_to_composer (self);
}
