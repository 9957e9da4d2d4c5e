/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-required-pages.h"
#include "ui-required-page-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "app-required-page.h"

#include <glib/gi18n.h>

#define MAX_NAME 100

struct _UiRequiredPages
{
  GtkBox parent_instance;

  AppCall *call; /* (nullable) */

  GtkLabel *title;
  GtkBox   *rows;
  GtkLabel *hint;
};

UI_DEFINE_TEMPLATE (UiRequiredPages, ui_required_pages, GTK_TYPE_BOX)

/* @call: (nullable) */
static GListModel *
get_pages_of (AppCall *call)
{
  g_autoptr (AppSession) session = call != NULL ? app_call_dup_session (call) : NULL;
  AppRequiredPages *pages =
      session != NULL ? app_session_get_feature (session, APP_TYPE_REQUIRED_PAGES) : NULL;

  return pages != NULL ? app_required_pages_get (pages, call) : NULL;
}

static GListModel *
get_pages (UiRequiredPages *self)
{
  return get_pages_of (self->call);
}

/* It can be tried again at any time; the hint says when that makes sense. */
static void
update_hint (UiRequiredPages *self)
{
  GListModel *pages = get_pages (self);
  guint       n = pages != NULL ? g_list_model_get_n_items (pages) : 0;
  guint       n_opened = 0;
  guint       n_visited = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppRequiredPage) page = g_list_model_get_item (pages, i);

      n_opened += app_required_page_is_opened (page) || app_required_page_is_visited (page);
      n_visited += app_required_page_is_visited (page);
    }
  g_autofree char *left = g_strdup_printf (
      ngettext ("%u page not opened yet", "%u pages not opened yet", n - n_opened),
      n - n_opened);
  gtk_label_set_text (self->hint, n_visited == n  ? _ ("The server reports completion.")
                                  : n_opened == n ? _ ("Try again when you are done.")
                                                  : left);
}

static void
drop_rows (UiRequiredPages *self)
{
  GListModel *pages = get_pages (self);

  ui_widget_clear (self->rows);
  for (guint i = 0; pages != NULL && i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (AppRequiredPage) page = g_list_model_get_item (pages, i);

      g_signal_handlers_disconnect_by_data (page, self);
    }
}

static void
add_rows (UiRequiredPages *self, GListModel *pages)
{
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (AppRequiredPage) page = g_list_model_get_item (pages, i);

      gtk_box_append (self->rows, ui_required_page_row_new (page));
      ui_connect (page, "notify", update_hint, self);
    }
}

/* It must be clear who asks. */
static void
update_title (UiRequiredPages *self, guint n)
{
  g_autoptr (AppSession) session = app_call_dup_session (self->call);
  const char      *name = session != NULL ? app_session_get_name (APP_SESSION (session)) : "";
  g_autofree char *visible = app_visible_text_line (name, MAX_NAME);
  g_autofree char *title = g_strdup_printf (
      /* Translators: %1$s is the name of a server, %2$u a number of pages */
      ngettext ("%1$s requires you to open a page", "%1$s requires you to open %2$u pages",
                n),
      visible, n);

  gtk_label_set_text (self->title, title);
}

static void
on_retry (UiRequiredPages *self)
{
  g_signal_emit_by_name (self, "retry");
}

UI_DEFINE_DISPOSE (UiRequiredPages, ui_required_pages)
{
  if (self->rows != NULL)
    drop_rows (self);
}

UI_DEFINE_CLASS (UiRequiredPages, ui_required_pages)
{
  G_OBJECT_CLASS (klass)->dispose = ui_required_pages_dispose;

  mcp_signal_new (klass, "retry", 0);

  ui_template_set (widget_class, "ui/inbox/ui-required-pages.ui");
  ui_template_hold (widget_class, UiRequiredPages, call);
  ui_template_bind_children (widget_class, UiRequiredPages, title, rows, hint);
  ui_template_bind_callbacks (widget_class, on_retry);
}

void
ui_required_pages_set_call (UiRequiredPages *self, AppCall *call)
{
  GListModel *pages = get_pages_of (call);

  g_return_if_fail (UI_IS_REQUIRED_PAGES (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (pages == NULL)
    call = NULL;
  if (self->call == call)
    return;
  drop_rows (self);
  g_set_object (&self->call, call);
  gtk_widget_set_visible (GTK_WIDGET (self), pages != NULL);
  if (pages == NULL)
    return;
  add_rows (self, pages);
  update_title (self, g_list_model_get_n_items (pages));
  update_hint (self);
}
