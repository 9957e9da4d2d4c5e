/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-approvals.h"

#include <string.h>

#include "app-catalogue.h"
#include "app-secret-arguments.h"
#include "app-session.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-approved-tools.h"

/* What a person sends by hand and a collection may have again: bytes of arguments, and calls of one
 * server. */
#define MAX_REMEMBERED_SIZE (64u * 1024u)
#define MAX_REMEMBERED 1000u
/* Of a call that asks: for how many others its approval holds. */
#define REACH_DATA "app-approvals-reach"

struct _AppApprovals
{
  GObject parent_instance;

  AppSession  *session;     /* weak */
  GHashTable  *agreed;      /* tool name → set of what was agreed to: not asked about again */
  gboolean     is_followed; /* the program may follow what this server refers to */
  StoreMemory *tools;       /* (nullable): what tools said when they were approved */
  StoreMemory *sent;        /* (nullable): what a person sent by hand, by its digest */

  StoreProfileList *book; /* (nullable): beside which that is kept; %NULL for this run only */
};

APP_DEFINE_SESSION_FEATURE (AppApprovals, app_approvals)
MCP_DEFINE_CLASS_INIT (AppApprovals, app_approvals)

static void
close_memory (StoreMemory **memory)
{
  if (*memory != NULL)
    store_memory_flush (*memory);
  g_clear_object (memory);
}

MCP_DEFINE_FINALIZE (AppApprovals, app_approvals)
{
  g_clear_weak_pointer (&self->session);
  g_hash_table_unref (self->agreed);
  close_memory (&self->tools);
  close_memory (&self->sent);
  g_clear_object (&self->book);
}

static void
app_approvals_init (AppApprovals *self)
{
  self->agreed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify)g_hash_table_unref);
}

static McpTool *
find_tool (AppApprovals *self, const char *name)
{
  return app_catalogue_find_tool (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                  name);
}

/* Arguments may be large and hold secrets: neither is kept. However they are spaced, they are the
 * same; and for a tool that says something else now, nothing was agreed to. */
static char *
digest (AppApprovals *self, const char *name, const char *arguments)
{
  McpTool         *tool = find_tool (self, name);
  g_autofree char *definition = tool != NULL ? app_change_notice_dup_tool_text (tool) : NULL;
  g_autoptr (McpJsonDocument) document =
      arguments != NULL ? mcp_json_document_parse_text (arguments, -1, NULL) : NULL;
  g_autofree char *compact =
      document != NULL ? mcp_json_value_print_compact (mcp_json_document_get_root (document))
                       : g_strdup (arguments != NULL ? arguments : "{}");
  g_autofree char *whole =
      g_strdup_printf ("%s\n%s\n%s", name, compact, definition != NULL ? definition : "");

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
}

/* What one caller was allowed is no consent to another's calls. */
static char *
make_key (AppApprovals *self, AppCaller caller, const char *name, const char *arguments)
{
  g_autofree char *text = digest (self, name, arguments);

  return g_strdup_printf ("%u %s", caller, text);
}

static void
agree (AppApprovals *self, AppCaller caller, const char *name, const char *arguments)
{
  GHashTable *keys = g_hash_table_lookup (self->agreed, name);

  if (keys == NULL)
    {
      keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (self->agreed, g_strdup (name), keys);
    }
  g_hash_table_add (keys, make_key (self, caller, name, arguments));
}

static gboolean
has_agreed (AppApprovals *self, AppCaller caller, const char *name, const char *arguments)
{
  GHashTable      *keys = g_hash_table_lookup (self->agreed, name);
  g_autofree char *key = keys != NULL ? make_key (self, caller, name, arguments) : NULL;

  return key != NULL && g_hash_table_contains (keys, key);
}

/* Beside the profiles; a server that is in no list is known for this run only. */
static StoreMemory *
get_approved_tools (AppApprovals *self)
{
  if (self->tools == NULL)
    self->tools = store_profile_list_open_memory (
        app_session_get_book (self->session),
        store_profile_get_id (app_session_get_profile (self->session)), STORE_MEMORY_APPROVED);
  return self->tools;
}

/* As the history does, it outlives the session and the program. */
static StoreMemory *
get_sent (AppApprovals *self)
{
  if (self->sent == NULL)
    self->sent = store_profile_list_open_memory (
        self->book, store_profile_get_id (app_session_get_profile (self->session)),
        STORE_MEMORY_SENT);
  return self->sent;
}

/* A collection may send what a person sent by hand. */
static void
remember_sent (AppApprovals *self, const char *name, const char *arguments)
{
  g_autofree char *masked = NULL;

  if (arguments != NULL && strnlen (arguments, MAX_REMEMBERED_SIZE) >= MAX_REMEMBERED_SIZE)
    return;
  /* A digest of a short secret is guessed. */
  masked = arguments != NULL ? app_approvals_dup_masked (self, name, arguments) : NULL;
  if (g_strcmp0 (masked, arguments) != 0)
    return;
  g_autofree char *key = digest (self, name, arguments);
  if (store_memory_get (get_sent (self), key) != NULL)
    return;
  g_auto (GStrv) known = store_memory_dup_names (self->sent);
  for (guint n = g_strv_length (known), i = 0; i + MAX_REMEMBERED <= n; i++)
    store_memory_set (self->sent, known[i], NULL);
  store_memory_set (self->sent, key, "true");
}

static gboolean
was_sent (AppApprovals *self, const char *name, const char *arguments)
{
  g_autofree char *key = digest (self, name, arguments);

  return store_memory_get (get_sent (self), key) != NULL;
}

/* Returns: (transfer full) (nullable): what was approved, where the tool says something else now */
static char *
dup_outdated (AppApprovals *self, McpTool *tool)
{
  const char *name = mcp_definition_get_key (MCP_DEFINITION (tool));
  const char *approved = store_memory_get (get_approved_tools (self), name);

  if (approved == NULL)
    return NULL;
  g_autofree char *text = app_change_notice_dup_tool_text (tool);
  return store_approved_tools_matches (get_approved_tools (self), name, text)
             ? NULL
             : g_strdup (approved);
}

static void
app_approvals_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_APPROVALS (feature)->session, session);
}

/* The person allowed the tool to run as it is listed now. */
static void
keep_approved (AppApprovals *self, const char *name)
{
  McpTool *tool = find_tool (self, name);

  if (tool == NULL)
    return;
  g_autofree char *text = app_change_notice_dup_tool_text (tool);
  if (!store_approved_tools_matches (get_approved_tools (self), name, text))
    store_approved_tools_set (get_approved_tools (self), name, text);
  app_change_list_remove (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST),
                          MCP_DEFINITION_TOOL, name);
}

/* A rule that a person set before the tool was listed holds for what it says first. */
static void
tie_rule (AppApprovals *self, McpTool *tool)
{
  StoreProfile *profile = app_session_get_profile (self->session);
  const char   *name = mcp_definition_get_key (MCP_DEFINITION (tool));

  if (store_profile_get_decisions (profile)->origin == STORE_ORIGIN_TYPED &&
      store_profile_get_tool_approval (profile, name) == STORE_APPROVAL_AUTO)
    keep_approved (self, name);
}

static void
app_approvals_listed (AppSessionFeature *feature, AppSession *session, McpDefinitionKind kind)
{
  AppApprovals  *self = APP_APPROVALS (feature);
  AppChangeList *changes = app_session_get_feature (session, APP_TYPE_CHANGE_LIST);
  GListModel    *tools =
      app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE), kind);

  if (kind != MCP_DEFINITION_TOOL)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *approved = dup_outdated (self, tool);

      if (approved == NULL)
        {
          tie_rule (self, tool);
          continue;
        }
      /* What was agreed to for this connection was agreed to for the tool as it was. */
      g_hash_table_remove (self->agreed, mcp_definition_get_key (MCP_DEFINITION (tool)));
      g_autoptr (AppChangeNotice) notice = app_change_notice_new_approved (tool, approved);
      app_change_list_add_approved (changes, notice);
    }
}

/* What was agreed to was agreed to for the server that is gone. */
static gboolean
app_approvals_closed (AppSessionFeature *feature,
                      AppSession        *session,
                      McpClient         *client,
                      const GError      *error)
{
  if (client == NULL)
    return FALSE;
  g_hash_table_remove_all (APP_APPROVALS (feature)->agreed);
  APP_APPROVALS (feature)->is_followed = FALSE;
  return FALSE;
}

static void
on_approved (AppApprovals *self, gboolean always, AppCall *call)
{
  if (self->session == NULL)
    return;
  const char *name = app_call_get_target (call);
  app_approvals_remember (self, app_call_get_caller (call), name, app_call_get_arguments (call));
  if (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (call), REACH_DATA)) == APP_REACHES_SERVER)
    self->is_followed = TRUE;
  /* A model is asked each time where it may destroy something: what it wants is nobody else's
   * rule. */
  if (always && !(app_call_get_caller (call) == APP_CALLER_MODEL &&
                  app_approval_looks_destructive (find_tool (self, name), name)))
    app_approvals_set_rule (self, name, "auto");
  keep_approved (self, name);
}

static AppAdmission
app_approvals_admit (AppSessionFeature *feature,
                     AppSession        *session,
                     AppCall           *call,
                     const char       **reason)
{
  AppApprovals *self = APP_APPROVALS (feature);
  AppApproval   approval;

  if (app_call_get_kind (call) != APP_CALL_TOOL)
    return APP_ADMIT_ALLOW;
  approval = app_approvals_decide (self, app_call_get_caller (call), app_call_get_target (call),
                                   app_call_get_arguments (call));
  *reason = approval.reason;
  if (approval.admission == APP_ADMIT_ASK)
    {
      g_object_set_data (G_OBJECT (call), REACH_DATA, GUINT_TO_POINTER (approval.reach));
      mcp_signal_connect (call, "approved", on_approved, feature);
    }
  else if (approval.admission == APP_ADMIT_ALLOW &&
           app_call_get_caller (call) == APP_CALLER_PERSON)
    remember_sent (self, app_call_get_target (call), app_call_get_arguments (call));
  return approval.admission;
}

/* A limit that was named for this one call goes first. One that is longer than what the client
 * allows a whole call holds for the whole call, too. */
static gboolean
app_approvals_prepare (AppSessionFeature *feature,
                       AppSession        *session,
                       AppCall           *call,
                       AppCallRequest    *request,
                       GError           **error)
{
  McpRequestOptions *options = &request->options;
  McpClient         *client = app_session_get_client (session);
  guint              limit = app_call_get_kind (call) == APP_CALL_TOOL
                                 ? app_approvals_get_timeout (APP_APPROVALS (feature),
                                                              app_call_get_target (call))
                                 : 0;

  if (limit == 0 || options->deadline_ms != MCP_DEADLINE_DEFAULT)
    return TRUE;
  options->deadline_ms = limit;
  if (client != NULL && options->total_ms == MCP_DEADLINE_DEFAULT &&
      mcp_client_get_options (client)->total_ms != 0)
    options->total_ms = MAX (limit, mcp_client_get_options (client)->total_ms);
  return TRUE;
}

static void
app_approvals_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_approvals_attach;
  iface->listed = app_approvals_listed;
  iface->closed = app_approvals_closed;
  iface->admit = app_approvals_admit;
  iface->prepare = app_approvals_prepare;
}

AppApproval
app_approvals_decide (AppApprovals *self,
                      AppCaller     caller,
                      const char   *name,
                      const char   *arguments)
{
  AppApproval approval = { .admission = APP_ADMIT_ASK };

  g_return_val_if_fail (APP_IS_APPROVALS (self), approval);
  g_return_val_if_fail (self->session != NULL, approval);

  StoreProfile    *profile = app_session_get_profile (self->session);
  McpTool         *tool = find_tool (self, name);
  g_autofree char *changed = tool != NULL ? dup_outdated (self, tool) : NULL;
  if (caller == APP_CALLER_COLLECTION && changed == NULL && was_sent (self, name, arguments))
    caller = APP_CALLER_PERSON;
  /* “auto” runs a tool for the definition that was approved. The rule of an imported server may
   * have come with it and knows none: until a person approves the tool, it counts as no rule. */
  StoreApproval own = store_profile_get_tool_approval (profile, name);
  if (own == STORE_APPROVAL_AUTO &&
      store_profile_get_decisions (profile)->origin != STORE_ORIGIN_TYPED &&
      store_memory_get (get_approved_tools (self), name) == NULL)
    own = STORE_APPROVAL_DEFAULT;
  approval = app_approval_decide (app_session_get_settings (self->session), profile, own, tool,
                                  name, caller, changed != NULL);
  /* Who runs a collection was asked for its tools before; see AppSavedRun. */
  if (approval.admission == APP_ADMIT_ASK && changed == NULL &&
      ((approval.reach == APP_REACHES_ARGUMENTS && has_agreed (self, caller, name, arguments)) ||
       (approval.reach == APP_REACHES_SERVER && self->is_followed)))
    approval = (AppApproval){ .admission = APP_ADMIT_ALLOW };
  return approval;
}

char *
app_approvals_dup_masked (AppApprovals *self, const char *name, const char *arguments)
{
  AppRedactor *redactor = app_session_get_redactor (self->session);
  McpTool     *tool = find_tool (self, name);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);

  if (document != NULL)
    app_secret_arguments_add (redactor, mcp_json_document_get_root (document),
                              tool != NULL ? mcp_tool_get_input_schema (tool) : MCP_JSON_NO_VALUE);
  return app_redactor_redact_text (redactor, arguments);
}

void
app_approvals_remember (AppApprovals *self,
                        AppCaller     caller,
                        const char   *name,
                        const char   *arguments)
{
  g_return_if_fail (APP_IS_APPROVALS (self));
  g_return_if_fail (name != NULL);

  agree (self, caller, name, arguments);
  if (caller == APP_CALLER_PERSON)
    remember_sent (self, name, arguments);
}

void
app_approvals_keep_sent (AppApprovals *self, StoreProfileList *book)
{
  g_return_if_fail (APP_IS_APPROVALS (self));

  close_memory (&self->sent);
  g_set_object (&self->book, book);
}

gboolean
app_approvals_is_destructive (AppApprovals *self, const char *name)
{
  g_return_val_if_fail (APP_IS_APPROVALS (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  return app_approval_looks_destructive (find_tool (self, name), name);
}

AppChangeNotice *
app_approvals_create_notice (AppApprovals *self, const char *name)
{
  g_return_val_if_fail (APP_IS_APPROVALS (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  McpTool         *tool = find_tool (self, name);
  g_autofree char *approved = tool != NULL ? dup_outdated (self, tool) : NULL;
  return approved != NULL ? app_change_notice_new_approved (tool, approved) : NULL;
}

StoreMemory *
app_approvals_get_approved_tools (AppApprovals *self)
{
  g_return_val_if_fail (APP_IS_APPROVALS (self), NULL);
  return get_approved_tools (self);
}

const char *
app_approvals_get_rule (AppApprovals *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_APPROVALS (self), NULL);
  return store_variables_lookup (
      store_profile_get_decisions (app_session_get_profile (self->session))->tool_approvals, tool);
}

void
app_approvals_set_rule (AppApprovals *self, const char *tool, const char *rule)
{
  g_autoptr (StoreVariables) rules = NULL;

  g_return_if_fail (APP_IS_APPROVALS (self));
  g_return_if_fail (tool != NULL);

  g_autoptr (StoreProfile) changed = store_profile_copy (app_session_get_profile (self->session));
  rules = store_variables_copy (store_profile_get_decisions (changed)->tool_approvals);
  if (rule != NULL)
    store_variables_set (rules, tool, rule);
  else
    store_variables_remove (rules, tool);
  g_object_set (changed, "tool-approvals", rules, NULL);
  app_session_keep_profile (self->session, changed);
  if (g_strcmp0 (rule, "auto") == 0)
    keep_approved (self, tool);
}

guint
app_approvals_get_timeout (AppApprovals *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_APPROVALS (self), 0);
  return store_profile_get_tool_timeout (app_session_get_profile (self->session), tool);
}

void
app_approvals_set_timeout (AppApprovals *self, const char *tool, guint milliseconds)
{
  g_return_if_fail (APP_IS_APPROVALS (self));
  g_return_if_fail (tool != NULL);

  g_autoptr (StoreProfile) changed = store_profile_copy (app_session_get_profile (self->session));
  store_profile_set_tool_timeout (changed, tool, milliseconds);
  app_session_keep_profile (self->session, changed);
}

gboolean
app_approvals_is_tool_enabled (AppApprovals *self, const char *tool)
{
  const StoreDecisions *decisions;

  g_return_val_if_fail (APP_IS_APPROVALS (self), TRUE);
  g_return_val_if_fail (tool != NULL, TRUE);

  decisions = store_profile_get_decisions (app_session_get_profile (self->session));
  return (*decisions->enabled_tools == NULL || g_strv_contains (decisions->enabled_tools, tool)) &&
         !g_strv_contains (decisions->disabled_tools, tool);
}

/* Returns: (transfer full): @names, with @name or without it */
static GStrv
change_names (const char *const *names, const char *name, gboolean with)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; names[i] != NULL; i++)
    if (!g_str_equal (names[i], name))
      g_strv_builder_add (builder, names[i]);
  if (with)
    g_strv_builder_add (builder, name);
  return g_strv_builder_end (builder);
}

void
app_approvals_set_tool_enabled (AppApprovals *self, const char *tool, gboolean enabled)
{
  const StoreDecisions *decisions;
  g_autoptr (StoreProfile) changed = NULL;

  g_return_if_fail (APP_IS_APPROVALS (self));
  g_return_if_fail (tool != NULL);

  if (app_approvals_is_tool_enabled (self, tool) == enabled)
    return;
  decisions = store_profile_get_decisions (app_session_get_profile (self->session));
  g_auto (GStrv) disabled_names = change_names (decisions->disabled_tools, tool, !enabled);
  /* Where only some are listed, one that is used is one of these. */
  g_auto (GStrv) enabled_names = change_names (decisions->enabled_tools, tool,
                                               *decisions->enabled_tools != NULL && enabled);
  changed = store_profile_copy (app_session_get_profile (self->session));
  /* The last of them stays listed: an empty list stands for all. */
  if (*enabled_names != NULL)
    g_object_set (changed, "enabled-tools", enabled_names, NULL);
  g_object_set (changed, "disabled-tools", disabled_names, NULL);
  app_session_keep_profile (self->session, changed);
}
