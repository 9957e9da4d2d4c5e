/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong with an application's file is found, with its place; and nothing in a good one. */

#include "store-tests.h"

#include "store-client-lint.h"
#include "test-data.h"

#include <glib/gstdio.h>
#include <string.h>

/* An empty environment but for this. */
static const char *const environment[] = { "SET=1",
                                           "PATH=/usr/bin:/bin",
                                           "DEEPSET_API_KEY=x",
                                           "DEEPSET_WORKSPACE=x",
                                           "MCP_TOKEN=x",
                                           NULL };

static GPtrArray *
lint (const char *client, const char *text, gssize length, const StoreClientLintOptions *more)
{
  const StoreClientFormat *format = store_client_format_find_source (client);
  g_autoptr (StoreClientPlace) place =
      store_client_place_new_for_file (format, "/nowhere/file", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (text, length < 0 ? strlen (text) : (gsize)length);
  StoreClientLintOptions options = { .environment = environment };

  g_assert_nonnull (format);
  return store_client_lint (bytes, place, more != NULL ? more : &options);
}

static const StoreLintFinding *
find (GPtrArray *findings, const char *rule)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((StoreLintFinding *)findings->pdata[i])->rule, rule))
      return findings->pdata[i];
  return NULL;
}

static void
print (const char *client, GPtrArray *findings)
{
  for (guint i = 0; i < findings->len; i++)
    {
      const StoreLintFinding *finding = findings->pdata[i];

      g_test_message ("%s: %s: %s at %u:%u: %s", client,
                      store_lint_severity_get_word (finding->severity), finding->rule,
                      finding->line, finding->column, finding->text);
    }
}

typedef struct
{
  const char       *client;
  const char       *text;
  const char       *rule;
  StoreLintSeverity severity;
  guint             line;   /* 0 where it has none */
  guint             column; /* 0 for any */
} Row;

#define A_COMMAND "\"command\": \"/bin/true\""

static const Row rows[] = {
  /* The file */
  { "cursor", "{\"mcpServers\": {\n  \"a\": }}", "syntax", STORE_LINT_ERROR, 2, 8 },
  { "codex", "[mcp_servers.a]\ncommand = \n", "syntax", STORE_LINT_ERROR, 2, 0 },
  { "goose", "extensions:\n  a: [\n", "syntax", STORE_LINT_ERROR, 3, 0 },
  { "claude-code", "{\n  // note\n  \"mcpServers\": {}\n}", "comment", STORE_LINT_ERROR, 2, 3 },
  { "claude-code", "{\"mcpServers\": {},\n}", "trailing-comma", STORE_LINT_ERROR, 1, 18 },
  { "gemini-cli", "{\"mcpServers\": {} , /* , } */ }", "trailing-comma", STORE_LINT_ERROR, 1, 19 },
  { "factory", "{\"mcpServers\": {\"a\": {\"type\": \"stdio\", " A_COMMAND ", \"args\": [1,]}}}",
    "trailing-comma", STORE_LINT_ERROR, 1, 0 },
  { "claude-desktop", "\357\273\277{}", "byte-order-mark", STORE_LINT_ERROR, 1, 1 },
  { "cursor", "\357\273\277{}", "byte-order-mark", STORE_LINT_ADVICE, 1, 1 },
  { "cursor", "{\"mcpServers\": {\"\xe4\": {}}}", "encoding", STORE_LINT_ERROR, 1, 18 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND "},\n \"a\": {" A_COMMAND "}}}",
    "duplicate-key", STORE_LINT_WARNING, 2, 2 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ",\n \"command\": \"/x\"}}}", "duplicate-key",
    STORE_LINT_WARNING, 2, 2 },
  { "cursor", "[]", "root-kind", STORE_LINT_ERROR, 1, 1 },
  { "cursor", "{\"mcpServers\":\n []}", "root-kind", STORE_LINT_ERROR, 2, 2 },
  { "vscode", "{\n\"mcpServers\": {\"a\": {" A_COMMAND "}}}", "wrong-root", STORE_LINT_ERROR, 2, 0 },
  { "claude-desktop", "{\"servers\": {\"a\": {" A_COMMAND "}}}", "wrong-root", STORE_LINT_ERROR, 1,
    0 },

  /* How it is reached */
  { "cursor", "{\"mcpServers\": {\n \"a\": {\"args\": []}}}", "no-target", STORE_LINT_ERROR, 2, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": 1}}", "entry-kind", STORE_LINT_ERROR, 1, 22 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"url\": \"https://x.y/\"}}}",
    "two-targets", STORE_LINT_WARNING, 1, 0 },
  { "claude-code", "{\"mcpServers\": {\"a\": {\n\"url\": \"https://x.y/\"}}}", "type-missing",
    STORE_LINT_ERROR, 2, 0 },
  { "cline", "{\"mcpServers\": {\"a\": {\n\"type\": \"http\", \"url\": \"https://x.y/\"}}}",
    "type-spelling", STORE_LINT_ERROR, 2, 9 },
  { "claude-code", "{\"mcpServers\": {\"a\": {\"type\": \"streamableHttp\", \"url\": \"https://x/\"}}}",
    "type-spelling", STORE_LINT_ERROR, 1, 0 },
  { "vscode", "{\"servers\": {\"a\": {\"type\": \"hpt\", \"url\": \"https://x/\"}}}", "type-unknown",
    STORE_LINT_WARNING, 1, 0 },
  { "claude-desktop", "{\"mcpServers\": {\"a\": {\"url\": \"https://x.y/\"}}}", "remote-refused",
    STORE_LINT_ERROR, 1, 0 },
  { "zed", "{\"context_servers\": {\"a\": {\"url\": \"https://x.y/sse\"}}}", "sse-refused",
    STORE_LINT_ERROR, 1, 0 },
  { "kiro", "{\"mcpServers\": {\"a\": {\"url\": \"http://x.y/mcp\"}}}", "plain-http",
    STORE_LINT_ERROR, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {\"url\": \"http://x.y/mcp\"}}}", "plain-http",
    STORE_LINT_ADVICE, 1, 0 },

  /* Members */
  { "codex", "[mcp_servers.a]\nurl = \"https://x.y/\"\n\n[mcp_servers.a.headers]\nX = \"1\"\n",
    "unknown-member", STORE_LINT_WARNING, 4, 1 },
  { "opencode", "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"/bin/true\"],\n"
                "\"env\": {\"A\": \"1\"}, \"enabled\": true}}}",
    "unknown-member", STORE_LINT_WARNING, 2, 0 },
  { "opencode", "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"/bin/true\"],\n"
                "\"args\": [\"1\"], \"enabled\": true}}}",
    "unknown-member", STORE_LINT_WARNING, 2, 0 },
  { "codex", "[mcp_servers.a]\ncommand = \"/bin/true\"\nhttp_headers = { X = \"1\" }\n",
    "misplaced-member", STORE_LINT_ERROR, 3, 16 },
  { "goose", "extensions:\n  a:\n    type: stdio\n    cmd: /bin/true\n    enabled: true\n",
    "arguments-missing", STORE_LINT_ERROR, 2, 3 },
  { "librechat", "mcpServers:\n  a:\n    type: stdio\n    command: /bin/true\n",
    "arguments-missing", STORE_LINT_ERROR, 2, 3 },
  { "goose", "extensions:\n  a:\n    type: stdio\n    cmd: /bin/true\n    args: []\n",
    "enabled-missing", STORE_LINT_ERROR, 2, 3 },

  /* Names */
  { "claude-code", "{\"mcpServers\": {\"a b\": {" A_COMMAND "}}}", "name-pattern",
    STORE_LINT_ADVICE, 1, 0 },
  { "gemini-cli", "{\"mcpServers\": {\"a_b\": {" A_COMMAND "}}}", "name-pattern",
    STORE_LINT_ADVICE, 1, 0 },
  { "copilot-cli", "{\"mcpServers\": {\"a}b\": {" A_COMMAND "}}}", "name-pattern",
    STORE_LINT_ERROR, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\\nb\": {" A_COMMAND "}}}", "name-characters",
    STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a \": {" A_COMMAND "}}}", "name-characters",
    STORE_LINT_WARNING, 1, 0 },
  { "claude-code", "{\"mcpServers\": {\"workspace\": {" A_COMMAND "}}}", "name-reserved",
    STORE_LINT_ERROR, 1, 0 },
  { "factory", "{\"mcpServers\": {\"a123456789012345678901234567890123\": {\"type\": \"stdio\", " A_COMMAND "}}}",
    "name-length", STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"My Server\": {" A_COMMAND "},\n\"my-server\": {" A_COMMAND "}}}",
    "name-alike", STORE_LINT_ADVICE, 2, 0 },
  { "cursor", "{\"mcpServers\": {\"\": {" A_COMMAND "}}}", "name-empty", STORE_LINT_ERROR, 1, 0 },

  /* Kinds of values */
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"args\": \"x\"}}}", "value-kind",
    STORE_LINT_WARNING, 1, 0 },
  { "vscode", "{\"servers\": {\"a\": {" A_COMMAND ", \"env\": {\"A\": []}}}}", "value-kind",
    STORE_LINT_WARNING, 1, 0 },
  { "claude-code", "{\"mcpServers\": {\"a\": {" A_COMMAND ",\n\"env\": {\"A\":\n1}}}}", "value-kind",
    STORE_LINT_ERROR, 3, 0 },
  { "claude-code", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"timeout\": 0}}}", "value-kind",
    STORE_LINT_ERROR, 1, 0 },
  { "codex", "[mcp_servers.a]\ncommand = [\"a\"]\n", "value-kind", STORE_LINT_ERROR, 2, 0 },
  { "codex", "[mcp_servers.a]\ncommand = \"a\"\ndefault_tools_approval_mode = \"never\"\n",
    "value-kind", STORE_LINT_ERROR, 3, 0 },
  { "codex", "[mcp_servers.a]\ncommand = \"a\"\nurl = \"https://x.y/\"\n", "two-targets",
    STORE_LINT_ERROR, 3, 0 },
  { "codex", "[mcp_servers.a]\nurl = \"https://x.y/\"\nbearer_token = \"x\"\n", "misplaced-member",
    STORE_LINT_ERROR, 3, 0 },
  { "codex", "[mcp_servers.a]\ncommand = \"a\"\noauth = { client_id = \"x\" }\n",
    "misplaced-member", STORE_LINT_ERROR, 3, 0 },
  { "opencode", "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": \"x\"}}}", "value-kind",
    STORE_LINT_ERROR, 1, 0 },
  { "opencode", "{\"mcp\": {\"a\": {\"command\": [\"/x\"]}}}", "type-missing", STORE_LINT_ERROR, 1, 0 },
  { "opencode", "{\"mcp\": {\"a\": {\"type\": \"stdio\", \"command\": [\"/x\"]}}}", "type-spelling",
    STORE_LINT_ERROR, 1, 0 },
  { "gemini-cli", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"frob\": 1}}}", "unknown-member",
    STORE_LINT_WARNING, 1, 0 },
  { "gemini-cli", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"env\": {\"A\": 1}}}}", "value-kind",
    STORE_LINT_ERROR, 1, 0 },
  { "goose", "extensions:\n  a:\n    type: stdio\n    cmd: /bin/true\n    args: x\n    enabled: true\n",
    "value-kind", STORE_LINT_ERROR, 5, 5 },
  { "crush", "{\"mcp\": {\"a\": {\"type\": \"stdio\", \"command\": \"x\", \"timeout\": \"5\"}}}",
    "value-kind", STORE_LINT_ERROR, 1, 0 },

  /* Targets and types */
  { "claude-code", "{\"mcpServers\": {\"a\": {\"type\": \"http\", \"serverUrl\": \"https://x/\"}}}",
    "unknown-member", STORE_LINT_ERROR, 1, 0 },
  { "claude-code", "{\"mcpServers\": {\"a\": {\"type\": \"stdio\", \"url\": \"https://x/\"}}}",
    "type-contradicts", STORE_LINT_ERROR, 1, 0 },
  { "claude-code", "{\"mcpServers\": {\"a\": {\"type\": \"http\", \"url\": \"nonsense\"}}}",
    "url-invalid", STORE_LINT_ERROR, 1, 0 },

  /* Characters */
  { "cursor", "{\"mcpServers\": {\"a\": {\"url\": \"https://x/\", \"headers\": {\"A\": \"a\\nb\"}}}}",
    "control-character", STORE_LINT_ERROR, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"args\": [\"a\\u0000b\"]}}}",
    "control-character", STORE_LINT_ERROR, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"args\": [\"a\\u001bb\"]}}}",
    "control-character", STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {\"url\": \"https://x/\", \"headers\": {\"A\": \"Gr\u00f6\u00dfe\"}}}}",
    "header-characters", STORE_LINT_WARNING, 1, 0 },
  { "claude-code", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"args\": [\"${D:-${SET}/x}:ro\"]}}}",
    "variable-nested", STORE_LINT_WARNING, 1, 0 },

  /* Values */
  { "claude-code", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"timeout\": 30}}}", "timeout-unit",
    STORE_LINT_WARNING, 1, 0 },
  { "cline", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"timeout\": 60000}}}", "timeout-unit",
    STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {\"command\": \"./server\"}}}", "command-relative",
    STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"env\": {\"K\": \"v \"}}}}", "value-space",
    STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"env\": {\n\"K\": \"${env:UNSET}\"}}}}",
    "variable-unset", STORE_LINT_WARNING, 2, 6 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"env\": {\"K\": \"${SET}\"}}}}",
    "variable-spelling", STORE_LINT_WARNING, 1, 0 },
  { "claude-desktop", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"args\": [\"${env:SET}\"]}}}",
    "variable-spelling", STORE_LINT_WARNING, 1, 0 },
  { "cline", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"args\": [\"${env:SET}\"]}}}",
    "variable-spelling", STORE_LINT_WARNING, 1, 0 },
  { "cursor", "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"env\": {\"API_KEY\": \"abcdef1234\"}}}}",
    "plain-secret", STORE_LINT_ADVICE, 1, 0 },
  { "cursor",
    "{\"mcpServers\": {\"a\": {" A_COMMAND ", \"env\": {\"DB\": \"postgres://u:pa55word@h/d\"}}}}",
    "plain-secret", STORE_LINT_ADVICE, 1, 0 },
  { "goose", "extensions:\n  a:\n    type: stdio\n    cmd: /bin/true\n    args: []\n"
             "    enabled: true\n    envs:\n      LD_PRELOAD: /x\n",
    "variable-refused", STORE_LINT_WARNING, 8, 7 },
};

static void
test_rules (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row *row = &rows[i];
      g_autoptr (GPtrArray) findings = lint (row->client, row->text, -1, NULL);
      const StoreLintFinding *found = find (findings, row->rule);

      if (found != NULL && found->severity == row->severity && found->line == row->line &&
          (row->column == 0 || found->column == row->column) &&
          (g_str_has_suffix (found->text, ".") || g_str_equal (found->rule, "syntax")))
        continue;
      print (row->client, findings);
      g_test_fail_printf ("%u: %s in %s", i, row->rule, row->client);
    }
}

/* What the applications take, though others do not. */
static void
test_taken (void)
{
  static const struct
  {
    const char *client;
    const char *text;
  } taken[] = {
    { "claude-code", "{\"mcpServers\": {\"a\": {\"type\": \"streamable-http\", \"url\": \"https://x/\"}}}" },
    { "claude-code", "{\"mcpServers\": {\"io.github.x/y\": {" A_COMMAND "}, \"a b\": {" A_COMMAND "}}}" },
    { "opencode", "{\"mcp\": {\"a\": {\"enabled\": false}}}" },
    { "opencode",
      "{\"mcp\": {\"a\": {\"type\": \"remote\", \"url\": \"https://x/\", \"oauth\": false, \"enabled\": true}}}" },
    { "gemini-cli", "{\"mcpServers\": {\"a\": {\"httpUrl\": \"https://x/\"}}}" },
    { "codex", "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [\"A\", { name = \"B\" }]\nscopes = [\"s\"]\n"
               "tool_timeout_sec = 1.5\n" },
    { "goose", "extensions:\n  a:\n    type: builtin\n    name: a\n    enabled: true\n    timeout: 300\n"
               "  b:\n    type: platform\n    name: b\n    enabled: true\n"
               "  c:\n    type: frontend\n    name: c\n    enabled: true\n"
               "  d:\n    type: inline_python\n    name: d\n    code: x\n    enabled: true\n" },
    { "zed", "{\"context_servers\": {\"a\": {\"settings\": {}},\n"
             "\"b\": {\"command\": {\"path\": \"/x\", \"args\": []}}}}" },
    { "windsurf", "{\"mcpServers\": {\"a\": {\"url\": \"https://x/\"}}}" },
    { "vscode", "{\"servers\": {\"a\": {" A_COMMAND ", \"env\": {\"A\": 1, \"B\": null}}}}" },
    { "copilot-cli", "{\"mcpServers\": {\"a\": {\"type\": \"stdio\", " A_COMMAND "}}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autoptr (GPtrArray) findings = lint (taken[i].client, taken[i].text, -1, NULL);

      for (guint j = 0; j < findings->len; j++)
        {
          const StoreLintFinding *finding = findings->pdata[j];

          if (finding->severity != STORE_LINT_ADVICE)
            g_test_fail_printf ("%u: %s: %s", i, finding->rule, finding->text);
        }
    }
}

static void
test_utf16 (void)
{
  static const char text[] = "\377\376{\0}\0";
  g_autoptr (GPtrArray) findings = lint ("cursor", text, sizeof text - 1, NULL);

  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_nonnull (find (findings, "encoding"));
}

static void
test_empty (void)
{
  static const char *const texts[] = { "", " \n\t", "{}", "{\"mcpServers\": {}}", "{\"other\": 1}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) findings = lint ("cursor", texts[i], -1, NULL);

      print ("cursor", findings);
      g_assert_cmpuint (findings->len, ==, 0);
    }
}

/* On this computer, and on another one. */
static void
test_programs (void)
{
  const char            *missing = "{\"mcpServers\": {\"a\": {\"command\": \"no-such-program-here\"}}}";
  const char            *npx = "{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"a b\"]}}}";
  const char            *own_path[] = { "PATH=/opt/of-a-shell:/usr/bin:/bin", NULL };
  StoreClientLintOptions options = { .platform = store_platform_get (),
                                     .environment = own_path,
                                     .finds_programs = TRUE };
  g_autoptr (GPtrArray) not_there = lint ("cursor", missing, -1, &options);
  g_autoptr (GPtrArray) there =
      lint ("cursor", "{\"mcpServers\": {\"a\": {\"command\": \"sh\"}}}", -1, &options);
  g_autoptr (GPtrArray) on_windows = NULL;

  g_assert_nonnull (find (not_there, "command-missing"));
  g_assert_cmpuint (there->len, ==, 0);
  options.platform = STORE_PLATFORM_WINDOWS;
  on_windows = lint ("cursor", npx, -1, &options);
  g_assert_nonnull (find (on_windows, "npx-windows"));
  g_assert_nonnull (find (on_windows, "argument-spaces"));
}

/* What only a shell finds. */
static void
test_search_path (void)
{
  g_autofree char       *folder = g_dir_make_tmp ("spyglass-lint-XXXXXX", NULL);
  g_autofree char       *program = g_build_filename (folder, "of-a-shell", NULL);
  g_autofree char       *path = g_strconcat ("PATH=", folder, ":/bin", NULL);
  const char            *own[] = { path, NULL };
  const char            *text = "{\"mcpServers\": {\"a\": {\"command\": \"of-a-shell\"}}}";
  StoreClientLintOptions options = { .platform = store_platform_get (),
                                     .environment = own,
                                     .finds_programs = TRUE };

  g_assert_true (g_file_set_contents_full (program, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE,
                                           0755, NULL));
  g_autoptr (GPtrArray) desktop = lint ("cursor", text, -1, &options);
  g_autoptr (GPtrArray) terminal = lint ("claude-code", text, -1, &options);

  g_assert_nonnull (find (desktop, "command-path"));
  g_assert_cmpuint (terminal->len, ==, 0);
  g_remove (program);
  g_rmdir (folder);
}

static void
test_figures (void)
{
  const char *text = "{\"mcpServers\": {\"a-server\": {" A_COMMAND "}}}";
  g_autoptr (GHashTable) figures = g_hash_table_new (g_str_hash, g_str_equal);
  StoreLintFigures       own = { 40, 52 };
  StoreClientLintOptions options = { .environment = environment, .figures = figures };

  g_hash_table_insert (figures, (char *)"a-server", &own);
  g_autoptr (GPtrArray) fits = lint ("cursor", text, -1, &options);
  g_assert_cmpuint (fits->len, ==, 0);
  own = (StoreLintFigures){ 41, 53 };
  g_autoptr (GPtrArray) findings = lint ("cursor", text, -1, &options);
  g_assert_nonnull (find (findings, "tool-name-length"));
  g_assert_nonnull (find (findings, "too-many-tools"));
}

/* Whatever is in a file, something comes of it, and no more than fits. */
static void
test_hostile (void)
{
  g_autoptr (GString) many = g_string_new ("{\"mcpServers\": {");
  g_autoptr (GString) deep = g_string_new ("{\"mcpServers\": ");

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (many, "%s\"a%u\": 1", i > 0 ? "," : "", i);
  g_string_append (many, "}}");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  g_autoptr (GPtrArray) of_many = lint ("cursor", many->str, -1, NULL);
  g_autoptr (GPtrArray) of_deep = lint ("cursor", deep->str, -1, NULL);

  g_assert_cmpuint (of_many->len, ==, STORE_CLIENT_LINT_MAX_FINDINGS);
  g_assert_nonnull (find (of_deep, "syntax"));
}

/* Each of @client's examples. Returns: how many there are */
static guint
check_good (const char *folder, const char *client, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  gsize            length;
  g_autoptr (GPtrArray) findings = NULL;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return 0;
  findings = lint (client, text, (gssize)length, NULL);
  print (file, findings);
  for (guint i = 0; i < findings->len; i++)
    {
      const StoreLintFinding *finding = findings->pdata[i];

      /* Where an application has no variables, the examples show the secret. */
      if (!g_str_equal (finding->rule, "plain-secret"))
        g_test_fail_printf ("%s: %s: %s", file, finding->rule, finding->text);
    }
  return 1;
}

static void
test_good (void)
{
  static const char *const        endings[] = { "stdio.json", "http.json", "stdio.toml", "http.toml",
                                                "stdio.yaml", "http.yaml", "http-legacy.json",
                                                "http-static-header.toml" };
  g_autofree char                *folder = test_data_get_path ("client-configs");
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  guint                           n = 0;

  for (guint i = 0; formats[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (endings); j++)
      {
        g_autofree char *file = g_strconcat (formats[i]->id, "-", endings[j], NULL);

        n += check_good (folder, formats[i]->id, file);
      }
  g_assert_cmpuint (n, >=, 40);
}

void
add_client_lint_tests (void)
{
  g_test_add_func ("/client-lint/rules", test_rules);
  g_test_add_func ("/client-lint/taken", test_taken);
  g_test_add_func ("/client-lint/utf16", test_utf16);
  g_test_add_func ("/client-lint/empty", test_empty);
  g_test_add_func ("/client-lint/programs", test_programs);
  g_test_add_func ("/client-lint/search-path", test_search_path);
  g_test_add_func ("/client-lint/figures", test_figures);
  g_test_add_func ("/client-lint/hostile", test_hostile);
  g_test_add_func ("/client-lint/good", test_good);
}
