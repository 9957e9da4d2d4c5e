/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-provider.h"

#include "mcp-http-address.h"
#include "mcp-http-headers.h"
#include "mcp-json-writer.h"
#include "mcp-model-dialect.h"
#include "mcp-model-script.h"
#include "mcp-object.h"

#include <string.h>

#define ANTHROPIC_VERSION "anthropic-version: 2023-06-01"
/* Anthropic demands a limit; every model that is offered today takes this one. */
#define ANTHROPIC_MAX_TOKENS 8192

static void
mcp_model_provider_clear (McpModelProvider *self)
{
  g_free (self->id);
  g_free (self->title);
  g_free (self->base);
  g_strfreev (self->headers);
  g_free (self->variable);
  g_clear_pointer (&self->script, mcp_model_script_free);
}

MCP_DEFINE_SHARED (McpModelProvider, mcp_model_provider)

static void
drop_slashes (char *base)
{
  for (gsize length = strlen (base); length > 0 && base[length - 1] == '/'; length--)
    base[length - 1] = '\0';
}

/* A manual often shows the address of a request, not the base of all: what is asked for comes off
 * again. */
static char *
dup_base (const char *base, const McpModelDialect *dialect)
{
  char *copy = g_strstrip (g_strdup (base));
  char *path, *behind;

  drop_slashes (copy);
  path = g_strrstr (copy, dialect->path);
  if (path == NULL)
    return copy;
  behind = path + strlen (dialect->path);
  /* The name of a model, and what is asked of it */
  if (behind[-1] == '/' && strchr (behind, ':') != NULL)
    {
      behind += strcspn (behind, "?");
      behind += strcmp (behind, "?alt=sse") == 0 ? strlen (behind) : 0;
    }
  if (behind[-1] != '/' && (*behind == '\0' || *behind == '?'))
    memmove (path, behind, strlen (behind) + 1);
  drop_slashes (copy);
  return copy;
}

/* It refuses a conversation whose reasoning does not come back. */
static gboolean
is_deepseek (McpModelProvider *self)
{
  g_autoptr (GUri) uri = g_uri_parse (self->base, G_URI_FLAGS_NONE, NULL);

  return self->dialect == &mcp_model_chat_dialect && uri != NULL &&
         g_strcmp0 (g_uri_get_host (uri), "api.deepseek.com") == 0;
}

McpModelProvider *
mcp_model_provider_new (const char *id, const McpModelDialect *dialect, const char *base)
{
  McpModelProvider *self = g_atomic_rc_box_new0 (McpModelProvider);
  gboolean          is_anthropic = dialect == &mcp_model_anthropic_dialect;

  self->id = g_strdup (id);
  self->title = g_strdup (id);
  self->dialect = dialect;
  self->base = dup_base (base, dialect);
  self->key_place = dialect->key_place;
  self->headers = g_new0 (char *, 2);
  if (is_deepseek (self))
    self->switches = MCP_MODEL_ECHO_REASONING;
  if (is_anthropic)
    {
      self->headers[0] = g_strdup (ANTHROPIC_VERSION);
      self->max_tokens = ANTHROPIC_MAX_TOKENS;
    }
  return self;
}

char *
mcp_model_provider_dup_other_base (McpModelProvider *self)
{
  const char *version = self->dialect->version;
  const char *host = strstr (self->base, "://");
  gsize       length = strcspn (self->base, "?");
  gsize       before; /* the path */

  if (host == NULL)
    return NULL;
  while (length > 0 && self->base[length - 1] == '/')
    length--;
  before = (gsize)(host - self->base) + strlen ("://");
  before += strcspn (self->base + before, "/?");
  if (before >= length && *version != '\0')
    return g_strdup_printf ("%.*s%s%s", (int)length, self->base, version,
                            self->base + strcspn (self->base, "?"));
  /* Where Ollama speaks the language of others, or half of a path that is ours */
  if (*version == '\0' && (g_str_equal (self->base + before, "/v1") ||
                           g_str_equal (self->base + before, "/api")))
    return g_strndup (self->base, before);
  return NULL;
}

/* Templates */

typedef struct
{
  const char            *id;
  const char            *title; /* a name, not translated */
  const McpModelDialect *dialect;
  const char            *base;
  McpModelKeyPlace       key_place;
  McpModelSwitches       switches;
  const char            *variable; /* (nullable) */
} Template;

/* Servers on this machine stand at 127.0.0.1: Ollama does not listen on ::1, which "localhost" may
 * be. They want a key only where they were started with one. */
static const Template templates[] = {
  { "openai", "OpenAI", &mcp_model_responses_dialect, "https://api.openai.com/v1",
    MCP_MODEL_KEY_BEARER, MCP_MODEL_REGULAR, "OPENAI_API_KEY" },
  { "openai-chat", "OpenAI (Chat Completions)", &mcp_model_chat_dialect,
    "https://api.openai.com/v1", MCP_MODEL_KEY_BEARER, MCP_MODEL_MAX_COMPLETION_TOKENS,
    "OPENAI_API_KEY" },
  { "anthropic", "Anthropic", &mcp_model_anthropic_dialect, "https://api.anthropic.com/v1",
    MCP_MODEL_KEY_X_API, MCP_MODEL_REGULAR, "ANTHROPIC_API_KEY" },
  { "gemini", "Gemini", &mcp_model_gemini_dialect,
    "https://generativelanguage.googleapis.com/v1beta", MCP_MODEL_KEY_X_GOOG_API,
    MCP_MODEL_REGULAR, "GEMINI_API_KEY" },
  { "ollama", "Ollama", &mcp_model_ollama_dialect, "http://127.0.0.1:11434", MCP_MODEL_KEY_BEARER,
    MCP_MODEL_REGULAR, "OLLAMA_API_KEY" },
  { "llama-cpp", "llama.cpp", &mcp_model_chat_dialect, "http://127.0.0.1:8080/v1",
    MCP_MODEL_KEY_BEARER, MCP_MODEL_REGULAR, NULL },
  { "lm-studio", "LM Studio", &mcp_model_chat_dialect, "http://127.0.0.1:1234/v1",
    MCP_MODEL_KEY_BEARER, MCP_MODEL_REGULAR, NULL },
  { "vllm", "vLLM", &mcp_model_chat_dialect, "http://127.0.0.1:8000/v1", MCP_MODEL_KEY_BEARER,
    MCP_MODEL_REGULAR, NULL },
  { "compatible", "OpenAI-compatible server", &mcp_model_chat_dialect, "", MCP_MODEL_KEY_BEARER,
    MCP_MODEL_REGULAR, NULL },
};

McpModelProvider *
mcp_model_provider_new_template (guint index)
{
  const Template *template = index < G_N_ELEMENTS (templates) ? &templates[index] : NULL;

  if (template == NULL)
    return NULL;
  McpModelProvider *self = mcp_model_provider_new (template->id, template->dialect, template->base);
  g_free (self->title);
  self->title = g_strdup (template->title);
  self->key_place = template->key_place;
  self->switches = template->switches;
  self->variable = g_strdup (template->variable);
  return self;
}

/* As JSON */

typedef struct
{
  const char *name;
  guint       value;
} Name;

static const Name key_places[] = {
  { "none", MCP_MODEL_KEY_NONE },
  { "authorization", MCP_MODEL_KEY_BEARER },
  { "x-api-key", MCP_MODEL_KEY_X_API },
  { "x-goog-api-key", MCP_MODEL_KEY_X_GOOG_API },
};

static const Name switch_names[] = {
  { "max_completion_tokens", MCP_MODEL_MAX_COMPLETION_TOKENS },
  { "no_tool_choice", MCP_MODEL_NO_TOOL_CHOICE },
  { "echo_reasoning", MCP_MODEL_ECHO_REASONING },
  { "no_stream_usage", MCP_MODEL_NO_STREAM_USAGE },
  { "think_tags", MCP_MODEL_THINK_TAGS },
};

/* Until 0.2 it had Anthropic say why a cache was missed. */
#define LEFT_SWITCH "cache_diagnostics"

static char *
split_header (const char *header, const char **value)
{
  const char *colon = strchr (header, ':');

  for (*value = colon + 1; **value == ' '; (*value)++)
    ;
  return g_strndup (header, (gsize)(colon - header));
}

char *
mcp_model_provider_to_json (McpModelProvider *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'id': %s, 'title': %s, 'dialect': %s, 'base': %s, 'key': %s",
                       self->id, self->title, self->dialect->id, self->base,
                       key_places[self->key_place].name);
  mcp_json_writer_add (writer, ", 'variable': ?%s, 'headers': {", self->variable);
  for (guint i = 0; self->headers[i] != NULL; i++)
    {
      const char      *value;
      g_autofree char *name = split_header (self->headers[i], &value);

      mcp_json_writer_member_string (writer, name, value);
    }
  mcp_json_writer_add (writer, "}, 'switches': [");
  for (guint i = 0; i < G_N_ELEMENTS (switch_names); i++)
    if (self->switches & switch_names[i].value)
      mcp_json_writer_string (writer, switch_names[i].name);
  mcp_json_writer_add (writer, "], 'context': ?%x, 'max_tokens': ?%x}",
                       self->context > 0 ? self->context : G_GINT64_CONSTANT (-1),
                       self->max_tokens > 0 ? self->max_tokens : G_GINT64_CONSTANT (-1));
  return mcp_json_writer_finish_pretty (writer, 2);
}

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s", text));
  return FALSE;
}

/* Returns: the index of the name, -1 for none, with an error that has all of them */
static int
find_name (const Name *names, guint n, const char *member, const char *text, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      if (g_str_equal (names[i].name, text))
        return (int)i;
      g_string_append_printf (all, "%s“%s”", i > 0 ? ", " : "", names[i].name);
    }
  refuse (error, "“%s” has “%s”; known are %s", member, text, all->str);
  return -1;
}

static gboolean
read_string (McpModelProvider *self, const char *name, McpJsonValue value, GError **error)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  int              index;

  if (text == NULL)
    return refuse (error, "“%s” must be a string", name);
  if (g_str_equal (name, "title"))
    {
      g_free (self->title);
      self->title = g_steal_pointer (&text);
    }
  else if (g_str_equal (name, "variable"))
    {
      g_free (self->variable);
      self->variable = g_steal_pointer (&text);
    }
  else if (g_str_equal (name, "key"))
    {
      index = find_name (key_places, G_N_ELEMENTS (key_places), name, text, error);
      if (index < 0)
        return FALSE;
      self->key_place = key_places[index].value;
    }
  return TRUE;
}

/* What is secret has another place, where it is not shown and not shared. */
static gboolean
is_secret (const char *name)
{
  static const char *const secret[] = { "Authorization", "Proxy-Authorization", "Cookie",
                                        "x-api-key", "x-goog-api-key", "api-key" };

  for (guint i = 0; i < G_N_ELEMENTS (secret); i++)
    if (g_ascii_strcasecmp (secret[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
read_headers (McpModelProvider *self, McpJsonValue headers, GError **error)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();

  if (mcp_json_value_get_kind (headers) != MCP_JSON_OBJECT)
    return refuse (error, "“headers” must be an object of names and values");
  for (McpJsonWalk each = mcp_json_walk (headers); mcp_json_walk_next (&each);)
    {
      g_autofree char *name_text = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *value_text = mcp_json_value_dup_string (each.value, NULL);

      if (value_text == NULL)
        return refuse (error, "The header “%s” must be a string", name_text);
      if (is_secret (name_text))
        return refuse (error, "The header “%s” carries a secret: enter that as the provider's key",
                       name_text);
      g_autofree char *line = g_strconcat (name_text, ": ", value_text, NULL);
      g_strv_builder_add (lines, line);
    }
  g_strfreev (self->headers);
  self->headers = g_strv_builder_end (lines);
  return mcp_http_headers_check ((const char *const *)self->headers, error);
}

gboolean
mcp_model_provider_add_switches (McpModelProvider *self, const char *words, GError **error)
{
  g_auto (GStrv) names = g_strsplit (words, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      int index;

      if (g_str_equal (g_strstrip (names[i]), LEFT_SWITCH))
        return refuse (error,
                       "“%s” was removed: the number of cached tokens is always reported, and "
                       "the reason for a cache miss is no longer requested",
                       LEFT_SWITCH);
      index = find_name (switch_names, G_N_ELEMENTS (switch_names), "switches", names[i], error);
      if (index < 0)
        return FALSE;
      self->switches |= switch_names[index].value;
    }
  return TRUE;
}

static gboolean
read_switches (McpModelProvider *self, McpJsonValue switches, GError **error)
{
  if (mcp_json_value_get_kind (switches) != MCP_JSON_ARRAY)
    return refuse (error, "“switches” must be an array of strings");
  self->switches = MCP_MODEL_REGULAR;
  for (McpJsonWalk each = mcp_json_walk (switches); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);

      if (text == NULL)
        return refuse (error, "“switches” must be an array of strings");
      /* It may be in files that were written before. */
      if (g_str_equal (text, LEFT_SWITCH))
        continue;
      int index = find_name (switch_names, G_N_ELEMENTS (switch_names), "switches", text, error);
      if (index < 0)
        return FALSE;
      self->switches |= switch_names[index].value;
    }
  return TRUE;
}

static gboolean
read_count (const char *name, McpJsonValue value, gint64 *count, GError **error)
{
  if (mcp_json_value_get_int64 (value, count) && *count >= 0)
    return TRUE;
  return refuse (error, "“%s” must be a count of tokens", name);
}

static gboolean
read_member (McpModelProvider *self, const char *name, McpJsonValue value, GError **error)
{
  static const char *const strings[] = { "id", "title", "dialect", "base", "key", "variable",
                                         NULL };

  if (g_strv_contains (strings, name))
    return read_string (self, name, value, error);
  if (g_str_equal (name, "headers"))
    return read_headers (self, value, error);
  if (g_str_equal (name, "switches"))
    return read_switches (self, value, error);
  if (g_str_equal (name, "context"))
    return read_count (name, value, &self->context, error);
  if (g_str_equal (name, "max_tokens"))
    return read_count (name, value, &self->max_tokens, error);
  return refuse (error, "A provider has no member “%s”", name);
}

static gboolean
check_base (const char *base, GError **error)
{
  g_autofree char *authorization = NULL;
  g_autoptr (GUri) uri = mcp_http_address_parse (base, &authorization, error);

  if (uri == NULL)
    return FALSE;
  if (authorization != NULL)
    return refuse (error, "“base” carries a name or a password: enter that as the provider's key");
  if (g_uri_get_query (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return refuse (error, "“base” must end with a host or a path, which “/models” and others are "
                          "appended to");
  return TRUE;
}

McpModelProvider *
mcp_model_provider_new_from_json (McpJsonValue value, GError **error)
{
  g_autofree char       *id = mcp_json_value_dup_member_string (value, "id");
  g_autofree char       *dialect_id = mcp_json_value_dup_member_string (value, "dialect");
  g_autofree char       *base = mcp_json_value_dup_member_string (value, "base");
  const McpModelDialect *dialect = mcp_model_dialect_find (dialect_id);

  if (id == NULL || *id == '\0' || base == NULL || dialect_id == NULL)
    {
      refuse (error, "A provider must be an object with the strings “id”, “dialect” and “base”");
      return NULL;
    }
  if (dialect == NULL)
    {
      refuse (error, "There is no dialect “%s”", dialect_id);
      return NULL;
    }
  if (!check_base (base, error))
    return NULL;
  g_autoptr (McpModelProvider) self = mcp_model_provider_new (id, dialect, base);
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *text = mcp_json_value_dup_string (member.name, NULL);

      if (!read_member (self, text, member.value, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* Asking it */

/* Returns: (transfer full) (nullable) */
static char *
dup_key_header (McpModelKeyPlace place, const char *key)
{
  g_autofree char *bare = g_strstrip (g_strdup (key != NULL ? key : ""));

  if (*bare == '\0')
    return NULL;
  switch (place)
    {
    case MCP_MODEL_KEY_BEARER:
      return g_strconcat ("Authorization: Bearer ", bare, NULL);
    case MCP_MODEL_KEY_X_API:
      return g_strconcat ("x-api-key: ", bare, NULL);
    case MCP_MODEL_KEY_X_GOOG_API:
      return g_strconcat ("x-goog-api-key: ", bare, NULL);
    case MCP_MODEL_KEY_NONE:
    default:
      return NULL;
    }
}

char **
mcp_model_provider_dup_headers (McpModelProvider *self,
                                const char       *key,
                                int              *key_index,
                                GError          **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *header = dup_key_header (self->key_place, key);
  g_auto (GStrv) headers = NULL;

  g_strv_builder_addv (builder, (const char **)self->headers);
  if (header != NULL)
    g_strv_builder_add (builder, header);
  headers = g_strv_builder_end (builder);
  *key_index = header != NULL ? (int)g_strv_length (headers) - 1 : -1;
  return mcp_http_headers_check ((const char *const *)headers, error) ? g_steal_pointer (&headers)
                                                                      : NULL;
}
