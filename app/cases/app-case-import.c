/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-import-private.h"
#include "app-case-suite.h"
#include "app-visible-text.h"

#define MAX_NOTES 40u
/* Characters of what stands in a file. */
#define QUOTED 60

char *
app_case_import_make_id (GHashTable *ids, const char *wanted)
{
  guint next = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (ids, wanted)), 1);
  char *id = g_strdup (wanted);

  while (g_hash_table_contains (ids, id))
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", wanted, ++next);
    }
  g_hash_table_insert (ids, g_strdup (wanted), GUINT_TO_POINTER (next));
  if (!g_str_equal (id, wanted))
    g_hash_table_insert (ids, g_strdup (id), GUINT_TO_POINTER (1));
  return id;
}

void
app_case_import_note (GPtrArray *notes, const char *place, const char *what)
{
  g_autofree char *note = g_strdup_printf ("%s: %s", place, what);

  /* What is said of all cases is said once. */
  if (g_ptr_array_find_with_equal_func (notes, note, g_str_equal, NULL))
    return;
  if (notes->len < MAX_NOTES)
    g_ptr_array_add (notes, g_steal_pointer (&note));
  else if (notes->len == MAX_NOTES)
    g_ptr_array_add (notes, g_strdup (_ ("More of the file was left out.")));
}

void
app_case_import_leave_out (GPtrArray *notes, const char *place, const char *what)
{
  g_autofree char *line = app_visible_text_line (what, QUOTED);
  /* Translators: %s is a word of a file */
  g_autofree char *text = what != NULL ? g_strdup_printf (_ ("left out: %s"), line)
                                       : g_strdup (_ ("left out"));

  app_case_import_note (notes, place, text);
}

gboolean
app_case_import_is_file (McpJsonValue value)
{
  static const char *const schemes[] = { "file://", "package:", "exec:", "langfuse://",
                                         "portkey://", "helicone://", "huggingface://" };
  g_autofree char         *text = mcp_json_value_dup_string (value, NULL);

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (schemes); i++)
    if (g_str_has_prefix (text, schemes[i]))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): what the first line is, where it is JSON by itself */
static McpJsonDocument *
read_first_line (GBytes *text)
{
  gsize       length;
  const char *start = g_bytes_get_data (text, &length);
  const char *end = length > 0 ? memchr (start, '\n', length) : NULL;

  return length > 0 ? mcp_json_document_parse_text (
                          start, end != NULL ? end - start : (gssize)length, NULL)
                    : NULL;
}

static gboolean
has (McpJsonValue object, const char *name, McpJsonKind kind)
{
  return mcp_json_value_get_kind (mcp_json_value_get_member (object, name)) == kind;
}

/* Whether a line of YAML begins with that word: reading all of it takes long. */
static gboolean
has_line (GBytes *text, const char *word)
{
  gsize       length;
  const char *next = g_bytes_get_data (text, &length);
  const char *end = next + length;
  gsize       n = strlen (word);

  while (next != NULL && (gsize)(end - next) > n)
    {
      if (memcmp (next, word, n) == 0 && next[n] == ':')
        return TRUE;
      next = memchr (next, '\n', (gsize)(end - next));
      next = next != NULL ? next + 1 : NULL;
    }
  return FALSE;
}

static gboolean
is_promptfoo (GBytes *text, McpJsonValue root)
{
  if (mcp_json_value_exists (root))
    return !has (root, "cases", MCP_JSON_ARRAY) &&
           (mcp_json_value_exists (mcp_json_value_get_member (root, "prompts")) ||
            mcp_json_value_exists (mcp_json_value_get_member (root, "tests")));
  return !has_line (text, "cases") && (has_line (text, "prompts") || has_line (text, "tests"));
}

AppCaseFormat
app_case_import_find_format (GBytes *text)
{
  g_autoptr (McpJsonDocument) line = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root;

  g_return_val_if_fail (text != NULL, APP_CASE_OWN);

  line = read_first_line (text);
  if (line != NULL && has (mcp_json_document_get_root (line), "question", MCP_JSON_ARRAY))
    return APP_CASE_BFCL;
  if (app_case_import_is_atlas (text))
    return APP_CASE_ATLAS;
  document = mcp_json_document_parse (text, NULL, NULL, NULL);
  root = document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE;
  if (has (root, "schemaVersion", MCP_JSON_STRING) && has (root, "suite", MCP_JSON_OBJECT))
    return APP_CASE_MCPJAM;
  if (has (root, "turns", MCP_JSON_ARRAY) && !has (root, "cases", MCP_JSON_ARRAY))
    return APP_CASE_CONVERSATION;
  return is_promptfoo (text, root) ? APP_CASE_PROMPTFOO : APP_CASE_OWN;
}

GBytes *
app_case_import (
    AppCaseFormat format, GBytes *text, GBytes *answers, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (text != NULL && notes != NULL && format != APP_CASE_OWN, NULL);

  if (format == APP_CASE_BFCL)
    return app_case_import_bfcl (text, answers, notes, error);
  if (format == APP_CASE_ATLAS)
    return app_case_import_atlas (text, notes, error);
  document = app_case_read_document (text, error);
  if (document == NULL)
    return NULL;
  switch (format)
    {
    case APP_CASE_MCPJAM:
      return app_case_import_mcpjam (mcp_json_document_get_root (document), notes, error);
    case APP_CASE_PROMPTFOO:
      return app_case_import_promptfoo (mcp_json_document_get_root (document), notes, error);
    default:
      return app_case_import_conversation (mcp_json_document_get_root (document), error);
    }
}
