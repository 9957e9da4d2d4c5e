/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-link.h"

#include "store-client-reader.h"
#include "store-error.h"

#include <string.h>

/* A link is typed into no field that takes more. */
#define MAX_LINK_BYTES (256u * 1024u)
#define MAX_DEPTH 100u

/* The first of several that are read alike is the one that is written. */
static const StoreClientLink links[] = {
  { "cursor-link", "Cursor", STORE_LINK_BASE64, STORE_VARIABLE_ENV,
    "cursor://anysphere.cursor-deeplink/mcp/install" },
  { "cursor-web-link", "Cursor", STORE_LINK_BASE64, STORE_VARIABLE_ENV,
    "https://cursor.com/en/install-mcp" },
  { .packing = STORE_LINK_BASE64, .begin = "https://cursor.com/install-mcp" },
  { .packing = STORE_LINK_BASE64, .begin = "https://www.cursor.com/en/install-mcp" },
  { .packing = STORE_LINK_BASE64, .begin = "https://www.cursor.com/install-mcp" },
  { "vscode-link", "VS Code", STORE_LINK_OBJECT, STORE_VARIABLE_INPUT, "vscode:mcp/install" },
  { "vscode-web-link", "VS Code", STORE_LINK_PLAIN, STORE_VARIABLE_INPUT,
    "https://vscode.dev/redirect/mcp/install" },
  { "vscode-insiders-link", "VS Code Insiders", STORE_LINK_OBJECT, STORE_VARIABLE_INPUT,
    "vscode-insiders:mcp/install" },
  { "vscode-insiders-web-link", "VS Code Insiders", STORE_LINK_PLAIN, STORE_VARIABLE_INPUT,
    "https://insiders.vscode.dev/redirect/mcp/install", "&quality=insiders" },
  { "visual-studio-link", "Visual Studio", STORE_LINK_OBJECT, STORE_VARIABLE_INPUT,
    "vsweb+mcp:/install" },
  { "lmstudio-link", "LM Studio", STORE_LINK_BASE64, 0, "lmstudio://add_mcp" },
  { "lmstudio-web-link", "LM Studio", STORE_LINK_BASE64, 0, "https://lmstudio.ai/install-mcp" },
  { "raycast-link", "Raycast", STORE_LINK_OBJECT, 0, "raycast://mcp/install", NULL, TRUE },
  { "goose-link", "Goose", STORE_LINK_QUERY, 0, "goose://extension" },
  { "spyglass-link", "Spyglass", STORE_LINK_PLAIN, STORE_VARIABLE_ENV, "spyglass:add" },
  { .packing = STORE_LINK_PLAIN, .begin = "spyglass://add" },
  /* As desktops write the two above. */
  { .packing = STORE_LINK_PLAIN, .begin = "spyglass:///add" },
  { .packing = STORE_LINK_PLAIN, .begin = "spyglass://add/" },
  { 0 }
};

const StoreClientLink *
store_client_link_get_all (void)
{
  return links;
}

/* Returns: (nullable): the link that @text is */
static const StoreClientLink *
find (const char *text)
{
  for (const StoreClientLink *link = links; link->begin != NULL; link++)
    if (g_ascii_strncasecmp (text, link->begin, strlen (link->begin)) == 0 &&
        text[strlen (link->begin)] == '?')
      return link;
  return NULL;
}

gboolean
store_client_link_is_one (const char *text)
{
  g_return_val_if_fail (text != NULL, FALSE);

  return find (text) != NULL;
}

#define IN_LINK "There is no server in this link: "
#define IN_COMMAND "This command adds no server: "

static StoreProfile *fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static StoreProfile *
fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (STORE_ERROR, STORE_ERROR_INVALID, format, args));
  va_end (args);
  return NULL;
}

/* The value of a parameter, decoded; of several the first, and each where @all gets them.
 * Returns: (transfer full) (nullable) */
static char *
dup_parameter (const char *query, const char *name, GStrvBuilder *all)
{
  g_auto (GStrv) pairs = g_strsplit_set (query, "&#", 2000);
  char *first = NULL;

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      if (equals == NULL)
        continue;
      *equals = '\0';
      if (!g_str_equal (pairs[i], name))
        continue;
      g_autofree char *value = g_uri_unescape_string (equals + 1, NULL);
      if (value == NULL || !g_utf8_validate (value, -1, NULL))
        continue;
      if (all != NULL)
        g_strv_builder_add (all, value);
      if (first == NULL)
        first = g_steal_pointer (&value);
    }
  return first;
}

/* Plain, or base64 of either alphabet, whose + some page has left to become a space.
 * Returns: (transfer full) (nullable) */
static char *
dup_json (const char *config)
{
  g_autofree char *copy = g_strstrip (g_strdup (config));
  gsize            size = 0;

  if (*copy == '{')
    return g_steal_pointer (&copy);
  g_strdelimit (copy, "- ", '+');
  g_strdelimit (copy, "_", '/');
  g_autofree guchar *decoded = g_base64_decode (copy, &size);
  g_autofree char   *text = g_strndup ((const char *)decoded, size);
  return *text != '\0' && strlen (text) == size && g_utf8_validate (text, -1, NULL)
             ? g_steal_pointer (&text)
             : NULL;
}

/* @name: (nullable): else the one inside. Shared with the commands. */
static StoreProfile *
read_json (const char *name, const char *json, GPtrArray *notes, GError **error)
{
  static const McpJsonLimits limits = { MAX_LINK_BYTES, MAX_DEPTH };
  g_autoptr (GBytes) bytes = g_bytes_new (json, strlen (json));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, &limits, NULL, NULL);
  guint        n_before = notes->len;
  McpJsonValue root, first;

  if (document == NULL)
    return fail (error, IN_LINK "it holds no JSON");
  root = mcp_json_document_get_root (document);
  g_autofree char *inner = mcp_json_value_dup_member_string (root, "name");
  /* Some pages put the whole map in. */
  if (!store_client_reader_is_entry (root))
    {
      McpJsonValue map = mcp_json_value_get_member (root, "mcpServers");
      McpJsonIter  iter;
      McpJsonValue key = MCP_JSON_NO_VALUE;

      mcp_json_iter_init (&iter, mcp_json_value_exists (map) ? map : root);
      if (mcp_json_iter_next (&iter, &key, &first) && store_client_reader_is_entry (first))
        {
          root = first;
          g_free (inner);
          inner = mcp_json_value_dup_string (key, NULL);
        }
    }
  if (!store_client_reader_is_entry (root))
    return fail (error, IN_LINK "it has neither a command nor a URL");
  if (name == NULL || *name == '\0')
    name = inner != NULL && *inner != '\0' ? inner : "server";
  StoreProfile *profile = store_client_reader_read (NULL, name, root, notes);
  if (profile == NULL)
    return fail (error, IN_LINK "%s",
                 notes->len > n_before ? ((StoreNote *)notes->pdata[notes->len - 1])->text
                                       : "it is none");
  return profile;
}

static StoreProfile *
read_goose (const char *query, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) pairs = g_strv_builder_new ();
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autofree char *command = dup_parameter (query, "cmd", NULL);
  g_autofree char *url = dup_parameter (query, "url", NULL);
  g_autofree char *name = dup_parameter (query, "name", NULL);
  g_autofree char *id = dup_parameter (query, "id", NULL);
  g_autofree char *first = dup_parameter (query, "arg", builder);
  g_autofree char *variable = dup_parameter (query, "env", pairs);
  g_auto (GStrv) arguments = g_strv_builder_end (builder);
  g_auto (GStrv) variables = g_strv_builder_end (pairs);

  if (command == NULL && url == NULL)
    return fail (error, IN_LINK "it has neither a command nor a URL");
  /* A variable is described there ("KEY=what it is"), and has no value yet. */
  for (guint i = 0; variables[i] != NULL; i++)
    {
      char *equals = strchr (variables[i], '=');

      if (equals != NULL)
        *equals = '\0';
      if (*variables[i] != '\0')
        store_variables_set (environment, variables[i], "");
    }
  StoreProfile *profile = store_profile_new (name != NULL ? name : id != NULL ? id
                                                                              : "server");
  if (command != NULL)
    g_object_set (profile, "command", command, "arguments", arguments, "environment", environment,
                  NULL);
  else
    g_object_set (profile, "url", url, "transport", store_transport_for_url (url), NULL);
  return profile;
}

static StoreProfile *
read_named (const char *query, GPtrArray *notes, GError **error)
{
  g_autofree char *name = dup_parameter (query, "name", NULL);
  g_autofree char *config = dup_parameter (query, "config", NULL);
  g_autofree char *json = config != NULL ? dup_json (config) : NULL;

  if (config == NULL)
    return fail (error, IN_LINK "it has no “config”");
  return json != NULL ? read_json (name, json, notes, error)
                      : fail (error, IN_LINK "its “config” is damaged");
}

static StoreProfile *
read_whole (const char *query, GPtrArray *notes, GError **error)
{
  g_autofree char *json = g_uri_unescape_string (query, NULL);

  if (json == NULL || !g_utf8_validate (json, -1, NULL))
    return fail (error, IN_LINK "it is damaged");
  return read_json (NULL, json, notes, error);
}

/* What a person could not have typed by accident is still checked as what was typed. */
static StoreProfile *
finish (StoreProfile *profile, GError **error)
{
  if (profile == NULL)
    return NULL;
  g_object_set (profile, "origin", STORE_ORIGIN_PASTED, NULL);
  if (store_profile_validate (profile, error))
    return profile;
  g_object_unref (profile);
  return NULL;
}

StoreProfile *
store_client_link_read (const char *link, GPtrArray *notes, GError **error)
{
  g_return_val_if_fail (link != NULL, NULL);

  const StoreClientLink *form = find (link);
  if (form == NULL)
    return fail (error, IN_LINK "no application is known that it is made for");
  if (strlen (link) > MAX_LINK_BYTES)
    return fail (error, IN_LINK "it is too long");
  const char *query = link + strlen (form->begin) + 1;
  if (form->packing == STORE_LINK_QUERY)
    return finish (read_goose (query, error), error);
  return finish (form->packing == STORE_LINK_OBJECT ? read_whole (query, notes, error)
                                                    : read_named (query, notes, error),
                 error);
}

/* Commands */

/* What an option of such a command means to us */
typedef enum {
  OPTION_FLAG,    /* takes no value, and says nothing of the server */
  OPTION_IGNORED, /* takes a value that says nothing of the server, or of its timeout */
  OPTION_TRANSPORT,
  OPTION_VARIABLE,
  OPTION_HEADER,
  OPTION_URL,
  OPTION_TOKEN, /* the name of a variable that has a bearer token */
} OptionKind;

typedef struct
{
  const char *name;
  OptionKind  kind;
} Option;

static const Option options[] = {
  { "--transport", OPTION_TRANSPORT },
  { "-t", OPTION_TRANSPORT },
  { "--env", OPTION_VARIABLE },
  { "-e", OPTION_VARIABLE },
  { "--header", OPTION_HEADER },
  { "-H", OPTION_HEADER },
  { "--url", OPTION_URL },
  { "--bearer-token-env-var", OPTION_TOKEN },
  { "--timeout", OPTION_IGNORED },
  { "--scope", OPTION_IGNORED },
  { "-s", OPTION_IGNORED },
  { "--description", OPTION_IGNORED },
  { "--include-tools", OPTION_IGNORED },
  { "--exclude-tools", OPTION_IGNORED },
  { "--client-id", OPTION_IGNORED },
  { "--callback-port", OPTION_IGNORED },
  { "--trust", OPTION_FLAG },
  { "--client-secret", OPTION_FLAG },
};

typedef struct
{
  const char     *transport; /* (nullable) */
  const char     *url;       /* (nullable) */
  StoreVariables *environment;
  StoreVariables *headers;
  GPtrArray      *words; /* the name, and the command or the URL; borrowed */
} Command;

/* "KEY=value" or "Name: value". Returns: whether it is that */
static gboolean
set_pair (StoreVariables *variables, const char *text, char separator)
{
  const char      *at = strchr (text, separator);
  g_autofree char *name = at != NULL ? g_strndup (text, (gsize)(at - text)) : NULL;

  if (name == NULL || *g_strstrip (name) == '\0')
    return FALSE;
  at++;
  while (separator == ':' && *at == ' ')
    at++;
  store_variables_set (variables, name, at);
  return TRUE;
}

static const Option *
find_option (const char *word, const char **value)
{
  const char *equals = g_str_has_prefix (word, "--") ? strchr (word, '=') : NULL;
  gsize       length = equals != NULL ? (gsize)(equals - word) : strlen (word);

  *value = equals != NULL ? equals + 1 : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (strlen (options[i].name) == length && strncmp (options[i].name, word, length) == 0)
      return &options[i];
  return NULL;
}

static gboolean
apply (Command *command, OptionKind kind, const char *value)
{
  g_autofree char *token = NULL;

  switch (kind)
    {
    case OPTION_TRANSPORT:
      command->transport = value;
      return TRUE;
    case OPTION_VARIABLE:
      return set_pair (command->environment, value, '=');
    case OPTION_HEADER:
      return set_pair (command->headers, value, ':');
    case OPTION_URL:
      command->url = value;
      return TRUE;
    case OPTION_TOKEN:
      token = g_strdup_printf ("Bearer ${%s}", value);
      store_variables_set (command->headers, "Authorization", token);
      return TRUE;
    case OPTION_FLAG:
    case OPTION_IGNORED:
    default:
      return TRUE;
    }
}

/* Of claude and codex options end at "--"; gemini has them before the name or behind the
 * command. */
static gboolean
read_words (Command *command, char **words, GError **error)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *value;

      if (g_str_equal (words[i], "--"))
        {
          while (words[++i] != NULL)
            g_ptr_array_add (command->words, words[i]);
          return TRUE;
        }
      const Option *option = find_option (words[i], &value);
      /* What follows the program is its own. */
      if (words[i][0] != '-' || (option == NULL && command->words->len >= 2))
        {
          g_ptr_array_add (command->words, words[i]);
          continue;
        }
      if (option == NULL)
        {
          fail (error, IN_COMMAND "the option “%s” is not known", words[i]);
          return FALSE;
        }
      if (option->kind == OPTION_FLAG)
        continue;
      if (value == NULL)
        value = words[i + 1] != NULL ? words[++i] : NULL;
      if (value == NULL || !apply (command, option->kind, value))
        {
          fail (error, IN_COMMAND "the option “%s” has no value that it could have",
                option->name);
          return FALSE;
        }
    }
  return TRUE;
}

static StoreProfile *
make_profile (Command *command, GError **error)
{
  const char *first = command->url;

  if (command->words->len == 0)
    return fail (error, IN_COMMAND "it has no name");
  if (first == NULL && command->words->len > 1)
    first = command->words->pdata[1];
  if (first == NULL)
    return fail (error, IN_COMMAND "it has neither a program nor a URL");
  gboolean is_remote = command->url != NULL || g_strcmp0 (command->transport, "http") == 0 ||
                       g_strcmp0 (command->transport, "sse") == 0 ||
                       (command->transport == NULL && (g_str_has_prefix (first, "https://") ||
                                                       g_str_has_prefix (first, "http://")));
  g_autoptr (StoreProfile) profile = store_profile_new (command->words->pdata[0]);
  if (is_remote)
    g_object_set (profile, "url", first, "headers", command->headers, "transport",
                  g_strcmp0 (command->transport, "sse") == 0    ? STORE_TRANSPORT_SSE
                  : g_strcmp0 (command->transport, "http") == 0 ? STORE_TRANSPORT_HTTP
                                                                : store_transport_for_url (first),
                  NULL);
  else
    {
      g_ptr_array_add (command->words, NULL);
      g_object_set (profile, "command", first, "arguments", command->words->pdata + 2,
                    "environment", command->environment, NULL);
    }
  return g_steal_pointer (&profile);
}

/* @is_json: add-json NAME '{…}', with options anywhere */
static StoreProfile *
read_add (char **words, gboolean is_json, GPtrArray *notes, GError **error)
{
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (StoreVariables) headers = store_variables_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  Command command = { NULL, NULL, environment, headers, found };

  if (!read_words (&command, words, error))
    return NULL;
  if (!is_json)
    return make_profile (&command, error);
  if (found->len != 2)
    return fail (error, IN_COMMAND "a name and the server as JSON are expected");
  return read_json (found->pdata[0], found->pdata[1], notes, error);
}

/* Which words a command begins with. Returns: how many, 0 for none of them */
static guint
count_start (char **words)
{
  static const char *const editors[] = { "code", "code-insiders", "codium", NULL };
  static const char *const tools[] = { "claude", "codex", "gemini", "qwen", NULL };
  guint                    n = g_strv_length (words);

  if (n >= 2 && g_strv_contains (editors, words[0]) && g_str_equal (words[1], "--add-mcp"))
    return 2;
  if (n >= 3 && g_strv_contains (tools, words[0]) && g_str_equal (words[1], "mcp") &&
      (g_str_equal (words[2], "add") || g_str_equal (words[2], "add-json")))
    return 3;
  return 0;
}

/* Lines that are joined by a backslash are one. Returns: (transfer full) (nullable) */
static GStrv
split (const char *text, GError **error)
{
  GStrv words = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (g_str_has_prefix (text, "$ ") || g_str_has_prefix (text, "> "))
    text += 2;
  return strlen (text) <= MAX_LINK_BYTES && g_shell_parse_argv (text, NULL, &words, error) ? words
                                                                                           : NULL;
}

gboolean
store_client_command_is_one (const char *text)
{
  g_auto (GStrv) words = split (text, NULL);

  return words != NULL && count_start (words) > 0;
}

StoreProfile *
store_client_command_read (const char *line, GPtrArray *notes, GError **error)
{
  g_auto (GStrv) words = split (line, NULL);
  guint start = words != NULL ? count_start (words) : 0;

  if (start == 0)
    return fail (error, IN_COMMAND "“%s” is none that is known", line);
  if (start == 2)
    return words[2] != NULL ? finish (read_json (NULL, words[2], notes, error), error)
                            : fail (error, IN_COMMAND "the server as JSON is expected");
  return finish (read_add (words + 3, g_str_equal (words[2], "add-json"), notes, error), error);
}
