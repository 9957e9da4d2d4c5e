/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-promptfoo-expect.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-import-private.h"
#include "app-case-template.h"

/* Sets of assertions in sets, and values in values. */
#define MAX_DEPTH 16u
#define MAX_TIMES 100
/* Anything, line ends as well. */
#define ANY "[\\s\\S]*"

/* That a tool is called. */
typedef struct
{
  char    *tool;
  char    *arguments; /* (nullable): JSON; any else */
  gboolean is_exact;
  gint64   times; /* of all calls of the tool */
  char    *place;
  gboolean is_taken; /* by a sequence */
} Wanted;

struct _AppCasePromptfooExpect
{
  GPtrArray *notes;
  GPtrArray *wanted;   /* Wanted */
  GPtrArray *sequence; /* (nullable) char *: tools */
  GPtrArray *never;    /* char *, as the next */
  GPtrArray *only;
  GPtrArray *contains;
  GPtrArray *matches;
  gboolean   some_call;
  gboolean   is_complete; /* nothing else is called */
};

/* One assertion. */
typedef struct
{
  AppCasePromptfooExpect *self;
  McpJsonValue            assertion;
  McpJsonValue            value; /* without places */
  const char             *place;
  gboolean                is_not;
} Reading;

static void
wanted_free (gpointer data)
{
  Wanted *self = data;

  g_free (self->tool);
  g_free (self->arguments);
  g_free (self->place);
  g_free (self);
}

AppCasePromptfooExpect *
app_case_promptfoo_expect_new (GPtrArray *notes)
{
  AppCasePromptfooExpect *self = g_new0 (AppCasePromptfooExpect, 1);

  self->notes = g_ptr_array_ref (notes);
  self->wanted = g_ptr_array_new_with_free_func (wanted_free);
  self->never = g_ptr_array_new_with_free_func (g_free);
  self->only = g_ptr_array_new_with_free_func (g_free);
  self->contains = g_ptr_array_new_with_free_func (g_free);
  self->matches = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
app_case_promptfoo_expect_free (AppCasePromptfooExpect *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->wanted);
  g_clear_pointer (&self->sequence, g_ptr_array_unref);
  g_ptr_array_unref (self->never);
  g_ptr_array_unref (self->only);
  g_ptr_array_unref (self->contains);
  g_ptr_array_unref (self->matches);
  g_free (self);
}

/* Values */

/* Returns: (transfer full) (nullable): a text, or a number or truth value as one */
static char *
dup_scalar (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_value_dup_string (value, NULL);
    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      return mcp_json_value_print_compact (value);
    default:
      return NULL;
    }
}

static void
add_trimmed (GPtrArray *texts, const char *text)
{
  char *trimmed = g_strstrip (g_strdup (text));

  if (*trimmed != '\0')
    g_ptr_array_add (texts, trimmed);
  else
    g_free (trimmed);
}

/* A list, or a text with commas in it.
 * Returns: (transfer full) (nullable) (element-type utf8): at least one text */
static GPtrArray *
dup_list (McpJsonValue value)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter  iter;
  McpJsonValue item;

  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, value);
      while (mcp_json_iter_next (&iter, NULL, &item))
        {
          char *text = dup_scalar (item);

          if (text == NULL)
            return NULL;
          g_ptr_array_add (texts, text);
        }
    }
  else
    {
      g_autofree char *text = mcp_json_value_dup_string (value, NULL);
      g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ",", -1) : NULL;

      for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
        add_trimmed (texts, parts[i]);
    }
  return texts->len > 0 ? g_steal_pointer (&texts) : NULL;
}

/* Writes a value with its texts filled. Returns: whether all of them could be */
static gboolean
write_filled (McpJsonWriter *writer, McpJsonValue value, McpJsonValue values, guint depth)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  gboolean         is_object = kind == MCP_JSON_OBJECT;
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  g_autofree char *filled = NULL;
  g_autofree char *missing = NULL;
  McpJsonIter      iter;
  McpJsonValue     name;
  McpJsonValue     item;
  gboolean         is_good = depth < MAX_DEPTH;

  if (text != NULL)
    filled = app_case_template_fill (text, values, &missing, NULL);
  if (filled != NULL)
    mcp_json_writer_string (writer, filled);
  if (text != NULL)
    return filled != NULL && missing == NULL;
  if (!is_good || (!is_object && kind != MCP_JSON_ARRAY))
    {
      mcp_json_writer_value (writer, value);
      return is_good;
    }
  if (is_object)
    mcp_json_writer_begin_object (writer);
  else
    mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, value);
  while (is_good && mcp_json_iter_next (&iter, &name, &item))
    {
      if (is_object)
        mcp_json_writer_name_value (writer, name);
      is_good = write_filled (writer, item, values, depth + 1);
    }
  if (is_good && is_object)
    mcp_json_writer_end_object (writer);
  else if (is_good)
    mcp_json_writer_end_array (writer);
  return is_good;
}

/* What the answer says */

/* As a regular expression that JavaScript reads the same way. @texts: one of them */
static char *
dup_pattern (GPtrArray *texts, gboolean is_blind)
{
  GString *pattern = g_string_new (is_blind ? "(?i:" : "(?:");

  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (texts->pdata[i], -1);

      g_string_append_printf (pattern, "%s%s", i > 0 ? "|" : "", escaped);
    }
  g_string_append_c (pattern, ')');
  return g_string_free (pattern, FALSE);
}

/* @pattern: anywhere, or nowhere */
static gboolean
add_pattern (Reading *reading, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);

  if (regex == NULL)
    return FALSE;
  g_ptr_array_add (reading->self->matches,
                   reading->is_not ? g_strdup_printf ("^(?!" ANY "%s)", pattern)
                                   : g_strdup (pattern));
  return TRUE;
}

/* @texts: (transfer full) (nullable): one of them */
static gboolean
add_any (Reading *reading, GPtrArray *texts, gboolean is_blind)
{
  g_autoptr (GPtrArray) owned = texts;
  g_autofree char *pattern = owned != NULL ? dup_pattern (owned, is_blind) : NULL;

  return pattern != NULL && add_pattern (reading, pattern);
}

/* Returns: (transfer full) (nullable): a text alone */
static GPtrArray *
dup_one (Reading *reading)
{
  char      *text = dup_scalar (reading->value);
  GPtrArray *texts;

  if (text == NULL || *text == '\0')
    {
      g_free (text);
      return NULL;
    }
  texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (texts, text);
  return texts;
}

/* Letters of any case are what our own does. @texts: (transfer full) (nullable): all of them */
static gboolean
add_all (Reading *reading, GPtrArray *texts, gboolean is_blind)
{
  g_autoptr (GPtrArray) owned = texts;

  if (owned == NULL || (reading->is_not && owned->len > 1))
    return FALSE;
  for (guint i = 0; i < owned->len; i++)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, owned->pdata[i]);
      if (is_blind && !reading->is_not)
        g_ptr_array_add (reading->self->contains, g_strdup (owned->pdata[i]));
      else
        add_any (reading, g_ptr_array_ref (one), is_blind);
    }
  return TRUE;
}

static gboolean
read_contains (Reading *reading)
{
  return add_all (reading, dup_one (reading), FALSE);
}

static gboolean
read_icontains (Reading *reading)
{
  return add_all (reading, dup_one (reading), TRUE);
}

static gboolean
read_contains_all (Reading *reading)
{
  return add_all (reading, dup_list (reading->value), FALSE);
}

static gboolean
read_icontains_all (Reading *reading)
{
  return add_all (reading, dup_list (reading->value), TRUE);
}

static gboolean
read_contains_any (Reading *reading)
{
  return add_any (reading, dup_list (reading->value), FALSE);
}

static gboolean
read_icontains_any (Reading *reading)
{
  return add_any (reading, dup_list (reading->value), TRUE);
}

static gboolean
read_regex (Reading *reading)
{
  g_autofree char *text = mcp_json_value_dup_string (reading->value, NULL);
  g_autofree char *group = text != NULL ? g_strdup_printf ("(?:%s)", text) : NULL;

  return text != NULL && *text != '\0' && add_pattern (reading, reading->is_not ? group : text);
}

/* @end: what has to follow */
static gboolean
add_start (Reading *reading, const char *end)
{
  g_autofree char *text = dup_scalar (reading->value);
  g_autofree char *escaped = text != NULL ? g_regex_escape_string (text, -1) : NULL;

  if (escaped == NULL)
    return FALSE;
  g_ptr_array_add (reading->self->matches,
                   reading->is_not ? g_strdup_printf ("^(?!%s%s)", escaped, end)
                                   : g_strdup_printf ("^%s%s", escaped, end));
  return TRUE;
}

static gboolean
read_starts_with (Reading *reading)
{
  return add_start (reading, "");
}

static gboolean
read_equals (Reading *reading)
{
  return add_start (reading, "(?![\\s\\S])");
}

/* Calls */

/* A name in which characters stand for others is of no one tool. */
static gboolean
is_tool (const char *name)
{
  return name != NULL && *name != '\0' && strpbrk (name, "*?") == NULL;
}

/* A tool as a step has it: its name, or an object with that.
 * Returns: (transfer full) (nullable) */
static char *
dup_tool (McpJsonValue step)
{
  McpJsonValue     type = mcp_json_value_get_member (step, "type");
  g_autofree char *name = mcp_json_value_dup_string (step, NULL);

  if (name == NULL)
    name = mcp_json_value_dup_member_string (step, "pattern");
  if (name == NULL)
    name = mcp_json_value_dup_member_string (step, "name");
  if (!is_tool (name) ||
      (mcp_json_value_exists (type) && !mcp_json_value_string_equals (type, "tool")))
    return NULL;
  return g_steal_pointer (&name);
}

/* @tool: (transfer full). Returns: (transfer none) */
static Wanted *
add_wanted (Reading *reading, char *tool, gint64 times)
{
  Wanted *wanted = g_new0 (Wanted, 1);

  wanted->tool = tool;
  wanted->times = times;
  wanted->place = g_strdup (reading->place);
  g_ptr_array_add (reading->self->wanted, wanted);
  return wanted;
}

/* Returns: (transfer full) (nullable) (element-type utf8): tools, at least one */
static GPtrArray *
dup_tools (McpJsonValue steps)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter  iter;
  McpJsonValue step;

  if (mcp_json_value_get_kind (steps) != MCP_JSON_ARRAY)
    return NULL;
  mcp_json_iter_init (&iter, steps);
  while (mcp_json_iter_next (&iter, NULL, &step))
    {
      char *tool = dup_tool (step);

      if (tool == NULL)
        return NULL;
      g_ptr_array_add (tools, tool);
    }
  return tools->len > 0 ? g_steal_pointer (&tools) : NULL;
}

/* With "min" and "max": how often, the calls of other assertions included. */
static gboolean
read_counted (Reading *reading, char *tool)
{
  McpJsonValue max = mcp_json_value_get_member (reading->value, "max");
  gint64       min = mcp_json_value_get_member_int64 (reading->value, "min", 1);
  gint64       most;
  gboolean     is_never = mcp_json_value_get_int64 (max, &most) && most == 0;

  if (reading->is_not ? min == 1 && !mcp_json_value_exists (max) : min == 0 && is_never)
    g_ptr_array_add (reading->self->never, tool);
  else if (!reading->is_not && !mcp_json_value_exists (max) && min > 0 && min <= MAX_TIMES)
    add_wanted (reading, tool, min);
  else
    {
      g_free (tool);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_tool_used (Reading *reading)
{
  g_autoptr (GPtrArray) tools = dup_tools (reading->value);
  char *tool = dup_tool (reading->value);

  if (tool != NULL)
    return read_counted (reading, tool);
  for (guint i = 0; tools != NULL && i < tools->len; i++)
    if (reading->is_not)
      g_ptr_array_add (reading->self->never, g_strdup (tools->pdata[i]));
    else
      add_wanted (reading, g_strdup (tools->pdata[i]), 1);
  return tools != NULL;
}

/* Returns: (transfer full): so that nothing in it is read as a matcher */
static char *
dup_arguments (McpJsonValue arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonIter  iter;
  McpJsonValue name;
  McpJsonValue value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, arguments);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);
      g_autofree char *json = mcp_json_value_print_compact (value);

      if (*text == '$')
        return mcp_json_build ("{'$equals': %v}", arguments);
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_add (writer, strstr (json, "\"$") != NULL ? "{'$equals': %v}" : "%v", value);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static gboolean
read_tool_args (Reading *reading)
{
  McpJsonValue     arguments = mcp_json_value_get_member (reading->value, "args");
  g_autofree char *mode = mcp_json_value_dup_member_string (reading->value, "mode");
  Wanted          *wanted;
  char            *tool;

  if (!mcp_json_value_exists (arguments))
    arguments = mcp_json_value_get_member (reading->value, "arguments");
  if (reading->is_not || mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT ||
      mcp_json_value_exists (mcp_json_value_get_member (reading->value, "defaults")) ||
      mcp_json_value_exists (mcp_json_value_get_member (reading->value, "ignore")))
    return FALSE;
  tool = dup_tool (reading->value);
  if (tool == NULL)
    return FALSE;
  wanted = add_wanted (reading, tool, 1);
  wanted->arguments = dup_arguments (arguments);
  wanted->is_exact = g_strcmp0 (mode, "exact") == 0;
  return TRUE;
}

static gboolean
read_sequence (Reading *reading)
{
  gboolean     is_list = mcp_json_value_get_kind (reading->value) == MCP_JSON_ARRAY;
  McpJsonValue steps =
      is_list ? reading->value : mcp_json_value_get_member (reading->value, "steps");

  if (reading->is_not || reading->self->sequence != NULL)
    return FALSE;
  reading->self->sequence = dup_tools (steps);
  if (reading->self->sequence == NULL)
    return FALSE;
  if (mcp_json_value_string_equals (mcp_json_value_get_member (reading->value, "mode"), "exact"))
    reading->self->is_complete = TRUE;
  return TRUE;
}

/* The tools that are called are these, and no others; less than that cannot be said. */
static gboolean
read_f1 (Reading *reading)
{
  double threshold = mcp_json_value_get_double (
      mcp_json_value_get_member (reading->assertion, "threshold"), 1);
  g_autoptr (GPtrArray) tools = dup_list (reading->value);

  if (reading->is_not || threshold < 1 || tools == NULL || reading->self->only->len > 0)
    return FALSE;
  for (guint i = 0; i < tools->len; i++)
    {
      add_wanted (reading, g_strdup (tools->pdata[i]), 1);
      g_ptr_array_add (reading->self->only, g_strdup (tools->pdata[i]));
    }
  return TRUE;
}

static gboolean
read_some_call (Reading *reading)
{
  if (reading->is_not)
    return FALSE;
  reading->self->some_call = TRUE;
  app_case_import_note (reading->self->notes, reading->place,
                        _ ("read as: some tool is called"));
  return TRUE;
}

/* Assertions */

static const struct
{
  const char *type;
  gboolean (*read) (Reading *reading);
} kinds[] = {
  { "contains", read_contains },
  { "icontains", read_icontains },
  { "contains-all", read_contains_all },
  { "icontains-all", read_icontains_all },
  { "contains-any", read_contains_any },
  { "icontains-any", read_icontains_any },
  { "equals", read_equals },
  { "regex", read_regex },
  { "starts-with", read_starts_with },
  { "is-valid-openai-tools-call", read_some_call },
  { "is-valid-openai-function-call", read_some_call },
  { "is-valid-function-call", read_some_call },
  { "tool-call-f1", read_f1 },
  { "trajectory:tool-used", read_tool_used },
  { "trajectory:tool-args-match", read_tool_args },
  { "trajectory:tool-sequence", read_sequence },
};

/* What has an effect on one that we do not have. */
static gboolean
is_plain (McpJsonValue assertion)
{
  double weight = mcp_json_value_get_double (mcp_json_value_get_member (assertion, "weight"), 1);

  return weight > 0 &&
         !mcp_json_value_exists (mcp_json_value_get_member (assertion, "transform")) &&
         !mcp_json_value_exists (mcp_json_value_get_member (assertion, "normalizeUnicode"));
}

static gboolean
read_kind (Reading *reading, const char *type)
{
  reading->is_not = g_str_has_prefix (type, "not-");
  if (reading->is_not)
    type += strlen ("not-");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].type, type))
      return kinds[i].read (reading);
  return FALSE;
}

/* Returns: whether it was taken over */
static gboolean
read_one (AppCasePromptfooExpect *self,
          McpJsonValue            assertion,
          McpJsonValue            values,
          const char             *type,
          const char             *place)
{
  Reading      reading = { self, assertion, MCP_JSON_NO_VALUE, place, FALSE };
  McpJsonValue value = mcp_json_value_get_member (assertion, "value");
  g_autoptr (McpJsonWriter) writer = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *json = NULL;

  if (!is_plain (assertion) || app_case_import_is_file (value))
    return FALSE;
  if (mcp_json_value_exists (value))
    {
      writer = mcp_json_writer_new ();
      if (!write_filled (writer, value, values, 0))
        return FALSE;
      json = mcp_json_writer_finish_text (writer);
      document = mcp_json_document_parse_text (json, -1, NULL);
      reading.value = mcp_json_document_get_root (document);
    }
  return read_kind (&reading, type);
}

static void
add (AppCasePromptfooExpect *self,
     McpJsonValue            assertion,
     McpJsonValue            values,
     const char             *place,
     guint                   depth)
{
  g_autofree char *type = mcp_json_value_dup_member_string (assertion, "type");
  McpJsonIter      iter;
  McpJsonValue     item;

  if (g_strcmp0 (type, "assert-set") == 0 && depth < MAX_DEPTH && is_plain (assertion) &&
      !mcp_json_value_exists (mcp_json_value_get_member (assertion, "threshold")))
    {
      mcp_json_iter_init (&iter, mcp_json_value_get_member (assertion, "assert"));
      for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
        {
          g_autofree char *inner = g_strdup_printf ("%s.assert[%u]", place, i);

          add (self, item, values, inner, depth + 1);
        }
    }
  else if (type == NULL || !read_one (self, assertion, values, type, place))
    app_case_import_leave_out (self->notes, place, type);
}

void
app_case_promptfoo_expect_add (AppCasePromptfooExpect *self,
                               McpJsonValue            assertion,
                               McpJsonValue            values,
                               const char             *place)
{
  add (self, assertion, values, place, 0);
}

/* Writing */

static void
write_call (McpJsonWriter *writer, const char *tool, const Wanted *wanted, gint64 times)
{
  mcp_json_writer_add (writer, "{'tool': %s, 'arguments': ?%r, 'match': ?%s, 'times': ?%x}", tool,
                       wanted != NULL ? wanted->arguments : NULL,
                       wanted != NULL && wanted->is_exact ? "exact" : NULL,
                       times > 1 ? times : -1);
}

/* What a sequence has not taken would have to come behind it: that is not what it means. */
static void
leave_out_rest (AppCasePromptfooExpect *self)
{
  for (guint i = 0; i < self->wanted->len; i++)
    {
      const Wanted *wanted = self->wanted->pdata[i];
      gint64        n = 0;

      for (guint j = 0; j < self->sequence->len; j++)
        n += g_str_equal (self->sequence->pdata[j], wanted->tool);
      if (wanted->arguments != NULL ? !wanted->is_taken : n < wanted->times)
        app_case_import_leave_out (self->notes, wanted->place, wanted->tool);
    }
}

static void
write_sequence (AppCasePromptfooExpect *self, McpJsonWriter *writer)
{
  for (guint i = 0; i < self->sequence->len; i++)
    {
      const char *tool = self->sequence->pdata[i];
      Wanted     *found = NULL;

      for (guint j = 0; j < self->wanted->len && found == NULL; j++)
        {
          Wanted *wanted = self->wanted->pdata[j];

          if (wanted->arguments != NULL && !wanted->is_taken && g_str_equal (wanted->tool, tool))
            found = wanted;
        }
      if (found != NULL)
        found->is_taken = TRUE;
      write_call (writer, tool, found, 1);
    }
  leave_out_rest (self);
}

/* One call may be what several assertions ask for. Each with arguments of its own is another. */
static void
write_calls (AppCasePromptfooExpect *self, McpJsonWriter *writer)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->wanted->len; i++)
    {
      Wanted *wanted = self->wanted->pdata[i];
      guint   n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, wanted->tool));

      if (wanted->arguments != NULL)
        g_hash_table_insert (counts, wanted->tool, GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < self->wanted->len; i++)
    {
      Wanted *wanted = self->wanted->pdata[i];
      guint   n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, wanted->tool));

      if (wanted->arguments != NULL)
        write_call (writer, wanted->tool, wanted, 1);
      else if (wanted->times > n)
        {
          write_call (writer, wanted->tool, NULL, wanted->times - n);
          g_hash_table_insert (counts, wanted->tool, GUINT_TO_POINTER ((guint)wanted->times));
        }
    }
}

static void
write_list (McpJsonWriter *writer, const char *name, GPtrArray *texts)
{
  if (texts->len == 0)
    return;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < texts->len; i++)
    mcp_json_writer_string (writer, texts->pdata[i]);
  mcp_json_writer_end_array (writer);
}

void
app_case_promptfoo_expect_write (AppCasePromptfooExpect *self, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "'expect': {'calls': [");
  if (self->sequence != NULL)
    write_sequence (self, writer);
  else
    write_calls (self, writer);
  mcp_json_writer_add (writer, "], 'order': ?%s, 'some_call': ?%b, 'max_extra': ?%i,",
                       self->sequence != NULL ? "strict" : NULL, self->some_call,
                       self->is_complete ? 0 : -1);
  write_list (writer, "never", self->never);
  write_list (writer, "only", self->only);
  if (self->contains->len + self->matches->len > 0)
    {
      mcp_json_writer_add (writer, "'answer': {");
      write_list (writer, "contains", self->contains);
      write_list (writer, "matches", self->matches);
      mcp_json_writer_add (writer, "}");
    }
  mcp_json_writer_end_object (writer);
}
