/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-banner.h"
#include "ui-banner.h"
#include "ui-inbox-card.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 120

struct _UiInboxBanner
{
  AdwBin parent_instance;

  AppInbox   *inbox;
  AppSession *session;

  UiBanner *banner; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiInboxBanner, ui_inbox_banner, ADW_TYPE_BIN)

static void
update (UiInboxBanner *self)
{
  guint         n;
  AppInboxItem *first = app_inbox_find_first (self->inbox, self->session,
                                              G_LIST_STORE (ui_inbox_card_get_shown ()), &n);

  ui_banner_set_revealed (self->banner, n > 0);
  if (first == NULL)
    return;
  const char      *called = app_inbox_item_get_target (first);
  g_autofree char *target = app_visible_text_line (called, MAX_LINE);
  g_autofree char *asks =
      called != NULL
          /* Translators: who asks for what, and the name of the tool that was called */
          ? g_strdup_printf (_ ("%s for “%s”"), app_inbox_item_get_title (first), target)
          : g_strdup (app_inbox_item_get_title (first));
  g_autofree char *more =
      n > 1 ? g_strdup_printf (_ ("%s, and %'u more"), asks, n - 1) : g_strdup (asks);

  ui_banner_set_title (self->banner, more);
}

static void
on_clicked (UiInboxBanner *self)
{
  g_signal_emit_by_name (self, "answer");
}

MCP_DEFINE_DISPOSE (UiInboxBanner, ui_inbox_banner)
{
  g_clear_object (&self->session);
  g_clear_object (&self->inbox);
}

static void
ui_inbox_banner_class_init (UiInboxBannerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_inbox_banner_dispose;
  mcp_signal_new (klass, "answer", 0);
}

static void
ui_inbox_banner_init (UiInboxBanner *self)
{
  self->banner = g_object_new (UI_TYPE_BANNER, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->banner), "asking");
  ui_banner_set_button_label (self->banner, _ ("Answer"));
  ui_connect (self->banner, "button-clicked", on_clicked, self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->banner));
}

void
ui_inbox_banner_follow (UiInboxBanner *self, AppInbox *inbox, AppSession *session)
{
  g_return_if_fail (UI_IS_INBOX_BANNER (self));
  g_return_if_fail (self->inbox == NULL);

  self->inbox = g_object_ref (inbox);
  self->session = g_object_ref (session);
  ui_connect (inbox, "items-changed", update, self);
  ui_connect (ui_inbox_card_get_shown (), "items-changed", update, self);
  update (self);
}
