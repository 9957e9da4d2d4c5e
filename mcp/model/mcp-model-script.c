/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-script.h"

#include "mcp-error.h"
#include "mcp-json-writer.h"
#include "mcp-limits.h"
#include "mcp-model-arguments.h"
#include "mcp-object.h"

#include <string.h>

#define MAX_BYTES (4u * 1024u * 1024u)
#define MAX_STEPS 10000u
#define MAX_NUMBER 1000000
/* More of what a person said is not looked at: expressions take time. */
#define MAX_MATCHED (64u * 1024u)
/* What stands between a server's name and its tool's, where tools of several servers are told. */
#define SEPARATOR "__"

typedef enum {
  AFTER_ANYTHING,
  AFTER_PERSON, /* no result of a tool came behind what the person said */
  AFTER_TOOL,   /* one did */
  AFTER_NAMED,  /* one of this tool */
} After;

typedef struct
{
  guint   turn; /* 0: any */
  GRegex *user; /* (nullable) */
  After   after;
  char   *after_name; /* (nullable) */
  char   *has_tool;   /* (nullable) */
} When;

typedef struct
{
  McpModelScriptStep step;
  When               when;
} Step;

struct _McpModelScript
{
  char      *model;
  GPtrArray *steps; /* (element-type Step) */
};

/* Reading */

typedef struct
{
  McpJsonValue root;
  GError      *error; /* (nullable): the first one */
} Reader;

typedef struct
{
  const char *name;
  void (*read) (Reader *reader, McpJsonValue value, gpointer into);
  gsize offset; /* of what it is read into */
} Member;

static void
refuse (Reader *reader, McpJsonValue value, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
refuse (Reader *reader, McpJsonValue value, const char *format, ...)
{
  GBytes     *bytes = mcp_json_document_get_bytes (value.document);
  const char *text = g_bytes_get_data (bytes, NULL);
  const char *end = text + mcp_json_value_get_start (value);
  const char *line_start = text;
  guint       line = 1;
  va_list     args;

  if (reader->error != NULL)
    return;
  for (const char *at = text; at < end; at++)
    if (*at == '\n')
      {
        line++;
        line_start = at + 1;
      }
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  reader->error = mcp_error_new (
      MCP_ERROR_INVALID_MESSAGE, "line %u, column %" G_GSIZE_FORMAT ": %s", line,
      mcp_json_count_characters (line_start, (gsize)(end - line_start)) + 1, what);
}

/* @what: what holds the members, for people */
static void
read_members (
    Reader *reader, McpJsonValue object, const char *what, const Member *members, gpointer into)
{
  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    {
      refuse (reader, object, "%s is an object", what);
      return;
    }
  for (McpJsonWalk each = mcp_json_walk (object);
       reader->error == NULL && mcp_json_walk_next (&each);)
    {
      const Member *member = members;

      while (member->name != NULL && !mcp_json_value_string_equals (each.name, member->name))
        member++;
      if (member->name != NULL)
        {
          member->read (reader, each.value, (char *)into + member->offset);
          continue;
        }
      g_autofree char *unknown = mcp_json_value_dup_string_prefix (each.name, 100, NULL);
      refuse (reader, each.name, "%s has no member “%s”", what, unknown);
    }
}

static void
read_text (Reader *reader, McpJsonValue value, gpointer into)
{
  char **text = into;

  g_free (*text);
  *text = mcp_json_value_dup_string (value, NULL);
  if (*text == NULL)
    refuse (reader, value, "A text is wanted here");
}

static void
read_boolean (Reader *reader, McpJsonValue value, gpointer into)
{
  if (mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN)
    *(gboolean *)into = mcp_json_value_get_boolean (value, FALSE);
  else
    refuse (reader, value, "true or false is wanted here");
}

static void
read_number (Reader *reader, McpJsonValue value, gpointer into)
{
  gint64 *number = into;

  if (!mcp_json_value_get_int64 (value, number) || *number < 0 || *number > MAX_NUMBER)
    refuse (reader, value, "A whole number from 0 to %d is wanted here", MAX_NUMBER);
}

static void
read_count (Reader *reader, McpJsonValue value, gpointer into)
{
  gint64 number = 0;

  read_number (reader, value, &number);
  *(guint *)into = (guint)number;
}

static void
read_bytes (Reader *reader, McpJsonValue value, gpointer into)
{
  GBytes         **bytes = into;
  g_autofree char *text = NULL;
  gsize            size = 0;

  read_text (reader, value, &text);
  if (text == NULL)
    return;
  guchar *data = g_base64_decode (text, &size);
  g_clear_pointer (bytes, g_bytes_unref);
  *bytes = g_bytes_new_take (data, size);
  if (size == 0)
    refuse (reader, value, "Base64 is wanted here");
}

static void
read_stop (Reader *reader, McpJsonValue value, gpointer into)
{
  for (McpModelStop stop = MCP_MODEL_STOP_NONE; stop <= MCP_MODEL_STOP_OTHER; stop++)
    if (mcp_json_value_string_equals (value, mcp_model_stop_to_text (stop)))
      {
        *(McpModelStop *)into = stop;
        return;
      }
  refuse (reader, value,
          "“stop” is end, calls, length, context, sequence, filter, refusal or pause");
}

static void
read_usage (Reader *reader, McpJsonValue value, gpointer into)
{
  static const Member members[] = {
    { "input", read_number, G_STRUCT_OFFSET (McpModelUsage, input) },
    { "cached", read_number, G_STRUCT_OFFSET (McpModelUsage, cached) },
    { "cache_write", read_number, G_STRUCT_OFFSET (McpModelUsage, cache_write) },
    { "output", read_number, G_STRUCT_OFFSET (McpModelUsage, output) },
    { "reasoning", read_number, G_STRUCT_OFFSET (McpModelUsage, reasoning) },
    { NULL }
  };

  read_members (reader, value, "“usage”", members, into);
}

static void
read_turn (Reader *reader, McpJsonValue value, gpointer into)
{
  read_count (reader, value, into);
  if (*(guint *)into == 0)
    refuse (reader, value, "Turns are counted from 1");
}

static void
read_expression (Reader *reader, McpJsonValue value, gpointer into)
{
  GRegex         **regex = into;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  read_text (reader, value, &text);
  if (text == NULL)
    return;
  g_clear_pointer (regex, g_regex_unref);
  *regex = g_regex_new (text, G_REGEX_CASELESS, 0, &error);
  if (*regex == NULL)
    refuse (reader, value, "This is no regular expression: %s", error->message);
}

static void
read_after (Reader *reader, McpJsonValue value, gpointer into)
{
  When *when = into;

  if (mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN)
    {
      when->after = mcp_json_value_get_boolean (value, FALSE) ? AFTER_TOOL : AFTER_PERSON;
      return;
    }
  when->after = AFTER_NAMED;
  read_text (reader, value, &when->after_name);
}

static void
read_when (Reader *reader, McpJsonValue value, gpointer into)
{
  static const Member members[] = {
    { "turn", read_turn, G_STRUCT_OFFSET (When, turn) },
    { "user_matches", read_expression, G_STRUCT_OFFSET (When, user) },
    { "after_tool", read_after, 0 },
    { "has_tool", read_text, G_STRUCT_OFFSET (When, has_tool) },
    { NULL }
  };

  read_members (reader, value, "“when”", members, into);
}

static void
read_arguments (Reader *reader, McpJsonValue value, gpointer into)
{
  McpModelScriptCall *call = into;

  if (call->arguments != NULL)
    refuse (reader, value, "The arguments of a call are said once");
  else if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    refuse (reader, value, "“arguments” is an object; “arguments_text” takes anything");
  else
    call->arguments = mcp_json_value_print_compact (value);
}

static void
read_arguments_text (Reader *reader, McpJsonValue value, gpointer into)
{
  McpModelScriptCall *call = into;

  if (call->arguments != NULL)
    refuse (reader, value, "The arguments of a call are said once");
  else
    read_text (reader, value, &call->arguments);
}

static void
call_free (gpointer data)
{
  McpModelScriptCall *call = data;

  g_free (call->tool);
  g_free (call->id);
  g_free (call->arguments);
  g_free (call);
}

static void
read_call (Reader *reader, McpJsonValue value, GPtrArray *calls)
{
  static const Member members[] = {
    { "tool", read_text, G_STRUCT_OFFSET (McpModelScriptCall, tool) },
    { "id", read_text, G_STRUCT_OFFSET (McpModelScriptCall, id) },
    { "arguments", read_arguments, 0 },
    { "arguments_text", read_arguments_text, 0 },
    { NULL }
  };
  McpModelScriptCall *call = g_new0 (McpModelScriptCall, 1);

  g_ptr_array_add (calls, call);
  read_members (reader, value, "A call", members, call);
  if (call->tool == NULL)
    refuse (reader, value, "A call names its “tool”");
  if (call->arguments == NULL)
    call->arguments = g_strdup ("{}");
  call->is_object = mcp_model_arguments_is_object (call->arguments);
}

static void
read_calls (Reader *reader, McpJsonValue value, gpointer into)
{
  GPtrArray *calls = *(GPtrArray **)into;

  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    refuse (reader, value, "“call” is an array");
  for (McpJsonWalk item = mcp_json_walk (value);
       reader->error == NULL && mcp_json_walk_next (&item);)
    {
      if (calls->len >= MCP_MODEL_MAX_BLOCKS)
        refuse (reader, item.value, "A step has at most %u calls", MCP_MODEL_MAX_BLOCKS);
      else
        read_call (reader, item.value, calls);
    }
}

static void
read_image (Reader *reader, McpJsonValue value, gpointer into)
{
  static const Member members[] = {
    { "mime_type", read_text, G_STRUCT_OFFSET (McpModelScriptStep, image_type) },
    { "data", read_bytes, G_STRUCT_OFFSET (McpModelScriptStep, image) },
    { NULL }
  };
  McpModelScriptStep *step = into;

  read_members (reader, value, "“image”", members, step);
  if (step->image == NULL || step->image_type == NULL)
    refuse (reader, value, "An image has “mime_type” and “data”");
}

static void
read_headers (Reader *reader, McpJsonValue value, gpointer into)
{
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  char ***list = into;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    refuse (reader, value, "“headers” is an object");
  for (McpJsonWalk item = mcp_json_walk (value);
       reader->error == NULL && mcp_json_walk_next (&item);)
    {
      g_autofree char *word = mcp_json_value_dup_string (item.name, NULL);
      g_autofree char *text = NULL;

      read_text (reader, item.value, &text);
      g_autofree char *header = g_strconcat (word, ": ", text, NULL);
      if (*word == '\0' || strpbrk (word, " :\r\n") != NULL || strpbrk (header, "\r\n") != NULL)
        refuse (reader, item.name, "This is no header of HTTP");
      g_strv_builder_add (headers, header);
    }
  g_strfreev (*list);
  *list = g_strv_builder_end (headers);
}

static void
read_body (Reader *reader, McpJsonValue value, gpointer into)
{
  char **body = into;

  g_free (*body);
  *body = mcp_json_value_get_kind (value) == MCP_JSON_STRING
              ? mcp_json_value_dup_string (value, NULL)
              : mcp_json_value_print_compact (value);
}

static void
read_status (Reader *reader, McpJsonValue value, gpointer into)
{
  guint *status = into;

  read_count (reader, value, status);
  if (*status < 400 || *status > 599)
    refuse (reader, value, "A “status” that means failure is from 400 to 599");
}

static void
read_failure (Reader *reader, McpJsonValue value, gpointer into)
{
  static const Member members[] = {
    { "status", read_status, G_STRUCT_OFFSET (McpModelScriptFailure, status) },
    { "message", read_text, G_STRUCT_OFFSET (McpModelScriptFailure, message) },
    { "type", read_text, G_STRUCT_OFFSET (McpModelScriptFailure, type) },
    { "body", read_body, G_STRUCT_OFFSET (McpModelScriptFailure, body) },
    { "headers", read_headers, G_STRUCT_OFFSET (McpModelScriptFailure, headers) },
    { "wait_ms", read_number, G_STRUCT_OFFSET (McpModelScriptFailure, wait) },
    { "times", read_count, G_STRUCT_OFFSET (McpModelScriptFailure, times) },
    { "after", read_count, G_STRUCT_OFFSET (McpModelScriptFailure, after) },
    { NULL }
  };
  McpModelScriptFailure *failure = into;

  read_members (reader, value, "“fail”", members, failure);
  if (failure->status == 0)
    failure->status = 500;
}

static void
step_free (gpointer data)
{
  Step               *self = data;
  McpModelScriptStep *step = &self->step;

  g_free (step->think);
  g_free (step->say);
  g_ptr_array_unref (step->calls);
  g_free (step->image_type);
  g_clear_pointer (&step->image, g_bytes_unref);
  g_free (step->failure.message);
  g_free (step->failure.type);
  g_free (step->failure.body);
  g_strfreev (step->failure.headers);
  g_clear_pointer (&self->when.user, g_regex_unref);
  g_free (self->when.after_name);
  g_free (self->when.has_tool);
  g_free (self);
}

static void
read_step (Reader *reader, McpJsonValue value, GPtrArray *steps)
{
#define IN(field) G_STRUCT_OFFSET (Step, step.field)
  static const Member members[] = {
    { "when", read_when, G_STRUCT_OFFSET (Step, when) },
    { "think", read_text, IN (think) },
    { "say", read_text, IN (say) },
    { "call", read_calls, IN (calls) },
    { "image", read_image, G_STRUCT_OFFSET (Step, step) },
    { "stop", read_stop, IN (stop) },
    { "usage", read_usage, IN (usage) },
    { "delay_ms", read_number, IN (delay) },
    { "tokens_per_second", read_number, IN (speed) },
    { "think_tags", read_boolean, IN (think_tags) },
    { "cut_after", read_count, IN (cut_after) },
    { "fail", read_failure, IN (failure) },
    { NULL }
  };
#undef IN
  Step *step = g_new0 (Step, 1);

  step->step.calls = g_ptr_array_new_with_free_func (call_free);
  step->step.usage = MCP_MODEL_USAGE_NONE;
  step->step.delay = -1;
  step->step.speed = -1;
  step->step.cut_after = -1;
  step->step.failure.wait = -1;
  step->step.failure.after = -1;
  g_ptr_array_add (steps, step);
  read_members (reader, value, "A step", members, step);
}

static void
read_steps (Reader *reader, McpJsonValue value, gpointer into)
{
  GPtrArray *steps = *(GPtrArray **)into;

  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    refuse (reader, value, "“steps” is an array");
  for (McpJsonWalk item = mcp_json_walk (value);
       reader->error == NULL && mcp_json_walk_next (&item);)
    {
      if (steps->len >= MAX_STEPS)
        refuse (reader, item.value, "A script has at most %u steps", MAX_STEPS);
      else
        read_step (reader, item.value, steps);
    }
}

static void
read_script (Reader *reader, McpModelScript *self)
{
  static const Member members[] = {
    { "model", read_text, G_STRUCT_OFFSET (McpModelScript, model) },
    { "steps", read_steps, G_STRUCT_OFFSET (McpModelScript, steps) },
    { NULL }
  };

  if (mcp_json_value_get_kind (reader->root) == MCP_JSON_ARRAY)
    read_steps (reader, reader->root, &self->steps);
  else
    read_members (reader, reader->root, "A script", members, self);
  if (self->steps->len == 0)
    refuse (reader, reader->root, "A script has at least one step in “steps”");
  if (self->model == NULL)
    self->model = g_strdup ("scripted");
}

McpModelScript *
mcp_model_script_parse (GBytes *text, GError **error)
{
  const McpJsonLimits limits = { MAX_BYTES, 64 };
  Reader              reader = { 0 };
  g_autoptr (GError) unread = NULL;

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, &limits, NULL, &unread);
  if (document == NULL)
    {
      gboolean large = g_error_matches (unread, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_LARGE);

      g_propagate_error (error, mcp_error_new (large ? MCP_ERROR_MESSAGE_TOO_LARGE
                                                     : MCP_ERROR_INVALID_MESSAGE,
                                               "%s", unread->message));
      return NULL;
    }
  g_autoptr (McpModelScript) self = g_new0 (McpModelScript, 1);
  self->steps = g_ptr_array_new_with_free_func (step_free);
  reader.root = mcp_json_document_get_root (document);
  read_script (&reader, self);
  if (reader.error == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, reader.error);
  return NULL;
}

void
mcp_model_script_free (McpModelScript *self)
{
  g_free (self->model);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpModelScript, mcp_model_script, model)

/* Whether @name is @wanted, or that tool of some server */
static gboolean
is_tool (const char *name, const char *wanted)
{
  const char *behind = strstr (name, SEPARATOR);

  return strcmp (name, wanted) == 0 ||
         (behind != NULL && strcmp (behind + strlen (SEPARATOR), wanted) == 0);
}

const char *
mcp_model_script_find_tool (const char *const *tools, const char *name)
{
  if (tools == NULL)
    return NULL;
  for (guint i = 0; tools[i] != NULL; i++)
    if (strcmp (tools[i], name) == 0)
      return tools[i];
  for (guint i = 0; tools[i] != NULL; i++)
    if (is_tool (tools[i], name))
      return tools[i];
  return NULL;
}

static gboolean
matches_user (const When *when, const char *user)
{
  const char *text = user != NULL ? user : "";
  gsize       size = strlen (text);

  if (when->user == NULL)
    return TRUE;
  if (size > MAX_MATCHED)
    {
      size = MAX_MATCHED;
      while (size > 0 && ((guchar)text[size] & 0xc0) == 0x80)
        size--;
    }
  return g_regex_match_full (when->user, text, (gssize)size, 0, 0, NULL, NULL);
}

static gboolean
fits (const When *when, const McpModelScriptPlace *place)
{
  if (when->turn > 0 && when->turn != place->turn)
    return FALSE;
  if ((when->after == AFTER_PERSON && place->after != NULL) ||
      (when->after == AFTER_TOOL && place->after == NULL) ||
      (when->after == AFTER_NAMED &&
       (place->after == NULL || !is_tool (place->after, when->after_name))))
    return FALSE;
  if (when->has_tool != NULL && mcp_model_script_find_tool (place->tools, when->has_tool) == NULL)
    return FALSE;
  return matches_user (when, place->user);
}

const McpModelScriptStep *
mcp_model_script_pick (McpModelScript *self, const McpModelScriptPlace *place)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = self->steps->pdata[i];

      if (fits (&step->when, place))
        return &step->step;
    }
  return NULL;
}
