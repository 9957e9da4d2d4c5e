/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-promptfoo-expect.h"
#include "app-case-suite.h"
#include "app-case-template.h"
#include "app-error.h"
#include "mcp-json-writer.h"

/* Without any, what is asked is the value of that name. */
#define USUAL_PROMPT "{{prompt}}"
#define MAX_PROMPTS 1000u

typedef struct
{
  McpJsonWriter *writer;
  GPtrArray     *notes;
  McpJsonValue   config;
  McpJsonValue   usual;   /* "defaultTest", or none */
  GPtrArray     *prompts; /* (nullable) char *: %NULL for one that is left out */
  GHashTable    *ids;
  guint          n_cases;
} Reading;

/* One test with one prompt and one choice of values. */
typedef struct
{
  char        *place; /* "tests[0]" */
  McpJsonValue test;
  McpJsonValue values;
  guint        prompt;
  guint        choice;
  gboolean     has_choices;
} Asking;

/* Members */

static McpJsonValue
find_option (Reading *reading, McpJsonValue test, const char *name)
{
  McpJsonValue own =
      mcp_json_value_get_member (mcp_json_value_get_member (test, "options"), name);

  if (mcp_json_value_exists (own))
    return own;
  return mcp_json_value_get_member (mcp_json_value_get_member (reading->usual, "options"), name);
}

/* Says which members are not read. @known: those that are */
static void
note_members (Reading           *reading,
              McpJsonValue       object,
              const char *const *known,
              const char        *place)
{
  McpJsonIter  iter;
  McpJsonValue name;

  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);

      if (!g_strv_contains (known, text))
        app_case_import_leave_out (reading->notes, place, text);
    }
}

static void
note_test (Reading *reading, McpJsonValue test, const char *place)
{
  static const char *const members[] = { "description", "vars", "assert", "options",
                                         "metadata", NULL };
  static const char *const options[] = { "repeat", "prefix", "suffix", "disableVarExpansion",
                                         "disableDefaultAsserts", NULL };
  g_autofree char         *inner = g_strconcat (place, ".options", NULL);

  note_members (reading, test, members, place);
  note_members (reading, mcp_json_value_get_member (test, "options"), options, inner);
}

/* Who is asked is said elsewhere, and what only concerns the other program nowhere. */
static void
note_config (Reading *reading)
{
  static const char *const members[] = { "description", "prompts", "tests", "defaultTest",
                                         "providers", "targets", "evaluateOptions",
                                         "assertionTemplates", "$schema", "outputPath", "sharing",
                                         "tags", "writeLatestResults", "tracing", NULL };

  note_members (reading, reading->config, members, _ ("The file"));
  if (mcp_json_value_exists (mcp_json_value_get_member (reading->config, "providers")) ||
      mcp_json_value_exists (mcp_json_value_get_member (reading->config, "targets")))
    g_ptr_array_add (reading->notes,
                     g_strdup (_ ("Its providers are not asked, and their tools are not there: "
                                  "name a model, and a server with the tools.")));
}

/* Prompts */

static void
add_prompt (Reading *reading, McpJsonValue prompt)
{
  g_autofree char *place = g_strdup_printf ("prompts[%u]", reading->prompts->len);
  McpJsonValue     raw = prompt;
  char            *text;

  if (mcp_json_value_get_kind (prompt) == MCP_JSON_OBJECT)
    {
      raw = mcp_json_value_get_member (prompt, "raw");
      if (!mcp_json_value_exists (raw))
        raw = mcp_json_value_get_member (prompt, "id");
    }
  text = app_case_import_is_file (raw) ? NULL : mcp_json_value_dup_string (raw, NULL);
  if (text == NULL || reading->prompts->len >= MAX_PROMPTS)
    {
      g_autofree char *shown = mcp_json_value_dup_string (raw, NULL);

      app_case_import_leave_out (reading->notes, place, shown);
      g_clear_pointer (&text, g_free);
    }
  g_ptr_array_add (reading->prompts, text);
}

static void
read_prompts (Reading *reading)
{
  McpJsonValue prompts = mcp_json_value_get_member (reading->config, "prompts");
  McpJsonIter  iter;
  McpJsonValue prompt;

  reading->prompts = g_ptr_array_new_with_free_func (g_free);
  if (!mcp_json_value_exists (prompts))
    g_ptr_array_add (reading->prompts, g_strdup (USUAL_PROMPT));
  else if (mcp_json_value_get_kind (prompts) != MCP_JSON_ARRAY)
    add_prompt (reading, prompts);
  mcp_json_iter_init (&iter, prompts);
  while (mcp_json_value_get_kind (prompts) == MCP_JSON_ARRAY &&
         mcp_json_iter_next (&iter, NULL, &prompt) && reading->prompts->len < MAX_PROMPTS)
    add_prompt (reading, prompt);
}

/* Returns: (transfer full) (nullable): with @error where it is not understood */
static char *
fill (Reading *reading, const Asking *asking, const char *text, GError **error)
{
  g_autofree char *missing = NULL;
  char            *filled = app_case_template_fill (text, asking->values, &missing, error);

  if (filled != NULL && missing != NULL)
    {
      /* Translators: %s is the name of a value */
      g_autofree char *what = g_strdup_printf (_ ("“%s” has no value; left empty"),
                                               missing);

      app_case_import_note (reading->notes, asking->place, what);
    }
  return filled;
}

/* Messages */

/* The text of a message: a text, or a list of parts. Other parts are no text.
 * Returns: (transfer full) (nullable) */
static char *
dup_content (McpJsonValue content)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char        *alone = mcp_json_value_dup_string (content, NULL);
  McpJsonIter  iter;
  McpJsonValue part;

  if (alone != NULL)
    return alone;
  if (mcp_json_value_get_kind (content) != MCP_JSON_ARRAY)
    return NULL;
  mcp_json_iter_init (&iter, content);
  while (mcp_json_iter_next (&iter, NULL, &part))
    {
      g_autofree char *words = mcp_json_value_dup_member_string (part, "text");

      if (words == NULL)
        return NULL;
      g_string_append (text, words);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What a case says, from the messages of a prompt. */
typedef struct
{
  GString       *system;
  McpJsonWriter *before; /* turns, in an array */
  guint          n_before;
  char          *prompt; /* (nullable) */
} Said;

static void
said_clear (Said *self)
{
  g_string_free (self->system, TRUE);
  mcp_json_writer_free (self->before);
  g_free (self->prompt);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Said, said_clear)

static void
add_turn (Said *self, const char *role, const char *text)
{
  mcp_json_writer_add (self->before,
                       "{'role': %s, 'blocks': [{'kind': 'text', 'text': %s}]}", role, text);
  self->n_before++;
}

/* Returns: whether it can be said */
static gboolean
add_message (Reading      *reading,
             const Asking *asking,
             Said         *self,
             McpJsonValue  message,
             gboolean      is_filled,
             GError      **error)
{
  g_autofree char *role = mcp_json_value_dup_member_string (message, "role");
  g_autofree char *content = dup_content (mcp_json_value_get_member (message, "content"));
  g_autofree char *text = NULL;

  if (role == NULL || content == NULL)
    return FALSE;
  text = is_filled ? g_strdup (content) : fill (reading, asking, content, error);
  if (text == NULL)
    return FALSE;
  if (g_str_equal (role, "system") || g_str_equal (role, "developer"))
    g_string_append_printf (self->system, "%s%s",
                            self->system->len > 0 && *text != '\0' ? "\n\n" : "", text);
  else if (g_str_equal (role, "user") || g_str_equal (role, "assistant"))
    {
      if (self->prompt != NULL)
        add_turn (self, "user", self->prompt);
      g_clear_pointer (&self->prompt, g_free);
      if (g_str_equal (role, "user"))
        self->prompt = g_steal_pointer (&text);
      else
        add_turn (self, "assistant", text);
    }
  else
    return FALSE;
  return TRUE;
}

/* Returns: whether the messages can be said, and the last one is a person's */
static gboolean
add_messages (Reading      *reading,
              const Asking *asking,
              Said         *self,
              McpJsonValue  messages,
              gboolean      is_filled,
              GError      **error)
{
  McpJsonIter  iter;
  McpJsonValue message;

  mcp_json_iter_init (&iter, messages);
  while (mcp_json_iter_next (&iter, NULL, &message))
    if (!add_message (reading, asking, self, message, is_filled, error))
      return FALSE;
  return self->prompt != NULL;
}

static gboolean
is_messages (McpJsonDocument *document)
{
  McpJsonValue first =
      document != NULL ? mcp_json_value_get_item (mcp_json_document_get_root (document), 0)
                       : MCP_JSON_NO_VALUE;

  return mcp_json_value_get_kind (mcp_json_value_get_member (first, "role")) == MCP_JSON_STRING;
}

/* Messages in JSON, or in YAML where they begin as these do.
 * Returns: (transfer full) (nullable) */
static McpJsonDocument *
parse_messages (const char *text)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *start = text + strspn (text, " \t\r\n");

  if (*start != '[' && !g_str_has_prefix (start, "- role:"))
    return NULL;
  bytes = g_bytes_new (text, strlen (text));
  document = app_case_read_document (bytes, NULL);
  return is_messages (document) ? g_steal_pointer (&document) : NULL;
}

/* Where a prompt is JSON before values stand in it, they stand in its texts. */
static gboolean
read_prompt (Reading *reading, const Asking *asking, const char *prompt, Said *self, GError **error)
{
  McpJsonValue     prefix = find_option (reading, asking->test, "prefix");
  McpJsonValue     suffix = find_option (reading, asking->test, "suffix");
  g_autofree char *first = mcp_json_value_dup_string (prefix, NULL);
  g_autofree char *last = mcp_json_value_dup_string (suffix, NULL);
  g_autofree char *raw =
      g_strconcat (first != NULL ? first : "", prompt, last != NULL ? last : "", NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (raw, -1, NULL);

  if (is_messages (document))
    return add_messages (reading, asking, self, mcp_json_document_get_root (document), FALSE,
                         error);
  g_clear_pointer (&document, mcp_json_document_unref);
  text = fill (reading, asking, raw, error);
  if (text == NULL)
    return FALSE;
  document = parse_messages (text);
  if (document != NULL)
    return add_messages (reading, asking, self, mcp_json_document_get_root (document), TRUE,
                         error);
  self->prompt = g_steal_pointer (&text);
  return TRUE;
}

/* Cases */

/* Returns: (transfer full): that no other case has */
static char *
make_id (Reading *reading, const Asking *asking, guint number)
{
  McpJsonValue     metadata = mcp_json_value_get_member (asking->test, "metadata");
  g_autofree char *own = mcp_json_value_dup_member_string (metadata, "id");
  g_autoptr (GString) id =
      g_string_new (own != NULL && *own != '\0' ? own : "test");

  if (own == NULL || *own == '\0')
    g_string_append_printf (id, "-%u", number);
  if (reading->prompts->len > 1)
    g_string_append_printf (id, "-prompt-%u", asking->prompt + 1);
  if (asking->has_choices)
    g_string_append_printf (id, "-values-%u", asking->choice + 1);
  return app_case_import_make_id (reading->ids, id->str);
}

/* @list: "assert" of a test, or of all of them */
static void
add_assertions (Reading                *reading,
                AppCasePromptfooExpect *expect,
                const Asking           *asking,
                McpJsonValue            list,
                const char             *owner)
{
  McpJsonIter  iter;
  McpJsonValue assertion;

  mcp_json_iter_init (&iter, list);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &assertion); i++)
    {
      g_autofree char *place = g_strdup_printf ("%s.assert[%u]", owner, i);
      g_autofree char *ref = mcp_json_value_dup_member_string (assertion, "$ref");

      if (ref != NULL && *ref == '#')
        assertion = mcp_json_value_resolve_pointer (reading->config, ref + 1);
      app_case_promptfoo_expect_add (expect, assertion, asking->values, place);
    }
}

static void
write_expect (Reading *reading, const Asking *asking)
{
  g_autoptr (AppCasePromptfooExpect) expect = app_case_promptfoo_expect_new (reading->notes);
  McpJsonValue no_usual = find_option (reading, asking->test, "disableDefaultAsserts");

  if (!mcp_json_value_get_boolean (no_usual, FALSE))
    add_assertions (reading, expect, asking, mcp_json_value_get_member (reading->usual, "assert"),
                    "defaultTest");
  add_assertions (reading, expect, asking, mcp_json_value_get_member (asking->test, "assert"),
                  asking->place);
  app_case_promptfoo_expect_write (expect, reading->writer);
}

static void
write_case (Reading *reading, const Asking *asking, guint number)
{
  McpJsonWriter   *writer = reading->writer;
  const char      *prompt = reading->prompts->pdata[asking->prompt];
  g_autofree char *title = mcp_json_value_dup_member_string (asking->test, "description");
  g_autofree char *id = NULL;
  g_autofree char *before = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (Said) said = { g_string_new (NULL), mcp_json_writer_new (), 0, NULL };

  mcp_json_writer_begin_array (said.before);
  if (prompt == NULL || reading->n_cases >= APP_CASE_SUITE_MAX_CASES)
    return;
  if (!read_prompt (reading, asking, prompt, &said, &error))
    {
      g_autofree char *place = g_strdup_printf ("prompts[%u]", asking->prompt);

      app_case_import_leave_out (reading->notes, place,
                                 error != NULL ? error->message
                                               : _ ("messages that a case cannot begin with"));
      return;
    }
  mcp_json_writer_end_array (said.before);
  before = mcp_json_writer_finish_text (said.before);
  id = make_id (reading, asking, number);
  mcp_json_writer_add (writer, "{'id': %s, 'title': ?%s, 'system': ?%s, 'before': ?%r,", id,
                       g_strcmp0 (title, id) != 0 ? title : NULL,
                       said.system->len > 0 ? said.system->str : NULL,
                       said.n_before > 0 ? before : NULL);
  mcp_json_writer_member_string (writer, "prompt", said.prompt);
  mcp_json_writer_member_value (writer, "repeat", find_option (reading, asking->test, "repeat"));
  write_expect (reading, asking);
  mcp_json_writer_end_object (writer);
  reading->n_cases++;
}

/* Values */

/* How many choices there are of values that are lists: one of each. */
static guint
count_choices (McpJsonValue values)
{
  guint64      n = 1;
  McpJsonIter  iter;
  McpJsonValue value;

  mcp_json_iter_init (&iter, values);
  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY && n <= APP_CASE_SUITE_MAX_CASES)
      n *= MAX (mcp_json_value_get_n_items (value), 1);
  return (guint)MIN (n, APP_CASE_SUITE_MAX_CASES);
}

/* Returns: (transfer full): one choice */
static McpJsonDocument *
choose (McpJsonValue values, guint choice)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *json = NULL;
  McpJsonIter      iter;
  McpJsonValue     name;
  McpJsonValue     value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, values);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      guint n = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY
                    ? mcp_json_value_get_n_items (value)
                    : 0;

      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, n > 0 ? mcp_json_value_get_item (value, choice % n) : value);
      choice /= MAX (n, 1);
    }
  mcp_json_writer_end_object (writer);
  json = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (json, -1, NULL);
}

/* Those of all tests, and those of this one over them. Those in files are left out.
 * Returns: (transfer full) */
static McpJsonDocument *
merge_values (Reading *reading, McpJsonValue test, const char *place)
{
  McpJsonValue own = mcp_json_value_get_member (test, "vars");
  McpJsonValue lists[] = { mcp_json_value_get_member (reading->usual, "vars"), own };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *json = NULL;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      McpJsonIter  iter;
      McpJsonValue name;
      McpJsonValue value;

      if (mcp_json_value_exists (lists[i]) &&
          mcp_json_value_get_kind (lists[i]) != MCP_JSON_OBJECT)
        app_case_import_leave_out (reading->notes, place, "vars");
      if (mcp_json_value_get_kind (lists[i]) != MCP_JSON_OBJECT)
        continue;
      mcp_json_iter_init (&iter, lists[i]);
      while (mcp_json_iter_next (&iter, &name, &value))
        {
          g_autofree char *text = mcp_json_value_dup_string (name, NULL);

          if (i == 0 && mcp_json_value_exists (mcp_json_value_get_member (own, text)))
            continue;
          if (app_case_import_is_file (value))
            {
              app_case_import_leave_out (reading->notes, place, text);
              continue;
            }
          mcp_json_writer_name_value (writer, name);
          mcp_json_writer_value (writer, value);
        }
    }
  mcp_json_writer_end_object (writer);
  json = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (json, -1, NULL);
}

/* Tests */

static void
read_test (Reading *reading, McpJsonValue test, guint index)
{
  g_autofree char *place = g_strdup_printf ("tests[%u]", index);
  g_autoptr (McpJsonDocument) document = merge_values (reading, test, place);
  McpJsonValue values = mcp_json_document_get_root (document);
  gboolean     is_whole = mcp_json_value_get_boolean (
          find_option (reading, test, "disableVarExpansion"), FALSE);
  guint n = is_whole ? 1 : count_choices (values);

  note_test (reading, test, place);
  for (guint i = 0; i < n && reading->n_cases < APP_CASE_SUITE_MAX_CASES; i++)
    {
      g_autoptr (McpJsonDocument) chosen = is_whole ? mcp_json_document_ref (document)
                                                    : choose (values, i);
      Asking asking = { place, test, mcp_json_document_get_root (chosen), 0, i, n > 1 };

      for (; asking.prompt < reading->prompts->len; asking.prompt++)
        write_case (reading, &asking, index + 1);
    }
}

/* Without any, each prompt is asked once. */
static void
read_tests (Reading *reading)
{
  static const char empty[] = "{}";
  McpJsonValue      tests = mcp_json_value_get_member (reading->config, "tests");
  g_autoptr (McpJsonDocument) none = mcp_json_document_parse_text (empty, -1, NULL);
  McpJsonIter  iter;
  McpJsonValue test;

  if (!mcp_json_value_exists (tests))
    read_test (reading, mcp_json_document_get_root (none), 0);
  else if (mcp_json_value_get_kind (tests) != MCP_JSON_ARRAY)
    app_case_import_leave_out (reading->notes, "tests", _ ("a file"));
  if (mcp_json_value_get_kind (tests) != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, tests);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &test); i++)
    {
      g_autofree char *place = g_strdup_printf ("tests[%u]", i);

      if (mcp_json_value_get_kind (test) == MCP_JSON_OBJECT &&
          !mcp_json_value_exists (mcp_json_value_get_member (test, "path")))
        read_test (reading, test, i);
      else
        app_case_import_leave_out (reading->notes, place, _ ("a file"));
    }
}

static void
read_config (Reading *reading)
{
  McpJsonWriter *writer = reading->writer;

  if (mcp_json_value_get_kind (reading->usual) == MCP_JSON_OBJECT)
    note_test (reading, reading->usual, "defaultTest");
  else if (mcp_json_value_exists (reading->usual))
    app_case_import_leave_out (reading->notes, "defaultTest", _ ("a file"));
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_value (writer, "title",
                                mcp_json_value_get_member (reading->config, "description"));
  mcp_json_writer_member_value (writer, "repeat",
                                mcp_json_value_resolve_pointer (reading->config,
                                                                "/evaluateOptions/repeat"));
  mcp_json_writer_add (writer, "'cases': [");
  read_tests (reading);
  mcp_json_writer_add (writer, "]}");
}

GBytes *
app_case_import_promptfoo (McpJsonValue config, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reading reading = {
    .writer = writer,
    .notes = notes,
    .config = config,
    .usual = mcp_json_value_get_member (config, "defaultTest"),
    .ids = ids,
  };

  note_config (&reading);
  read_prompts (&reading);
  read_config (&reading);
  g_ptr_array_unref (reading.prompts);
  if (reading.n_cases > 0)
    return mcp_json_writer_finish (writer);
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, "%s%s%s",
               _ ("None of its cases has a prompt."),
               notes->len > 0 ? " " : "",
               notes->len > 0 ? (char *)notes->pdata[notes->len - 1] : "");
  return NULL;
}
