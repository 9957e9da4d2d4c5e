/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-model-replay.h"

#include "mcp-error.h"

#include <string.h>

/* Beyond this a text is told by its ends. */
#define TEXT_LIMIT 72
#define END_LENGTH 24
/* As many readings as this have a cut at every place, each at others. A prime, so that it is no
 * multiple of any line. */
#define STEP 97
/* Up to this a stream is a short one, which is read with an end of its own as well. */
#define SHORT_STREAM 4096

char *
test_model_dup_folder (void)
{
  const char *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  char       *path = g_build_filename (shared != NULL ? shared : "", "llm-streams", NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    g_clear_pointer (&path, g_free);
  return path;
}

McpModelProvider *
test_model_provider_new (const char *dialect, McpModelSwitches switches)
{
  const McpModelDialect *found = mcp_model_dialect_find (dialect);
  McpModelProvider      *provider;

  g_assert_nonnull (found);
  provider = mcp_model_provider_new ("test", found, "http://127.0.0.1:1");
  provider->switches = switches;
  return provider;
}

void
test_model_outcome_clear (TestModelOutcome *self)
{
  g_clear_pointer (&self->turn, mcp_model_turn_unref);
  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  g_clear_error (&self->error);
}

/* What the events told */

typedef struct
{
  McpModelBlockKind kind;
  GString          *text;
  char             *id;
  char             *name;
  gboolean          closed;
} Told;

static void
told_free (gpointer data)
{
  Told *told = data;

  g_string_free (told->text, TRUE);
  g_free (told->id);
  g_free (told->name);
  g_free (told);
}

static Told *
get_told (GPtrArray *all, const McpModelEvent *event)
{
  while (all->len <= event->block)
    {
      Told *told = g_new0 (Told, 1);

      told->kind = event->block_kind;
      told->text = g_string_new (NULL);
      g_ptr_array_add (all, told);
    }
  g_assert_cmpint (((Told *)all->pdata[event->block])->kind, ==, event->block_kind);
  return all->pdata[event->block];
}

static void
on_event (const McpModelEvent *event, gpointer user_data)
{
  GPtrArray *all = user_data;
  Told      *told;

  if (event->kind == MCP_MODEL_EVENT_USAGE)
    {
      g_assert_true (mcp_model_usage_is_known (event->usage));
      return;
    }
  if (event->kind == MCP_MODEL_EVENT_RESTARTED)
    {
      g_ptr_array_set_size (all, 0);
      return;
    }
  told = get_told (all, event);
  /* An id that we gave is told at the end. */
  g_assert_true (!told->closed || event->kind == MCP_MODEL_EVENT_CALL);
  g_free (told->id);
  told->id = g_strdup (event->id);
  g_free (told->name);
  told->name = g_strdup (event->name);
  if (event->kind == MCP_MODEL_EVENT_REPLACED)
    g_string_truncate (told->text, 0);
  if (event->kind == MCP_MODEL_EVENT_CLOSED)
    g_assert_cmpmem (event->text, event->length, told->text->str, told->text->len);
  else
    {
      g_assert_true (event->text == NULL || event->text[event->length] == '\0');
      g_string_append_len (told->text, event->text != NULL ? event->text : "",
                           (gssize)event->length);
    }
  told->closed |= event->kind == MCP_MODEL_EVENT_CLOSED;
}

/* A call that is not whole is dropped. */
static void
check_told (GPtrArray *all, McpModelTurn *turn)
{
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const Told    *told = all->pdata[i];
      McpModelBlock *block;

      if (told->kind == MCP_MODEL_CALL && !told->closed)
        continue;
      g_assert_cmpuint (n, <, turn->blocks->len);
      block = turn->blocks->pdata[n++];
      g_assert_cmpint (told->kind, ==, mcp_model_block_get_kind (block));
      g_assert_cmpstr (told->text->str, ==, mcp_model_block_get_text (block));
      g_assert_cmpstr (told->id, ==, mcp_model_block_get_id (block));
      if (told->name != NULL)
        g_assert_cmpstr (told->name, ==, mcp_model_block_get_name (block));
    }
  g_assert_cmpuint (n, ==, turn->blocks->len);
}

TestModelOutcome
test_model_read (McpModelProvider *provider,
                 const char       *content_type,
                 const char       *bytes,
                 gssize            length,
                 gsize             first,
                 gsize             step,
                 gboolean          stopped)
{
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (told_free);
  g_autoptr (McpModelStream) stream =
      mcp_model_stream_new (provider, content_type, on_event, told);
  TestModelOutcome outcome = { NULL, NULL, NULL };
  gsize            size = length < 0 ? strlen (bytes) : (gsize)length;
  gsize            piece = first > 0 ? MIN (first, size) : size;

  for (gsize at = 0; at < size; at += piece, piece = MIN (step > 0 ? step : size, size - at))
    {
      /* A copy, so that reading beyond it is found. */
      g_autofree char *copy = g_memdup2 (bytes + at, piece);

      if (!mcp_model_stream_push (stream, copy, piece))
        break;
    }
  outcome.turn = mcp_model_stream_finish (stream, stopped, &outcome.failure, &outcome.error);
  g_assert_nonnull (outcome.turn);
  g_assert_cmpstr (outcome.turn->dialect, ==, provider->dialect->id);
  if (stopped)
    g_assert_no_error (outcome.error);
  check_told (told, outcome.turn);
  return outcome;
}

static void
append_text (GString *out, const char *text)
{
  gsize            length = strlen (text);
  g_autofree char *shown = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *line = NULL;

  if (length > TEXT_LIMIT)
    {
      g_autofree char *start = g_strndup (text, END_LENGTH);

      g_string_append_printf (out, "%" G_GSIZE_FORMAT " ", length);
      shown = g_strconcat (start, "…", text + length - END_LENGTH, NULL);
    }
  else
    shown = g_strdup (text);
  lines = g_strsplit (shown, "\n", -1);
  line = g_strjoinv ("⏎", lines);
  g_string_append (out, line);
}

static void
append_count (GString *out, gint64 count)
{
  if (count < 0)
    g_string_append (out, " -");
  else
    g_string_append_printf (out, " %" G_GINT64_FORMAT, count);
}

static const char *
get_error_text (const GError *error)
{
  g_assert_true (error->domain == MCP_ERROR);
  switch ((McpError)error->code)
    {
    case MCP_ERROR_INVALID_MESSAGE:
      return "invalid-message";
    case MCP_ERROR_MESSAGE_TOO_LARGE:
      return "message-too-large";
    case MCP_ERROR_CONNECTION_LOST:
      return "connection-lost";
    default:
      g_error ("%s", error->message);
    }
}

static void
append_blocks (GString *out, McpModelTurn *turn)
{
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      g_string_append_printf (
          out, "%s ", mcp_model_block_kind_to_text (mcp_model_block_get_kind (block)));
      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        g_string_append_printf (out, "%s %s ", mcp_model_block_get_id (block),
                                mcp_model_block_get_name (block));
      append_text (out, mcp_model_block_get_text (block));
      g_string_append_c (out, '\n');
    }
}

char *
test_model_describe (const TestModelOutcome *outcome)
{
  GString            *out = g_string_new (NULL);
  McpModelTurn       *turn = outcome->turn;
  const McpModelUsage usage = turn->usage;

  append_blocks (out, turn);
  if (turn->stop != MCP_MODEL_STOP_NONE)
    g_string_append_printf (out, "stop %s %s\n", mcp_model_stop_to_text (turn->stop),
                            turn->stop_text != NULL ? turn->stop_text : "-");
  if (mcp_model_usage_is_known (&usage))
    {
      g_string_append (out, "usage");
      append_count (out, usage.input);
      append_count (out, usage.cached);
      append_count (out, usage.cache_write);
      append_count (out, usage.output);
      append_count (out, usage.reasoning);
      g_string_append_c (out, '\n');
      g_assert_nonnull (turn->usage_text);
    }
  if (turn->model != NULL)
    g_string_append_printf (out, "model %s\n", turn->model);
  if (outcome->failure != NULL)
    g_string_append_printf (out, "failure %s\n", outcome->failure->message);
  if (outcome->error != NULL)
    g_string_append_printf (out, "error %s\n", get_error_text (outcome->error));
  return g_string_free (out, FALSE);
}

/* Reading in every way */

typedef struct
{
  McpModelProvider *provider;
  const char       *content_type;
  const char       *expected;
  char             *echo; /* of the first reading: it is the same each time */
} Check;

static char *
dup_echo (McpModelTurn *turn)
{
  if (turn->echo == NULL)
    return g_strdup ("");
  return g_strndup (g_bytes_get_data (turn->echo, NULL), g_bytes_get_size (turn->echo));
}

static void
check_reading (Check *check, const char *text, gsize first, gsize step)
{
  g_auto (TestModelOutcome) outcome =
      test_model_read (check->provider, check->content_type, text, -1, first, step, FALSE);
  g_autofree char *description = test_model_describe (&outcome);
  g_autofree char *echo = dup_echo (outcome.turn);

  g_assert_cmpstr (description, ==, check->expected);
  if (check->echo == NULL)
    check->echo = g_steal_pointer (&echo);
  else
    g_assert_cmpstr (echo, ==, check->echo);
}

/* Each place is a cut in one of the readings with STEP; the only
 * one, ten places are, or all of a short stream. */
static void
check_cuts (Check *check, const char *text)
{
  gsize length = strlen (text);
  gsize step = g_test_slow () && length <= SHORT_STREAM ? 1 : length / 10 + 1;

  check_reading (check, text, 0, 0);
  check_reading (check, text, 1, 1);
  for (gsize first = 1; first <= STEP; first++)
    check_reading (check, text, first, STEP);
  for (gsize first = 1; first < length; first += step)
    check_reading (check, text, first, 0);
}

static void
check_few_cuts (Check *check, const char *text)
{
  check_reading (check, text, 0, 0);
  check_reading (check, text, 1, 1);
  for (gsize first = 1; first <= STEP; first += 12)
    check_reading (check, text, first, STEP);
}

/* The same stream otherwise */

typedef struct
{
  const char *line_end;
  const char *field;   /* what stands in the place of "data: " */
  const char *start;   /* of the stream */
  const char *between; /* behind each event */
  gboolean    unended; /* the last event has no end */
} Variant;

static char *
vary (const char *text, const Variant *variant)
{
  GString *out = g_string_new (variant->start);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "data: "))
        g_string_append_printf (out, "%s%s", variant->field, lines[i] + strlen ("data: "));
      else
        g_string_append (out, lines[i]);
      g_string_append (out, variant->line_end);
      if (*lines[i] == '\0')
        g_string_append (out, variant->between);
    }
  while (variant->unended && g_ascii_isspace (out->str[out->len - 1]))
    g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

static char *
vary_lines (const char *text, const Variant *variant)
{
  GString *out = g_string_new (variant->start);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i + 1] != NULL; i++)
    g_string_append_printf (out, "%s%s%s", lines[i], variant->line_end, variant->between);
  while (variant->unended && g_ascii_isspace (out->str[out->len - 1]))
    g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

static void
check_variants (Check *check, const char *text)
{
  static const Variant events[] = {
    { "\r\n", "data: ", "", "", FALSE },
    { "\r", "data: ", "", "", FALSE },
    { "\n", "data:", "", "", FALSE },
    { "\n", ": aside\nid: 7\ndata: ", ": hello\n\n", ": keep-alive\n\nretry: 5\n\n", FALSE },
    { "\n", "data: ", "\xef\xbb\xbf", "", FALSE },
    { "\n", "data: ", "\n\n", "event: surprise\ndata: {\"type\":\"surprise\",\"new\":[{}]}\n\n",
      FALSE },
    { "\n", "data: ", "", "event: ping\ndata: still here\n\n", FALSE },
    { "\n", "data: ", "", "", TRUE },
  };
  static const Variant lines[] = {
    { "\r\n", "", "", "", FALSE },
    { "\n", "", "\n\n", "\n", FALSE },
    { "\n", "", "", "{\"surprise\":[{}]}\n", FALSE },
    { "\n", "", "", "", TRUE },
  };
  gboolean are_events = check->provider->dialect->framing == MCP_MODEL_FRAMING_EVENTS;

  for (guint i = 0; i < (are_events ? G_N_ELEMENTS (events) : G_N_ELEMENTS (lines)); i++)
    {
      g_autofree char *varied = are_events ? vary (text, &events[i]) : vary_lines (text, &lines[i]);

      check_few_cuts (check, varied);
    }
}

/* Whether each block of what came early is the beginning of one that comes in the end, and each call
 * is a whole one */
static void
check_beginning (McpModelTurn *early, McpModelTurn *whole)
{
  guint n = 0;

  for (guint i = 0; i < early->blocks->len; i++)
    {
      McpModelBlock *block = early->blocks->pdata[i];
      gboolean       is_call = mcp_model_block_get_kind (block) == MCP_MODEL_CALL;
      gboolean       found = FALSE;

      for (; !found && n < whole->blocks->len; n++)
        {
          McpModelBlock *other = whole->blocks->pdata[n];
          const char    *text = mcp_model_block_get_text (other);

          if (mcp_model_block_get_kind (block) != mcp_model_block_get_kind (other))
            continue;
          found = is_call ? g_str_equal (text, mcp_model_block_get_text (block))
                          : g_str_has_prefix (text, mcp_model_block_get_text (block));
        }
      g_assert_true (found);
    }
}

/* @same: whether what comes must be the beginning of what comes in the end */
static void
check_early_end (Check *check, const char *text, gsize length, TestModelOutcome *whole, gboolean same)
{
  g_auto (TestModelOutcome) lost = test_model_read (check->provider, check->content_type, text,
                                                    (gssize)length, 0, 0, FALSE);
  g_auto (TestModelOutcome) stopped = test_model_read (check->provider, check->content_type, text,
                                                       (gssize)length, 0, 0, TRUE);

  if (lost.error != NULL)
    {
      g_assert_error (lost.error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
      g_assert_cmpint (lost.turn->stop, ==, MCP_MODEL_STOP_CUT);
      g_assert_cmpint (stopped.turn->stop, ==, MCP_MODEL_STOP_CUT);
    }
  if (same)
    {
      check_beginning (lost.turn, whole->turn);
      check_beginning (stopped.turn, whole->turn);
    }
}

/* Whether a second response of Anthropic's begins within the first */
static gboolean
restarts (const char *text)
{
  const char *first = strstr (text, "\"message_start\"");

  return first != NULL && strstr (first + 1, "\"message_start\"") != NULL;
}

static void
check_early_ends (Check *check, const char *text)
{
  g_auto (TestModelOutcome) whole =
      test_model_read (check->provider, check->content_type, text, -1, 0, 0, FALSE);
  gboolean    is_events = check->provider->dialect->framing == MCP_MODEL_FRAMING_EVENTS;
  const char *end = is_events ? "\n\n" : "\n";
  /* What was told before a new beginning is void in the end. */
  gboolean same = !restarts (text);
  gsize    step = STEP * (1 + strlen (text) / (4 * SHORT_STREAM));

  for (const char *at = strstr (text, end); at != NULL; at = strstr (at + 1, end))
    check_early_end (check, text, (gsize)(at - text) + strlen (end), &whole, same);
  for (gsize length = 0; length < strlen (text); length += step)
    check_early_end (check, text, length, &whole, same);
}

void
test_model_check_stream (McpModelProvider *provider, const char *text, const char *expected)
{
  gboolean is_events = provider->dialect->framing == MCP_MODEL_FRAMING_EVENTS;
  Check    check = { provider, is_events ? "text/event-stream" : "application/x-ndjson", expected,
                     NULL };

  check_cuts (&check, text);
  check_variants (&check, text);
  check_early_ends (&check, text);
  g_free (check.echo);
}

void
test_model_check_document (McpModelProvider *provider, const char *text, const char *expected)
{
  Check check = { provider, "application/json; charset=utf-8", expected, NULL };

  check_cuts (&check, text);
  if (provider->dialect->framing == MCP_MODEL_FRAMING_EVENTS)
    {
      check.content_type = NULL;
      check_few_cuts (&check, text);
    }
  for (gsize length = 0; length + 2 < strlen (text); length += STEP)
    {
      g_auto (TestModelOutcome) outcome =
          test_model_read (provider, check.content_type, text, (gssize)length, 0, 0, FALSE);

      g_assert_error (outcome.error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
    }
  g_free (check.echo);
}

/* Recorded responses */

/* @lines: one JSON a line */
static char *
frame (const McpModelDialect *dialect, const char *lines)
{
  GString *out = g_string_new (NULL);
  g_auto (GStrv) events = g_strsplit (lines, "\n", -1);

  for (guint i = 0; events[i] != NULL; i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (events[i], -1, NULL);
      g_autofree char *type = NULL;

      if (*g_strstrip (events[i]) == '\0')
        continue;
      /* One recording lacks the last bracket of two lines. */
      if (document == NULL)
        {
          char *mended = g_strconcat (events[i], "}", NULL);

          g_free (events[i]);
          events[i] = mended;
          document = mcp_json_document_parse_text (mended, -1, NULL);
        }
      g_assert_nonnull (document);
      type = mcp_json_value_dup_member_string (mcp_json_document_get_root (document), "type");
      if (type != NULL && dialect->framing == MCP_MODEL_FRAMING_EVENTS)
        g_string_append_printf (out, "event: %s\n", type);
      if (dialect->framing == MCP_MODEL_FRAMING_EVENTS)
        g_string_append_printf (out, "data: %s\n\n", events[i]);
      else
        g_string_append_printf (out, "%s\n", events[i]);
    }
  return g_string_free (out, FALSE);
}

void
test_model_check_row (const char *folder, const TestModelRow *row)
{
  g_autofree char *path = g_build_filename (folder, row->file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelProvider) provider = test_model_provider_new (row->dialect, row->switches);

  g_test_message ("%s as %s", row->file, row->dialect);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  if (g_str_has_suffix (row->file, ".json"))
    test_model_check_document (provider, text, row->expected);
  else if (g_str_has_suffix (row->file, ".sse"))
    test_model_check_stream (provider, text, row->expected);
  else
    {
      g_autofree char *framed = frame (provider->dialect, text);
      g_autofree char *marked = g_strconcat (framed, "data: [DONE]\n\n", NULL);

      test_model_check_stream (provider, framed, row->expected);
      if (g_str_equal (row->dialect, "openai-chat") && strlen (marked) <= SHORT_STREAM)
        test_model_check_stream (provider, marked, row->expected);
    }
}
