/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-lint.h"

#include "store-client-linter.h"
#include "store-client-reader.h"
#include "store-error.h"

#include <string.h>

#define MARK "\357\273\277"

/* Names that maps of servers have in one application or another. */
static const char *const roots[] = { "mcpServers", "servers", "context_servers", "mcp_servers",
                                     "extensions", "mcp-servers", "mcp" };

void
store_lint_finding_free (StoreLintFinding *self)
{
  if (self == NULL)
    return;
  g_free (self->entry);
  g_free (self->member);
  g_free (self->text);
  g_free (self);
}

const char *
store_lint_severity_get_word (StoreLintSeverity severity)
{
  static const char *const words[] = { "error", "warning", "advice" };

  return words[severity];
}

/* What strict JSON does not have */

typedef struct
{
  const char *comment; /* (nullable): the first one */
  const char *comma;   /* (nullable): the first one before a closing bracket */
} Extras;

/* Behind a comment that begins at @at, or @at where none does. */
static const char *
skip_comment (const char *at, const char *end)
{
  const char *stop = NULL;

  if (end - at < 2 || *at != '/' || (at[1] != '/' && at[1] != '*'))
    return at;
  if (at[1] == '/')
    stop = memchr (at, '\n', (gsize)(end - at));
  else
    {
      stop = g_strstr_len (at + 2, end - at - 2, "*/");
      stop = stop != NULL ? stop + 2 : NULL;
    }
  return stop != NULL ? stop : end;
}

static const char *
skip_string (const char *at, const char *end)
{
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\')
      at++;
  return MIN (at + 1, end);
}

static void
find_extras (const char *at, const char *end, Extras *extras)
{
  const char *comma = NULL;

  while (at < end)
    {
      const char *behind = skip_comment (at, end);

      if (behind != at)
        {
          if (extras->comment == NULL)
            extras->comment = at;
          at = behind;
          continue;
        }
      if ((*at == '}' || *at == ']') && comma != NULL && extras->comma == NULL)
        extras->comma = comma;
      if (*at == ',')
        comma = at;
      else if (!g_ascii_isspace (*at))
        comma = NULL;
      at = *at == '"' ? skip_string (at, end) : at + 1;
    }
}

static void
add_extra (StoreClientLinter *self, const char *at, const char *rule, const char *what)
{
  guint line, column;

  store_client_linter_locate_offset (self, (gsize)(at - self->data), &line, &column);
  store_client_linter_add_at (self, STORE_LINT_ERROR, rule, line, column,
                              "%s allows no %s here, and sees no server at all. Take it out.",
                              self->format->name, what);
}

/* Returns: whether it is only that which makes it unreadable */
static gboolean
check_extras (StoreClientLinter *self)
{
  gboolean strict = self->format->syntax == MCP_JSON_SYNTAX_STRICT;
  Extras   extras = { 0 };

  if (self->format->language != STORE_CLIENT_JSON ||
      !(strict || self->format->rules.no_trailing_commas))
    return FALSE;
  find_extras (self->data, self->data + self->size, &extras);
  if (strict && extras.comment != NULL)
    add_extra (self, extras.comment, "comment", "comment");
  if (extras.comma != NULL)
    add_extra (self, extras.comma, "trailing-comma", "comma before a closing bracket");
  return (strict && extras.comment != NULL) || extras.comma != NULL;
}

/* The text */

static gboolean
check_encoding (StoreClientLinter *self, const char *data, gsize size)
{
  const char *invalid;
  guint       line, column;

  if (size >= 2 && (memcmp (data, "\377\376", 2) == 0 || memcmp (data, "\376\377", 2) == 0))
    {
      store_client_linter_add_at (self, STORE_LINT_ERROR, "encoding", 1, 1,
                                  "The file is written in UTF-16, which %s does not read. Save it "
                                  "as UTF-8.",
                                  self->format->name);
      return FALSE;
    }
  if (g_utf8_validate_len (self->data, self->size, &invalid))
    return TRUE;
  store_client_linter_locate_offset (self, (gsize)(invalid - self->data), &line, &column);
  store_client_linter_add_at (self, STORE_LINT_ERROR, "encoding", line, column,
                              "This character is not UTF-8; the file may be written in Latin-1. "
                              "Save it as UTF-8.");
  return FALSE;
}

static void
check_mark (StoreClientLinter *self)
{
  if (self->format->rules.breaks_on_mark)
    store_client_linter_add_at (self, STORE_LINT_ERROR, "byte-order-mark", 1, 1,
                                "The file begins with a byte order mark, by which %s loses the "
                                "whole file. Save it as UTF-8 without one.",
                                self->format->name);
  else
    store_client_linter_add_at (self, STORE_LINT_ADVICE, "byte-order-mark", 1, 1,
                                "The file begins with a byte order mark. Save it as UTF-8 without "
                                "one: not every program reads it.");
}

static gboolean
is_blank (StoreClientLinter *self)
{
  for (gsize i = 0; i < self->size; i++)
    if (!g_ascii_isspace (self->data[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_text (StoreClientLinter *self)
{
  g_autoptr (GBytes) bytes = g_bytes_new (self->data, self->size);
  g_autoptr (GError) error = NULL;
  gboolean has_extras = check_extras (self);
  guint    line = 0, column = 0;

  self->lenient = *self->format;
  self->lenient.syntax = has_extras ? MCP_JSON_SYNTAX_COMMENTS : self->format->syntax;
  self->text = store_client_text_new (bytes, &self->lenient, &error);
  if (self->text == NULL)
    {
      store_error_get_place (error, &line, &column);
      store_client_linter_add_at (self, STORE_LINT_ERROR, "syntax", line, column,
                                  "The file cannot be read, and %s sees no server at all: %s",
                                  self->format->name, error->message);
      return FALSE;
    }
  if (self->format->language == STORE_CLIENT_TOML)
    {
      g_autoptr (GBytes) json = store_toml_scan (self->data, &self->statements, NULL);
    }
  if (self->format->language == STORE_CLIENT_YAML)
    self->yaml = store_yaml_tree_new (bytes, NULL);
  return TRUE;
}

/* The map of servers */

static void
check_duplicates (StoreClientLinter *self, const char *entry, McpJsonValue object)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (self->format->language != STORE_CLIENT_JSON ||
      mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return;
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      char *text = mcp_json_value_dup_string (each.name, NULL);
      guint line, column;

      store_client_linter_locate_offset (self, mcp_json_value_get_start (each.name), &line,
                                         &column);
      if (text != NULL && g_hash_table_contains (names, text))
        store_client_linter_add_at (self, STORE_LINT_WARNING, "duplicate-key", line, column,
                                    "“%s” stands twice%s%s: only the last one counts. Remove one.",
                                    text, entry != NULL ? " in " : "", entry != NULL ? entry : "");
      if (text != NULL)
        g_hash_table_add (names, text);
    }
}

/* A map of servers under the name that it has elsewhere. */
static void
check_other_roots (StoreClientLinter *self, McpJsonValue document)
{
  const char *const *root = store_client_place_get_root (self->place);

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      McpJsonValue map = mcp_json_value_get_member (document, roots[i]);
      McpJsonValue first = mcp_json_value_get_item (map, 0);
      guint        line, column;

      if (g_str_equal (roots[i], root[0]) || mcp_json_value_get_kind (map) != MCP_JSON_OBJECT ||
          !store_client_reader_is_entry (first))
        continue;
      store_client_linter_locate_offset (self, mcp_json_value_get_start (map), &line, &column);
      if (self->format->language != STORE_CLIENT_JSON)
        line = column = 0;
      store_client_linter_add_at (self, STORE_LINT_ERROR, "wrong-root", line, column,
                                  "The servers stand under “%s”, where %s does not look. It reads "
                                  "“%s”: rename it.",
                                  roots[i], self->format->name, root[0]);
    }
}

/* A map of servers that is the document itself. */
static gboolean
is_bare_map (McpJsonValue document)
{
  for (McpJsonWalk each = mcp_json_walk (document); mcp_json_walk_next (&each);)
    if (!store_client_reader_is_entry (each.value))
      return FALSE;
  return mcp_json_value_get_n_items (document) > 0;
}

static void
check_root (StoreClientLinter *self, McpJsonValue document)
{
  const char *const *root = store_client_place_get_root (self->place);

  if (is_bare_map (document))
    store_client_linter_add_at (self, STORE_LINT_ERROR, "wrong-root", 1, 1,
                                "The servers are at the top of the file, where %s does not look. "
                                "Put them under “%s”.",
                                self->format->name, root[0]);
  else if (self->values->needs_root)
    store_client_linter_add_at (self, STORE_LINT_ERROR, "root-missing", 1, 1,
                                "“%s” is missing, without which %s does not start. Add “%s”: {}.",
                                root[0], self->format->name, root[0]);
}

/* How an application that cleans names up would write it. */
static char *
make_canonical (const char *name)
{
  char *canonical = g_utf8_strdown (name, -1);

  return g_strdelimit (canonical, " _-.", '-');
}

static void
check_alike (StoreClientLinter *self, GHashTable *canonical)
{
  const char      *name = self->entry;
  g_autofree char *own = make_canonical (name);
  const char      *other = g_hash_table_lookup (canonical, own);

  if (other != NULL && !g_str_equal (other, name))
    store_client_linter_add (self, STORE_LINT_ADVICE, "name-alike", NULL,
                             "“%s” and “%s” differ in spaces, hyphens or case alone. An "
                             "application may take them for one: rename one.",
                             other, name);
  else
    g_hash_table_insert (canonical, g_steal_pointer (&own), g_strdup (name));
}

static void
check_tool_count (StoreClientLinter *self, McpJsonValue map)
{
  guint             limit = self->format->rules.tool_limit;
  guint             n = 0;
  StoreLintFigures *figures;
  GHashTableIter    iter;

  if (limit == 0 || self->options->figures == NULL)
    return;
  g_hash_table_iter_init (&iter, self->options->figures);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&figures))
    n += figures->n_tools;
  if (n > limit)
    store_client_linter_add_at (self, STORE_LINT_WARNING, "too-many-tools", 0, 0,
                                "The servers have %u tools together, and %s uses at most %u. "
                                "Switch some off.",
                                n, self->format->name, limit);
}

/* Only an item of a list has none. */
static void
check_nameless (StoreClientLinter *self, McpJsonValue entry)
{
  if (mcp_json_value_get_kind (entry) == MCP_JSON_OBJECT)
    store_client_linter_add_at (self, STORE_LINT_ERROR, "no-name", 0, 0,
                                "A server in the list has no “%s”. Give it one.",
                                self->format->members.name);
}

static void
check_map (StoreClientLinter *self)
{
  static const char *const nothing[] = { NULL };
  const char *const       *root = store_client_place_get_root (self->place);
  McpJsonValue             document = store_client_text_get (self->text, nothing);
  McpJsonValue             map = store_client_text_get (self->text, root);
  g_autoptr (GHashTable) canonical =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint line, column;

  check_duplicates (self, NULL, document);
  if (mcp_json_value_exists (document) && mcp_json_value_get_kind (document) != MCP_JSON_OBJECT)
    {
      store_client_linter_add_at (self, STORE_LINT_ERROR, "root-kind", 1, 1,
                                  "The file must be an object with “%s” in it.", root[0]);
      return;
    }
  check_other_roots (self, document);
  if (!mcp_json_value_exists (map))
    {
      check_root (self, document);
      return;
    }
  gboolean is_list = mcp_json_value_get_kind (map) == MCP_JSON_ARRAY;
  if (is_list ? self->format->members.name == NULL
              : mcp_json_value_get_kind (map) != MCP_JSON_OBJECT || self->format->members.in_list)
    {
      store_client_linter_locate_offset (self, mcp_json_value_get_start (map), &line, &column);
      store_client_linter_add_at (self, STORE_LINT_ERROR, "root-kind", line, column,
                                  self->format->members.in_list
                                      ? "“%s” must be a list of servers, each with its name."
                                      : "“%s” must be an object: the servers by their names.",
                                  root[g_strv_length ((char **)root) - 1]);
      return;
    }
  if (!is_list)
    check_duplicates (self, root[0], map);
  for (McpJsonWalk each = mcp_json_walk (map); mcp_json_walk_next (&each);)
    {
      g_autofree char *text =
          is_list ? mcp_json_value_dup_member_string (each.value, self->format->members.name)
                  : mcp_json_value_dup_string (each.name, NULL);

      if (text != NULL && store_client_place_is_way (self->place, text))
        continue;
      if (text == NULL)
        {
          check_nameless (self, each.value);
          continue;
        }
      self->entry = text;
      if (is_list && !g_hash_table_add (names, g_strdup (text)))
        store_client_linter_add (self, STORE_LINT_ERROR, "duplicate-key", NULL,
                                 "“%s” stands twice: only one counts. Remove one.", text);
      check_alike (self, canonical);
      check_duplicates (self, text, each.value);
      store_client_lint_entry (self, each.value);
      self->entry = NULL;
    }
  check_tool_count (self, map);
}

static void
check_blank (StoreClientLinter *self)
{
  if ((self->values->blank & (self->size == 0 ? STORE_BLANK_EMPTY : STORE_BLANK_SPACE)) == 0)
    check_root (self, MCP_JSON_NO_VALUE);
  else
    store_client_linter_add_at (self, STORE_LINT_ERROR, "file-empty", 1, 1,
                                "The file is empty, with which %s does not start. Write {} into "
                                "it, or remove it.",
                                self->format->name);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const StoreLintFinding *one = *(StoreLintFinding *const *)a;
  const StoreLintFinding *two = *(StoreLintFinding *const *)b;

  return one->line != two->line ? (one->line < two->line ? -1 : 1) : 0;
}

GPtrArray *
store_client_lint (GBytes *text, StoreClientPlace *place, const StoreClientLintOptions *options)
{
  static const StoreClientLintOptions none = { 0 };
  const StoreClientFormat            *format = store_client_place_get_format (place);
  GPtrArray                          *findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_lint_finding_free);
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);
  gboolean    has_mark =
      size >= strlen (MARK) && memcmp (data, MARK, strlen (MARK)) == 0;
  gsize skip = has_mark ? strlen (MARK) : 0;
  /* What reads TOML wants its end marked. */
  g_autofree char  *copy = size > skip ? g_strndup (data + skip, size - skip) : g_strdup ("");
  StoreClientLinter self = { format, store_client_values_find (format->id),
                             place, options != NULL ? options : &none,
                             copy, size - skip };

  self.findings = findings;
  if (size > STORE_CLIENT_MAX_BYTES)
    {
      store_client_linter_add_at (&self, STORE_LINT_ERROR, "syntax", 0, 0,
                                  "The file is too large for a configuration.");
      return findings;
    }
  if (has_mark)
    check_mark (&self);
  if (!check_encoding (&self, data, size))
    ;
  else if (is_blank (&self))
    check_blank (&self);
  else if (read_text (&self))
    check_map (&self);
  g_clear_pointer (&self.text, store_client_text_free);
  g_clear_pointer (&self.statements, g_ptr_array_unref);
  g_clear_pointer (&self.yaml, store_yaml_tree_free);
  g_ptr_array_sort (findings, compare);
  return findings;
}
