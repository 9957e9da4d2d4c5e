/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-confirm-page.h"
#include "ui-template.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* Long enough for any command that a person can judge. */
#define MAX_COMMAND 100000

struct _UiConfirmPage
{
  GtkWidget parent_instance;

  GtkLabel  *title;
  GtkLabel  *explanation;
  GtkLabel  *command;
  GtkButton *confirm;
};

G_DEFINE_FINAL_TYPE (UiConfirmPage, ui_confirm_page, GTK_TYPE_WIDGET)

UI_DEFINE_CLASS (UiConfirmPage, ui_confirm_page)
{
  ui_template_set_bin (widget_class, "ui/session/ui-confirm-page.ui");
  ui_template_bind_children (widget_class, UiConfirmPage, title, explanation, command, confirm);
}

static void
ui_confirm_page_init (UiConfirmPage *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->command);
}

void
ui_confirm_page_show (UiConfirmPage *self, AppSession *session)
{
  g_return_if_fail (UI_IS_CONFIRM_PAGE (self));
  g_return_if_fail (APP_IS_SESSION (session));

  g_autofree char *command = app_session_dup_command_text (session);
  g_autofree char *visible = app_visible_text_block (command, MAX_COMMAND);
  StoreProfile    *profile = app_session_get_profile (session);
  gboolean         runs = store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO;
  const char      *source = store_profile_get_decisions (profile)->source;
  gboolean         imported =
      store_profile_get_decisions (profile)->origin == STORE_ORIGIN_IMPORTED;
  /* Translators: where a server's settings come from; what happens with them follows */
  g_autofree char *origin =
      source != NULL ? g_strdup_printf (_ ("Imported from %s."), source)
                     : g_strdup (imported ? _ ("Imported from another application.")
                                          : _ ("Pasted, or opened from a link."));
  g_autofree char *text = g_strdup_printf (
      "%s %s", origin,
      runs ? _ ("It has not run yet and runs with your permissions: review it first.")
           : _ ("It takes values from your environment: review what is sent, and to which host, "
                "first."));

  gtk_label_set_text (self->title, runs ? _ ("Run This Command?") : _ ("Use This Server?"));
  gtk_label_set_text (self->explanation, text);
  gtk_button_set_label (self->confirm, runs ? _ ("Run") : _ ("Allow and Connect"));
  gtk_label_set_text (self->command, visible);
}
