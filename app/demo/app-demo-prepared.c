/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-prepared.h"

#include "app-demo-media.h"
#include "app-demo-questions.h"
#include "app-demo-registry.h"

#include <string.h>

#define MAX_PIXELS 2000
/* What begins with = is a whole string; so no other brace of JSON text is taken for a name. */
#define PLACES "\"\\{=([a-z_]+)\\}\"|\\{([a-z_]+)((?: [a-z_0-9.]+)*)\\}"

/* One response on its way: the values grow with each round of questions. */
typedef struct
{
  McpJsonValue response;
  GHashTable  *values;
  guint        round;
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  g_hash_table_unref (run->values);
  g_free (run);
}

GHashTable *
app_demo_prepared_new_values (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
app_demo_prepared_set (GHashTable *values, const char *name, char *json)
{
  g_hash_table_insert (values, g_strdup (name), json);
}

void
app_demo_prepared_add (GHashTable *values, McpJsonValue object)
{
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    g_hash_table_insert (values, mcp_json_value_dup_string (each.name, NULL),
                         mcp_json_value_dup_text (each.value));
}

/* Appends text to a JSON string that is open. */
static void
append_text (GString *out, const char *text)
{
  g_autofree char *quoted = mcp_json_quote (text, -1);

  g_string_append_len (out, quoted + 1, strlen (quoted) - 2);
}

/* A value's text as it is written in JSON: of a string what it says, of others their JSON text. */
static void
append_value (GString *out, const char *json)
{
  if (*json == '"')
    g_string_append_len (out, json + 1, strlen (json) - 2);
  else
    append_text (out, json);
}

static double
read_number (GHashTable *values, const char *word)
{
  const char *json = g_hash_table_lookup (values, word);

  return g_ascii_strtod (json != NULL ? json : word, NULL);
}

static void
append_media (GString *out, GHashTable *values, const char *kind, char **words)
{
  double   a = read_number (values, words[0]);
  double   b = read_number (values, words[1]);
  gboolean sounds = strcmp (kind, "tone") == 0;
  g_autoptr (GBytes) bytes =
      sounds ? app_demo_media_make_tone (a, b)
             : app_demo_media_make_picture (CLAMP (a, 1, MAX_PIXELS), CLAMP (b, 1, MAX_PIXELS));
  gsize            size;
  const guchar    *data = g_bytes_get_data (bytes, &size);
  g_autofree char *base64 = g_base64_encode (data, size);

  g_string_append (out, base64);
}

static gboolean
fill_place (const GMatchInfo *match, GString *out, gpointer user_data)
{
  GHashTable      *values = user_data;
  g_autofree char *whole = g_match_info_fetch (match, 1);
  g_autofree char *name = g_match_info_fetch (match, 2);
  g_autofree char *rest = g_match_info_fetch (match, 3);
  g_auto (GStrv) words = g_strsplit (rest != NULL ? g_strstrip (rest) : "", " ", -1);
  const char *json = g_hash_table_lookup (values, *whole != '\0' ? whole : name);

  if (*whole != '\0')
    g_string_append (out, json != NULL ? json : "null");
  else if (json != NULL && words[0] == NULL)
    append_value (out, json);
  else if (g_strv_length (words) == 2)
    append_media (out, values, name, words);
  else if (words[0] != NULL && (json = g_hash_table_lookup (values, words[0])) != NULL)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
      g_autofree char *pretty =
          mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);

      append_text (out, strcmp (name, "pretty") == 0 ? pretty : json);
    }
  else
    {
      g_autofree char *text = g_match_info_fetch (match, 0);

      g_string_append (out, text);
    }
  return FALSE;
}

char *
app_demo_prepared_fill (McpJsonValue prepared, GHashTable *values)
{
  g_autoptr (GRegex) places = g_regex_new (PLACES, 0, 0, NULL);
  g_autofree char *text = mcp_json_value_dup_text (prepared);

  return g_regex_replace_eval (places, text, -1, 0, 0, fill_place, values, NULL);
}

void
app_demo_prepared_show_answer (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gboolean         is_error = !mcp_json_value_exists (result);
  g_autofree char *text = mcp_json_value_print_pretty (
      is_error ? mcp_json_value_get_member (answer, "error") : result, 2);

  app_demo_request_answer_text (request, text, is_error);
}

/* Shows what the client answered to each of several questions. */
static void
show_answers (AppDemoRequest *request, GPtrArray *all)
{
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  for (guint i = 0; i < all->len; i++)
    {
      const AppDemoQuestion *question = g_ptr_array_index (all, i);
      g_autofree char       *answer = mcp_json_value_print_pretty (question->answer.value, 2);
      g_autofree char       *text = g_strdup_printf ("%s:\n%s", question->key, answer);

      app_demo_request_write_text (writer, text);
    }
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void proceed (AppDemoRequest *request, Run *run, GPtrArray *answered);

static void
on_answered (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  const Run   *run = user_data;
  Run         *next = g_new (Run, 1);
  GPtrArray   *all = app_demo_questions_get_all (questions);
  McpJsonValue declined = mcp_json_value_get_member (run->response, "declined");

  for (guint i = 0; i < all->len; i++)
    {
      McpJsonValue answer = ((AppDemoQuestion *)g_ptr_array_index (all, i))->answer.value;
      McpJsonValue action = mcp_json_value_resolve_pointer (answer, "/result/action");

      if (mcp_json_value_exists (declined) && !mcp_json_value_string_equals (action, "accept"))
        {
          g_autofree char *text = mcp_json_value_dup_string (declined, NULL);

          app_demo_request_answer_text (request, text, TRUE);
          g_free (next);
          return;
        }
      app_demo_prepared_add (run->values,
                             mcp_json_value_resolve_pointer (answer, "/result/content"));
    }
  *next = (Run){ run->response, g_hash_table_ref (run->values), run->round + 1 };
  proceed (request, next, all);
}

static void
ask (AppDemoRequest *request, Run *run, McpJsonValue round)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  for (McpJsonWalk question = mcp_json_walk (mcp_json_value_get_member (round, "questions"));
       mcp_json_walk_next (&question);)
    {
      McpJsonValue     params = mcp_json_value_get_member (question.value, "params");
      g_autofree char *name = mcp_json_value_dup_string (question.name, NULL);
      g_autofree char *method = mcp_json_value_dup_member_string (question.value, "method");
      g_autofree char *filled = mcp_json_value_exists (params)
                                    ? app_demo_prepared_fill (params, run->values)
                                    : NULL;

      app_demo_questions_add (questions, name, method, filled);
    }
  if (mcp_json_value_get_member_boolean (round, "keepState", FALSE))
    app_demo_questions_keep_state (questions);
  app_demo_questions_ask (questions, on_answered, run, run_free);
}

/* @run: (transfer full)
 * @answered: (nullable) (element-type AppDemoQuestion): of the round before */
static void
proceed (AppDemoRequest *request, Run *run, GPtrArray *answered)
{
  McpJsonValue result = mcp_json_value_get_member (run->response, "result");
  McpJsonValue round = mcp_json_value_get_item (
      mcp_json_value_get_member (run->response, "rounds"), run->round);
  g_autofree char *text = NULL;

  if (mcp_json_value_exists (round))
    {
      ask (request, run, round);
      return;
    }
  if (mcp_json_value_exists (result))
    {
      text = app_demo_prepared_fill (result, run->values);
      app_demo_request_answer (request, text);
    }
  else if (answered->len == 1)
    app_demo_prepared_show_answer (
        request, ((AppDemoQuestion *)g_ptr_array_index (answered, 0))->answer.value, NULL);
  else
    show_answers (request, answered);
  run_free (run);
}

static const AppDemoItem *
find_item (AppDemoRequest *request)
{
  gboolean         reads = strcmp (request->method, "resources/read") == 0;
  AppDemoKind      kind = reads                                          ? APP_DEMO_RESOURCES
                          : strcmp (request->method, "prompts/get") == 0 ? APP_DEMO_PROMPTS
                                                                         : APP_DEMO_TOOLS;
  g_autofree char *name =
      mcp_json_value_dup_member_string (request->params, reads ? "uri" : "name");

  return app_demo_registry_find (request->server->registry, kind, name);
}

static gboolean
move_value (gpointer name, gpointer json, gpointer values)
{
  g_hash_table_insert (values, name, json);
  return TRUE;
}

void
app_demo_prepared_respond_with (AppDemoRequest *request, McpJsonValue arguments, GHashTable *more)
{
  Run             *run = g_new0 (Run, 1);
  McpJsonValue     response = find_item (request)->response;
  McpJsonValue     uri = mcp_json_value_get_member (request->params, "uri");
  g_autofree char *argument = mcp_json_value_dup_member_string (response, "choose");
  g_autofree char *choice = mcp_json_value_dup_member_string (arguments, argument);
  McpJsonValue     chosen =
      mcp_json_value_get_member (mcp_json_value_get_member (response, "among"), choice);

  run->response = response;
  run->values = app_demo_prepared_new_values ();
  app_demo_prepared_add (run->values, mcp_json_value_get_member (response, "values"));
  app_demo_prepared_add (run->values, arguments);
  app_demo_prepared_set (run->values, "arguments",
                         mcp_json_value_exists (arguments) ? mcp_json_value_dup_text (arguments)
                                                           : g_strdup ("{}"));
  if (mcp_json_value_exists (uri))
    app_demo_prepared_set (run->values, "uri", mcp_json_value_dup_text (uri));
  if (mcp_json_value_exists (chosen))
    app_demo_prepared_set (run->values, "chosen", mcp_json_value_dup_text (chosen));
  if (more != NULL)
    g_hash_table_foreach_steal (more, move_value, run->values);
  proceed (request, run, NULL);
}

void
app_demo_prepared_respond (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_prepared_respond_with (request, arguments, NULL);
}
