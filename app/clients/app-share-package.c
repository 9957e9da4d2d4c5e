/* SPDX-License-Identifier: GPL-3.0-or-later */

/* server.json: how the MCP Registry describes a server (schema of 2025-12-11). A command that runs
 * a package of a registry is taken apart; an address becomes a remote. */

#include "app-share-server.h"

#include "store-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SCHEMA "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
#define MAX_DESCRIPTION 100
#define MAX_NAME 150 /* with the namespace within 200 */

typedef struct
{
  const char        *registry;     /* "npm" */
  const char        *registry_url; /* (nullable) */
  const char        *runtime;      /* "npx" */
  char              *identifier;
  char              *version;           /* (nullable) */
  GPtrArray         *runtime_arguments; /* of borrowed words */
  const char *const *arguments;         /* behind the package */
} Package;

static void
package_clear (Package *self)
{
  g_free (self->identifier);
  g_free (self->version);
  g_ptr_array_unref (self->runtime_arguments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Package, package_clear)

/* A fixed version: "latest" and ranges say nothing that the registry takes. */
static gboolean
is_version (const char *text)
{
  return g_ascii_isdigit (*text) && strpbrk (text, " ^~<>=|*xX") == NULL;
}

/* "name@1.2", "@scope/name@1.2", "name==1.2" */
static void
split_version (Package *self, const char *word, const char *separator)
{
  const char *split = *word != '\0' ? strstr (word + 1, separator) : NULL;

  self->identifier = split != NULL ? g_strndup (word, split - word) : g_strdup (word);
  /* What uvx installs with: "name[extra]" */
  if (g_str_equal (self->registry, "pypi"))
    self->identifier[strcspn (self->identifier, "[")] = '\0';
  if (split != NULL && is_version (split + strlen (separator)))
    self->version = g_strdup (split + strlen (separator));
}

/* Which options of a runner take the next word. */
static gboolean
takes_value (const char *word, const char *const *options)
{
  return g_strv_contains (options, word);
}

/* Puts the runner's own options aside. Returns: the index of the first word that is none */
static guint
skip_options (Package *self, char **words, guint at, const char *const *with_value)
{
  for (; words[at] != NULL && words[at][0] == '-'; at++)
    {
      if (g_str_equal (words[at], "--"))
        return at + 1;
      g_ptr_array_add (self->runtime_arguments, words[at]);
      if (takes_value (words[at], with_value) && words[at + 1] != NULL)
        g_ptr_array_add (self->runtime_arguments, words[++at]);
    }
  return at;
}

static gboolean
read_npx (Package *self, char **words)
{
  static const char *const with_value[] = { "-p", "--package", "-c", "--call", "-w", "--workspace",
                                            "--registry", NULL };
  guint                    at = skip_options (self, words, 0, with_value);

  self->registry = "npm";
  self->registry_url = "https://registry.npmjs.org";
  self->runtime = "npx";
  if (words[at] == NULL || strchr (words[at], ':') != NULL || words[at][0] == '.' ||
      words[at][0] == '/')
    return FALSE;
  split_version (self, words[at], "@");
  self->arguments = (const char *const *)words + at + 1;
  return TRUE;
}

static gboolean
read_uvx (Package *self, char **words)
{
  static const char *const with_value[] = { "--from", "--python", "-p", "--with", "-w", "--index",
                                            "--index-url", "--default-index", "--with-editable",
                                            "--env-file", NULL };
  guint                    at = skip_options (self, words, 0, with_value);
  const char              *package = words[at];

  self->registry = "pypi";
  self->registry_url = "https://pypi.org";
  self->runtime = "uvx";
  if (package == NULL)
    return FALSE;
  for (guint i = 0; i + 1 < self->runtime_arguments->len; i++)
    if (g_str_equal (self->runtime_arguments->pdata[i], "--from"))
      package = self->runtime_arguments->pdata[i + 1];
  /* Archives, folders and repositories are in no registry. */
  if (strchr (package, '/') != NULL || strchr (package, ':') != NULL || package[0] == '.')
    return FALSE;
  split_version (self, package, strstr (package, "==") != NULL ? "==" : "@");
  self->arguments = (const char *const *)words + at + 1;
  return TRUE;
}

static gboolean
read_dnx (Package *self, char **words)
{
  static const char *const with_value[] = { "--version", "--source", "--add-source", "--configfile",
                                            "--framework", NULL };
  guint                    at = skip_options (self, words, 0, with_value);

  self->registry = "nuget";
  self->registry_url = "https://api.nuget.org/v3/index.json";
  self->runtime = "dnx";
  if (words[at] == NULL)
    return FALSE;
  split_version (self, words[at], "@");
  at = skip_options (self, words, at + 1, with_value);
  self->arguments = (const char *const *)words + at;
  return TRUE;
}

/* An image without its registry is one of Docker Hub. */
static char *
dup_image (const char *image)
{
  const char      *slash = strchr (image, '/');
  g_autofree char *host = slash != NULL ? g_strndup (image, slash - image) : NULL;

  if (slash == NULL)
    return g_strconcat ("docker.io/library/", image, NULL);
  if (strpbrk (host, ".:") == NULL && !g_str_equal (host, "localhost"))
    return g_strconcat ("docker.io/", image, NULL);
  return g_strdup (image);
}

static gboolean
read_docker (Package *self, char **words)
{
  static const char *const with_value[] = {
    "-e", "--env", "-v", "--volume", "--mount", "-p", "--publish", "--name",
    "-u", "--user", "--network", "--net", "-w", "--workdir", "--env-file",
    "--entrypoint", "--platform", "--add-host", "-l", "--label", "--pull", NULL
  };

  if (words[0] == NULL || !g_str_equal (words[0], "run"))
    return FALSE;
  guint at = skip_options (self, words, 1, with_value);
  self->registry = "oci";
  self->runtime = "docker";
  if (words[at] == NULL)
    return FALSE;
  /* The reference holds the version: the registry wants no other. */
  self->identifier = dup_image (words[at]);
  self->arguments = (const char *const *)words + at + 1;
  return TRUE;
}

static gboolean
read_package (Package *self, AppShareServer *server)
{
  g_autofree char *program = g_path_get_basename (server->command);
  char           **words = server->arguments;

  if (g_str_equal (program, "npx"))
    return read_npx (self, words);
  if (g_str_equal (program, "uvx"))
    return read_uvx (self, words);
  if (g_str_equal (program, "uv") && words[0] != NULL && words[1] != NULL &&
      g_str_equal (words[0], "tool") && g_str_equal (words[1], "run"))
    return read_uvx (self, words + 2);
  if (g_str_equal (program, "dnx"))
    return read_dnx (self, words);
  if (g_str_equal (program, "docker") || g_str_equal (program, "podman"))
    return read_docker (self, words);
  return FALSE;
}

/* Writing */

static void
write_positional (McpJsonWriter *writer, const char *word)
{
  if (g_str_has_prefix (word, "YOUR_"))
    mcp_json_writer_add (
        writer, "{'type': 'positional', 'valueHint': %s, 'isRequired': true, 'isSecret': true}",
        word);
  else
    mcp_json_writer_add (writer, "{'type': 'positional', 'value': %s}", word);
}

/* @value: (nullable) */
static void
write_named (McpJsonWriter *writer, const char *name, const char *value)
{
  if (value != NULL && g_str_has_prefix (value, "YOUR_"))
    mcp_json_writer_add (
        writer, "{'type': 'named', 'name': %s, 'isRequired': true, 'isSecret': true}", name);
  else
    mcp_json_writer_add (writer, "{'type': 'named', 'name': %s, 'value': ?%s}", name, value);
}

/* A word behind an option belongs to it, as far as one can tell. */
static void
write_arguments (McpJsonWriter *writer, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char      *equals = strchr (words[i], '=');
      g_autofree char *name = equals != NULL ? g_strndup (words[i], equals - words[i]) : NULL;

      if (words[i][0] != '-' || words[i][1] == '\0')
        write_positional (writer, words[i]);
      else if (name != NULL)
        write_named (writer, name, equals + 1);
      else if (words[i + 1] != NULL && words[i + 1][0] != '-')
        {
          write_named (writer, words[i], words[i + 1]);
          i++;
        }
      else
        write_named (writer, words[i], NULL);
    }
}

static gboolean
is_environment_option (const char *word)
{
  return g_str_equal (word, "-e") || g_str_equal (word, "--env");
}

/* Of docker those that pass variables on go: the registry's clients do that themselves. */
static void
write_runtime_arguments (McpJsonWriter *writer, const Package *package)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i < package->runtime_arguments->len; i++)
    {
      const char *word = package->runtime_arguments->pdata[i];
      const char *next = i + 1 < package->runtime_arguments->len
                             ? package->runtime_arguments->pdata[i + 1]
                             : NULL;

      if (g_str_equal (package->runtime, "docker") && is_environment_option (word) &&
          next != NULL && strchr (next, '=') == NULL)
        {
          i++;
          continue;
        }
      /* The version stands with the identifier. */
      if (g_str_equal (word, "--version"))
        {
          i++;
          continue;
        }
      g_ptr_array_add (words, (gpointer)word);
    }
  if (words->len == 0)
    return;
  g_ptr_array_add (words, NULL);
  mcp_json_writer_add (writer, "'runtimeArguments': [");
  write_arguments (writer, (const char *const *)words->pdata);
  mcp_json_writer_end_array (writer);
}

static void
write_environment (McpJsonWriter *writer, GPtrArray *values)
{
  if (values->len == 0)
    return;
  mcp_json_writer_add (writer, "'environmentVariables': [");
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue *value = values->pdata[i];

      if (value->value == NULL)
        mcp_json_writer_add (
            writer, "{'name': %s, 'isRequired': true, 'isSecret': true, 'format': 'string'}",
            value->name);
      else
        mcp_json_writer_add (writer, "{'name': %s, 'default': %s}", value->name, value->value);
    }
  mcp_json_writer_end_array (writer);
}

static void
write_package (AppShareServer *server, McpJsonWriter *writer, const Package *package)
{
  mcp_json_writer_add (
      writer,
      "'packages': [{'registryType': %s, 'registryBaseUrl': ?%s, 'identifier': %s, "
      "'version': ?%s, 'runtimeHint': %s, 'transport': {'type': 'stdio'}",
      package->registry, package->registry_url, package->identifier, package->version,
      package->runtime);
  write_runtime_arguments (writer, package);
  if (package->arguments[0] != NULL)
    {
      mcp_json_writer_add (writer, "'packageArguments': [");
      write_arguments (writer, package->arguments);
      mcp_json_writer_end_array (writer);
    }
  write_environment (writer, server->environment);
  mcp_json_writer_add (writer, "}]");
}

static void
write_header (McpJsonWriter *writer, const AppShareValue *value)
{
  g_autofree char *name = NULL;
  g_autofree char *template = NULL;

  if (value->value != NULL)
    mcp_json_writer_add (writer, "{'name': %s, 'value': %s}", value->name, value->value);
  else if (*value->before == '\0')
    mcp_json_writer_add (writer, "{'name': %s, 'isRequired': true, 'isSecret': true}", value->name);
  else
    {
      name = g_ascii_strdown (value->variable, -1);
      template = g_strdup_printf ("%s{%s}", value->before, name);
      mcp_json_writer_add (writer,
                           "{'name': %s, 'isRequired': true, 'isSecret': true, 'value': %s, "
                           "'variables': {%s: {'isRequired': true, 'isSecret': true}}}",
                           value->name, template, name);
    }
}

static void
write_remote (AppShareServer *server, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "'remotes': [{'type': %s, 'url': %s",
                       server->transport == STORE_TRANSPORT_HTTP ? "streamable-http" : "sse",
                       server->url);
  if (server->headers->len > 0)
    {
      mcp_json_writer_add (writer, "'headers': [");
      for (guint i = 0; i < server->headers->len; i++)
        write_header (writer, server->headers->pdata[i]);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_add (writer, "}]");
}

/* "My Server" makes my-server: letters, digits, dot, underscore and hyphen. */
static char *
dup_registry_name (const char *name)
{
  GString *text = g_string_new ("io.github.OWNER/");
  gsize    begin = text->len;

  for (const char *at = name; *at != '\0' && text->len - begin < MAX_NAME; at++)
    if (g_ascii_isalnum (*at) || *at == '.' || *at == '_' || *at == '-')
      g_string_append_c (text, g_ascii_tolower (*at));
    else if (text->len > begin && text->str[text->len - 1] != '-')
      g_string_append_c (text, '-');
  if (text->len == begin)
    g_string_append (text, "server");
  return g_string_free (text, FALSE);
}

static void
note_unknown (AppShareServer *server, const Package *package)
{
  app_share_note (server, STORE_NOTE_ATTENTION, "name",
                  _ ("The namespace is not known: put your own in place of io.github.OWNER, and "
                     "describe the server in up to %d characters."),
                  MAX_DESCRIPTION);
  if (package->version == NULL)
    app_share_note (server, STORE_NOTE_ATTENTION, "version",
                    _ ("The server's version is not known: “1.0.0” stands in its place."));
  if (package->version == NULL && package->registry != NULL &&
      !g_str_equal (package->registry, "oci"))
    app_share_note (server, STORE_NOTE_ATTENTION, "version",
                    _ ("The command does not fix the package's version; add “version” to the "
                       "package before you publish it."));
  /* Translators: takes the place of an application's name */
  app_share_note_folder (server, _ ("The registry"));
}

char *
app_share_dup_package (AppShareServer *server, const char *id, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_auto (Package) package = { .runtime_arguments = g_ptr_array_new () };
  g_autofree char *name = dup_registry_name (server->name);
  g_autofree char *sentence = g_strdup_printf ("%s, an MCP server", server->name);
  g_autofree char *description =
      g_utf8_substring (sentence, 0, MIN (g_utf8_strlen (sentence, -1), MAX_DESCRIPTION));
  gboolean local = server->transport == STORE_TRANSPORT_STDIO;

  if (local && !read_package (&package, server))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                   /* Translators: %s is a command */
                   _ ("The registry lists packages that npx, uvx, docker or dnx can run, and “%s” "
                      "runs something else"),
                   server->command);
      return NULL;
    }
  mcp_json_writer_add (writer, "{'$schema': %s, 'name': %s, 'description': %s, 'version': %s",
                       SCHEMA, name, description,
                       package.version != NULL ? package.version : "1.0.0");
  if (local)
    write_package (server, writer, &package);
  else
    write_remote (server, writer);
  mcp_json_writer_end_object (writer);
  note_unknown (server, &package);
  return mcp_json_writer_finish_pretty (writer, 2);
}
