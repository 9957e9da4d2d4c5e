/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-oauth.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define CLIENT_SECRET "client-secret"
#define REDIRECT_HOST "redirect-host"
#define LOCALHOST "localhost"
#define MAX_PORT 65535

struct _UiServerOauth
{
  AdwExpanderRow parent_instance;

  AppProfileDraft *draft;
  gboolean         updating;

  GtkEditable *client_id;
  GtkEditable *client_secret;
  GtkEditable *scopes;
  GtkEditable *issuer;
  AdwComboRow *redirect_host;
  GtkEditable *redirect_port;
  GtkEditable *metadata_url;
};

G_DEFINE_FINAL_TYPE (UiServerOauth, ui_server_oauth, ADW_TYPE_EXPANDER_ROW)

/* The texts, under the names of the profile. */
static const struct
{
  const char *name;
  gsize       offset;
} texts[] = {
  { "client-id", G_STRUCT_OFFSET (UiServerOauth, client_id) },
  { "scopes", G_STRUCT_OFFSET (UiServerOauth, scopes) },
  { "issuer", G_STRUCT_OFFSET (UiServerOauth, issuer) },
  { "redirect-port", G_STRUCT_OFFSET (UiServerOauth, redirect_port) },
  { "metadata-url", G_STRUCT_OFFSET (UiServerOauth, metadata_url) },
};

static GtkEditable *
get_editable (UiServerOauth *self, guint i)
{
  return G_STRUCT_MEMBER (GtkEditable *, self, texts[i].offset);
}

static gboolean
is_port (const char *text)
{
  guint64 port;

  return text[0] == '\0' || g_ascii_string_to_unsigned (text, 10, 1, MAX_PORT, &port, NULL);
}

/* What is no port is not kept; the row says so. */
static void
on_changed (UiServerOauth *self)
{
  const char *port = gtk_editable_get_text (self->redirect_port);
  gboolean    wrong = !is_port (port);

  ui_widget_set_class (self->redirect_port, "error", wrong);
  ui_widget_set_invalid (self->redirect_port, wrong);
  if (self->updating || self->draft == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (get_editable (self, i) != self->redirect_port || !wrong)
      app_profile_draft_set_oauth (self->draft, texts[i].name,
                                   gtk_editable_get_text (get_editable (self, i)));
  app_profile_draft_set_oauth (self->draft, REDIRECT_HOST,
                               adw_combo_row_get_selected (self->redirect_host) == 1 ? LOCALHOST
                                                                                     : "");
}

static void
on_secret_changed (UiServerOauth *self)
{
  const char *text = gtk_editable_get_text (self->client_secret);

  if (!self->updating && self->draft != NULL)
    app_profile_draft_set_secret (self->draft, APP_PROFILE_SECTION_OAUTH, CLIENT_SECRET,
                                  text[0] != '\0' ? text : NULL);
}

MCP_DEFINE_DISPOSE (UiServerOauth, ui_server_oauth)
{
  self->updating = TRUE;
  g_clear_object (&self->draft);
}

UI_DEFINE_CLASS (UiServerOauth, ui_server_oauth)
{
  G_OBJECT_CLASS (klass)->dispose = ui_server_oauth_dispose;

  ui_template_set (widget_class, "ui/profile/ui-server-oauth.ui");
  ui_template_bind_children (widget_class, UiServerOauth, client_id, client_secret, scopes, issuer,
                             redirect_host, redirect_port, metadata_url);
  ui_template_bind_callbacks (widget_class, on_changed, on_secret_changed);
}

static void
ui_server_oauth_init (UiServerOauth *self)
{
  ui_template_init (self);
  ui_widget_name_lists (GTK_WIDGET (self), _ ("Authorization"));
}

void
ui_server_oauth_set_draft (UiServerOauth *self, AppProfileDraft *draft)
{
  const StoreVariables *variables;

  g_return_if_fail (UI_IS_SERVER_OAUTH (self));
  g_return_if_fail (APP_IS_PROFILE_DRAFT (draft));

  g_set_object (&self->draft, draft);
  variables = store_profile_get_endpoint (app_profile_draft_get_profile (draft))->oauth;
  gboolean kept = store_variables_find (variables, CLIENT_SECRET, NULL);
  self->updating = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *text = store_variables_lookup (variables, texts[i].name);

      gtk_editable_set_text (get_editable (self, i), text != NULL ? text : "");
    }
  adw_combo_row_set_selected (
      self->redirect_host,
      g_strcmp0 (store_variables_lookup (variables, REDIRECT_HOST), LOCALHOST) == 0 ? 1 : 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->client_secret),
                               kept ? _ ("Stored; type to replace") : NULL);
  self->updating = FALSE;
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self),
                                 store_variables_get_n_items (variables) > 0);
}
