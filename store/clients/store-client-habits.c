/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-habits.h"

#include "mcp-json-writer.h"

#include <string.h>

/* Deadlines */

/* @what: what it is the time for */
static void
write_deadline (const StoreClientFormat *format,
                const char              *member,
                guint                    milliseconds,
                const char              *what,
                StoreClientObject       *object,
                GPtrArray               *notes)
{
  if (milliseconds == 0)
    return;
  if (member != NULL)
    store_client_object_set (
        object, member,
        g_strdup_printf ("%u", (milliseconds - 1) / format->habits.timeout_unit + 1));
  else
    store_note_add (notes, STORE_NOTE_LOSS, "deadlines",
                    "%s has a time limit of its own for %s: %g s is left out.", format->name, what,
                    milliseconds / 1000.0);
}

static void
write_deadlines (const StoreClientFormat *format,
                 StoreProfile            *profile,
                 StoreClientObject       *object,
                 GPtrArray               *notes)
{
  const StoreClientHabits *habits = &format->habits;
  const StoreConversation *conversation = store_profile_get_conversation (profile);

  write_deadline (format, habits->timeout, conversation->request_timeout, "a response", object,
                  notes);
  write_deadline (format, habits->startup_timeout, conversation->connect_timeout, "connecting",
                  object, notes);
}

/* Returns: milliseconds, 0 for none */
static guint
read_deadline (const StoreClientFormat *format, McpJsonValue object, const char *member)
{
  double value = mcp_json_value_get_double (store_client_object_find (object, member), 0) *
                 format->habits.timeout_unit;

  return value >= 1 && value <= G_MAXUINT ? (guint)value : 0;
}

/* The switch */

static void
write_switch (const StoreClientFormat *format,
              StoreProfile            *profile,
              StoreClientObject       *object,
              GPtrArray               *notes)
{
  const StoreClientHabits *habits = &format->habits;

  if (store_profile_get_decisions (profile)->enabled)
    return;
  if (habits->enabled != NULL)
    store_client_object_set (object, habits->enabled, g_strdup ("false"));
  else if (habits->disabled != NULL)
    store_client_object_set (object, habits->disabled, g_strdup ("true"));
  else if (format->lists == NULL)
    store_note_add (notes, STORE_NOTE_LOSS, "enabled",
                    "The server is switched off here, and %s has no such switch in its file.",
                    format->name);
}

gboolean
store_client_habits_is_off (const StoreClientFormat *format, McpJsonValue object)
{
  if (format != NULL)
    return !mcp_json_value_get_boolean (store_client_object_find (object, format->habits.enabled),
                                        TRUE) ||
           mcp_json_value_get_boolean (store_client_object_find (object, format->habits.disabled),
                                       FALSE);
  return mcp_json_value_get_member_boolean (object, "disabled", FALSE) ||
         !mcp_json_value_get_member_boolean (object, "enabled", TRUE) ||
         !mcp_json_value_get_member_boolean (object, "isActive", TRUE) ||
         !mcp_json_value_get_member_boolean (object, "active", TRUE);
}

/* Tools */

/* Returns: (transfer full): never %NULL */
static GStrv
read_list (McpJsonValue array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (McpJsonWalk each = mcp_json_walk (array); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);

      if (text != NULL && *text != '\0')
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

static gboolean
is_all (const char *const *names)
{
  return names[0] != NULL && names[1] == NULL && g_str_equal (names[0], "*");
}

static void
write_tools (const StoreClientFormat *format,
             StoreProfile            *profile,
             StoreClientObject       *object,
             GPtrArray               *notes)
{
  const StoreDecisions *decisions = store_profile_get_decisions (profile);

  if (*decisions->disabled_tools != NULL && format->habits.disabled_tools != NULL)
    store_client_object_set_list (object, format->habits.disabled_tools,
                                  decisions->disabled_tools);
  else if (*decisions->disabled_tools != NULL)
    store_note_add (notes, STORE_NOTE_LOSS, "disabled-tools",
                    "%s lists the tools that are disabled here like any other.", format->name);
  if (*decisions->enabled_tools != NULL && format->habits.enabled_tools != NULL)
    store_client_object_set_list (object, format->habits.enabled_tools, decisions->enabled_tools);
  else if (*decisions->enabled_tools != NULL)
    store_note_add (notes, STORE_NOTE_LOSS, "enabled-tools",
                    "%s lists all tools, and not only those that are enabled here.", format->name);
}

static void
read_tools (const StoreClientFormat *format, McpJsonValue object, StoreProfile *profile)
{
  g_auto (GStrv) disabled =
      read_list (store_client_object_find (object, format->habits.disabled_tools));
  g_auto (GStrv) enabled =
      read_list (store_client_object_find (object, format->habits.enabled_tools));

  g_object_set (profile, "disabled-tools", disabled, NULL);
  if (!is_all ((const char *const *)enabled))
    g_object_set (profile, "enabled-tools", enabled, NULL);
}

/* Approval */

/* Returns: (transfer full): the tools that run without a question */
static GStrv
list_approved (const StoreDecisions *decisions)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < store_variables_get_n_items (decisions->tool_approvals); i++)
    if (g_strcmp0 (store_variables_get_value (decisions->tool_approvals, i), "auto") == 0)
      g_strv_builder_add (builder, store_variables_get_name (decisions->tool_approvals, i));
  return g_strv_builder_end (builder);
}

static gboolean
write_approval_of_all (const StoreClientFormat *format, StoreClientObject *object)
{
  const StoreClientHabits *habits = &format->habits;
  const char *const        all[] = { habits->approve_all, NULL };

  if (habits->trust != NULL)
    store_client_object_set (object, habits->trust, g_strdup ("true"));
  else if (habits->default_mode != NULL)
    store_client_object_set_text (object, habits->default_mode, "approve");
  else if (habits->approve_all != NULL)
    store_client_object_set_list (object, habits->auto_approve, all);
  else
    return FALSE;
  return TRUE;
}

static void
write_modes (const char *member, const char *const *tools, StoreClientObject *object)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (; *tools != NULL; tools++)
    mcp_json_writer_add (writer, "%s: {'approval_mode': 'approve'}", *tools);
  mcp_json_writer_end_object (writer);
  store_client_object_set (object, member, mcp_json_writer_finish_text (writer));
}

static void
write_approval (const StoreClientFormat *format,
                StoreProfile            *profile,
                StoreClientObject       *object,
                GPtrArray               *notes)
{
  const StoreClientHabits *habits = &format->habits;
  const StoreDecisions    *decisions = store_profile_get_decisions (profile);
  g_auto (GStrv) tools = list_approved (decisions);
  guint    n_tools = g_strv_length (tools);
  gboolean all = decisions->approval == STORE_APPROVAL_AUTO;
  gboolean whole = decisions->approval != STORE_APPROVAL_NEVER &&
                   n_tools == store_variables_get_n_items (decisions->tool_approvals);

  if (all)
    whole = write_approval_of_all (format, object) && whole;
  if (n_tools > 0 && !(all && habits->tool_modes == NULL))
    {
      if (habits->auto_approve != NULL)
        store_client_object_set_list (object, habits->auto_approve, (const char *const *)tools);
      else if (habits->tool_modes != NULL)
        write_modes (habits->tool_modes, (const char *const *)tools, object);
      else
        whole = FALSE;
    }
  if (!whole)
    store_note_add (notes, STORE_NOTE_LOSS, "approval",
                    "%s asks before calls by rules of its own: those set here are left out.",
                    format->name);
}

static void
approve (StoreVariables *approvals, const char *tool)
{
  store_variables_set (approvals, tool, "auto");
}

static gboolean
is_approve (McpJsonValue mode)
{
  return mcp_json_value_string_equals (mode, "approve");
}

static void
read_approval (const StoreClientFormat *format,
               McpJsonValue             object,
               StoreProfile            *profile,
               GPtrArray               *notes)
{
  const StoreClientHabits *habits = &format->habits;
  g_autoptr (StoreVariables) approvals = store_variables_new ();
  g_auto (GStrv) listed = read_list (store_client_object_find (object, habits->auto_approve));
  gboolean all =
      is_all ((const char *const *)listed) ||
      mcp_json_value_get_boolean (store_client_object_find (object, habits->trust), FALSE) ||
      is_approve (store_client_object_find (object, habits->default_mode));

  for (guint i = 0; listed[i] != NULL; i++)
    if (!g_str_equal (listed[i], "*"))
      approve (approvals, listed[i]);
  for (McpJsonWalk each = mcp_json_walk (store_client_object_find (object, habits->tool_modes));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *tool =
          mcp_json_value_exists (each.name) ? mcp_json_value_dup_string (each.name, NULL) : NULL;

      if (tool != NULL && *tool != '\0' &&
          is_approve (mcp_json_value_get_member (each.value, "approval_mode")))
        approve (approvals, tool);
    }
  g_object_set (profile, "approval", all ? STORE_APPROVAL_AUTO : STORE_APPROVAL_DEFAULT,
                "tool-approvals", approvals, NULL);
  if (all)
    store_note_add (notes, STORE_NOTE_ATTENTION, "approval",
                    "In %s all of its tools run without a question.", format->name);
  else if (store_variables_get_n_items (approvals) > 0)
    store_note_add (notes, STORE_NOTE_ATTENTION, "approval",
                    "In %s some of its tools run without a question.", format->name);
}

/* OAuth: names of the profile's texts and of the application's members */

typedef struct
{
  const char *key;
  const char *member;
} OauthRow;

#define N_OAUTH_ROWS 8

static void
get_oauth_rows (const StoreClientFormat *format, OauthRow rows[N_OAUTH_ROWS])
{
  const StoreClientOauth *oauth = &format->oauth;

  rows[0] = (OauthRow){ "client-id", oauth->client_id };
  rows[1] = (OauthRow){ "client-secret", oauth->client_secret };
  rows[2] = (OauthRow){ "scopes", oauth->scopes };
  rows[3] = (OauthRow){ "redirect-uri", oauth->redirect_uri };
  rows[4] = (OauthRow){ "callback-port", oauth->callback_port };
  rows[5] = (OauthRow){ "server-metadata-url", oauth->metadata_url };
  rows[6] = (OauthRow){ "authorization-url", oauth->authorization_url };
  rows[7] = (OauthRow){ "token-url", oauth->token_url };
}

static void
write_oauth_text (const StoreClientFormat *format,
                  const OauthRow          *row,
                  const char              *text,
                  StoreClientObject       *object)
{
  if (g_str_equal (row->key, "scopes") && !format->oauth.scopes_as_text)
    {
      g_auto (GStrv) scopes = g_strsplit (text, " ", -1);

      store_client_object_set_list (object, row->member, (const char *const *)scopes);
    }
  else if (g_str_equal (row->key, "callback-port") && g_ascii_isdigit (*text) &&
           strspn (text, "0123456789") == strlen (text) && *text != '0')
    store_client_object_set (object, row->member, g_strdup (text));
  else
    store_client_object_set_text (object, row->member, text);
}

/* Where the browser comes back to is one text or one number there, and three settings here; what
 * the profile took over from such an application is as it was. */
static char *
dup_redirect (const StoreClientFormat *format, const StoreVariables *oauth, const char *key)
{
  const char *text = store_variables_lookup (oauth, key);
  const char *host = store_variables_lookup (oauth, "redirect-host");
  const char *port = store_variables_lookup (oauth, "redirect-port");
  const char *path = store_variables_lookup (oauth, "redirect-path");

  if (text != NULL || port == NULL)
    return g_strdup (text);
  if (g_str_equal (key, "callback-port"))
    return g_strdup (port);
  if (g_str_equal (key, "redirect-uri") && format->oauth.callback_port == NULL)
    return g_strdup_printf ("http://%s:%s%s", host != NULL ? host : "127.0.0.1", port,
                            path != NULL ? path : "/callback");
  return NULL;
}

/* What no application of this kind has a place for. */
static void
note_lost_oauth (const StoreClientFormat *format,
                 const StoreVariables    *oauth,
                 const OauthRow           rows[N_OAUTH_ROWS],
                 GPtrArray               *notes)
{
  for (guint i = 0; i < store_variables_get_n_items (oauth); i++)
    {
      const char *name = store_variables_get_name (oauth, i);
      gboolean    has_place = g_str_has_prefix (name, "redirect-") &&
                           (format->oauth.redirect_uri != NULL ||
                            format->oauth.callback_port != NULL);

      for (guint j = 0; j < N_OAUTH_ROWS && !has_place; j++)
        has_place = rows[j].member != NULL && g_str_equal (rows[j].key, name);
      if (!has_place)
        store_note_add (notes, STORE_NOTE_LOSS, "oauth",
                        "%s has no place for the OAuth setting “%s”.", format->name, name);
    }
}

static void
write_oauth (const StoreClientFormat *format,
             StoreProfile            *profile,
             StoreClientObject       *object,
             GPtrArray               *notes)
{
  const StoreVariables *oauth = store_profile_get_endpoint (profile)->oauth;
  OauthRow              rows[N_OAUTH_ROWS];

  get_oauth_rows (format, rows);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = dup_redirect (format, oauth, rows[i].key);

      if (rows[i].member == NULL ||
          (text == NULL && !store_variables_find (oauth, rows[i].key, NULL)))
        continue;
      if (text == NULL)
        store_note_add (notes, STORE_NOTE_ATTENTION, "oauth/client-secret",
                        "The OAuth client's secret is left out: enter it in %s.", format->name);
      else
        write_oauth_text (format, &rows[i], text, object);
    }
  note_lost_oauth (format, oauth, rows, notes);
}

/* A text, a number, or an array of texts. Returns: (transfer full) (nullable) */
static char *
read_oauth_text (McpJsonValue value)
{
  g_auto (GStrv) items = NULL;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_value_dup_string (value, NULL);
    case MCP_JSON_NUMBER:
      return mcp_json_value_dup_text (value);
    case MCP_JSON_ARRAY:
      items = read_list (value);
      return g_strjoinv (" ", items);
    default:
      return NULL;
    }
}

static void
read_oauth (const StoreClientFormat *format, McpJsonValue object, StoreProfile *profile)
{
  g_autoptr (StoreVariables) oauth = store_variables_new ();
  OauthRow rows[N_OAUTH_ROWS];

  get_oauth_rows (format, rows);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = read_oauth_text (store_client_object_find (object, rows[i].member));

      if (text != NULL && *text != '\0')
        store_variables_set (oauth, rows[i].key, text);
    }
  g_object_set (profile, "oauth", oauth, NULL);
}

/* All of it */

void
store_client_habits_write (const StoreClientFormat *format,
                           StoreProfile            *profile,
                           StoreClientObject       *object,
                           GPtrArray               *notes)
{
  write_deadlines (format, profile, object, notes);
  write_switch (format, profile, object, notes);
  write_tools (format, profile, object, notes);
  write_approval (format, profile, object, notes);
  write_oauth (format, profile, object, notes);
}

void
store_client_habits_read (const StoreClientFormat *format,
                          McpJsonValue             object,
                          StoreProfile            *profile,
                          GPtrArray               *notes)
{
  g_object_set (profile, "request-timeout", read_deadline (format, object, format->habits.timeout),
                "connect-timeout", read_deadline (format, object, format->habits.startup_timeout),
                NULL);
  read_tools (format, object, profile);
  read_approval (format, object, profile, notes);
  read_oauth (format, object, profile);
}
