/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-required-page-row.h"
#include "ui-inbox-link.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_MESSAGE 2000

struct _UiRequiredPageRow
{
  GtkBox parent_instance;

  AppRequiredPage *page;

  GtkLabel  *message;
  AdwBin    *link;
  GtkLabel  *error;
  GtkImage  *icon;
  GtkLabel  *state;
  GtkButton *open;
};

UI_DEFINE_TEMPLATE (UiRequiredPageRow, ui_required_page_row, GTK_TYPE_BOX)

/* Of several, a screen reader says which one it is. */
static void
name_button (UiRequiredPageRow *self, const char *label)
{
  McpUrlReview    *url = app_required_page_get_url (self->page);
  g_autofree char *host =
      app_visible_text_line (url != NULL ? url->host : "", MAX_MESSAGE);
  g_autofree char *name = g_strdup_printf ("%s: %s", label, host);

  gtk_button_set_label (self->open, label);
  ui_widget_name (self->open, name);
}

static void
update (UiRequiredPageRow *self)
{
  McpUrlReview *url = app_required_page_get_url (self->page);
  gboolean      visited = app_required_page_is_visited (self->page);
  gboolean      opened = app_required_page_is_opened (self->page);

  gtk_image_set_from_icon_name (self->icon, visited ? "object-select-symbolic"
                                                    : "web-browser-symbolic");
  gtk_widget_set_visible (GTK_WIDGET (self->icon), visited || opened);
  gtk_label_set_text (self->state, visited  ? _ ("The server reports completion.")
                                   : opened ? _ ("The page is open in your browser.")
                                            : "");
  name_button (self, opened ? _ ("Open Again") : _ ("Open in Browser"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->open),
                            url != NULL && url->may_open);
}

static void
show_error (UiRequiredPageRow *self, const char *text)
{
  ui_widget_show_text (self->error, text);
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiRequiredPageRow) self = data;
  g_autoptr (GError) error = NULL;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    {
      g_autofree char *reason = app_visible_text_line (error->message, MAX_MESSAGE);
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is an error message */
          _ ("Could not start the browser (%s). Copy the URL and open it yourself."),
          reason);

      show_error (self, text);
    }
  /* Otherwise it can be done by hand. */
  app_required_page_set_opened (self->page);
}

static void
on_open (UiRequiredPageRow *self)
{
  McpUrlReview *url = app_required_page_get_url (self->page);
  GdkDisplay   *display = gtk_widget_get_display (GTK_WIDGET (self));
  g_autoptr (GdkAppLaunchContext) context = gdk_display_get_app_launch_context (display);

  if (url == NULL || !url->may_open)
    return;
  show_error (self, NULL);
  g_app_info_launch_default_for_uri_async (url->url,
                                           G_APP_LAUNCH_CONTEXT (context), NULL, on_opened,
                                           g_object_ref (self));
}

UI_DEFINE_CLASS (UiRequiredPageRow, ui_required_page_row)
{
  ui_template_set (widget_class, "ui/inbox/ui-required-page-row.ui");
  ui_template_hold (widget_class, UiRequiredPageRow, page);
  ui_template_bind_children (widget_class, UiRequiredPageRow, message, link, error, icon, state,
                             open);
  ui_template_bind_callbacks (widget_class, on_open);
}

GtkWidget *
ui_required_page_row_new (AppRequiredPage *page)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (page), NULL);

  UiRequiredPageRow *self = g_object_new (UI_TYPE_REQUIRED_PAGE_ROW, NULL);
  McpUrlReview      *url = app_required_page_get_url (page);
  const char        *host = url != NULL ? url->host : "";
  g_autofree char   *message =
      app_visible_text_block (app_required_page_get_message (page), MAX_MESSAGE);
  g_autofree char *name = app_visible_text_line (host, MAX_MESSAGE);

  self->page = g_object_ref (page);
  ui_widget_show_text (self->message, message);
  if (url != NULL)
    adw_bin_set_child (self->link, ui_inbox_link_new (url));
  else
    show_error (self, _ ("The server sent no URL."));
  ui_widget_name (self, name[0] != '\0' ? name : _ ("Page"));
  ui_connect (page, "notify", update, self);
  update (self);
  return GTK_WIDGET (self);
}
