/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"

/* Nobody writes deeper ones by hand. */
#define MAX_DEPTH 64u

/* Lines */

/* Returns: (transfer full) (element-type McpJsonDocument): with @error where one is no JSON */
static GPtrArray *
read_lines (GBytes *text, GError **error)
{
  GPtrArray *documents =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  gsize       length;
  const char *next = g_bytes_get_data (text, &length);
  const char *end = next + length;

  for (guint number = 1; next < end; number++)
    {
      const char *line = next;
      const char *stop = memchr (line, '\n', (gsize)(end - line));

      if (stop == NULL)
        stop = end;
      next = stop + 1;
      while (line < stop && g_ascii_isspace (*line))
        line++;
      if (line == stop)
        continue;
      McpJsonDocument *document = mcp_json_document_parse_text (line, stop - line, error);
      if (document == NULL)
        {
          /* Translators: %u is the number of a line */
          g_prefix_error (error, _ ("Line %u: "), number);
          g_ptr_array_unref (documents);
          return NULL;
        }
      g_ptr_array_add (documents, document);
    }
  return documents;
}

/* Returns: (transfer full): id → McpJsonDocument, of @documents */
static GHashTable *
index_answers (GPtrArray *documents)
{
  GHashTable *answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < documents->len; i++)
    {
      McpJsonValue root = mcp_json_document_get_root (documents->pdata[i]);
      char        *id = mcp_json_value_dup_member_string (root, "id");

      if (id != NULL)
        g_hash_table_replace (answers, id, documents->pdata[i]);
    }
  return answers;
}

/* Tools */

/* Types of Python, Java and JavaScript. Returns: (nullable): %NULL: any */
static const char *
find_type (const char *type)
{
  static const struct
  {
    const char *ours;
    const char *theirs[8]; /* %NULL behind the last one */
  } types[] = {
    { "object", { "dict", "hashmap", "hashtable", "object" } },
    { "number", { "float", "double", "number" } },
    { "array", { "tuple", "list", "array", "arraylist", "set" } },
    { "string", { "string", "char" } },
    { "integer", { "integer", "int", "long", "short", "byte", "bigint" } },
    { "boolean", { "boolean", "bool" } },
  };
  g_autofree char *lower = g_ascii_strdown (type, -1);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strv_contains (types[i].theirs, lower))
      return types[i].ours;
  return NULL;
}

static void write_schema (McpJsonWriter *writer, McpJsonValue schema, guint depth);

static void
write_member (McpJsonWriter *writer, McpJsonValue name, McpJsonValue value, guint depth)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *type = NULL;

  if (mcp_json_value_string_equals (name, "type") && kind == MCP_JSON_STRING)
    {
      type = mcp_json_value_dup_string (value, NULL);
      if (find_type (type) != NULL)
        mcp_json_writer_member_string (writer, "type", find_type (type));
      return;
    }
  mcp_json_writer_name_value (writer, name);
  if (mcp_json_value_string_equals (name, "properties") && kind == MCP_JSON_OBJECT)
    app_case_write_each (writer, value, write_schema, depth + 1);
  else if (mcp_json_value_string_equals (name, "items") && kind == MCP_JSON_OBJECT)
    write_schema (writer, value, depth + 1);
  else
    mcp_json_writer_value (writer, value);
}

/* Their schemas are JSON's but for the names of types. */
static void
write_schema (McpJsonWriter *writer, McpJsonValue schema, guint depth)
{
  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT || depth > MAX_DEPTH)
    {
      mcp_json_writer_value (writer, schema);
      return;
    }
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    write_member (writer, each.name, each.value, depth);
  mcp_json_writer_end_object (writer);
}

static void
write_tools (McpJsonWriter *writer, McpJsonValue functions)
{
  mcp_json_writer_add (writer, "'define': [");
  for (McpJsonWalk function = mcp_json_walk (functions); mcp_json_walk_next (&function);)
    {
      McpJsonValue     parameters = mcp_json_value_get_member (function.value, "parameters");
      g_autofree char *name = mcp_json_value_dup_member_string (function.value, "name");
      g_autofree char *description =
          mcp_json_value_dup_member_string (function.value, "description");

      if (name == NULL)
        continue;
      mcp_json_writer_add (writer, "{'name': %s, 'description': ?%s, 'inputSchema':", name,
                           description);
      if (mcp_json_value_get_kind (parameters) == MCP_JSON_OBJECT)
        write_schema (writer, parameters, 0);
      else
        mcp_json_writer_add (writer, "{'type': 'object'}");
      mcp_json_writer_add (writer, "}");
    }
  mcp_json_writer_add (writer, "]");
}

/* Answers */

static void write_accepted (McpJsonWriter *writer, McpJsonValue accepted, guint depth);

/* One value that is right. Texts are compared without case and punctuation, as theirs are; within
 * an object there are lists of accepted values again. */
static void
write_value (McpJsonWriter *writer, McpJsonValue value, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (depth > MAX_DEPTH)
    mcp_json_writer_add (writer, "{'$any': true}");
  else if (kind == MCP_JSON_STRING)
    mcp_json_writer_add (writer, "{'$text': %v}", value);
  else if (kind == MCP_JSON_ARRAY)
    app_case_write_each (writer, value, write_value, depth + 1);
  else if (kind == MCP_JSON_OBJECT)
    app_case_write_each (writer, value, write_accepted, depth + 1);
  else
    mcp_json_writer_add (writer, "{'$equals': %v}", value);
}

/* A list of values of which each is right; "" says that it may be left out. */
static void
write_accepted (McpJsonWriter *writer, McpJsonValue accepted, guint depth)
{
  if (mcp_json_value_get_kind (accepted) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (accepted) == 0)
    {
      write_value (writer, accepted, depth);
      return;
    }
  mcp_json_writer_add (writer, "{'$one_of': [");
  for (McpJsonWalk each = mcp_json_walk (accepted); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, ""))
      mcp_json_writer_add (writer, "{'$absent': true}, ''");
    else
      write_value (writer, each.value, depth);
  mcp_json_writer_add (writer, "]}");
}

/* @call: { tool: { argument: accepted values } } */
static void
write_call (McpJsonWriter *writer, McpJsonValue call)
{
  for (McpJsonWalk tool = mcp_json_walk (call); mcp_json_walk_next (&tool);)
    {
      mcp_json_writer_add (writer, "{'tool': %v, 'match': 'exact', 'arguments': ", tool.name);
      if (mcp_json_value_get_kind (tool.value) == MCP_JSON_OBJECT)
        app_case_write_each (writer, tool.value, write_accepted, 0);
      else
        mcp_json_writer_add (writer, "{}");
      mcp_json_writer_add (writer, "}");
    }
}

static void
write_expect (McpJsonWriter *writer, const char *id, McpJsonDocument *answer)
{
  if (strstr (id, "irrelevance") != NULL)
    mcp_json_writer_add (writer, "'expect': {'no_call': true}");
  else if (answer == NULL)
    mcp_json_writer_add (writer, "'expect': {'some_call': true}");
  else
    {
      mcp_json_writer_add (writer, "'expect': {'max_extra': 0, 'calls': [");
      for (McpJsonWalk call = mcp_json_walk (mcp_json_value_get_member (
               mcp_json_document_get_root (answer), "ground_truth"));
           mcp_json_walk_next (&call);)
        write_call (writer, call.value);
      mcp_json_writer_add (writer, "]}");
    }
}

/* Questions */

/* What the person says, and what the model is told first.
 * Returns: %FALSE where there is more than one turn, or something else in it */
static gboolean
read_question (McpJsonValue question, GString *system, GString *prompt)
{
  if (mcp_json_value_get_n_items (question) != 1)
    return FALSE;
  for (McpJsonWalk message = mcp_json_walk (mcp_json_value_get_item (question, 0));
       mcp_json_walk_next (&message);)
    {
      McpJsonValue     role = mcp_json_value_get_member (message.value, "role");
      g_autofree char *content = mcp_json_value_dup_member_string (message.value, "content");
      GString         *text = mcp_json_value_string_equals (role, "system") ? system : prompt;

      if (content == NULL || (text == prompt && !mcp_json_value_string_equals (role, "user")))
        return FALSE;
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", content);
    }
  return prompt->len > 0;
}

/* Returns: whether it is one of the kinds that are read */
static gboolean
write_case (McpJsonWriter *writer, McpJsonValue line, GHashTable *answers)
{
  g_autofree char *id = mcp_json_value_dup_member_string (line, "id");
  McpJsonValue     functions = mcp_json_value_get_member (line, "function");
  g_autoptr (GString) system = g_string_new (NULL);
  g_autoptr (GString) prompt = g_string_new (NULL);

  if (id == NULL || mcp_json_value_get_kind (functions) != MCP_JSON_ARRAY ||
      !read_question (mcp_json_value_get_member (line, "question"), system, prompt))
    return FALSE;
  mcp_json_writer_add (writer, "{'id': %s, 'system': ?%s, 'prompt': %s,", id,
                       system->len > 0 ? system->str : NULL, prompt->str);
  write_tools (writer, functions);
  write_expect (writer, id, answers != NULL ? g_hash_table_lookup (answers, id) : NULL);
  mcp_json_writer_add (writer, "}");
  return TRUE;
}

GBytes *
app_case_import_bfcl (GBytes *text, GBytes *answers, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) lines = read_lines (text, error);
  g_autoptr (GPtrArray) answer_lines = NULL;
  g_autoptr (GHashTable) table = NULL;
  guint n_left_out = 0;

  if (lines == NULL)
    return NULL;
  if (answers != NULL)
    {
      answer_lines = read_lines (answers, error);
      if (answer_lines == NULL)
        return NULL;
      table = index_answers (answer_lines);
    }
  mcp_json_writer_add (writer, "{'title': 'BFCL', 'results': 'none', 'cases': [");
  for (guint i = 0; i < lines->len; i++)
    n_left_out += !write_case (writer, mcp_json_document_get_root (lines->pdata[i]), table);
  mcp_json_writer_add (writer, "]}");
  if (n_left_out == lines->len)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Only cases of one turn, with their functions, can be read."));
      return NULL;
    }
  if (n_left_out > 0)
    g_ptr_array_add (notes,
                     g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                   "%u case of several turns was left out.",
                                                   "%u cases of several turns were left out.",
                                                   n_left_out),
                                      n_left_out));
  if (answers == NULL)
    g_ptr_array_add (notes, g_strdup (_ ("There are no answers: it is only checked whether a tool "
                                         "is called.")));
  return mcp_json_writer_finish (writer);
}
