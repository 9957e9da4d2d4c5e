/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-linter.h"

#include <string.h>

void
store_client_linter_locate_offset (StoreClientLinter *self,
                                   gsize              offset,
                                   guint             *line,
                                   guint             *column)
{
  const char *at = self->data;
  const char *end = self->data + MIN (offset, self->size);
  const char *next;

  *line = 1;
  while ((next = memchr (at, '\n', (gsize)(end - at))) != NULL)
    {
      (*line)++;
      at = next + 1;
    }
  *column = (guint)g_utf8_strlen (at, end - at) + 1;
}

/* JSON: the byte where the value begins. */
static gboolean
find_in_json (StoreClientLinter *self, const char *const *path, gsize *offset)
{
  McpJsonValue value = store_client_text_get (self->text, path);

  *offset = mcp_json_value_get_start (value);
  return mcp_json_value_exists (value);
}

static gboolean
begins_with (GPtrArray *names, const char *const *path)
{
  guint i;

  for (i = 0; path[i] != NULL; i++)
    if (i >= names->len || !g_str_equal (names->pdata[i], path[i]))
      return FALSE;
  return i > 0;
}

static gboolean
find_in_toml (StoreClientLinter *self, const char *const *path, gsize *offset)
{
  for (guint i = 0; self->statements != NULL && i < self->statements->len; i++)
    {
      const StoreTomlStatement *statement = self->statements->pdata[i];

      if (!begins_with (statement->names, path))
        continue;
      *offset = statement->is_header ? statement->start : statement->value;
      while (statement->is_header && *offset < statement->end && self->data[*offset] != '[')
        (*offset)++;
      return TRUE;
    }
  return FALSE;
}

static gboolean
find_in_yaml (StoreClientLinter *self, const char *const *path, guint *line, guint *column)
{
  StoreYamlNode *node = self->yaml != NULL ? store_yaml_node_resolve (self->yaml->root) : NULL;
  guint          index;

  for (; *path != NULL; path++)
    {
      if (node != NULL && node->kind == STORE_YAML_SEQUENCE)
        {
          index = (guint)g_ascii_strtoull (*path, NULL, 10);
          if (index >= node->children->len)
            return FALSE;
          node = g_ptr_array_index (node->children, index);
          *line = node->line;
          *column = node->column;
          continue;
        }
      if (node == NULL || !store_yaml_node_find (node, *path, &index))
        return FALSE;
      *line = store_yaml_node_get_key (node, index)->line;
      *column = store_yaml_node_get_key (node, index)->column;
      node = store_yaml_node_resolve (store_yaml_node_get_value (node, index));
    }
  return TRUE;
}

static gboolean
find (StoreClientLinter *self, const char *const *path, guint *line, guint *column)
{
  gsize offset = 0;

  switch (self->format->language)
    {
    case STORE_CLIENT_YAML:
      return find_in_yaml (self, path, line, column);
    case STORE_CLIENT_TOML:
      if (!find_in_toml (self, path, &offset))
        return FALSE;
      break;
    case STORE_CLIENT_JSON:
    default:
      if (!find_in_json (self, path, &offset))
        return FALSE;
      break;
    }
  store_client_linter_locate_offset (self, offset, line, column);
  return TRUE;
}

/* As much of the way as there is. */
static void
locate (StoreClientLinter *self, const char *member, guint *line, guint *column)
{
  g_auto (GStrv) to_name = store_client_place_dup_entry_path (self->place, self->entry);
  g_auto (GStrv) to_entry = store_client_text_dup_place (self->text, (const char *const *)to_name);
  g_auto (GStrv) rest = g_strsplit (member != NULL ? member : "", "/", 2);
  g_autoptr (GPtrArray) path = g_ptr_array_new ();

  for (guint i = 0; to_entry[i] != NULL; i++)
    g_ptr_array_add (path, to_entry[i]);
  for (guint i = 0; rest[i] != NULL && *rest[i] != '\0'; i++)
    g_ptr_array_add (path, rest[i]);
  g_ptr_array_add (path, NULL);
  while (path->len > 1 && !find (self, (const char *const *)path->pdata, line, column))
    {
      g_ptr_array_set_size (path, (int)path->len - 1);
      path->pdata[path->len - 1] = NULL;
    }
}

static void
add (StoreClientLinter *self, StoreLintFinding finding)
{
  if (self->findings->len >= STORE_CLIENT_LINT_MAX_FINDINGS)
    {
      g_free (finding.entry);
      g_free (finding.member);
      g_free (finding.text);
      return;
    }
  g_ptr_array_add (self->findings, g_memdup2 (&finding, sizeof finding));
}

void
store_client_linter_add (StoreClientLinter *self,
                         StoreLintSeverity  severity,
                         const char        *rule,
                         const char        *member,
                         const char        *format,
                         ...)
{
  StoreLintFinding finding = { severity, rule, g_strdup (self->entry), g_strdup (member) };
  va_list          arguments;

  va_start (arguments, format);
  finding.text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (self->entry != NULL && self->text != NULL)
    locate (self, member, &finding.line, &finding.column);
  add (self, finding);
}

void
store_client_linter_add_at (StoreClientLinter *self,
                            StoreLintSeverity  severity,
                            const char        *rule,
                            guint              line,
                            guint              column,
                            const char        *format,
                            ...)
{
  StoreLintFinding finding = { severity, rule, NULL, NULL, line, column };
  va_list          arguments;

  va_start (arguments, format);
  finding.text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  add (self, finding);
}

StoreClientMistake
store_client_linter_get_mistake (StoreClientLinter *self, McpJsonValue entry)
{
  McpJsonValue enabled = store_client_object_find (entry, self->format->habits.enabled);

  if (self->values->bare_switch && mcp_json_value_get_kind (enabled) == MCP_JSON_BOOLEAN)
    return STORE_MISTAKE_SKIPS;
  return self->values->mistake;
}

StoreClientMistake
store_client_linter_get_entry_mistake (StoreClientLinter *self, McpJsonValue entry)
{
  return self->values->no_target != STORE_MISTAKE_UNSEEN
             ? self->values->no_target
             : store_client_linter_get_mistake (self, entry);
}

/* Returns: (transfer none) (nullable) */
static const char *
get_consequence (StoreClientMistake mistake)
{
  switch (mistake)
    {
    case STORE_MISTAKE_STOPS:
      return "does not start";
    case STORE_MISTAKE_REFUSES_FILE:
      return "refuses the whole file";
    case STORE_MISTAKE_SKIPS:
      return "leaves this server out";
    case STORE_MISTAKE_FAILS:
      return "cannot use this server";
    case STORE_MISTAKE_WARNS:
      return "reports an invalid configuration";
    case STORE_MISTAKE_UNSEEN:
    default:
      return NULL;
    }
}

void
store_client_linter_add_mistake (StoreClientLinter *self,
                                 StoreClientMistake mistake,
                                 StoreLintSeverity  unseen,
                                 const char        *rule,
                                 const char        *member,
                                 const char        *format,
                                 ...)
{
  const char       *consequence = get_consequence (mistake);
  StoreLintSeverity severity = consequence == NULL              ? unseen
                               : mistake == STORE_MISTAKE_WARNS ? STORE_LINT_WARNING
                                                                : STORE_LINT_ERROR;
  va_list           arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (consequence == NULL)
    store_client_linter_add (self, severity, rule, member, "%s", text);
  else
    store_client_linter_add (self, severity, rule, member, "%s %s: %s", self->format->name,
                             consequence, text);
}
