/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-failure.h"

#include "mcp-json-writer.h"
#include "mcp-limits.h"
#include "mcp-object.h"

#include <libsoup/soup.h>
#include <math.h>
#include <string.h>

/* Bytes of a type, a code or the name of a parameter. */
#define MAX_NAME 256u
/* Characters of what is masked */
#define MIN_SECRET 4u
/* Nesting of a body */
#define MAX_DEPTH 64
/* Complaints of one body that are told. */
#define MAX_DETAILS 5u

static void
mcp_model_failure_clear (McpModelFailure *self)
{
  g_free (self->message);
  g_free (self->type);
  g_free (self->code);
  g_free (self->param);
  g_free (self->request_id);
}

MCP_DEFINE_SHARED (McpModelFailure, mcp_model_failure)

const char *
mcp_model_fault_to_text (McpModelFault fault)
{
  static const char *const texts[] = { "other", "key", "quota", "rate", "context",
                                       "parameter", "tools", "model", "request", "server" };

  return texts[fault];
}

/* The forms */

static gboolean
is_text (McpJsonValue value)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING;
}

static gboolean
is_object (McpJsonValue value)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
}

/* Returns: (transfer full) (nullable): never an empty text */
static char *
dup_text (McpJsonValue value, gsize max_bytes)
{
  char *text = mcp_json_value_dup_string_prefix (value, max_bytes, NULL);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

static char *
dup_member (McpJsonValue object, const char *name)
{
  return dup_text (mcp_json_value_get_member (object, name), MAX_NAME);
}

/* Gemini's stream without events is an array. */
static McpJsonValue
unfold (McpJsonValue body)
{
  return mcp_json_value_get_kind (body) == MCP_JSON_ARRAY ? mcp_json_value_get_item (body, 0)
                                                          : body;
}

/* Returns: what says why: an object or a string; none where nothing does */
static McpJsonValue
find_error (McpJsonValue body)
{
  static const char *const names[] = { "error", "detail" };
  McpJsonValue             response = mcp_json_value_get_member (body, "response");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      McpJsonValue error = mcp_json_value_get_member (body, names[i]);

      if (is_object (error) && is_object (mcp_json_value_get_member (error, "error")))
        error = mcp_json_value_get_member (error, "error");
      if (is_object (error) || is_text (error) ||
          mcp_json_value_get_kind (error) == MCP_JSON_ARRAY)
        return error;
    }
  if (is_object (mcp_json_value_get_member (response, "error")))
    return mcp_json_value_get_member (response, "error");
  return body;
}

/* "body.messages.0.content", without what is always there. */
static char *
dup_location (McpJsonValue location)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (McpJsonWalk step = mcp_json_walk (location);
       text->len < MAX_NAME && mcp_json_walk_next (&step);)
    {
      g_autofree char *name = is_text (step.value) ? dup_text (step.value, MAX_NAME)
                                                   : mcp_json_value_print_compact (step.value);

      if (name == NULL || (text->len == 0 && g_str_equal (name, "body")))
        continue;
      if (text->len > 0)
        g_string_append_c (text, '.');
      g_string_append (text, name);
    }
  return text->len > 0 ? g_strndup (text->str, text->len) : NULL;
}

/* What FastAPI finds wrong: [{"loc":["body","temperature"],"msg":"…"}] */
static void
read_details (McpModelFailure *self, McpJsonValue details)
{
  g_autoptr (GString) text = g_string_new (NULL);
  McpJsonIter  iter;
  McpJsonValue each;

  mcp_json_iter_init (&iter, details);
  for (guint n = 0; n < MAX_DETAILS && mcp_json_iter_next (&iter, NULL, &each); n++)
    {
      g_autofree char *place = dup_location (mcp_json_value_get_member (each, "loc"));
      g_autofree char *reason =
          dup_text (is_text (each) ? each : mcp_json_value_get_member (each, "msg"), MAX_NAME);

      if (reason == NULL)
        continue;
      if (self->type == NULL)
        self->type = dup_member (each, "type");
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? "; " : "",
                              place != NULL ? place : "", place != NULL ? ": " : "", reason);
      if (self->param == NULL)
        self->param = g_steal_pointer (&place);
    }
  if (text->len > 0)
    self->message = g_strndup (text->str, text->len);
}

/* "34.4s". Returns: ms, -1 where it is none */
static gint64
read_duration (McpJsonValue value)
{
  g_autofree char *text = dup_text (value, MAX_NAME);
  char            *end = text;
  double           seconds = text != NULL ? g_ascii_strtod (text, &end) : -1;

  if (end == text || !(seconds >= 0) || seconds > G_MAXINT)
    return -1;
  return (gint64)(seconds * 1000);
}

/* Google's details: when to try again, which field is wrong, which quota it is. */
static void
read_google_details (McpModelFailure *self, McpJsonValue details, gboolean *is_daily)
{
  for (McpJsonWalk each = mcp_json_walk (details); mcp_json_walk_next (&each);)
    {
      McpJsonValue     violations = mcp_json_value_get_member (each.value, "violations");
      McpJsonValue     fields = mcp_json_value_get_member (each.value, "fieldViolations");
      g_autofree char *quota = dup_member (mcp_json_value_get_item (violations, 0), "quotaId");
      g_autofree char *reason = dup_member (each.value, "reason");
      gint64           wait = read_duration (mcp_json_value_get_member (each.value, "retryDelay"));

      if (wait >= 0)
        self->wait = wait;
      if (quota != NULL && strstr (quota, "PerDay") != NULL)
        *is_daily = TRUE;
      if (reason != NULL && (self->code == NULL || g_ascii_isdigit (*self->code)))
        {
          g_free (self->code);
          self->code = g_steal_pointer (&reason);
        }
      if (self->param == NULL)
        self->param = dup_member (mcp_json_value_get_item (fields, 0), "field");
    }
}

static char *
dup_code (McpJsonValue code)
{
  return mcp_json_value_get_kind (code) == MCP_JSON_NUMBER &&
                 mcp_json_value_get_length (code) <= MAX_NAME
             ? mcp_json_value_dup_text (code)
             : dup_text (code, MAX_NAME);
}

/* What a gateway knows of the one behind it. */
static void
add_cause (McpModelFailure *self, McpJsonValue error)
{
  McpJsonValue     metadata = mcp_json_value_get_member (error, "metadata");
  g_autofree char *raw = dup_text (mcp_json_value_get_member (metadata, "raw"), MCP_EVIDENCE_LIMIT);
  g_autofree char *message = self->message;

  self->message = raw == NULL || message == NULL ? g_steal_pointer (&message)
                                                 : g_strconcat (message, ": ", raw, NULL);
}

static void
read_error (McpModelFailure *self, McpJsonValue error, gboolean *is_daily)
{
  McpJsonValue message = mcp_json_value_get_member (error, "message");
  McpJsonValue details = mcp_json_value_get_member (error, "details");

  if (is_text (error) || !is_object (error))
    {
      self->message = dup_text (error, MCP_EVIDENCE_LIMIT);
      if (self->message == NULL)
        read_details (self, error);
      return;
    }
  self->type = dup_member (error, "type");
  if (self->type == NULL || g_str_equal (self->type, "error"))
    {
      g_free (self->type);
      self->type = dup_member (error, "status");
    }
  self->code = dup_code (mcp_json_value_get_member (error, "code"));
  self->param = dup_member (error, "param");
  self->n_prompt = mcp_json_value_get_member_int64 (error, "n_prompt_tokens", -1);
  self->n_context = mcp_json_value_get_member_int64 (error, "n_ctx", -1);
  self->message = dup_text (message, MCP_EVIDENCE_LIMIT);
  if (self->message == NULL && is_object (message))
    read_details (self, mcp_json_value_get_member (message, "detail"));
  add_cause (self, error);
  if (is_object (details))
    {
      char *code = dup_member (details, "error_code");

      if (code != NULL)
        {
          g_free (self->code);
          self->code = code;
        }
    }
  read_google_details (self, details, is_daily);
}

/* The headers */

/* Returns: (transfer none) (nullable) */
static const char *
find_header (const char *const *headers, const char *name)
{
  gsize length = strlen (name);

  for (; headers != NULL && *headers != NULL; headers++)
    if (g_ascii_strncasecmp (*headers, name, length) == 0 && (*headers)[length] == ':')
      {
        const char *value = *headers + length + 1;

        while (*value == ' ' || *value == '\t')
          value++;
        return value;
      }
  return NULL;
}

/* Returns: whether @text is a number and nothing else */
static gboolean
read_number (const char *text, double *number)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  while (g_ascii_isspace (*end))
    end++;
  return end != text && *end == '\0' && isfinite (*number);
}

/* Returns: ms; -1 where nothing that makes sense is told */
static gint64
read_wait (const char *const *headers)
{
  const char *milliseconds = find_header (headers, "retry-after-ms");
  const char *after = find_header (headers, "retry-after");
  double      number;

  if (milliseconds != NULL && read_number (milliseconds, &number) && number >= 0)
    return (gint64)MIN (number, G_MAXINT);
  if (after == NULL)
    return -1;
  if (read_number (after, &number))
    return number >= 0 ? (gint64)MIN (number * 1000, G_MAXINT) : -1;
  g_autoptr (GDateTime) date = soup_date_time_new_from_http_string (after);
  if (date == NULL)
    return -1;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  return MAX (g_date_time_difference (date, now) / 1000, 0);
}

static char *
dup_request_id (const char *const *headers, McpJsonValue body)
{
  static const char *const names[] = { "request-id", "x-request-id", "x-goog-request-id" };
  const char              *id = NULL;

  for (guint i = 0; id == NULL && i < G_N_ELEMENTS (names); i++)
    id = find_header (headers, names[i]);
  return id != NULL ? g_strndup (id, MIN (strlen (id), MAX_NAME)) : dup_member (body, "request_id");
}

/* What it means */

typedef struct
{
  const char   *text;
  McpModelFault fault;
  const char   *advice; /* (nullable) */
} Meaning;

#define NO_TOOLS \
  "This model takes no tools: choose another model, or offer none by naming no server"
#define RESPONSES \
  "This model wants the Responses API for this: choose it as the provider's dialect"

/* Anywhere in the message, in lower case */
static const Meaning phrases[] = {
  { "--enable-auto-tool-choice", MCP_MODEL_FAULT_TOOLS,
    "vLLM takes tools only where it was started with --enable-auto-tool-choice "
    "--tool-call-parser PARSER" },
  { "--jinja", MCP_MODEL_FAULT_TOOLS,
    "llama.cpp takes tools only where it was started with --jinja" },
  { "does not support tool", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "does not support function calling", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "function calling is not", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "tool calling is not", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "tool calling` is not", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "tool calling not supported", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "that support tool use", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "'tools' is not supported", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "tools are not supported", MCP_MODEL_FAULT_TOOLS, NO_TOOLS },
  { "credit balance", MCP_MODEL_FAULT_QUOTA, NULL },
  { "insufficient balance", MCP_MODEL_FAULT_QUOTA, NULL },
  { "usage limits", MCP_MODEL_FAULT_QUOTA, NULL },
  { "prompt is too long", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "maximum context length", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "available context size", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "exceeds the context length", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "exceeds the maximum number of tokens", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "api key not valid", MCP_MODEL_FAULT_KEY, NULL },
};

/* The whole code or type, in any case */
static const Meaning words[] = {
  { "insufficient_quota", MCP_MODEL_FAULT_QUOTA, NULL },
  { "billing_error", MCP_MODEL_FAULT_QUOTA, NULL },
  { "billing_not_active", MCP_MODEL_FAULT_QUOTA, NULL },
  { "billing_hard_limit_reached", MCP_MODEL_FAULT_QUOTA, NULL },
  { "context_length_exceeded", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "exceed_context_size_error", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "request_too_large", MCP_MODEL_FAULT_CONTEXT, NULL },
  { "model_not_found", MCP_MODEL_FAULT_MODEL, NULL },
  { "invalid_api_key", MCP_MODEL_FAULT_KEY, NULL },
  { "API_KEY_INVALID", MCP_MODEL_FAULT_KEY, NULL },
  { "authentication_error", MCP_MODEL_FAULT_KEY, NULL },
  { "permission_error", MCP_MODEL_FAULT_KEY, NULL },
  { "PERMISSION_DENIED", MCP_MODEL_FAULT_KEY, NULL },
  { "UNAUTHENTICATED", MCP_MODEL_FAULT_KEY, NULL },
  { "rate_limit_exceeded", MCP_MODEL_FAULT_RATE, NULL },
  { "rate_limit_error", MCP_MODEL_FAULT_RATE, NULL },
  { "RESOURCE_EXHAUSTED", MCP_MODEL_FAULT_RATE, NULL },
  { "overloaded_error", MCP_MODEL_FAULT_SERVER, NULL },
  { "api_error", MCP_MODEL_FAULT_SERVER, NULL },
  { "server_error", MCP_MODEL_FAULT_SERVER, NULL },
  { "timeout_error", MCP_MODEL_FAULT_SERVER, NULL },
  { "unavailable_error", MCP_MODEL_FAULT_SERVER, NULL },
  { "UNAVAILABLE", MCP_MODEL_FAULT_SERVER, NULL },
  { "INTERNAL", MCP_MODEL_FAULT_SERVER, NULL },
  { "DEADLINE_EXCEEDED", MCP_MODEL_FAULT_SERVER, NULL },
};

static const Meaning *
find_word (const char *word)
{
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (words[i].text, word) == 0)
      return &words[i];
  return NULL;
}

static const Meaning *
find_phrase (const char *message)
{
  g_autofree char *lower = g_ascii_strdown (message, -1);

  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (strstr (lower, phrases[i].text) != NULL)
      return &phrases[i];
  return NULL;
}

/* What the conversation itself is made of; everything else in a request is a parameter. */
static gboolean
is_content (const char *param)
{
  static const char *const names[] = { "messages", "input", "contents", "system",
                                       "tools", "model", "prompt", "instructions",
                                       "body" };
  gsize                    length = strcspn (param, ".[");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && strncmp (names[i], param, length) == 0)
      return TRUE;
  return FALSE;
}

/* Which parameter a message is about, where only its text says so. */
static void
find_param (McpModelFailure *self)
{
  static const char *const patterns[] = {
    "(?i)unsupported (?:parameter|value):? ['\"`]([A-Za-z0-9_.]+)['\"`]",
    "Unknown name \"([A-Za-z0-9_.]+)\"",
    "Unrecognized request arguments? supplied: ([A-Za-z0-9_.]+)",
    "^([a-z][a-z0-9_]*(?:\\.[A-Za-z0-9_]+)*): ", /* Anthropic's */
  };
  guint n = G_N_ELEMENTS (patterns) - (g_strcmp0 (self->type, "invalid_request_error") != 0);

  for (guint i = 0; self->param == NULL && i < n; i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (patterns[i], 0, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      if (g_regex_match (regex, self->message, 0, &match))
        self->param = g_match_info_fetch (match, 1);
    }
}

static gint64
fetch_number (GMatchInfo *match, const char *name)
{
  g_autofree char *text = g_match_info_fetch_named (match, name);

  return text != NULL && *text != '\0' ? g_ascii_strtoll (text, NULL, 10) : -1;
}

/* Where the numbers stand in the message alone */
static void
find_tokens (McpModelFailure *self)
{
  static const char *const patterns[] = {
    "prompt is too long: (?<prompt>\\d{1,15}) tokens > (?<context>\\d{1,15})",
    "maximum context length is (?<context>\\d{1,15}) tokens.*\\((?<prompt>\\d{1,15}) in the mess",
    "maximum context length is (?<context>\\d{1,15}) tokens.*"
    "(?:resulted in|requested|request has) (?<prompt>\\d{1,15})",
    "maximum context length is (?<context>\\d{1,15})",
    "request \\((?<prompt>\\d{1,15}) tokens\\) exceeds the available context size "
    "\\((?<context>\\d{1,15})",
    "input token count \\(?(?<prompt>\\d{1,15})\\)? exceeds .* allowed \\(?(?<context>\\d{1,15})",
    "exceeds the maximum number of tokens allowed \\(?(?<context>\\d{1,15})(?<prompt>)",
  };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (patterns[i], G_REGEX_DOTALL, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      if (!g_regex_match (regex, self->message, 0, &match))
        continue;
      if (self->n_context < 0)
        self->n_context = fetch_number (match, "context");
      if (self->n_prompt < 0)
        self->n_prompt = fetch_number (match, "prompt");
      return;
    }
}

/* In another sense than that of a path: "/v1/models" */
static gboolean
is_about_model (const char *message)
{
  const char *place = strstr (message, "model");

  return place != NULL && (place == message || place[-1] != '/');
}

static McpModelFault
judge_status (McpModelFailure *self, guint status)
{
  if (status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN)
    return MCP_MODEL_FAULT_KEY;
  if (status == SOUP_STATUS_PAYMENT_REQUIRED)
    return MCP_MODEL_FAULT_QUOTA;
  if (status == SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE)
    return MCP_MODEL_FAULT_CONTEXT;
  if (status == 429)
    return MCP_MODEL_FAULT_RATE;
  if (status == SOUP_STATUS_REQUEST_TIMEOUT || status == SOUP_STATUS_CONFLICT || status >= 500)
    return MCP_MODEL_FAULT_SERVER;
  if (status == SOUP_STATUS_NOT_FOUND &&
      (is_about_model (self->message) || g_strcmp0 (self->type, "not_found_error") == 0))
    return MCP_MODEL_FAULT_MODEL;
  if (status < 400)
    return MCP_MODEL_FAULT_OTHER;
  return self->param != NULL && !is_content (self->param) ? MCP_MODEL_FAULT_PARAMETER
                                                          : MCP_MODEL_FAULT_REQUEST;
}

/* Returns: whether the Responses API is what it wants */
static gboolean
wants_responses (const char *message)
{
  if (strstr (message, "POST ") != NULL) /* it has no such path */
    return FALSE;
  return strstr (message, "Responses API") != NULL ||
         (strstr (message, "/responses") != NULL && strstr (message, "chat/completions") != NULL);
}

static void
judge (McpModelFailure *self, guint status, gboolean is_daily)
{
  if (wants_responses (self->message) && status < 500)
    {
      self->fault = strstr (self->message, "tool") != NULL ? MCP_MODEL_FAULT_TOOLS
                                                           : MCP_MODEL_FAULT_MODEL;
      self->advice = RESPONSES;
      self->dialect = "openai-responses";
      return;
    }
  const Meaning *meaning = find_phrase (self->message);
  if (meaning == NULL)
    meaning = find_word (self->code);
  if (meaning == NULL)
    meaning = find_word (self->type);
  /* What reason a status is given for tells more than the type that goes with it. */
  if (meaning != NULL && meaning->fault != MCP_MODEL_FAULT_SERVER)
    self->fault = meaning->fault;
  else if (status > 0 || meaning == NULL)
    self->fault = judge_status (self, status > 0 ? status : 0);
  else
    self->fault = meaning->fault;
  if (self->fault == MCP_MODEL_FAULT_RATE && is_daily)
    self->fault = MCP_MODEL_FAULT_QUOTA;
  if (meaning != NULL)
    self->advice = meaning->advice;
}

static gboolean
judge_retry (McpModelFailure *self, guint status, const char *const *headers)
{
  const char *should = find_header (headers, "x-should-retry");

  switch (self->fault)
    {
    case MCP_MODEL_FAULT_QUOTA:
    case MCP_MODEL_FAULT_CONTEXT:
    case MCP_MODEL_FAULT_TOOLS:
      return FALSE;
    default:
      break;
    }
  if (should != NULL && g_ascii_strcasecmp (should, "true") == 0)
    return TRUE;
  if (should != NULL && g_ascii_strcasecmp (should, "false") == 0)
    return FALSE;
  if (status == 0)
    return self->fault == MCP_MODEL_FAULT_RATE || self->fault == MCP_MODEL_FAULT_SERVER;
  return status == SOUP_STATUS_REQUEST_TIMEOUT || status == SOUP_STATUS_CONFLICT || status == 429 ||
         status >= 500;
}

/* Returns: the status that is judged by: within a stream the one that the error names, if any */
static guint
get_status (McpModelFailure *self)
{
  guint64 code;

  if (self->status == 0 && self->code != NULL &&
      g_ascii_string_to_unsigned (self->code, 10, 400, 599, &code, NULL))
    return (guint)code;
  return self->status;
}

static char *
describe_status (guint status)
{
  if (status == 0)
    return g_strdup ("The provider ended its response with an error that it does not explain");
  return g_strdup_printf ("The provider answered %u %s", status, soup_status_get_phrase (status));
}

McpModelFailure *
mcp_model_failure_new (guint status, const char *const *headers, McpJsonValue body)
{
  McpModelFailure *self = g_atomic_rc_box_new0 (McpModelFailure);
  gboolean         is_daily = FALSE;
  gint64           wait;

  self->status = status;
  self->wait = -1;
  self->n_prompt = -1;
  self->n_context = -1;
  body = unfold (body);
  read_error (self, find_error (body), &is_daily);
  self->request_id = dup_request_id (headers, body);
  wait = read_wait (headers);
  if (wait >= 0)
    self->wait = wait;
  if (self->message == NULL)
    self->message = describe_status (status);
  status = get_status (self);
  find_param (self);
  judge (self, status, is_daily);
  if (self->fault == MCP_MODEL_FAULT_CONTEXT)
    find_tokens (self);
  self->may_retry = judge_retry (self, status, headers);
  return self;
}

/* Returns: (transfer full) (nullable): what is no JSON is a string */
static McpJsonDocument *
read_body (const char *bytes, gsize length)
{
  static const McpJsonLimits limits = { MCP_HTTP_ERROR_BODY_LIMIT + MCP_READ_SIZE, MAX_DEPTH };
  g_autoptr (GBytes) copy = g_bytes_new (bytes, length);
  McpJsonDocument *document = mcp_json_document_parse (copy, &limits, NULL, NULL);

  /* A page for browsers explains nothing. */
  if (document != NULL || length == 0 || *bytes == '<')
    return document;
  g_autofree char *text = g_utf8_make_valid (bytes, (gssize)MIN (length, MCP_EVIDENCE_LIMIT));
  g_strstrip (text);
  g_autofree char *quoted = mcp_json_quote (text, -1);
  return mcp_json_document_parse_text (quoted, -1, NULL);
}

McpModelFailure *
mcp_model_failure_new_for_body (guint              status,
                                const char *const *headers,
                                const void        *bytes,
                                gsize              length)
{
  g_autoptr (McpJsonDocument) document = read_body (bytes, length);

  return mcp_model_failure_new (status, headers,
                                mcp_json_document_get_root (document));
}

static void
mask (char **text, const char *secret)
{
  if (*text == NULL || strstr (*text, secret) == NULL)
    return;
  g_autoptr (GString) masked = g_string_new (*text);
  g_string_replace (masked, secret, "…", 0);
  g_free (*text);
  *text = g_strndup (masked->str, masked->len);
}

void
mcp_model_failure_mask (McpModelFailure *self, const char *secret)
{
  /* A word that stands for a key, such as "x", is in every other text. */
  if (strlen (secret) < MIN_SECRET)
    return;
  mask (&self->message, secret);
  mask (&self->type, secret);
  mask (&self->code, secret);
  mask (&self->param, secret);
}
