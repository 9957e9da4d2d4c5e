/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-message.h"

struct _McpMessage
{
  gatomicrefcount  ref_count;
  McpMessageKind   kind;
  GBytes          *text;
  gsize            read;     /* for g_once_init_enter(): what follows from the text is here */
  McpJsonDocument *document; /* (nullable) */
  McpJsonValue     value;
  char            *reason;
  McpMessageFault  fault;
  GPtrArray       *findings;

  McpRequestId *id;
  char         *method;
  McpJsonValue  params;
  McpJsonValue  result;
  McpJsonValue  error;
  gint64        code;
  char         *error_message;
};

/** The members of an object that mean something to JSON-RPC. */
typedef struct
{
  McpJsonValue version;
  McpJsonValue id;
  McpJsonValue method;
  McpJsonValue params;
  McpJsonValue result;
  McpJsonValue error;
} Members;

G_DEFINE_BOXED_TYPE (McpMessage, mcp_message, mcp_message_ref, mcp_message_unref)

McpMessage *
mcp_message_ref (McpMessage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_message_unref (McpMessage *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->id, mcp_request_id_unref);
  g_free (self->reason);
  g_free (self->method);
  g_free (self->error_message);
  g_free (self);
}

static void
message_invalidate (McpMessage *self, char *reason)
{
  self->kind = MCP_MESSAGE_INVALID;
  g_free (self->reason);
  self->reason = reason;
}

static void
message_collect (McpMessage *self, Members *members)
{
  struct
  {
    const char   *name;
    const char   *pointer;
    McpJsonValue *slot;
  } known[] = {
    { "jsonrpc", "/jsonrpc", &members->version },
    { "id", "/id", &members->id },
    { "method", "/method", &members->method },
    { "params", "/params", &members->params },
    { "result", "/result", &members->result },
    { "error", "/error", &members->error },
  };
  guint n_others = 0;

  for (McpJsonWalk each = mcp_json_walk (self->value); mcp_json_walk_next (&each);)
    {
      gsize i;

      for (i = 0; i < G_N_ELEMENTS (known); i++)
        if (mcp_json_value_string_equals (each.name, known[i].name))
          break;

      if (i == G_N_ELEMENTS (known))
        {
          n_others++;
          continue;
        }
      if (mcp_json_value_exists (*known[i].slot))
        mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "member-twice", known[i].pointer,
                         "The message has the member “%s” twice; the last one counts here.",
                         known[i].name);
      *known[i].slot = each.value;
    }

  if (n_others > 0)
    mcp_finding_add (&self->findings, MCP_FINDING_NOTE, "member-unknown", NULL,
                     "The message has members that JSON-RPC does not know: %u.", n_others);
}

/** Returns: whether the id allows the message to be used. */
static gboolean
message_read_id (McpMessage *self, McpJsonValue id)
{
  switch (mcp_json_value_get_kind (id))
    {
    case MCP_JSON_NONE:
      return TRUE;

    case MCP_JSON_NULL:
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "id-null", "/id",
                       "The id is null, which MCP does not allow.");
      return TRUE;

    case MCP_JSON_STRING:
    case MCP_JSON_NUMBER:
      self->id = mcp_request_id_new_from_value (id);
      if (!mcp_request_id_is_valid (self->id))
        mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "id-not-integer", "/id",
                         "The id is a number that is not written as an integer.");
      return TRUE;

    case MCP_JSON_BOOLEAN:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      return FALSE;
    }
}

static void
message_read_error (McpMessage *self)
{
  if (mcp_json_value_get_kind (self->error) == MCP_JSON_STRING)
    self->error_message = mcp_json_value_dup_string (self->error, NULL);
  if (mcp_json_value_get_kind (self->error) != MCP_JSON_OBJECT)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "error-not-object", "/error",
                       "Invalid error: expected an object, got %s.",
                       mcp_json_kind_get_name (mcp_json_value_get_kind (self->error)));
      return;
    }

  McpJsonValue code = mcp_json_value_get_member (self->error, "code");
  if (!mcp_json_value_get_int64 (code, &self->code))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "error-code", "/error/code",
                     "The error has no code that is an integer.");

  McpJsonValue message = mcp_json_value_get_member (self->error, "message");
  self->error_message = mcp_json_value_dup_string (message, NULL);
  if (self->error_message == NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "error-message", "/error/message",
                     "The error has no message that is a string.");
}

static void
message_read_call (McpMessage *self, const Members *members)
{
  self->method = mcp_json_value_dup_string (members->method, NULL);
  self->params = members->params;
  self->kind = self->id != NULL ? MCP_MESSAGE_REQUEST : MCP_MESSAGE_NOTIFICATION;

  if (mcp_json_value_exists (members->result) || mcp_json_value_exists (members->error))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "call-with-answer", NULL,
                     "The message has a method and a result or error; it counts as a call.");
  if (mcp_json_value_exists (self->params) &&
      mcp_json_value_get_kind (self->params) != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "params-not-object", "/params",
                     "Invalid params: expected an object, got %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (self->params)));
}

static void
message_read_answer (McpMessage *self, const Members *members)
{
  gboolean has_result = mcp_json_value_exists (members->result);
  gboolean has_error = mcp_json_value_exists (members->error);

  if (has_result && has_error)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "result-and-error", NULL,
                     "The answer has a result and an error; only one is allowed.");
  if (!mcp_json_value_exists (members->id))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "id-missing", NULL,
                     "The answer has no id.");

  /* JSON-RPC 1.0 sends both, of which one is null. */
  if (has_error && (!has_result || mcp_json_value_get_kind (members->error) != MCP_JSON_NULL))
    {
      self->kind = MCP_MESSAGE_ERROR;
      self->error = members->error;
      self->result = members->result;
      message_read_error (self);
      return;
    }

  self->kind = MCP_MESSAGE_RESULT;
  self->result = members->result;
  if (mcp_json_value_get_kind (self->result) != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "result-not-object", "/result",
                     "Invalid result: expected an object, got %s.",
                     mcp_json_kind_get_name (mcp_json_value_get_kind (self->result)));
}

static void
message_read_object (McpMessage *self)
{
  Members members = { 0 };

  message_collect (self, &members);
  McpJsonKind method_kind = mcp_json_value_get_kind (members.method);

  if (!mcp_json_value_string_equals (members.version, "2.0"))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "jsonrpc-version", "/jsonrpc",
                     "The member “jsonrpc” is not \"2.0\".");
  if (!message_read_id (self, members.id))
    message_invalidate (self, g_strdup ("The id is neither a string nor a number."));
  else if (method_kind == MCP_JSON_STRING)
    message_read_call (self, &members);
  else if (mcp_json_value_exists (members.result) || mcp_json_value_exists (members.error))
    message_read_answer (self, &members);
  else if (method_kind != MCP_JSON_NONE)
    message_invalidate (self, g_strdup ("The method is not a string."));
  else
    message_invalidate (self, g_strdup ("An object without method, result or error is no "
                                        "JSON-RPC message."));
}

static void
message_classify (McpMessage *self, gboolean in_batch)
{
  McpJsonKind kind = mcp_json_value_get_kind (self->value);

  if (kind == MCP_JSON_OBJECT)
    message_read_object (self);
  else if (kind == MCP_JSON_ARRAY && in_batch)
    message_invalidate (self, g_strdup ("A batch inside a batch is no JSON-RPC message."));
  else if (kind == MCP_JSON_ARRAY && mcp_json_value_get_n_items (self->value) == 0)
    message_invalidate (self, g_strdup ("An empty batch is no JSON-RPC message."));
  else if (kind == MCP_JSON_ARRAY)
    self->kind = MCP_MESSAGE_BATCH;
  else
    message_invalidate (self, g_strdup_printf ("JSON of the kind “%s” is no JSON-RPC message.",
                                               mcp_json_kind_get_name (kind)));
}

static gboolean
looks_like_message (GBytes *text)
{
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);

  while (size > 0 && g_ascii_isspace (*data))
    {
      data++;
      size--;
    }
  return size > 0 && (*data == '{' || *data == '[');
}

/** Returns: what the server's author can do about it */
static const char *
choose_hint (McpMessage *self, const McpJsonPlace *place, const GError *error)
{
  gsize       size;
  const char *data = g_bytes_get_data (self->text, &size);

  /* The end of a line in a wider encoding leaves a part of it to the next. */
  if (g_error_matches (error, MCP_JSON_ERROR, MCP_JSON_ERROR_ENCODING) ||
      (size > 0 && data[0] == '\0'))
    return "MCP messages are UTF-8.";
  if (g_error_matches (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_DEEP))
    return "Spyglass reads up to " G_STRINGIFY (MCP_JSON_MAX_DEPTH) " levels.";
  if (self->fault.is_cut)
    return "It was cut off, or goes on in another line; each message must be on one line.";
  if (!looks_like_message (self->text))
    return "Only messages belong here; a program's logs belong on standard error.";
  if (g_str_equal (place->reason, "the text goes on after the value"))
    return "Each message must be on a line of its own.";
  return NULL;
}

static void
message_refuse (McpMessage *self, const McpJsonPlace *place, const GError *error)
{
  gsize         size;
  const guchar *data = g_bytes_get_data (self->text, &size);
  self->fault.offset = place->offset;
  self->fault.is_limit = error->code > MCP_JSON_ERROR_ENCODING;
  self->fault.is_cut = place->offset == size && looks_like_message (self->text);
  self->fault.hint = choose_hint (self, place, error);
  if (place->offset < size && !self->fault.is_limit)
    message_invalidate (self, g_strdup_printf ("This is not JSON: %s (byte 0x%02X at offset "
                                               "%" G_GSIZE_FORMAT ")",
                                               error->message, data[place->offset],
                                               place->offset));
  else
    message_invalidate (self, g_strdup_printf ("This %s: %s (offset %" G_GSIZE_FORMAT ")",
                                               self->fault.is_limit ? "cannot be read"
                                                                    : "is not JSON",
                                               error->message, place->offset));
}

McpMessage *
mcp_message_parse (GBytes *text)
{
  g_autoptr (GError) error = NULL;
  McpMessage  *self = g_new0 (McpMessage, 1);
  McpJsonPlace place = { 0 };

  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_bytes_ref (text);
  self->document = mcp_json_document_parse (text, NULL, &place, &error);
  if (self->document == NULL)
    {
      message_refuse (self, &place, error);
      return self;
    }

  self->value = mcp_json_document_get_root (self->document);
  message_classify (self, FALSE);
  return self;
}

McpMessage *
mcp_message_new_sent (McpRequestId *id, const char *method, GBytes *text)
{
  McpMessage *self = g_new0 (McpMessage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = MCP_MESSAGE_REQUEST;
  self->text = g_bytes_ref (text);
  self->id = mcp_request_id_ref (id);
  self->method = g_strdup (method);
  return self;
}

/** Reads the text of a message that we wrote; of others it was read before anybody had them. */
static const McpMessage *
message_read (const McpMessage *message)
{
  McpMessage *self = (McpMessage *)message;
  g_autoptr (McpMessage) parsed = NULL;

  if (!g_once_init_enter (&self->read))
    return self;
  if (self->kind == MCP_MESSAGE_REQUEST && self->document == NULL)
    {
      parsed = mcp_message_parse (self->text);
      self->document = g_steal_pointer (&parsed->document);
      self->value = parsed->value;
      self->params = parsed->params;
      self->findings = g_steal_pointer (&parsed->findings);
    }
  g_once_init_leave (&self->read, 1);
  return self;
}

McpMessage *
mcp_message_read_member (McpMessage *self, McpJsonValue member)
{
  McpMessage *part = g_new0 (McpMessage, 1);

  g_atomic_ref_count_init (&part->ref_count);
  part->text = mcp_json_value_get_bytes (member);
  part->document = mcp_json_document_ref (self->document);
  part->value = member;
  message_classify (part, TRUE);
  return part;
}

McpMessageKind
mcp_message_get_kind (const McpMessage *self)
{
  return self->kind;
}

GBytes *
mcp_message_get_text (const McpMessage *self)
{
  return self->text;
}

McpJsonValue
mcp_message_get_value (const McpMessage *self)
{
  return message_read (self)->value;
}

const char *
mcp_message_get_reason (const McpMessage *self)
{
  return self->reason;
}

const McpMessageFault *
mcp_message_get_fault (const McpMessage *self)
{
  return &self->fault;
}

GPtrArray *
mcp_message_get_findings (const McpMessage *self)
{
  return message_read (self)->findings;
}

McpRequestId *
mcp_message_get_id (const McpMessage *self)
{
  return self->id;
}

const char *
mcp_message_get_method (const McpMessage *self)
{
  return self->method;
}

McpJsonValue
mcp_message_get_params (const McpMessage *self)
{
  return message_read (self)->params;
}

McpJsonValue
mcp_message_get_result (const McpMessage *self)
{
  return self->result;
}

McpJsonValue
mcp_message_get_error (const McpMessage *self)
{
  return self->error;
}

gint64
mcp_message_get_error_code (const McpMessage *self)
{
  return self->code;
}

const char *
mcp_message_get_error_message (const McpMessage *self)
{
  return self->error_message;
}

McpJsonValue
mcp_message_get_error_data (const McpMessage *self)
{
  return mcp_json_value_get_member (self->error, "data");
}

gboolean
mcp_message_is_response (const McpMessage *self)
{
  return self->kind == MCP_MESSAGE_RESULT || self->kind == MCP_MESSAGE_ERROR;
}
