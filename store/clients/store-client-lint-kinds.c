/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-lint-kinds.h"

#include <math.h>
#include <string.h>

/* A longer number is shown as what it is. */
#define MAX_SHOWN 16

/* One thing by the names that it has in one application or another. */
typedef struct
{
  const char *names[6];
} Spellings;

static const Spellings spellings[] = {
  { { "command", "cmd" } },
  { { "args", "arguments" } },
  { { "env", "envs", "environment" } },
  { { "url", "serverUrl", "httpUrl", "uri", "baseUrl" } },
  { { "headers", "http_headers", "requestOptions" } },
  { { "cwd", "working_directory", "workingDirectory" } },
  { { "disabled", "enabled", "active", "isActive" } },
  { { "autoApprove", "alwaysAllow", "auto_approve" } },
  { { "timeout", "tool_timeout_sec", "startup_timeout_sec", "connectionTimeout" } },
  { { "envFile", "env_file" } },
};

/* Names */

static gboolean
is_member (StoreClientLinter *self, const char *name)
{
  return store_client_format_has_member (self->format, STORE_MEMBER_ALL, name) ||
         store_client_format_has_default (self->format, name) ||
         store_client_values_get_row (self->values, name) != NULL;
}

/* What the application calls it. Returns: (transfer none) (nullable) */
static const char *
find_own_name (const StoreClientFormat *format, const Spellings *spelling)
{
  for (guint i = 0; i < G_N_ELEMENTS (spelling->names) && spelling->names[i] != NULL; i++)
    if (store_client_format_has_member (format, STORE_MEMBER_ALL, spelling->names[i]) ||
        store_client_format_has_default (format, spelling->names[i]))
      return spelling->names[i];
  return NULL;
}

static const Spellings *
find_spelling (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    for (guint j = 0; j < G_N_ELEMENTS (spellings[i].names) && spellings[i].names[j] != NULL; j++)
      if (g_str_equal (spellings[i].names[j], name))
        return &spellings[i];
  return NULL;
}

/* Whether it says which program or URL. */
static gboolean
is_target_name (const Spellings *spelling)
{
  return spelling != NULL && (g_str_equal (spelling->names[0], "command") ||
                              g_str_equal (spelling->names[0], "url"));
}

/* @consequence: of a target that it does not find */
static void
add_name (StoreClientLinter *self, const char *member, StoreClientMistake consequence)
{
  const StoreClientFormat *format = self->format;
  const Spellings         *spelling = find_spelling (member);
  const char              *own = spelling != NULL ? find_own_name (format, spelling) : NULL;

  /* In opencode the arguments go on in the command. */
  if (format->members.joined_command && spelling != NULL &&
      g_str_equal (spelling->names[0], "args"))
    store_client_linter_add (self, STORE_LINT_WARNING, "unknown-member", member,
                             "%s has no “%s”: the arguments follow in “%s”, an array.",
                             format->name, member, format->members.command);
  else if (own != NULL && consequence != STORE_MISTAKE_UNSEEN)
    store_client_linter_add_mistake (self, consequence, STORE_LINT_WARNING, "unknown-member",
                                     member,
                                     "“%s” is called “%s” here. Rename it.", member, own);
  else if (own != NULL)
    store_client_linter_add (self, STORE_LINT_WARNING, "unknown-member", member,
                             "%s ignores “%s”: here it is called “%s”. Rename it.", format->name,
                             member, own);
  else if (self->values->closed)
    store_client_linter_add_mistake (self, self->values->mistake, STORE_LINT_WARNING,
                                     "unknown-member", member,
                                     "“%s” is not a member of a server. Take it out.", member);
  else
    store_client_linter_add (self, STORE_LINT_WARNING, "unknown-member", member,
                             "%s ignores “%s”, which it does not have. Take it out.", format->name,
                             member);
}

gboolean
store_client_lint_names (StoreClientLinter *self, McpJsonValue entry, gboolean has_target)
{
  const StoreClientFormat *format = self->format;
  gboolean                 is_misnamed = FALSE;

  for (McpJsonWalk each = mcp_json_walk (entry); mcp_json_walk_next (&each);)
    {
      g_autofree char *member = mcp_json_value_dup_string (each.name, NULL);

      if (member == NULL || is_member (self, member) ||
          (find_spelling (member) == NULL && !self->values->closed) ||
          /* What is told of a URL by itself says more. */
          (format->members.url == NULL && g_str_equal (member, "url")))
        continue;
      gboolean is_target = !has_target && is_target_name (find_spelling (member));
      add_name (self, member,
                is_target              ? store_client_linter_get_entry_mistake (self, entry)
                : self->values->closed ? self->values->mistake
                                       : STORE_MISTAKE_UNSEEN);
      is_misnamed = is_misnamed || is_target;
    }
  return is_misnamed;
}

gboolean
store_client_lint_has_other_target (StoreClientLinter *self, McpJsonValue entry)
{
  const char *const *inner = self->values->inner_types;
  const char        *member = self->format->members.type;
  g_autofree char   *type =
      member != NULL ? mcp_json_value_dup_member_string (entry, member) : NULL;

  if (type != NULL && inner != NULL && g_strv_contains (inner, type))
    return TRUE;
  for (const StoreClientValue *row = self->values->rows; row->member != NULL; row++)
    if ((row->kinds & STORE_VALUE_TARGET) != 0 &&
        mcp_json_value_exists (store_client_object_find (entry, row->member)))
      return TRUE;
  return FALSE;
}

/* Kinds */

/* One member while it is looked at. */
typedef struct
{
  StoreClientLinter *linter;
  StoreClientValue   row;
} Check;

/* “a string or an array of strings” */
static char *
describe_kinds (const StoreClientValue *row)
{
  static const char *const words[] = { "a string",
                                       "a number",
                                       "true or false",
                                       "null",
                                       "an array",
                                       "an array of strings",
                                       "an object",
                                       "an object of strings",
                                       "an object of strings",
                                       "false",
                                       "a whole number above 0",
                                       "a number that is not negative",
                                       "a number above 0" };
  GString                 *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (words) && row->words == NULL; i++)
    if ((row->kinds & (1u << i)) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " or " : "", words[i]);
  for (guint i = 0; row->words != NULL && row->words[i] != NULL; i++)
    g_string_append_printf (text, "%s“%s”", text->len > 0 ? " or " : "", row->words[i]);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): short values as they are */
static char *
describe (McpJsonValue value)
{
  static const char *const words[] = { "nothing", "null", "true or false", "a number",
                                       "a string", "an array", "an object" };
  McpJsonKind              kind = mcp_json_value_get_kind (value);
  g_autofree char         *text =
      kind == MCP_JSON_NUMBER || kind == MCP_JSON_BOOLEAN ? mcp_json_value_dup_text (value) : NULL;

  return text != NULL && strlen (text) <= MAX_SHOWN ? g_steal_pointer (&text)
                                                    : g_strdup (words[kind]);
}

static gboolean
takes (const StoreClientValue *row, McpJsonValue value)
{
  double number = mcp_json_value_get_double (value, 0);

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NULL:
      return (row->kinds & STORE_VALUE_NULL) != 0;
    case MCP_JSON_BOOLEAN:
      return (row->kinds & STORE_VALUE_BOOLEAN) != 0 ||
             ((row->kinds & STORE_VALUE_FALSE) != 0 && !mcp_json_value_get_boolean (value, TRUE));
    case MCP_JSON_NUMBER:
      return (row->kinds & STORE_VALUE_NUMBER) != 0 ||
             ((row->kinds & STORE_VALUE_COUNT) != 0 && number > 0 && number == floor (number)) ||
             ((row->kinds & STORE_VALUE_DURATION) != 0 && number >= 0) ||
             ((row->kinds & STORE_VALUE_POSITIVE) != 0 && number > 0);
    case MCP_JSON_STRING:
      {
        g_autofree char *text = mcp_json_value_dup_string (value, NULL);

        return (row->kinds & STORE_VALUE_STRING) != 0 &&
               (row->words == NULL || g_strv_contains (row->words, text));
      }
    case MCP_JSON_ARRAY:
      return (row->kinds & STORE_VALUE_ARRAY) != 0;
    case MCP_JSON_OBJECT:
      return (row->kinds & STORE_VALUE_OBJECT) != 0;
    case MCP_JSON_NONE:
    default:
      return TRUE;
    }
}

/* @is_item: of an array */
static StoreClientMistake
get_mistake (Check *self, McpJsonValue found, gboolean is_item)
{
  StoreClientValue spared = { .kinds = self->row.spared };

  return (is_item && (spared.kinds & STORE_VALUE_STRINGS) != 0) || takes (&spared, found)
             ? self->linter->values->mistake
             : self->row.mistake;
}

static void
add_kind (
    Check *self, const char *member, const char *inside, McpJsonValue found, const char *wanted)
{
  g_autofree char   *is = describe (found);
  StoreClientMistake mistake =
      get_mistake (self, found, g_str_equal (inside, "contains"));

  store_client_linter_add_mistake (self->linter, mistake, STORE_LINT_WARNING,
                                   "value-kind", member, "“%s” %s %s. Make it %s.", member, inside,
                                   is, wanted);
}

/* The values of an object or an array. */
static void
check_inside (Check *self, McpJsonValue value)
{
  gboolean is_array = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
  gboolean takes_scalars = (self->row.kinds & STORE_VALUE_SCALAR_MAP) != 0;

  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      McpJsonKind      kind = mcp_json_value_get_kind (each.value);
      g_autofree char *label = is_array ? NULL : mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *member =
          label != NULL ? g_strconcat (self->row.member, "/", label, NULL) : NULL;

      if (kind == MCP_JSON_STRING ||
          (kind == MCP_JSON_OBJECT && (self->row.kinds & STORE_VALUE_NAMES) != 0) ||
          (takes_scalars && kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT))
        continue;
      if (member != NULL)
        add_kind (self, member, "is", each.value, "a string");
      else
        add_kind (self, self->row.member, "contains", each.value, "an array of strings");
    }
}

static void
check_kind (Check *self, McpJsonValue value)
{
  McpJsonKind     kind = mcp_json_value_get_kind (value);
  StoreValueKinds kinds = self->row.kinds;

  if (takes (&self->row, value) ||
      /* Most take it for nothing. */
      (kind == MCP_JSON_NULL && get_mistake (self, value, FALSE) == STORE_MISTAKE_UNSEEN))
    return;
  if ((kind == MCP_JSON_ARRAY && (kinds & STORE_VALUE_STRINGS) != 0) ||
      (kind == MCP_JSON_OBJECT && (kinds & (STORE_VALUE_STRING_MAP | STORE_VALUE_SCALAR_MAP)) != 0))
    {
      check_inside (self, value);
      return;
    }
  g_autofree char *wanted = describe_kinds (&self->row);
  add_kind (self, self->row.member, "is", value, wanted);
}

static void
check_row (Check *self, McpJsonValue entry, StoreClientMistake mistake)
{
  McpJsonValue value = store_client_object_find (entry, self->row.member);

  if (!mcp_json_value_exists (value))
    return;
  /* Its words are looked at by themselves. */
  if (g_strcmp0 (self->row.member, self->linter->format->members.type) == 0)
    self->row.words = NULL;
  if (self->row.mistake == STORE_MISTAKE_UNSEEN)
    self->row.mistake = mistake;
  if (self->row.kinds == 0)
    store_client_linter_add_mistake (self->linter, self->row.mistake, STORE_LINT_ERROR,
                                     "misplaced-member", self->row.member,
                                     "“%s” has no place in its file. Take it out.",
                                     self->row.member);
  else
    check_kind (self, value);
}

void
store_client_lint_kinds (StoreClientLinter *self, McpJsonValue entry)
{
  StoreClientMistake      mistake = store_client_linter_get_mistake (self, entry);
  const StoreClientValue *row = self->values->rows;
  Check                   check = { self };

  for (; row->member != NULL; row++)
    {
      check.row = *row;
      check_row (&check, entry, mistake);
    }
  for (guint i = 0;
       store_client_format_get_member (self->format, i, &check.row.member, &check.row.kinds); i++)
    {
      if (store_client_values_get_row (self->values, check.row.member) != NULL)
        continue;
      check.row.mistake = STORE_MISTAKE_UNSEEN;
      check.row.words = NULL;
      check.row.spared = 0;
      check_row (&check, entry, mistake);
    }
}
