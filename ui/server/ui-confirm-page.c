/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-confirm-page.h"
#include "ui-template.h"
#include "app-visible-text.h"
#include "store-profile.h"

#include <glib/gi18n.h>

/* Long enough for any command that a person can judge. */
#define MAX_COMMAND 100000

struct _UiConfirmPage
{
  GtkWidget parent_instance;

  GtkLabel *command;
};

G_DEFINE_FINAL_TYPE (UiConfirmPage, ui_confirm_page, GTK_TYPE_WIDGET)

static void
ui_confirm_page_dispose (GObject *object)
{
  ui_template_dispose (GTK_WIDGET (object), UI_TYPE_CONFIRM_PAGE);
  G_OBJECT_CLASS (ui_confirm_page_parent_class)->dispose (object);
}

static void
ui_confirm_page_class_init (UiConfirmPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_confirm_page_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/server/ui-confirm-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiConfirmPage, command);
}

static void
ui_confirm_page_init (UiConfirmPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Everything that decides what runs: the command, where, and with which variables. */
static char *
dup_whole (AppSession *session)
{
  StoreProfile         *profile = app_session_get_profile (session);
  const StoreVariables *environment = store_profile_get_environment (profile);
  const char           *directory = store_profile_get_working_directory (profile);
  g_autofree char      *command = app_session_dup_command_text (session);
  g_autoptr (GString) whole = g_string_new (command);

  if (directory != NULL)
    /* Translators: %s is a folder; stands below the command that runs in it */
    g_string_append_printf (whole, _ ("\n\nin %s"), directory);
  if (store_variables_get_n_items (environment) > 0)
    g_string_append (whole, _ ("\n\nwith"));
  for (guint i = 0; i < store_variables_get_n_items (environment); i++)
    {
      const char *value = store_variables_get_value (environment, i);
      g_string_append_printf (whole, "\n%s=%s", store_variables_get_name (environment, i),
                              value != NULL ? value : _ ("(a secret from the keyring)"));
    }
  return g_string_free (g_steal_pointer (&whole), FALSE);
}

void
ui_confirm_page_show (UiConfirmPage *self, AppSession *session)
{
  g_return_if_fail (UI_IS_CONFIRM_PAGE (self));
  g_return_if_fail (APP_IS_SESSION (session));

  g_autofree char *command = dup_whole (session);
  g_autofree char *visible = app_visible_text_block (command, MAX_COMMAND);
  gtk_label_set_text (self->command, visible);
}
