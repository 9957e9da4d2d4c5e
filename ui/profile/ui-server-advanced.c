/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-advanced.h"
#include "ui-argument-list.h"
#include "ui-file-chooser.h"
#include "ui-object-text.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _UiServerAdvanced
{
  GtkBox parent_instance;

  AppProfileDraft *draft;
  gboolean         fitting;

  AdwActionRow        *opener;
  GtkImage            *arrow;
  GtkRevealer         *revealer;
  AdwComboRow         *era;
  AdwEntryRow         *protocol_version;
  AdwComboRow         *log_level;
  GtkWidget           *listen;
  GtkWidget           *reconnect;
  AdwPreferencesGroup *network;
  AdwComboRow         *transport;
  AdwEntryRow         *message_url;
  AdwEntryRow         *proxy;
  AdwEntryRow         *ca_file;
  AdwEntryRow         *accept_certificate;
  AdwEntryRow         *client_certificate;
  AdwEntryRow         *client_key;
  UiObjectText        *extensions;
  UiObjectText        *meta;
  UiArgumentList      *roots;
  UiArgumentList      *watch;
};

G_DEFINE_FINAL_TYPE (UiServerAdvanced, ui_server_advanced, GTK_TYPE_BOX)

/* What a URL that begins with http or https can mean, in the order of the row. */
static const StoreTransport http_transports[] = { STORE_TRANSPORT_AUTO, STORE_TRANSPORT_HTTP,
                                                  STORE_TRANSPORT_SSE };

static void
on_transport (UiServerAdvanced *self)
{
  guint selected = adw_combo_row_get_selected (self->transport);

  if (!self->fitting && self->draft != NULL && selected < G_N_ELEMENTS (http_transports))
    app_profile_draft_set_transport (self->draft, http_transports[selected]);
}

/* A text that is no object is not in the draft, which has nothing to tell. */
static void
on_object (UiServerAdvanced *self)
{
  g_signal_emit_by_name (self, "checked");
}

static void
set_open (UiServerAdvanced *self, gboolean open)
{
  gtk_revealer_set_reveal_child (self->revealer, open);
  gtk_image_set_from_icon_name (self->arrow, open ? "pan-down-symbolic" : "pan-end-symbolic");
  ui_widget_set_expanded (self->opener, open);
}

static void
on_opened (UiServerAdvanced *self)
{
  set_open (self, !gtk_revealer_get_reveal_child (self->revealer));
}

/* Files */

static void
on_file_chosen (gpointer entry, GFile *file)
{
  if (g_file_peek_path (file) != NULL)
    gtk_editable_set_text (GTK_EDITABLE (entry), g_file_peek_path (file));
}

static void
choose_file (GtkWidget *button, AdwEntryRow *entry)
{
  ui_file_chooser_ask (button, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (entry)),
                       GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL, on_file_chosen, entry);
}

static void
add_chooser (AdwEntryRow *entry)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Choose a File"));
  ui_widget_name (button, _ ("Choose a file"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (choose_file), entry, 0);
  adw_entry_row_add_suffix (entry, button);
}

/* The object */

UI_DEFINE_CLASS (UiServerAdvanced, ui_server_advanced)
{
  mcp_signal_new (klass, "checked", 0);

  ui_template_ensure_types (UI_TYPE_ARGUMENT_LIST, UI_TYPE_OBJECT_TEXT);
  ui_template_set (widget_class, "ui/profile/ui-server-advanced.ui");
  ui_template_hold (widget_class, UiServerAdvanced, draft);
  ui_template_bind_children (widget_class, UiServerAdvanced, opener, arrow, revealer, era,
                             protocol_version, log_level, listen, reconnect, extensions, meta,
                             network, transport, message_url, proxy, ca_file, accept_certificate,
                             client_certificate, client_key, roots, watch);
  ui_template_bind_callbacks (widget_class, on_transport, on_object, on_opened);
}

static void
ui_server_advanced_init (UiServerAdvanced *self)
{
  ui_template_init (self);
  add_chooser (self->ca_file);
  add_chooser (self->client_certificate);
  add_chooser (self->client_key);
  ui_object_text_set_names (self->extensions, _ ("Extensions, as JSON"),
                            "{\"com.example/extension\": {}}");
  ui_object_text_set_names (self->meta, _ ("Request metadata, as JSON"),
                            "{\"com.example/trace\": \"7\"}");
  set_open (self, FALSE);
}

static gboolean
says_something (StoreProfile *profile)
{
  const StoreConversation *conversation = store_profile_get_conversation (profile);
  const StoreNetwork      *network = store_profile_get_network (profile);
  const char              *texts[] = { conversation->protocol_version,
                                       store_profile_get_endpoint (profile)->message_url,
                                       network->proxy,
                                       network->ca_file,
                                       network->accept_certificate,
                                       network->client_certificate };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      return TRUE;
  return conversation->era != STORE_ERA_AUTO || conversation->log_level != STORE_LOG_LEVEL_SERVER ||
         !conversation->listen || conversation->reconnect != STORE_RECONNECT_AUTO ||
         store_variables_get_n_items (conversation->extensions) > 0 ||
         store_variables_get_n_items (conversation->meta) > 0 || conversation->roots[0] != NULL ||
         store_profile_get_endpoint (profile)->watch[0] != NULL;
}

void
ui_server_advanced_set_draft (UiServerAdvanced *self, AppProfileDraft *draft)
{
  g_return_if_fail (UI_IS_SERVER_ADVANCED (self));

  const struct
  {
    const char *property;
    gpointer    widget;
    const char *widget_property;
  } bound[] = {
    { "era", self->era, "selected" },
    { "protocol-version", self->protocol_version, "text" },
    { "log-level", self->log_level, "selected" },
    { "listen", self->listen, "active" },
    { "reconnect", self->reconnect, "active" },
    { "message-url", self->message_url, "text" },
    { "proxy", self->proxy, "text" },
    { "ca-file", self->ca_file, "text" },
    { "accept-certificate", self->accept_certificate, "text" },
    { "client-certificate", self->client_certificate, "text" },
    { "client-key", self->client_key, "text" },
    { "extensions", self->extensions, "text" },
    { "meta", self->meta, "text" },
    { "roots", self->roots, "items" },
    { "watch", self->watch, "items" },
  };

  g_set_object (&self->draft, draft);
  for (guint i = 0; i < G_N_ELEMENTS (bound); i++)
    app_profile_draft_bind (draft, bound[i].property, bound[i].widget, bound[i].widget_property);
  set_open (self, says_something (app_profile_draft_get_profile (draft)));
  ui_server_advanced_fit (self);
}

const char *
ui_server_advanced_get_problem (UiServerAdvanced *self)
{
  g_return_val_if_fail (UI_IS_SERVER_ADVANCED (self), NULL);

  if (ui_object_text_get_problem (self->extensions) != NULL)
    return _ ("The extensions are not a JSON object");
  if (ui_object_text_get_problem (self->meta) != NULL)
    return _ ("_meta is not a JSON object");
  return NULL;
}

void
ui_server_advanced_fit (UiServerAdvanced *self)
{
  StoreProfile  *profile = app_profile_draft_get_profile (self->draft);
  StoreTransport transport = store_profile_get_endpoint (profile)->transport;
  gboolean       tls = transport != STORE_TRANSPORT_STDIO && transport != STORE_TRANSPORT_UNIX &&
                 transport != STORE_TRANSPORT_TCP && transport != STORE_TRANSPORT_HTTP_UNIX;
  gboolean http = FALSE;

  g_return_if_fail (UI_IS_SERVER_ADVANCED (self));

  self->fitting = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (http_transports); i++)
    if (http_transports[i] == transport)
      {
        http = TRUE;
        adw_combo_row_set_selected (self->transport, i);
      }
  self->fitting = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->network), tls);
  gtk_widget_set_visible (GTK_WIDGET (self->transport), http);
  gtk_widget_set_visible (GTK_WIDGET (self->message_url),
                          http && transport != STORE_TRANSPORT_HTTP);
  gtk_widget_set_visible (GTK_WIDGET (self->watch), transport == STORE_TRANSPORT_STDIO);
}
