/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-required-page.h"

#include "app-call-references.h"
#include "app-call-table.h"
#include "app-session.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppRequiredPage
{
  GObject parent_instance;

  McpElicitation *elicitation;
  gboolean        is_opened;
  gboolean        is_visited;
};

enum {
  PROP_0,
  PROP_OPENED,
  PROP_VISITED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppRequiredPage, app_required_page, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (AppRequiredPage, app_required_page)
{
  g_clear_pointer (&self->elicitation, mcp_elicitation_unref);
}

static void
app_required_page_class_init (AppRequiredPageClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_OPENED] = { "opened", G_TYPE_BOOLEAN, G_CALLBACK (app_required_page_is_opened) },
    [PROP_VISITED] = { "visited", G_TYPE_BOOLEAN, G_CALLBACK (app_required_page_is_visited) },
  };

  G_OBJECT_CLASS (klass)->dispose = app_required_page_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

/* Returns: (transfer full) */
static AppRequiredPage *
create_page (McpElicitation *elicitation)
{
  AppRequiredPage *self = g_object_new (APP_TYPE_REQUIRED_PAGE, NULL);

  self->elicitation = mcp_elicitation_ref (elicitation);
  return self;
}

const char *
app_required_page_get_message (AppRequiredPage *self)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), NULL);
  return self->elicitation->message;
}

McpUrlReview *
app_required_page_get_url (AppRequiredPage *self)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), NULL);
  return self->elicitation->url;
}

MCP_DEFINE_FLAG (AppRequiredPage, app_required_page, is_opened)

void
app_required_page_set_opened (AppRequiredPage *self)
{
  g_return_if_fail (APP_IS_REQUIRED_PAGE (self));

  if (self->is_opened)
    return;
  self->is_opened = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPENED]);
}

MCP_DEFINE_FLAG (AppRequiredPage, app_required_page, is_visited)

static void
note_complete (AppRequiredPage *self, McpJsonValue id)
{
  McpJsonValue own = self->elicitation->id;

  if (self->is_visited || !mcp_json_value_exists (own) || !mcp_json_value_equal (own, id))
    return;
  self->is_visited = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VISITED]);
}

/* The pages of calls */

struct _AppRequiredPages
{
  GObject parent_instance;

  AppCallTable *pages; /* GListStore of AppRequiredPage */
};

APP_DEFINE_SESSION_FEATURE (AppRequiredPages, app_required_pages)
MCP_DEFINE_CLASS_INIT (AppRequiredPages, app_required_pages)

MCP_DEFINE_FINALIZE (AppRequiredPages, app_required_pages)
{
  app_call_table_free (self->pages);
}

static void
app_required_pages_init (AppRequiredPages *self)
{
  self->pages = app_call_table_new (g_object_unref);
}

static void
on_notification (McpClient *client, McpMessage *message, GListModel *pages)
{
  if (!g_str_equal (mcp_message_get_method (message), "notifications/elicitation/complete"))
    return;
  McpJsonValue id = mcp_json_value_get_member (mcp_message_get_params (message), "elicitationId");
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (AppRequiredPage) page = g_list_model_get_item (pages, i);

      note_complete (page, id);
    }
}

static void
app_required_pages_ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  AppRequiredPages *self = APP_REQUIRED_PAGES (feature);
  McpClient        *client = app_session_get_client (session);
  McpJsonValue      error = app_call_get_error (call);
  g_autoptr (GPtrArray) required = NULL;

  if (mcp_json_value_get_member_int64 (error, "code", 0) != MCP_RPC_URL_ELICITATION_REQUIRED)
    return;
  required = mcp_elicitation_list_required (mcp_json_value_get_member (error, "data"));
  if (required->len == 0)
    return;
  GListStore *pages = g_list_store_new (APP_TYPE_REQUIRED_PAGE);
  for (guint i = 0; i < required->len; i++)
    {
      g_autoptr (AppRequiredPage) page = create_page (required->pdata[i]);

      g_list_store_append (pages, page);
    }
  if (client != NULL)
    g_signal_connect_object (client, "notification", G_CALLBACK (on_notification), pages, 0);
  app_call_table_set (self->pages, call, pages);
}

static void
app_required_pages_feature_init (AppSessionFeatureInterface *iface)
{
  iface->ended = app_required_pages_ended;
}

GListModel *
app_required_pages_get (AppRequiredPages *self, AppCall *call)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGES (self), NULL);
  return app_call_table_lookup (self->pages, call);
}

AppCall *
app_required_pages_repeat_call (AppCall *call)
{
  AppCall *again;

  g_return_val_if_fail (APP_IS_CALL (call), NULL);

  g_autoptr (AppSession) session = app_call_dup_session (call);
  if (session == NULL)
    return NULL;
  again = app_session_new_call (session, app_call_get_kind (call), app_call_get_target (call),
                                app_call_get_arguments (call));
  AppCallReferences *references = app_session_get_feature (session, APP_TYPE_CALL_REFERENCES);
  if (references != NULL)
    app_call_references_set_marks (references, again,
                                   app_call_references_get_marks (references, call));
  app_call_set_meta (again, app_call_get_meta (call));
  app_call_get_options (again)->as_task = app_call_get_options (call)->as_task;
  app_call_get_options (again)->task_ttl_ms = app_call_get_options (call)->task_ttl_ms;
  return again;
}
