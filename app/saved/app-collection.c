/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-collection.h"

#include <glib/gi18n.h>

#include "app-error.h"
#include "mcp-object.h"

struct _AppCollection
{
  grefcount        references;
  McpJsonDocument *document; /* holds the arguments */
  GPtrArray       *calls;
};

static void
saved_call_free (gpointer data)
{
  AppSavedCall *call = data;

  g_free (call->name);
  g_free (call->group);
  g_free (call->server);
  g_free (call->target);
  g_ptr_array_unref (call->expectations);
  g_free (call);
}

AppCollection *
app_collection_ref (AppCollection *self)
{
  g_ref_count_inc (&self->references);
  return self;
}

void
app_collection_unref (AppCollection *self)
{
  if (!g_ref_count_dec (&self->references))
    return;
  g_ptr_array_unref (self->calls);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_free (self);
}

static const struct
{
  const char *method;
  const char *member; /* has the target */
} methods[] = {
  [APP_CALL_TOOL] = { "tools/call", "tool" },
  [APP_CALL_READ] = { "resources/read", "uri" },
  [APP_CALL_PROMPT] = { "prompts/get", "prompt" },
};

char *
app_saved_text_dup_json (const AppSavedText *text)
{
  const char *method = text->kind != APP_CALL_TOOL ? methods[text->kind].method : NULL;

  return mcp_json_build (
      "{'name': ?%s, 'group': ?%s, 'server': ?%s, 'method': ?%s, %s: %s, 'arguments': ?%r, "
      "'expect': ?%r}",
      text->name, text->group, text->server, method,
      methods[text->kind].member, text->target, text->arguments, text->expect);
}

const char *
app_saved_call_get_member (AppCallKind kind)
{
  return methods[kind].member;
}

void
app_saved_call_write (const AppSavedCall *call, McpJsonWriter *writer)
{
  const char *method = call->kind != APP_CALL_TOOL ? methods[call->kind].method : NULL;

  mcp_json_writer_add (writer,
                       "{'name': %s, 'group': ?%s, 'server': ?%s, 'method': ?%s, %s: %s, "
                       "'arguments': ?%v, 'expect': ?%v}",
                       call->name, call->group, call->server, method, methods[call->kind].member,
                       call->target, call->arguments, call->expect);
}

/* A name that was mistyped would be left out without a word. */
static gboolean
check_names (McpJsonValue object, const char *const *known, GError **error)
{
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *list = g_strjoinv (", ", (char **)known);

      if (g_strv_contains (known, text))
        continue;
      /* Translators: the name of a member, then those that there are */
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   _ ("“%s” is unknown here. Known are: %s."), text, list);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_expectations (AppSavedCall *call, McpJsonValue list, GError **error)
{
  if (mcp_json_value_exists (list) && mcp_json_value_get_kind (list) != MCP_JSON_ARRAY)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("“expect” must be an array."));
      return FALSE;
    }
  for (McpJsonWalk item = mcp_json_walk (list); mcp_json_walk_next (&item);)
    {
      AppExpectation *expectation = app_expectation_new (item.value, error);

      if (expectation == NULL)
        return FALSE;
      g_ptr_array_add (call->expectations, expectation);
    }
  return TRUE;
}

/* Without a method, as older files have them, it is a call of a tool. */
static gboolean
read_method (AppSavedCall *call, McpJsonValue value, GError **error)
{
  McpJsonValue method = mcp_json_value_get_member (value, "method");
  guint        kind = APP_CALL_TOOL;

  while (mcp_json_value_exists (method) && kind < G_N_ELEMENTS (methods) &&
         !mcp_json_value_string_equals (method, methods[kind].method))
    kind++;
  if (kind == G_N_ELEMENTS (methods))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("“method” must be tools/call, resources/read or prompts/get."));
      return FALSE;
    }
  call->kind = (AppCallKind)kind;
  return TRUE;
}

static gboolean
read_call (AppSavedCall *call, McpJsonValue value, GError **error)
{
  const char *known[] = { "name", "group", "server", "method", "expect", NULL, NULL, NULL };

  call->name = mcp_json_value_dup_member_string (value, "name");
  call->group = mcp_json_value_dup_member_string (value, "group");
  call->server = mcp_json_value_dup_member_string (value, "server");
  call->arguments = mcp_json_value_get_member (value, "arguments");
  call->expect = mcp_json_value_get_member (value, "expect");
  if (!read_method (call, value, error))
    return FALSE;
  call->target = mcp_json_value_dup_member_string (value, methods[call->kind].member);
  if (call->name == NULL)
    call->name = g_strdup (call->target);
  known[5] = methods[call->kind].member;
  /* Only a URI says all that is read. */
  known[6] = call->kind != APP_CALL_READ ? "arguments" : NULL;
  if (!check_names (value, known, error))
    return FALSE;
  if (call->target == NULL || call->target[0] == '\0')
    {
      /* Translators: %s is the name of a member */
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, _ ("“%s” is missing."),
                   methods[call->kind].member);
      return FALSE;
    }
  if (mcp_json_value_exists (call->arguments) &&
      mcp_json_value_get_kind (call->arguments) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("“arguments” must be an object."));
      return FALSE;
    }
  return read_expectations (call, call->expect, error);
}

static gboolean
read_calls (AppCollection *self, GError **error)
{
  static const char *const known[] = { "calls", NULL };

  McpJsonValue root = mcp_json_document_get_root (self->document);
  McpJsonValue list = mcp_json_value_get_member (root, "calls");

  if (!check_names (root, known, error))
    return FALSE;
  if (mcp_json_value_get_kind (list) != MCP_JSON_ARRAY)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("A collection is an object whose “calls” is an array."));
      return FALSE;
    }
  for (McpJsonWalk item = mcp_json_walk (list); mcp_json_walk_next (&item);)
    {
      AppSavedCall *call = g_new0 (AppSavedCall, 1);

      call->expectations = g_ptr_array_new_with_free_func ((GDestroyNotify)app_expectation_free);
      g_ptr_array_add (self->calls, call);
      if (!read_call (call, item.value, error))
        {
          if (mcp_json_value_get_n_items (list) > 1)
            /* Translators: the number of a call; a sentence follows */
            g_prefix_error (error, _ ("Call %u: "), self->calls->len);
          return FALSE;
        }
    }
  return TRUE;
}

AppCollection *
app_collection_parse (GBytes *text, GError **error)
{
  g_autoptr (AppCollection) self = g_new0 (AppCollection, 1);

  g_return_val_if_fail (text != NULL, NULL);

  g_ref_count_init (&self->references);
  self->calls = g_ptr_array_new_with_free_func (saved_call_free);
  self->document = mcp_json_document_parse (text, NULL, NULL, error);
  return self->document != NULL && read_calls (self, error) ? g_steal_pointer (&self) : NULL;
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, AppCollection, app_collection, calls)

gboolean
app_saved_call_is (const AppSavedCall *call, const char *name)
{
  return g_str_equal (call->name, name) || g_strcmp0 (call->group, name) == 0;
}

char *
app_saved_call_check (const AppSavedCall *call, const AppOutcome *outcome)
{
  gboolean expects_error = FALSE;

  for (guint i = 0; i < call->expectations->len; i++)
    {
      char *failure = app_expectation_check (call->expectations->pdata[i], outcome);

      if (failure != NULL)
        return failure;
      expects_error |= app_expectation_is_of_error (call->expectations->pdata[i]);
    }
  return outcome->is_error && !expects_error ? g_strdup (_ ("The tool reported an error.")) : NULL;
}
