/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers that a publisher describes and a person fills in. */

#include "store-tests.h"
#include "store-client-import.h"
#include "store-error.h"
#include "store-server-template.h"

#include <string.h>

static StoreServerTemplate *
read_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  StoreServerTemplate *template = store_server_template_new (bytes, &error);

  g_assert_no_error (error);
  return template;
}

static void
assert_refused (const char *text, StoreError code, const char *part)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;

  g_assert_null (store_server_template_new (bytes, &error));
  g_assert_error (error, STORE_ERROR, code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” is not in “%s”", part, error->message);
}

/* @values: "key=value", more of one key for several, closed by %NULL */
static StoreProfile *
try_fill (StoreServerTemplate *template,
          guint              option,
          const char *const *values,
          GStrv             *secrets,
          GError           **error)
{
  g_autoptr (GHashTable) table =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);

  for (; *values != NULL; values++)
    {
      const char      *equals = strchr (*values, '=');
      g_autofree char *key = g_strndup (*values, (gsize)(equals - *values));
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      GStrv old = g_hash_table_lookup (table, key);

      if (old != NULL)
        g_strv_builder_addv (builder, (const char **)old);
      g_strv_builder_add (builder, equals + 1);
      g_hash_table_insert (table, g_steal_pointer (&key), g_strv_builder_end (builder));
    }
  return store_server_template_resolve (template, option, table, "/b", secrets, error);
}

#define FILL(template, option, ...) \
  fill (template, option, (const char *const[]){ __VA_ARGS__ __VA_OPT__ (, ) NULL }, NULL)

static StoreProfile *
fill (StoreServerTemplate *template, guint option, const char *const *values, GStrv *secrets)
{
  g_autoptr (GError) error = NULL;
  StoreProfile *profile = try_fill (template, option, values, secrets, &error);

  g_assert_no_error (error);
  g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_IMPORTED);
  return profile;
}

static void
assert_wrong (StoreServerTemplate *template,
              guint              option,
              const char *const *values,
              StoreError         code,
              const char        *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (try_fill (template, option, values, NULL, &error));
  g_assert_error (error, STORE_ERROR, code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” is not in “%s”", part, error->message);
}

/* The words of the command, "|" between them. */
static void
assert_command (StoreProfile *profile, const char *expected)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autofree char     *arguments = g_strjoinv ("|", (char **)endpoint->arguments);
  g_autofree char     *all =
      g_strconcat (endpoint->command, *arguments != '\0' ? "|" : "", arguments, NULL);

  g_assert_cmpstr (all, ==, expected);
}

static const char *
variable (StoreProfile *profile, const char *name)
{
  return store_variables_lookup (store_profile_get_endpoint (profile)->environment, name);
}

static const char *
header (StoreProfile *profile, const char *name)
{
  return store_variables_lookup (store_profile_get_endpoint (profile)->headers, name);
}

/* A server.json with one package of these members */
static StoreServerTemplate *
package (const char *members)
{
  g_autofree char *text = g_strdup_printf (
      "{\"name\": \"io.github.example/files\", \"description\": \"d\", \"version\": \"1.0.0\","
      " \"packages\": [{%s}]}",
      members);

  return read_text (text);
}

static void
assert_package (const char *members, const char *command)
{
  g_autoptr (StoreServerTemplate) template = package (members);
  g_autoptr (StoreProfile) profile = FILL (template, 0);

  assert_command (profile, command);
}

static void
test_runners (void)
{
  assert_package ("\"registryType\": \"npm\", \"identifier\": \"@a/b\", \"version\": \"1.2\"",
                  "npx|-y|@a/b@1.2");
  assert_package ("\"registryType\": \"npm\", \"identifier\": \"b\", \"runtimeHint\": \"npx\","
                  "\"runtimeArguments\": [{\"type\": \"named\", \"name\": \"--yes\"}]",
                  "npx|--yes|b");
  assert_package ("\"registryType\": \"npm\", \"identifier\": \"b\", \"runtimeHint\": \"bunx\"",
                  "bunx|b");
  assert_package ("\"registryType\": \"npm\", \"identifier\": \"b\", \"registryBaseUrl\": "
                  "\"https://npm.example.com\"",
                  "npx|-y|--registry=https://npm.example.com|b");
  assert_package ("\"registryType\": \"pypi\", \"identifier\": \"p\", \"version\": \"1.0.0\"",
                  "uvx|p==1.0.0");
  assert_package ("\"registryType\": \"pypi\", \"identifier\": \"p\", \"version\": \"latest\"",
                  "uvx|p@latest");
  assert_package ("\"registryType\": \"nuget\", \"identifier\": \"P.Q\", \"version\": \"1.0\","
                  "\"packageArguments\": [{\"type\": \"positional\", \"value\": \"mcp\"}]",
                  "dnx|P.Q@1.0|--yes|--|mcp");
  assert_package ("\"registryType\": \"oci\", \"identifier\": \"ghcr.io/a/b:1.0\"",
                  "docker|run|-i|--rm|ghcr.io/a/b:1.0");
  assert_package ("\"registryType\": \"oci\", \"identifier\": \"a/b\", \"version\": \"1.0\","
                  "\"registryBaseUrl\": \"https://ghcr.io\"",
                  "docker|run|-i|--rm|ghcr.io/a/b:1.0");
  assert_package ("\"registryType\": \"oci\", \"identifier\": \"a/b@sha256:00\","
                  "\"version\": \"1.0\", \"runtimeArguments\": ["
                  "{\"type\": \"named\", \"name\": \"--mount\", \"value\": \"type=bind\"}]",
                  "docker|run|-i|--rm|--mount|type=bind|a/b@sha256:00");
  /* The first schemas */
  assert_package ("\"registry_name\": \"npm\", \"name\": \"@a/b\", \"version\": \"1.0.2\","
                  "\"package_arguments\": [{\"type\": \"positional\", \"value\": \"x\"}]",
                  "npx|-y|@a/b@1.0.2|x");
}

/* The value goes through the environment, and a variable that has none is not taken from ours. */
static void
test_docker_variables (void)
{
  g_autoptr (StoreServerTemplate) template =
      package ("\"registryType\": \"oci\", \"identifier\": \"a/b\", \"environmentVariables\": ["
               "{\"name\": \"KEY\", \"isSecret\": true}, {\"name\": \"HOME\"},"
               "{\"name\": \"MODE\", \"value\": \"fast\"}]");
  g_auto (GStrv) secrets = NULL;
  g_autoptr (StoreProfile) profile =
      fill (template, 0, (const char *const[]){ "KEY=k", NULL }, &secrets);

  assert_command (profile, "docker|run|-i|--rm|-e|KEY|-e|MODE|a/b");
  g_assert_cmpstr (variable (profile, "KEY"), ==, "k");
  g_assert_cmpstr (variable (profile, "MODE"), ==, "fast");
  g_assert_null (variable (profile, "HOME"));
  g_assert_cmpuint (g_strv_length (secrets), ==, 1);
  g_assert_cmpstr (secrets[0], ==, "env/KEY");
}

static void
test_arguments (void)
{
  g_autoptr (StoreServerTemplate) template = package (
      "\"registryType\": \"npm\", \"identifier\": \"s\", \"packageArguments\": ["
      "{\"type\": \"positional\", \"valueHint\": \"folder\", \"isRepeated\": true, "
      "\"isRequired\": true, \"format\": \"filepath\"},"
      "{\"type\": \"named\", \"name\": \"--port\", \"format\": \"number\", \"default\": \"80\"},"
      "{\"type\": \"named\", \"name\": \"--log=\", \"choices\": [\"low\", \"high\"]},"
      "{\"type\": \"named\", \"name\": \"--read-only\", \"format\": \"boolean\"},"
      "{\"type\": \"named\", \"name\": \"--stdio\"},"
      "{\"type\": \"named\", \"name\": \"--to\", \"value\": \"{user}@{host}:{other}\", "
      "\"variables\": {\"user\": {\"isRequired\": true}, \"host\": {\"value\": \"h\"}}}]");
  g_autoptr (StoreProfile) profile =
      FILL (template, 0, "folder=/a", "folder=/b c", "user=me", "read-only=true", "log=high");

  assert_command (profile, "npx|-y|s|/a|/b c|--port|80|--log=high|--read-only|--stdio|--to|"
                           "me@h:{other}");
  assert_wrong (template, 0, (const char *const[]){ "log=x", "port=y", NULL },
                STORE_ERROR_INVALID, "Not filled in: “folder”, “user”; “port” has to be a number; "
                                     "“log” has to be one of its choices");
  assert_wrong (template, 0, (const char *const[]){ "folder=a", "user=me", NULL },
                STORE_ERROR_INVALID, "whole path");
  assert_wrong (template, 0, (const char *const[]){ "nothing=a", NULL }, STORE_ERROR_NOT_FOUND,
                "“nothing”");
  assert_wrong (template, 0,
                (const char *const[]){ "folder=/a", "user=me", "user=you", NULL },
                STORE_ERROR_INVALID, "one value only");
}

static void
test_remotes (void)
{
  g_autoptr (StoreServerTemplate) template = read_text (
      "{\"server\": {\"name\": \"com.example/x\", \"title\": \"X\", \"remotes\": ["
      "{\"type\": \"streamable-http\", \"url\": \"https://{host}/{team}/mcp?k={k}\", "
      "\"variables\": {\"host\": {\"default\": \"mcp.example.com\"}, \"team\": {}, \"k\": {}},"
      "\"headers\": [{\"name\": \"Authorization\", \"value\": \"Bearer {token}\", "
      "\"variables\": {\"token\": {\"isSecret\": true}}}, {\"name\": \"X-Key\"}]},"
      "{\"type\": \"sse\", \"url\": \"http://127.0.0.1:1/sse\"},"
      "{\"type\": \"carrier-pigeon\", \"url\": \"https://a.example\"},"
      "{\"type\": \"streamable-http\", \"url\": \"file:///etc/passwd\"}]}, \"_meta\": {}}");
  g_auto (GStrv) secrets = NULL;
  g_autoptr (StoreProfile) profile = fill (
      template, 0, (const char *const[]){ "team=a b/?", "k=1&2", "token=t", NULL }, &secrets);
  g_autoptr (StoreProfile) bare = FILL (template, 0, "host=h:1");
  g_autoptr (StoreProfile) sse = FILL (template, 1);

  g_assert_cmpstr (store_profile_get_name (profile), ==, "X");
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_HTTP);
  g_assert_cmpstr (store_profile_get_endpoint (profile)->url, ==,
                   "https://mcp.example.com/a%20b/%3F/mcp?k=1%262");
  g_assert_cmpstr (header (profile, "Authorization"), ==, "Bearer t");
  g_assert_null (header (profile, "X-Key"));
  g_assert_cmpstr (secrets[0], ==, "headers/Authorization");
  g_assert_null (header (bare, "Authorization"));
  g_assert_cmpint (store_profile_get_endpoint (sse)->transport, ==, STORE_TRANSPORT_SSE);
  assert_wrong (template, 2, (const char *const[]){ NULL }, STORE_ERROR_UNSUPPORTED, "pigeon");
  assert_wrong (template, 3, (const char *const[]){ NULL }, STORE_ERROR_UNSUPPORTED, "address");
  g_assert_cmpuint (store_server_template_get_best_option (template), ==, 0);
}

static void
test_not_run (void)
{
  static const struct
  {
    const char *members;
    const char *part;
  } cases[] = {
    { "\"registryType\": \"mcpb\", \"identifier\": \"https://example.com/a.mcpb\"",
      "https://example.com/a.mcpb" },
    { "\"registryType\": \"cargo\", \"identifier\": \"a\"", "cargo" },
    { "\"registryType\": \"npm\", \"identifier\": \"a\", \"transport\": {\"type\": "
      "\"streamable-http\", \"url\": \"http://localhost:1\"}",
      "listens" },
    { "\"registryType\": \"npm\", \"identifier\": \"--call=rm\"", "name" },
    { "\"registryType\": \"npm\", \"identifier\": \"a b\"", "name" },
    { "\"registryType\": \"npm\"", "name" },
    { "\"registryType\": \"npm\", \"identifier\": \"a\", \"version\": \"1 2\"", "version" },
    { "\"registryType\": \"npm\", \"identifier\": \"a\", \"runtimeHint\": \"/tmp/evil\"",
      "program" },
    { "\"registryType\": \"npm\", \"identifier\": \"a\", \"runtimeHint\": \"sh -c\"", "program" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreServerTemplate) template = package (cases[i].members);
      const StoreTemplateOption *option = store_server_template_get_option (template, 0);

      g_assert_nonnull (store_template_option_get_problem (option));
      assert_wrong (template, 0, (const char *const[]){ NULL }, STORE_ERROR_UNSUPPORTED,
                    cases[i].part);
      if (i == 0)
        g_assert_cmpstr (store_template_option_get_link (option), ==,
                         "https://example.com/a.mcpb");
    }
}

/* Bundles */

#define HEAD(version)                                                                         \
  "{\"" version ", \"name\": \"n\", \"version\": \"1\", \"description\": \"d\", \"author\": " \
  "{\"name\": \"a\"}, "
#define SERVER(config) \
  "\"server\": {\"type\": \"node\", \"entry_point\": \"s.js\", \"mcp_config\": {" config "}}"

#define INPUTS                                                                                 \
  "\"user_config\": {"                                                                         \
  "\"dirs\": {\"type\": \"directory\", \"title\": \"Folders\", \"description\": \"d\", "       \
  "\"multiple\": true, \"required\": true, \"default\": [\"${HOME}/x\", \"${DESKTOP}\"]},"     \
  "\"n\": {\"type\": \"number\", \"title\": \"N\", \"description\": \"d\", \"default\": 5, "   \
  "\"min\": 1, \"max\": 10},"                                                                  \
  "\"key\": {\"type\": \"string\", \"title\": \"Key\", \"description\": \"d\", \"required\": " \
  "true, \"sensitive\": true},"                                                                \
  "\"flag\": {\"type\": \"boolean\", \"title\": \"F\", \"description\": \"d\", \"default\": "  \
  "false},"                                                                                    \
  "\"none\": {\"type\": \"string\", \"title\": \"None\", \"description\": \"d\"}}}"

static void
test_manifest (void)
{
  g_autoptr (StoreServerTemplate) template = read_text (
      HEAD ("manifest_version\": \"0.3\"") "\"display_name\": \"Nice\", " SERVER (
          "\"command\": \"node\", \"args\": [\"${__dirname}${/}s.js\", \"${user_config.dirs}\", "
          "\"--all=${user_config.dirs}\", \"--n=${user_config.n}\", \"${user_config.none}\", "
          "\"${nothing}\", \"$\", \"${HOME\", \"\", 5], "
          "\"env\": {\"KEY\": \"${user_config.key}\", \"FLAG\": \"${user_config.flag}\", "
          "\"NONE\": \"x${user_config.none}\", \"H\": \"${HOME}${pathSeparator}x\"}") ", " INPUTS);
  g_auto (GStrv) secrets = NULL;
  g_autoptr (StoreProfile) profile = fill (
      template, 0, (const char *const[]){ "dirs=/p q", "dirs=/r", "key=k", NULL }, &secrets);
  g_autoptr (StoreProfile) defaults = FILL (template, 0, "key=k");
  g_autofree char *home = g_strconcat (g_get_home_dir (), "/x", NULL);

  g_assert_cmpint (store_server_template_get_kind (template), ==, STORE_TEMPLATE_BUNDLE);
  g_assert_cmpstr (store_profile_get_name (profile), ==, "Nice");
  assert_command (profile, "node|/b/s.js|/p q|/r|--all=${user_config.dirs}|--n=5|${nothing}|$|"
                           "${HOME||5");
  g_assert_cmpstr (variable (profile, "KEY"), ==, "k");
  g_assert_cmpstr (variable (profile, "FLAG"), ==, "false");
  g_assert_null (variable (profile, "NONE"));
  g_assert_cmpstr (variable (profile, "H"), ==, home);
  g_assert_cmpstr (secrets[0], ==, "env/KEY");
  g_assert_cmpstr (store_profile_get_endpoint (defaults)->arguments[1], ==, home);
  assert_wrong (template, 0, (const char *const[]){ NULL }, STORE_ERROR_INVALID,
                "Not filled in: “Key”");
  assert_wrong (template, 0, (const char *const[]){ "key=k", "n=11", NULL }, STORE_ERROR_INVALID,
                "at most 10");
  assert_wrong (template, 0, (const char *const[]){ "key=k", "n=0.5", NULL },
                STORE_ERROR_INVALID, "at least 1");
}

static void
test_manifest_platform (void)
{
  g_autoptr (StoreServerTemplate) template = read_text (
      HEAD ("dxt_version\": \"0.1\"") SERVER (
          "\"command\": \"a\", \"args\": [\"1\", \"2\"], \"env\": {\"A\": \"1\"}, "
          "\"platform_overrides\": {\"linux\": {\"command\": \"l\", \"args\": [\"3\"]}, "
          "\"darwin\": {\"command\": \"l\", \"args\": [\"3\"]}, \"win32\": {\"command\": "
          "\"w\"}}") "}");
  g_autoptr (StoreProfile) profile = FILL (template, 0);
  g_autoptr (StoreServerTemplate) uv = read_text (
      HEAD ("manifest_version\": \"0.4\"") "\"server\": {\"type\": \"uv\", \"entry_point\": "
                                           "\"src/s.py\"}}");
  g_autoptr (StoreProfile) run = FILL (uv, 0);

  assert_command (profile, "l|3");
  g_assert_cmpstr (variable (profile, "A"), ==, "1");
  assert_command (run, "uv|run|--directory|/b|src/s.py");
}

static void
test_manifest_versions (void)
{
  static const char *const known[] = { "0.1", "0.2", "0.3", "0.4" };
  static const char *const names[] = { "manifest_version", "dxt_version" };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        g_autofree char *text = g_strdup_printf (
            "{\"%s\": \"%s\", \"name\": \"n\", \"version\": \"1\", \"description\": \"d\", "
            "\"author\": {\"name\": \"a\"}, " SERVER ("\"command\": \"c\"") "}",
            names[j], known[i]);
        g_autoptr (StoreServerTemplate) template = read_text (text);

        g_assert_null (store_template_option_get_remark (
            store_server_template_get_option (template, 0)));
      }
  g_autoptr (StoreServerTemplate) later =
      read_text (HEAD ("manifest_version\": \"0.5\"") SERVER ("\"command\": \"c\"") "}");
  g_assert_nonnull (
      store_template_option_get_remark (store_server_template_get_option (later, 0)));
}

static void
test_hostile (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (GString) many = g_string_new ("{\"name\": \"a/b\", \"remotes\": [{\"type\": \"sse\", "
                                           "\"url\": \"https://a.example/\", \"headers\": [");

  assert_refused ("[]", STORE_ERROR_INVALID, "object");
  assert_refused ("{", STORE_ERROR_SYNTAX, "");
  assert_refused ("{\"name\": \"a/b\"}", STORE_ERROR_INVALID, "neither packages nor remotes");
  assert_refused ("{\"packages\": [{}]}", STORE_ERROR_INVALID, "no name");
  assert_refused ("{\"manifest_version\": \"0.3\"}", STORE_ERROR_INVALID, "“name”");
  assert_refused (HEAD ("manifest_version\": \"0.3\"") "\"server\": []}", STORE_ERROR_INVALID,
                  "“server”");
  assert_refused (HEAD ("manifest_version\": \"0.3\"") "\"server\": {\"type\": \"node\", "
                                                       "\"entry_point\": \"../x\"}}",
                  STORE_ERROR_INVALID, "entry_point");
  assert_refused (HEAD ("manifest_version\": \"0.3\"") SERVER ("\"command\": 5") "}",
                  STORE_ERROR_INVALID, "command");
  assert_refused (HEAD ("manifest_version\": \"0.3\"")
                      SERVER ("\"command\": \"c\", \"args\": [{}]") "}",
                  STORE_ERROR_INVALID, "args");
  assert_refused (HEAD ("manifest_version\": \"0.3\"") SERVER (
                      "\"command\": \"c\"") ", \"user_config\": {\"a\": {\"type\": \"color\"}}}",
                  STORE_ERROR_INVALID, "user_config");
  for (guint i = 0; i < 5000; i++)
    g_string_append (deep, "[");
  assert_refused (deep->str, STORE_ERROR_TOO_LARGE, "");

  for (guint i = 0; i < 600; i++)
    g_string_append_printf (many, "%s{\"name\": \"H%u\"}", i > 0 ? "," : "", i);
  g_string_append (many, "]}]}");
  g_autoptr (StoreServerTemplate) template = read_text (many->str);
  assert_wrong (template, 0, (const char *const[]){ NULL }, STORE_ERROR_TOO_LARGE, "more than");
}

/* Wrong types are as if they were not there. */
static void
test_wrong_types (void)
{
  g_autoptr (StoreServerTemplate) template = read_text (
      "{\"name\": \"a/b\", \"title\": 5, \"version\": [], \"repository\": 5, \"icons\": {}, "
      "\"websiteUrl\": \"javascript:alert(1)\", "
      "\"packages\": [5, {\"registryType\": \"npm\", \"identifier\": \"p\", \"version\": 2, "
      "\"environmentVariables\": {}, \"packageArguments\": [null, 1, {\"type\": \"positional\", "
      "\"value\": 5}], \"runtimeArguments\": \"x\"}], \"remotes\": 7}");
  g_autoptr (StoreProfile) profile = FILL (template, 0);
  const StoreTemplateAbout *about = store_server_template_get_about (template);

  g_assert_cmpuint (store_server_template_get_n_options (template), ==, 1);
  g_assert_cmpstr (about->title, ==, "a/b");
  g_assert_null (about->website);
  g_assert_cmpstr (store_profile_get_name (profile), ==, "b");
  assert_command (profile, "npx|-y|p@2|5");
}

/* The files that publishers of the formats show */

static char *
get_example (const char *name)
{
  return g_build_filename (g_getenv ("SPYGLASS_SHARED_DATA"), "client-configs", name, NULL);
}

static StoreServerTemplate *
read_example (const char *name)
{
  g_autofree char *path = get_example (name);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("no examples here");
      return NULL;
    }
  return read_text (text);
}

static void
test_examples (void)
{
  g_autoptr (StoreServerTemplate) bundle = read_example ("mcpb-manifest.json");
  g_autoptr (StoreServerTemplate) server = NULL;
  g_autoptr (StoreServerTemplate) card = NULL;

  if (bundle == NULL)
    return;
  server = read_example ("registry-server.json");
  card = read_example ("server-card.json");
  g_autoptr (StoreProfile) one = FILL (bundle, 0, "api_key=k");
  g_autoptr (StoreProfile) two = FILL (server, 0, "DEEPSET_API_KEY=k");
  g_autoptr (StoreProfile) three = FILL (server, 1, "token=t");
  g_autoptr (StoreProfile) four = FILL (card, 0, "token=t");

  assert_command (one, "python3|/b/server/main.py");
  g_assert_cmpstr (variable (one, "PYTHONPATH"), ==, "/b/server/lib");
  g_assert_cmpstr (variable (one, "DEEPSET_API_KEY"), ==, "k");
  g_assert_cmpstr (variable (one, "DEEPSET_WORKSPACE"), ==, "default");
  assert_command (two, "uvx|--python|3.12|deepset-mcp==1.0.0");
  g_assert_cmpstr (variable (two, "DEEPSET_WORKSPACE"), ==, "default");
  g_assert_cmpstr (store_profile_get_endpoint (three)->url, ==, "https://mcp.example.com/mcp");
  g_assert_cmpstr (header (three, "Authorization"), ==, "Bearer t");
  g_assert_cmpint (store_server_template_get_kind (card), ==, STORE_TEMPLATE_CARD);
  g_assert_cmpstr (header (four, "Authorization"), ==, "Bearer t");
}

static void
test_plugin_example (void)
{
  g_autofree char *path = get_example ("agent-plugins-mcp.json");
  g_autoptr (StoreClientImport) import = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *profiles;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no examples here");
      return;
    }
  import = store_client_import_new_from_file (path, NULL, &error);
  g_assert_no_error (error);
  profiles = store_client_import_get_profiles (import);
  g_assert_cmpuint (profiles->len, ==, 2);
  assert_command (profiles->pdata[0], "uvx|deepset-mcp");
  g_assert_cmpstr (store_profile_get_endpoint (profiles->pdata[1])->url, ==,
                   "https://mcp.example.com/mcp");
}

void
add_template_tests (void)
{
  g_test_add_func ("/template/runners", test_runners);
  g_test_add_func ("/template/docker-variables", test_docker_variables);
  g_test_add_func ("/template/arguments", test_arguments);
  g_test_add_func ("/template/remotes", test_remotes);
  g_test_add_func ("/template/not-run", test_not_run);
  g_test_add_func ("/template/manifest", test_manifest);
  g_test_add_func ("/template/manifest-platform", test_manifest_platform);
  g_test_add_func ("/template/manifest-versions", test_manifest_versions);
  g_test_add_func ("/template/hostile", test_hostile);
  g_test_add_func ("/template/wrong-types", test_wrong_types);
  g_test_add_func ("/template/examples", test_examples);
  g_test_add_func ("/template/plugin-example", test_plugin_example);
}
