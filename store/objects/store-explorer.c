/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-explorer.h"

#include "store-explorer-repr.h"
#include "store-object.h"

#include <string.h>

/* How far continuation lines of a value stand to the right in a dict at the top. */
#define CONTINUATION_INDENT "        "

const StoreExplorerLimits store_explorer_default_limits = { 25, 300, 4, 150, 120 };

char *
store_explorer_split_reference (const char *reference, char **path)
{
  const char *dot;

  if (*reference != '@' || (dot = strchr (reference, '.')) == NULL)
    {
      *path = g_strdup ("");
      return g_strdup (*reference == '@' ? reference + 1 : reference);
    }
  *path = g_strdup (dot + 1);
  return g_strndup (reference + 1, dot - reference - 1);
}

static gboolean
is_digits (const char *text)
{
  return *text != '\0' && strspn (text, "0123456789") == strlen (text);
}

static char *
strip_quotes (const char *text)
{
  text += strspn (text, "\"'");
  const char *end = text + strlen (text);
  while (end > text && strchr ("\"'", end[-1]) != NULL)
    end--;
  return g_strndup (text, end - text);
}

/* The servers' allow-list: a letter, then letters, digits and underscores. */
static gboolean
check_path (const char *path, GError **error)
{
  g_auto (GStrv) parts = g_strsplit_set (path, ".[]", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0' || is_digits (parts[i]))
        continue;

      g_autofree char *part = strip_quotes (parts[i]);
      if (g_ascii_isalpha (*part) &&
          strspn (part, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") == strlen (part))
        continue;

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   "Access to attribute '%s' is not permitted", part);
      return FALSE;
    }
  return TRUE;
}

/* One step of a path. An index in brackets does not find a dict's member, but digits after a dot
 * index a list as well. */
static McpJsonValue
step (McpJsonValue value, const char *part, gboolean is_index)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  guint64     index;

  if (kind == MCP_JSON_OBJECT && !is_index)
    return mcp_json_value_get_member (value, part);
  if (kind == MCP_JSON_ARRAY &&
      g_ascii_string_to_unsigned (part, 10, 0, G_MAXUINT32, &index, NULL) &&
      index < mcp_json_value_get_n_items (value))
    return mcp_json_value_get_item (value, index);
  return MCP_JSON_NO_VALUE;
}

static McpJsonValue
walk (McpJsonValue value, const char *path)
{
  g_autoptr (GString) part = g_string_new (NULL);
  gboolean in_brackets = FALSE;

  for (const char *p = path;; p++)
    {
      gboolean ends = *p == '\0' || *p == '[' || *p == ']' || (*p == '.' && !in_brackets);

      if (!ends)
        {
          g_string_append_c (part, *p);
          continue;
        }
      if (part->len > 0)
        {
          gboolean         is_index = *p == ']' && is_digits (part->str);
          g_autofree char *name = *p == ']' ? strip_quotes (part->str) : g_strdup (part->str);

          value = step (value, name, is_index);
          g_string_truncate (part, 0);
        }
      if (*p == '\0')
        return value;
      if (*p != '.')
        in_brackets = *p == '[';
    }
}

McpJsonValue
store_explorer_find (McpJsonValue root, const char *object_id, const char *path, GError **error)
{
  g_autofree char *inner = NULL;
  g_autofree char *id = store_explorer_split_reference (object_id, &inner);
  g_autofree char *whole = NULL;

  if (*inner != '\0' && *path != '\0')
    whole = g_strconcat (inner, ".", path, NULL);
  else
    whole = g_strdup (*inner != '\0' ? inner : path);
  if (!check_path (whole, error))
    return MCP_JSON_NO_VALUE;

  McpJsonValue value = walk (root, whole);
  if (!mcp_json_value_exists (value))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 "Object '%s' does not have a value at path '%s'.", object_id, whole);
  return value;
}

static char *
make_header (McpJsonValue value, const char *object_id, const char *path)
{
  GString    *header = g_string_new (NULL);
  McpJsonKind kind = mcp_json_value_get_kind (value);

  g_string_append_printf (header, "%s%s%s%s → %s", *object_id == '@' ? "" : "@", object_id,
                          *path != '\0' ? "." : "", path, store_object_type_name_of (value));
  if (kind == MCP_JSON_STRING)
    g_string_append_printf (header, " (length: %" G_GSIZE_FORMAT ")",
                            mcp_json_value_count_characters (value));
  else if (kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT)
    g_string_append_printf (header, " (length: %u)", mcp_json_value_get_n_items (value));
  return g_string_free (header, FALSE);
}

static void
append_member (GString                   *out,
               McpJsonValue               name,
               McpJsonValue               value,
               const StoreExplorerLimits *limits)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gsize            length;
  g_autofree char *text = mcp_json_value_dup_string (name, &length);
  g_autofree char *layout = NULL;

  store_explorer_append_string_repr (key, text, length);
  g_autofree char *key_text = store_explorer_wrap (key->str, limits->width, TRUE);
  layout = store_explorer_layout (value, limits, limits->max_items, MAX (limits->max_depth, 1) - 1,
                                  TRUE);
  g_autofree char *body = store_explorer_wrap (layout, limits->width, FALSE);
  g_auto (GStrv) lines = g_strsplit (body, "\n", -1);

  g_string_append_printf (out, "\n    %s: %s", key_text, lines[0]);
  for (guint i = 1; lines[i] != NULL; i++)
    g_string_append_printf (out, "\n" CONTINUATION_INDENT "%s", lines[i]);
}

static char *
render (McpJsonValue value, const StoreExplorerLimits *limits)
{
  g_autofree char *layout = NULL;
  gboolean         first = TRUE;

  if (limits == NULL)
    limits = &store_explorer_default_limits;
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (value, NULL);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      layout = store_explorer_layout (value, limits, limits->max_items, limits->max_depth, TRUE);
      return store_explorer_wrap (layout, limits->width, FALSE);
    }
  if (mcp_json_value_get_n_items (value) == 0)
    return g_strdup ("{}");

  GString *out = g_string_new ("{");
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      if (!first)
        g_string_append_c (out, ',');
      first = FALSE;
      append_member (out, item.name, item.value, limits);
    }
  g_string_append (out, "\n}");
  return g_string_free (out, FALSE);
}

char *
store_explorer_explore (McpJsonValue               root,
                        const char                *object_id,
                        const char                *path,
                        const StoreExplorerLimits *limits,
                        GError                   **error)
{
  McpJsonValue value = store_explorer_find (root, object_id, path, error);

  if (!mcp_json_value_exists (value))
    return NULL;

  g_autofree char *header = make_header (value, object_id, path);
  g_autofree char *body = render (value, limits);
  return g_strconcat (header, "\n\n", body, NULL);
}

/* Python's clamping of a slice's ends. */
static gint64
clamp_index (gint64 index, gint64 length)
{
  if (index < 0)
    index = MAX (index + length, 0);
  return MIN (index, length);
}

char *
store_explorer_slice (McpJsonValue               root,
                      const char                *object_id,
                      const char                *path,
                      gint64                     start,
                      const gint64              *end,
                      const StoreExplorerLimits *limits,
                      GError                   **error)
{
  McpJsonValue     value = store_explorer_find (root, object_id, path, error);
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *body = NULL;

  if (kind == MCP_JSON_NONE)
    return NULL;
  if (kind != MCP_JSON_STRING && kind != MCP_JSON_ARRAY)
    return g_strdup_printf ("Object of type %s does not support slicing",
                            store_object_type_name_of (value));
  if (limits == NULL)
    limits = &store_explorer_default_limits;

  gint64 length = kind == MCP_JSON_STRING ? (gint64)mcp_json_value_count_characters (value)
                                          : mcp_json_value_get_n_items (value);
  gint64 from = clamp_index (start, length);
  gint64 to = MAX (from, clamp_index (end != NULL ? *end : length, length));
  if (kind == MCP_JSON_STRING)
    {
      g_autofree char *text = mcp_json_value_dup_string (value, NULL);

      body = g_utf8_substring (text, from, to);
      return g_strdup_printf ("String slice [%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                              "] of length %" G_GINT64_FORMAT ":\n\n%s",
                              start, end != NULL ? *end : length, to - from, body);
    }

  g_autofree char *layout = store_explorer_layout_slice (value, limits, from, to);
  body = store_explorer_wrap (layout, limits->width, FALSE);
  return g_strdup_printf ("List slice [%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                          "] (showing %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " items):\n\n%s",
                          start, end != NULL ? *end : length, to - from, length, body);
}

/* Compiles a pattern, or says why not as Python's re does for its commonest mistake. */
static GRegex *
compile (const char *pattern, gboolean case_sensitive, char **problem)
{
  g_autoptr (GError) error = NULL;
  GRegex     *regex = g_regex_new (pattern, case_sensitive ? 0 : G_REGEX_CASELESS, 0, &error);
  const char *bracket = strrchr (pattern, '[');

  if (regex != NULL)
    return regex;
  if (g_error_matches (error, G_REGEX_ERROR, G_REGEX_ERROR_UNTERMINATED_CHARACTER_CLASS) &&
      bracket != NULL)
    *problem = g_strdup_printf ("Invalid regex pattern: unterminated character set at position %d",
                                (int)g_utf8_pointer_to_offset (pattern, bracket));
  else
    *problem = g_strdup_printf ("Invalid regex pattern: %s", error->message);
  return NULL;
}

static void
append_match (GString *out, guint number, const char *text, int start, int end, guint context)
{
  const char *from = text + start;
  const char *to = text + end;

  for (guint i = 0; i < context && from > text; i++)
    from = g_utf8_prev_char (from);
  for (guint i = 0; i < context && *to != '\0'; i++)
    to = g_utf8_next_char (to);
  g_string_append_printf (out, "\nMatch %u: ...%.*s[%.*s]%.*s...", number,
                          (int)(text + start - from), from, end - start, text + start,
                          (int)(to - text - end), text + end);
}

char *
store_explorer_search (McpJsonValue               root,
                       const char                *object_id,
                       const char                *path,
                       const char                *pattern,
                       gboolean                   case_sensitive,
                       const StoreExplorerLimits *limits,
                       GError                   **error)
{
  McpJsonValue value = store_explorer_find (root, object_id, path, error);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  char *problem = NULL;
  int   start, end;
  guint n_matches = 0;

  if (!mcp_json_value_exists (value))
    return NULL;
  if (mcp_json_value_get_kind (value) != MCP_JSON_STRING)
    return g_strdup_printf ("Search is only supported on string objects. Found %s at path '%s'.",
                            store_object_type_name_of (value), path);
  g_autoptr (GRegex) regex = compile (pattern, case_sensitive, &problem);
  if (regex == NULL)
    return problem;
  if (limits == NULL)
    limits = &store_explorer_default_limits;

  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  g_regex_match (regex, text, 0, &match);
  while (g_match_info_fetch_pos (match, 0, &start, &end))
    {
      append_match (found, ++n_matches, text, start, end, limits->search_context_length);
      if (!g_match_info_next (match, NULL))
        break;
    }
  if (n_matches == 0)
    return g_strdup_printf ("No matches found for pattern '%s'", pattern);
  return g_strdup_printf ("Found %u matches for pattern '%s':\n%s", n_matches, pattern, found->str);
}

char *
store_explorer_replace (McpJsonValue root,
                        const char  *object_id,
                        const char  *path,
                        const char  *pattern,
                        const char  *replacement,
                        guint        count,
                        gboolean     case_sensitive,
                        char       **replaced,
                        GError     **error)
{
  McpJsonValue value = store_explorer_find (root, object_id, path, error);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  char *problem = NULL;
  int   start, end, position = 0;
  guint n_replaced = 0;

  *replaced = NULL;
  if (!mcp_json_value_exists (value))
    return NULL;
  if (mcp_json_value_get_kind (value) != MCP_JSON_STRING)
    return g_strdup_printf ("Replace is only supported on string objects. Found %s at path '%s'.",
                            store_object_type_name_of (value), path);
  g_autoptr (GRegex) regex = compile (pattern, case_sensitive, &problem);
  if (regex == NULL)
    return problem;

  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  g_regex_match (regex, text, 0, &match);
  while ((count == 0 || n_replaced < count) && g_match_info_fetch_pos (match, 0, &start, &end))
    {
      g_autofree char *expanded = g_match_info_expand_references (match, replacement, NULL);

      g_string_append_len (out, text + position, start - position);
      g_string_append (out, expanded != NULL ? expanded : replacement);
      position = end;
      n_replaced++;
      if (!g_match_info_next (match, NULL))
        break;
    }
  if (n_replaced == 0)
    return g_strdup_printf ("No matches found for pattern '%s'. Object unchanged.", pattern);

  g_string_append (out, text + position);
  *replaced = g_strdup (out->str);
  return g_strdup_printf ("Replaced %u occurrence(s) of '%s' → '%s'.", n_replaced, pattern,
                          replacement);
}
