/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-stream.h"

#include "mcp-error.h"
#include "mcp-event-framer.h"
#include "mcp-limits.h"
#include "mcp-json-memory.h"
#include "mcp-line-framer.h"

#include <string.h>

/* Responses nest a few levels; what is deeper is made to break readers. */
#define MAX_DEPTH 512
/* What llama.cpp and its relatives say within a stream, where others have "data:". */
#define ERROR_FIELD "error:"

struct _McpModelStream
{
  McpModelProvider *provider;
  McpModelDraft    *draft;
  McpModelReader   *reader;
  McpEventFramer   *events; /* (nullable) */
  McpFramer        *lines;  /* (nullable) */

  GByteArray *document;     /* of a response, or an error, that is in one piece */
  gboolean    in_document;  /* all that comes belongs to it */
  gboolean    may_be_lines; /* the first line of the document has not come to its end */
  gboolean    line_start;   /* nothing of the line has come, but white space, or ERROR_FIELD */
  gsize       n_of_field;   /* how much of ERROR_FIELD the line begins with */
  gboolean    is_error;     /* the document is behind that field */
  gboolean    is_whole;     /* a response in one piece was read */

  GString *beginning; /* of the response: the evidence where it is none */
  gsize    n_bytes;
  guint    n_events;
  GError  *error; /* (nullable) */
};

static gboolean
is_json (const char *content_type)
{
  if (content_type == NULL)
    return FALSE;
  g_autofree char *type = g_ascii_strdown (content_type, (gssize)strcspn (content_type, ";"));
  g_strstrip (type);
  return g_str_equal (type, "application/json") || g_str_equal (type, "text/json") ||
         g_str_has_suffix (type, "+json");
}

McpModelStream *
mcp_model_stream_new (McpModelProvider *provider,
                      const char       *content_type,
                      McpModelEventFunc func,
                      gpointer          user_data)
{
  McpModelStream *self = g_new0 (McpModelStream, 1);

  self->provider = mcp_model_provider_ref (provider);
  self->draft = mcp_model_draft_new (func, user_data);
  self->reader = provider->dialect->reader_new (self->draft, provider);
  self->document = g_byte_array_new ();
  self->beginning = g_string_new (NULL);
  self->line_start = TRUE;
  if (provider->dialect->framing == MCP_MODEL_FRAMING_EVENTS)
    self->events = mcp_event_framer_new (MCP_MODEL_EVENT_LIMIT);
  else if (is_json (content_type))
    self->in_document = self->may_be_lines = TRUE;
  else
    self->lines = mcp_line_framer_new (MCP_MODEL_EVENT_LIMIT);
  return self;
}

void
mcp_model_stream_free (McpModelStream *self)
{
  g_clear_pointer (&self->reader->failure, mcp_model_failure_unref);
  self->reader->klass->free (self->reader);
  mcp_model_draft_free (self->draft);
  g_clear_pointer (&self->events, mcp_event_framer_free);
  g_clear_pointer (&self->lines, mcp_framer_free);
  g_byte_array_unref (self->document);
  g_string_free (self->beginning, TRUE);
  g_clear_error (&self->error);
  mcp_model_provider_unref (self->provider);
  g_free (self);
}

static gboolean
is_done (McpModelStream *self)
{
  return self->error != NULL || self->reader->failure != NULL || self->reader->ended ||
         mcp_model_draft_get_error (self->draft) != NULL;
}

static void G_GNUC_PRINTF (4, 5)
    refuse (McpModelStream *self, const void *evidence, gsize length, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s", text);
  if (length > 0)
    mcp_error_get_details (self->error)->evidence =
        g_utf8_make_valid (evidence, (gssize)MIN (length, MCP_EVIDENCE_LIMIT));
}

static void
refuse_size (McpModelStream *self, const char *what, guint limit)
{
  self->error = mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE, "%s is larger than %u MiB", what,
                               limit / 1024 / 1024);
}

static void
refuse_memory (McpModelStream *self)
{
  self->error = mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                               "There is not enough memory for the model's response");
}

/* @error: (nullable): the member of @data that may say it
 * Returns: whether @data says why the provider did not do what was asked */
static gboolean
take_failure (McpModelStream *self, McpJsonValue data, McpJsonValue error)
{
  if (mcp_json_value_get_kind (error) != MCP_JSON_OBJECT &&
      mcp_json_value_get_kind (error) != MCP_JSON_STRING)
    return FALSE;
  self->reader->failure = mcp_model_failure_new (0, NULL, data);
  return TRUE;
}

/* Some servers keep a connection alive with events instead of comments. */
static gboolean
is_ping (const char *type)
{
  return g_strcmp0 (type, "ping") == 0 || g_strcmp0 (type, "heartbeat") == 0 ||
         g_strcmp0 (type, "keepalive") == 0;
}

static gboolean
is_end_mark (GBytes *bytes)
{
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);

  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  return length == strlen ("[DONE]") && memcmp (text, "[DONE]", length) == 0;
}

/* Some servers say in plain text what went wrong. */
static void
take_text_failure (McpModelStream *self, const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize)MIN (length, MCP_EVIDENCE_LIMIT));
  g_autofree char *quoted = mcp_json_quote (valid, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (quoted, -1, NULL);

  self->reader->failure = mcp_model_failure_new (0, NULL, mcp_json_document_get_root (document));
}

/* @type: (nullable)
 * @last: whether the input ended behind it: it may be half of an event */
static void
take_event (McpModelStream *self, const char *type, GBytes *bytes, gboolean last)
{
  static const McpJsonLimits limits = { MCP_MODEL_EVENT_LIMIT, MAX_DEPTH };
  g_autoptr (GError) error = NULL;
  const McpModelReaderClass *klass = self->reader->klass;
  McpJsonValue               values[MCP_MODEL_READER_NAMES];
  gsize                      length;
  const void                *text = g_bytes_get_data (bytes, &length);

  self->n_events++;
  if (self->events != NULL && is_end_mark (bytes))
    {
      self->reader->ended = TRUE;
      return;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, &limits, NULL, &error);
  if (document == NULL)
    {
      if (g_strcmp0 (type, "error") == 0 && !last)
        take_text_failure (self, text, length);
      else if (!last && !is_ping (type))
        refuse (self, text, length, "An event of the model's response is not JSON: %s",
                error->message);
      return;
    }
  McpJsonValue data = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (data) != MCP_JSON_OBJECT)
    {
      if (!is_ping (type))
        refuse (self, text, length, "An event of the model's response is no JSON object");
      return;
    }
  mcp_model_pick (data, klass->names, klass->n_names, values);
  if (take_failure (self, data, values[0]))
    return;
  klass->event (self->reader, data, values);
  if (g_strcmp0 (type, "error") == 0 && self->reader->failure == NULL)
    self->reader->failure = mcp_model_failure_new (0, NULL, data);
}

static void
drain_events (McpModelStream *self, gboolean last)
{
  while (!is_done (self))
    {
      g_autoptr (GBytes) data = NULL;
      g_autofree char *type = NULL;
      McpEventKind     kind = mcp_event_framer_next (self->events, &type, &data);

      if (kind == MCP_EVENT_NONE)
        return;
      if (kind == MCP_EVENT_TOO_LARGE && self->events->starved)
        refuse_memory (self);
      else if (kind == MCP_EVENT_TOO_LARGE)
        refuse_size (self, "An event of the model's response", MCP_MODEL_EVENT_LIMIT);
      else if (kind == MCP_EVENT_WHOLE)
        take_event (self, type, data, last);
    }
}

static void
drain_lines (McpModelStream *self)
{
  while (!is_done (self))
    {
      g_autoptr (GBytes) line = NULL;
      McpFrameKind kind = mcp_framer_next (self->lines, &line);

      if (kind == MCP_FRAME_NONE)
        return;
      if (kind == MCP_FRAME_TOO_LARGE)
        refuse_size (self, "A line of the model's response", MCP_MODEL_EVENT_LIMIT);
      else if (kind == MCP_FRAME_MESSAGE && g_bytes_get_size (line) > 0)
        take_event (self, NULL, line, FALSE);
    }
}

static void
commit_events (McpModelStream *self, const void *bytes, gsize length, gboolean last)
{
  guint8 *place = mcp_event_framer_reserve (self->events);

  if (place == NULL)
    {
      refuse_memory (self);
      return;
    }
  memcpy (place, bytes, length);
  mcp_event_framer_commit (self->events, length);
  drain_events (self, last);
}

/* Ends an event behind which no empty line came. */
static void
flush_events (McpModelStream *self)
{
  commit_events (self, "\n\n", 2, TRUE);
}

/* No field of an event begins with a bracket: where a line does, JSON begins that is no event. Some
 * gateways send a response, or an error in the middle of a stream, like this.
 * Returns: where it begins; @length where it does not */
static gsize
find_document (McpModelStream *self, const char *bytes, gsize length)
{
  const gsize field = strlen (ERROR_FIELD);
  gsize       at = 0;

  for (;;)
    {
      while (self->line_start && at < length)
        {
          gboolean between = self->n_of_field == 0 || self->n_of_field == field;

          if (between && (bytes[at] == '{' || bytes[at] == '['))
            return at;
          if (self->n_of_field < field && bytes[at] == ERROR_FIELD[self->n_of_field])
            self->n_of_field++;
          else if (!between || !g_ascii_isspace (bytes[at]))
            self->line_start = FALSE;
          else if (bytes[at] == '\n')
            self->n_of_field = 0;
          at += self->line_start;
        }
      const char *end = at < length ? memchr (bytes + at, '\n', length - at) : NULL;
      if (end == NULL)
        return length;
      self->line_start = TRUE;
      self->n_of_field = 0;
      at = (gsize)(end - bytes) + 1;
    }
}

static void
push_lines (McpModelStream *self, const void *bytes, gsize length)
{
  if (mcp_byte_buffer_append (&self->lines->input, bytes, length))
    drain_lines (self);
  else
    refuse_memory (self);
}

/* Some servers call their lines a document: they are lines where the first one is whole in
 * itself. */
static void
look_for_lines (McpModelStream *self, gsize first_line)
{
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text ((const char *)self->document->data, (gssize)first_line, NULL);

  self->may_be_lines = FALSE;
  if (document == NULL)
    return;
  g_autoptr (GByteArray) bytes = g_steal_pointer (&self->document);
  self->document = g_byte_array_new ();
  self->in_document = FALSE;
  self->lines = mcp_line_framer_new (MCP_MODEL_EVENT_LIMIT);
  push_lines (self, bytes->data, bytes->len);
}

static void
push_document (McpModelStream *self, const char *bytes, gsize length)
{
  const char *end = self->may_be_lines ? memchr (bytes, '\n', length) : NULL;
  gsize       before = self->document->len;

  g_byte_array_append (self->document, (const guint8 *)bytes, (guint)length);
  if (end != NULL)
    look_for_lines (self, before + (gsize)(end - bytes));
}

static void
push_piece (McpModelStream *self, const char *bytes, gsize length)
{
  if (self->lines != NULL)
    {
      push_lines (self, bytes, length);
      return;
    }
  gsize start = self->in_document ? 0 : find_document (self, bytes, length);
  if (start > 0)
    commit_events (self, bytes, start, FALSE);
  if (start == length)
    return;
  if (!self->in_document)
    {
      self->is_error = self->n_of_field > 0;
      flush_events (self);
    }
  self->in_document = TRUE;
  push_document (self, bytes + start, length - start);
}

gboolean
mcp_model_stream_push (McpModelStream *self, const void *bytes, gsize length)
{
  const char *next = bytes;

  while (length > 0 && !is_done (self))
    {
      gsize piece = MIN (length, MCP_READ_SIZE);

      if (piece > MCP_MODEL_STREAM_LIMIT - self->n_bytes)
        {
          refuse_size (self, "The model's response", MCP_MODEL_STREAM_LIMIT);
          break;
        }
      if (!mcp_json_memory_has_room (self->n_bytes + piece))
        {
          refuse_memory (self);
          break;
        }
      if (self->beginning->len < MCP_EVIDENCE_LIMIT)
        g_string_append_len (self->beginning, next,
                             (gssize)MIN (piece, MCP_EVIDENCE_LIMIT - self->beginning->len));
      self->n_bytes += piece;
      push_piece (self, next, piece);
      next += piece;
      length -= piece;
    }
  return !is_done (self);
}

/* What is left behind the last line */
static void
end_lines (McpModelStream *self)
{
  g_autoptr (GBytes) rest = mcp_framer_finish (self->lines);

  if (rest != NULL && !is_done (self))
    take_event (self, NULL, rest, TRUE);
}

/* Whether @rest is the beginning of a word or of a character: the text ended in the middle of
 * it. */
static gboolean
is_half (const char *rest, gsize length, const GError *error)
{
  static const char *const words[] = { "true", "false", "null" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length < strlen (words[i]) && strncmp (rest, words[i], length) == 0)
      return TRUE;
  return length < 4 && g_error_matches (error, MCP_JSON_ERROR, MCP_JSON_ERROR_ENCODING);
}

static void
end_document (McpModelStream *self)
{
  static const McpJsonLimits limits = { MCP_MODEL_STREAM_LIMIT, MAX_DEPTH };
  gsize                      length = self->document->len;
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&self->document));
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonPlace  place = { 0 };
  McpModelTurn *turn = mcp_model_draft_get_turn (self->draft);

  self->document = g_byte_array_new ();
  document = mcp_json_document_parse (bytes, &limits, &place, &error);
  if (document == NULL)
    {
      /* Where it ends too early the connection is to blame. */
      if (!is_half ((const char *)g_bytes_get_data (bytes, NULL) + place.offset,
                    length - place.offset, error))
        refuse (self, g_bytes_get_data (bytes, NULL), length,
                "The model's response is not JSON: %s", error->message);
      return;
    }
  McpJsonValue first = mcp_json_document_get_root (document);
  /* Gemini's streams that are no events are an array of responses. */
  if (mcp_json_value_get_kind (first) == MCP_JSON_ARRAY)
    first = mcp_json_value_get_item (first, 0);
  if (take_failure (self, first,
                    self->is_error ? first : mcp_json_value_get_member (first, "error")))
    return;
  if (self->n_events == 0)
    {
      self->reader->klass->whole (self->reader, mcp_json_document_get_root (document));
      self->is_whole = mcp_model_draft_get_length (self->draft) > 0 || turn->stop_text != NULL ||
                       turn->stop != MCP_MODEL_STOP_NONE;
      if (self->is_whole || self->reader->failure != NULL)
        return;
    }
  refuse (self, g_bytes_get_data (bytes, NULL), length,
          "The JSON that came is no response of a model");
}

/* Whether what came may be the beginning of a stream of events */
static gboolean
looks_like_events (McpModelStream *self)
{
  static const char *const starts[] = { ":", "data", "event", "id", "retry", "\xef\xbb\xbf" };
  const char              *text = self->beginning->str;

  while (g_ascii_isspace (*text))
    text++;
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (strncmp (text, starts[i], MIN (strlen (starts[i]), strlen (text))) == 0)
      return TRUE;
  return FALSE;
}

static void
end_input (McpModelStream *self)
{
  if (is_done (self))
    return;
  if (self->in_document)
    end_document (self);
  else if (self->lines != NULL)
    end_lines (self);
  else
    flush_events (self);
  if (self->n_events == 0 && self->events != NULL && !self->in_document && !is_done (self) &&
      !looks_like_events (self))
    refuse (self, self->beginning->str, self->beginning->len,
            "The model's response is no stream of events");
}

/* Some servers leave the end mark out: it is enough that they said why it ended. */
static gboolean
is_complete (McpModelStream *self)
{
  const McpModelTurn *turn = mcp_model_draft_get_turn (self->draft);

  if (self->error != NULL || self->reader->failure != NULL ||
      mcp_model_draft_get_error (self->draft) != NULL)
    return FALSE;
  if (self->is_whole || self->reader->ended || turn->stop != MCP_MODEL_STOP_NONE)
    return TRUE;
  return !self->provider->dialect->has_end_mark && !self->in_document && self->n_events > 0;
}

static GError *
make_error (McpModelStream *self)
{
  const GError *error = mcp_model_draft_get_error (self->draft);

  if (self->error != NULL || error != NULL)
    return g_error_copy (self->error != NULL ? self->error : error);
  if (self->n_bytes == 0)
    return mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The model's response is empty");
  return mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The model's response ended in the middle");
}

McpModelTurn *
mcp_model_stream_finish (McpModelStream   *self,
                         gboolean          stopped,
                         McpModelFailure **failure,
                         GError          **error)
{
  McpModelTurn *turn = mcp_model_draft_get_turn (self->draft);

  if (failure != NULL)
    *failure = NULL;
  if (!stopped)
    end_input (self);
  /* Without an end mark nobody knows whether more would have come. */
  gboolean complete = is_complete (self) && (!stopped || self->is_whole || self->reader->ended ||
                                             turn->stop != MCP_MODEL_STOP_NONE);
  self->reader->klass->finish (self->reader, !complete);
  turn->dialect = self->provider->dialect->id;
  g_free (turn->provider);
  turn->provider = g_strdup (self->provider->id);
  if (self->reader->failure != NULL)
    {
      if (failure != NULL)
        *failure = mcp_model_failure_ref (self->reader->failure);
    }
  else if (!complete && !stopped)
    g_propagate_error (error, make_error (self));
  return mcp_model_draft_finish (self->draft, !complete);
}
