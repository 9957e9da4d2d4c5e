/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Variables in every part of a server, in every form, written for every application, and read from
 * it: what the application makes of its text is what the profile means, or it is named. The
 * patterns are those of the programs: Claude Code 2.1, Gemini CLI 0.38 (envVarResolver.ts), Goose
 * (extension_manager.rs), VS Code, opencode 1.18, droid 0.215; the others as they document them. */

#include "store-tests.h"

#include "mcp-json-writer.h"
#include "mcp-json-value.h"
#include "store-client-entry.h"
#include "store-client-reader.h"
#include "store-client-variables.h"

#include <string.h>

typedef enum {
  PART_COMMAND,
  PART_ARGUMENT,
  PART_FOLDER,
  PART_ENVIRONMENT,
  PART_URL,
  PART_HEADER,
  N_PARTS,
} Part;

#define PROGRAM (1 << PART_COMMAND | 1 << PART_ARGUMENT | 1 << PART_FOLDER)
#define EVERYWHERE ((1 << N_PARTS) - 1)

static const char *const part_names[N_PARTS] = { "command", "argument", "folder",
                                                 "environment", "URL", "header" };
/* As notes call them, on writing and on reading. */
static const char *const fields[N_PARTS] = { "command", "args", "working-directory",
                                             "env/V", "url", "headers/X" };
static const char *const read_fields[N_PARTS] = { "command", "args", "working-directory",
                                                  "V", "url", "X" };

/* What each application replaces, by its own word: n is the name of a variable of the environment,
 * d the text for an unset one, i what the person is asked. */
#define FIRST_BRACE "\\$\\{(?<n>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<d>[^}]*))?\\}"
#define GEMINI "\\$(?:(?<n>\\w+)|\\{(?<n>[^}]+?)(?::-(?<d>[^}]*))?\\})"
#define SHELL \
  "\\$\\{(?<n>[A-Za-z_]\\w*)(?::-(?<d>(?:\\$\\{[^{}]*\\}|[^{}])*))?\\}|\\$(?<n>[A-Za-z_]\\w*)"
#define ENV "\\$\\{env:(?<n>\\w+)\\}"
#define PLACES "|\\$\\{(?<home>userHome)\\}"

static const struct
{
  const char *id;
  const char *pattern;
  guint       parts;
} programs[] = {
  { "claude-code", FIRST_BRACE, EVERYWHERE },
  { "cursor", ENV PLACES, EVERYWHERE },
  { "vscode", ENV "|\\$\\{input:(?<i>[^}]+)\\}" PLACES, EVERYWHERE },
  { "vscode-insiders", ENV "|\\$\\{input:(?<i>[^}]+)\\}" PLACES, EVERYWHERE },
  { "vscodium", ENV "|\\$\\{input:(?<i>[^}]+)\\}" PLACES, EVERYWHERE },
  { "visual-studio", "\\$\\{input:(?<i>[^}]+)\\}", EVERYWHERE },
  { "windsurf", ENV, EVERYWHERE },
  { "kiro", "\\$\\{(?<n>\\w+)\\}", EVERYWHERE },
  { "cline", ENV, 1 << PART_ENVIRONMENT | 1 << PART_HEADER },
  { "goose", "\\$\\{\\s*(?<n>\\w+)\\s*\\}|\\$(?<n>\\w+)", 1 << PART_HEADER | 1 << PART_URL },
  { "gemini-cli", GEMINI, EVERYWHERE },
  { "copilot-cli", GEMINI, 1 << PART_ENVIRONMENT | 1 << PART_HEADER },
  { "opencode", "\\{env:(?<n>[^}]+)\\}", EVERYWHERE },
  { "factory", FIRST_BRACE, 1 << PART_ENVIRONMENT | 1 << PART_HEADER },
  { "qwen-code", "\\$(?:(?<n>\\w+)|\\{(?<n>[^}]+)\\})", EVERYWHERE },
  { "kilo", "\\{env:(?<n>[^}]+)\\}", EVERYWHERE },
  { "grok-build", FIRST_BRACE, EVERYWHERE },
  { "amp", "\\$\\{(?<n>\\w+)\\}", EVERYWHERE },
  { "augment", FIRST_BRACE, EVERYWHERE },
  { "mcporter", FIRST_BRACE, EVERYWHERE },
  { "crush", SHELL, EVERYWHERE },
  { "librechat", "\\$\\{(?<n>\\w+)\\}", EVERYWHERE },
};

static const char *const environment[] = { "V=val", "H=h.example", NULL };

/* V and H are set, U is not. */
static const struct
{
  const char *name;
  const char *text;
} forms[] = {
  { "plain", "${V}" },
  { "with a default", "${U:-d}" },
  { "set, with a default", "${V:-d}" },
  { "mixed", "a-${V}-b" },
  { "two", "${V}${H}" },
  { "nested", "${U:-${V}/x}" },
  { "asked for", "${input:some-id}" },
  { "home", "${userHome}/x" },
  { "dollar", "$V" },
  { "braces", "{env:V}" },
  { "env:", "${env:V}" },
  { "secrets.", "${{ secrets.V }}" },
  { "none", "plain" },
};

typedef enum {
  CELL_CARRIED,
  CELL_TRANSLATED,
  CELL_NAMED,
} Cell;

/* What the application makes of it */

typedef struct
{
  const StoreClientFormat *format;
  const char              *pattern; /* (nullable) */
  guint                    parts;
  gboolean                 is_shell;
} Program;

static Program
find_program (const StoreClientFormat *format)
{
  Program self = { format, NULL, 0, g_str_equal (format->id, "crush") };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    if (g_str_equal (programs[i].id, format->id))
      {
        self.pattern = programs[i].pattern;
        self.parts = programs[i].parts;
      }
  return self;
}

static char *expand_as (const Program *self, const char *text);

static char *
get_group (const GMatchInfo *match, const char *name)
{
  char *text = g_match_info_fetch_named (match, name);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

static gboolean
replace (const GMatchInfo *match, GString *result, gpointer data)
{
  const Program   *self = data;
  g_autofree char *whole = g_match_info_fetch (match, 0);
  g_autofree char *name = get_group (match, "n");
  g_autofree char *otherwise =
      strstr (self->pattern, "<d>") != NULL ? get_group (match, "d") : NULL;
  g_autofree char *input = strstr (self->pattern, "<i>") != NULL ? get_group (match, "i") : NULL;
  const char      *value =
      name != NULL ? g_environ_getenv ((char **)environment, name) : NULL;

  if (input != NULL)
    g_string_append_printf (result, "<%s>", input);
  else if (value != NULL)
    g_string_append (result, value);
  else if (name == NULL)
    g_string_append (result, g_get_home_dir ());
  else if (otherwise != NULL)
    {
      g_autofree char *inner =
          self->is_shell ? expand_as (self, otherwise) : g_strdup (otherwise);

      g_string_append (result, inner);
    }
  else if (!self->is_shell)
    g_string_append (result, whole);
  return FALSE;
}

static char *
expand_as (const Program *self, const char *text)
{
  g_autoptr (GRegex) regex = NULL;

  if (self->pattern == NULL)
    return g_strdup (text);
  regex = g_regex_new (self->pattern, G_REGEX_DUPNAMES, 0, NULL);
  g_assert_nonnull (regex);
  return g_regex_replace_eval (regex, text, -1, 0, 0, replace, (gpointer)self, NULL);
}

static char *
run (const Program *self, Part part, const char *text)
{
  return self->parts & (1u << part) ? expand_as (self, text) : g_strdup (text);
}

/* What the profile means by it. */
static char *
mean (const char *text)
{
  g_autofree char *expanded = store_client_variables_expand (text, environment, NULL);
  GString         *result = g_string_new (expanded);

  g_string_replace (result, "${input:some-id}", "<some-id>", 0);
  return g_string_free (result, FALSE);
}

/* Writing */

/* @form: put into @part. A URL is one whatever the form. */
static char *
fill_in (Part part, const char *form)
{
  return part == PART_URL ? g_strdup_printf ("https://h.example/%s", form) : g_strdup (form);
}

static StoreProfile *
make_profile (Part part, const char *text)
{
  StoreProfile *profile = store_profile_new ("one");
  g_autoptr (StoreVariables) variables = store_variables_new ();

  if (part == PART_URL || part == PART_HEADER)
    g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url",
                  part == PART_URL ? text : "https://h.example/mcp", NULL);
  else
    g_object_set (profile, "command", part == PART_COMMAND ? text : "/bin/one", NULL);
  if (part == PART_ARGUMENT)
    g_object_set (profile, "arguments", (const char *const[]){ text, NULL }, NULL);
  if (part == PART_FOLDER)
    g_object_set (profile, "working-directory", text, NULL);
  store_variables_set (variables, part == PART_HEADER ? "X" : "V", text);
  if (part == PART_ENVIRONMENT)
    g_object_set (profile, "environment", variables, NULL);
  if (part == PART_HEADER)
    g_object_set (profile, "headers", variables, NULL);
  return profile;
}

static char *
dup_item (McpJsonValue value, guint index)
{
  return mcp_json_value_dup_string (mcp_json_value_get_item (value, index), NULL);
}

static gboolean
is_listed (McpJsonValue names, const char *name)
{
  for (McpJsonWalk each = mcp_json_walk (names); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, name))
      return TRUE;
  return FALSE;
}

/* The text of the part in the entry, or "${NAME}" where the application has it by a name alone.
 * Returns: (transfer full) (nullable) */
static char *
find_text (const StoreClientFormat *format, McpJsonValue object, Part part)
{
  const StoreClientMembers *members = &format->members;
  McpJsonValue              command = store_client_object_find (object, members->command);
  McpJsonValue              arguments = store_client_object_find (object, members->arguments);
  McpJsonValue              names =
      store_client_object_find (object, members->environment_names);
  McpJsonValue     variables = store_client_object_find (object, members->environment);
  g_autofree char *name = NULL;

  switch (part)
    {
    case PART_COMMAND:
      if (members->shell_words || members->shell_line)
        {
          g_autofree char *words = mcp_json_value_dup_string (command, NULL);

          return g_shell_unquote (words, NULL);
        }
      return members->joined_command ? dup_item (command, 0)
                                     : mcp_json_value_dup_string (command, NULL);
    case PART_ARGUMENT:
      return members->joined_command ? dup_item (command, 1) : dup_item (arguments, 0);
    case PART_FOLDER:
      return mcp_json_value_dup_string (
          store_client_object_find (object, members->working_directory), NULL);
    case PART_ENVIRONMENT:
      return is_listed (names, "V") ? g_strdup ("\1V")
                                    : mcp_json_value_dup_member_string (variables, "V");
    case PART_URL:
      if (format->bridge)
        return dup_item (arguments, 2);
      return mcp_json_value_dup_string (store_client_object_find (object, members->url), NULL);
    case PART_HEADER:
      if (format->bridge)
        return mcp_json_value_dup_member_string (variables, "X_HEADER");
      name = mcp_json_value_dup_member_string (
          store_client_object_find (object, members->header_variables), "X");
      if (name != NULL)
        return g_strconcat ("\1", name, NULL);
      return mcp_json_value_dup_member_string (
          store_client_object_find (object, members->headers), "X");
    case N_PARTS:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_named (GPtrArray *notes, const char *field)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const StoreNote *note = notes->pdata[i];

      if (note->kind != STORE_NOTE_INFORMATION && g_strcmp0 (note->field, field) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Goose replaces only what env_keys has. */
static gboolean
are_keys_listed (const StoreClientFormat *format, McpJsonValue object, Part part, const char *text)
{
  McpJsonValue names = store_client_object_find (object, format->members.environment_names);

  return format->members.environment_names == NULL || format->members.header_variables != NULL ||
         (part != PART_URL && part != PART_HEADER) || strstr (text, "${V}") == NULL ||
         is_listed (names, "V");
}

static Cell
write_cell (const Program *program, Part part, guint form)
{
  const StoreClientFormat *format = program->format;
  g_autofree char         *text = fill_in (part, forms[form].text);
  g_autoptr (StoreProfile) profile = make_profile (part, text);
  StoreClientEntryOptions options = { .name = "one" };
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientEntry) entry = store_client_entry_new (format, profile, &options, &error);

  g_assert_no_error (error);
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (store_client_entry_get_json (entry), -1, NULL);
  McpJsonValue     object = mcp_json_document_get_root (document);
  g_autofree char *written = find_text (format, object, part);
  gboolean         named = is_named (store_client_entry_get_notes (entry), fields[part]);
  g_autofree char *meant = mean (text);
  g_autofree char *got = NULL;

  if (written != NULL && *written == '\1')
    got = g_strdup (g_environ_getenv ((char **)environment, written + 1));
  else if (written != NULL)
    got = run (program, part, written);
  if (named)
    return CELL_NAMED;
  if (g_strcmp0 (got, meant) != 0 || !are_keys_listed (format, object, part, text))
    g_error ("%s, %s, %s: “%s” is written as “%s”, means “%s” there instead of “%s”, and nobody "
             "says so",
             format->id, part_names[part], forms[form].name, text,
             written != NULL ? written : "", got != NULL ? got : "", meant);
  return g_strcmp0 (written, text) == 0 ? CELL_CARRIED : CELL_TRANSLATED;
}

static void
test_writing (void)
{
  static const char               letters[] = { '=', '~', '!' };
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  guint                           counts[3] = { 0 };

  g_test_message ("= carried as it is, ~ translated, ! named; columns:");
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    g_test_message ("  %u %s: %s", i + 1, forms[i].name, forms[i].text);
  for (guint i = 0; formats[i] != NULL; i++)
    {
      Program program = find_program (formats[i]);

      for (Part part = 0; part < N_PARTS; part++)
        {
          char row[G_N_ELEMENTS (forms) + 1] = { 0 };

          for (guint form = 0; form < G_N_ELEMENTS (forms); form++)
            {
              Cell cell = write_cell (&program, part, form);

              counts[cell]++;
              row[form] = letters[cell];
            }
          /* A server without variables is nothing to speak of. */
          g_assert_true (row[G_N_ELEMENTS (forms) - 1] == '=' ||
                         (part == PART_FOLDER && formats[i]->members.working_directory == NULL));
          g_test_message ("%-16s %-11s %s", formats[i]->id, part_names[part], row);
        }
    }
  g_test_message ("%u carried, %u translated, %u named", counts[0], counts[1], counts[2]);
}

/* Reading */

static char *
make_entry (const StoreClientFormat *format, Part part, const char *text)
{
  const StoreClientMembers *members = &format->members;
  gboolean                  is_split = members->shell_words || members->shell_line;
  g_autofree char          *words = part == PART_COMMAND && is_split ? g_shell_quote (text)
                                                                     : g_strdup (text);
  g_autofree char          *quoted = mcp_json_quote (words, -1);
  const char               *program = "\"/bin/one\"";

  switch (part)
    {
    case PART_COMMAND:
      return members->joined_command ? g_strdup_printf ("{\"command\": [%s]}", quoted)
                                     : g_strdup_printf ("{\"%s\": %s}", members->command, quoted);
    case PART_ARGUMENT:
      return members->joined_command
                 ? g_strdup_printf ("{\"command\": [%s, %s]}", program, quoted)
                 : g_strdup_printf ("{\"%s\": %s, \"%s\": [%s]}", members->command, program,
                                    members->arguments, quoted);
    case PART_FOLDER:
      return members->working_directory == NULL
                 ? NULL
                 : g_strdup_printf ("{\"%s\": %s, \"%s\": %s}", members->command,
                                    members->joined_command ? "[\"/bin/one\"]" : program,
                                    members->working_directory, quoted);
    case PART_ENVIRONMENT:
      return g_strdup_printf ("{\"%s\": %s, \"%s\": {\"V\": %s}}", members->command,
                              members->joined_command ? "[\"/bin/one\"]" : program,
                              members->environment, quoted);
    case PART_URL:
      return members->url == NULL ? NULL
                                  : g_strdup_printf ("{\"%s\": %s}", members->url, quoted);
    case PART_HEADER:
      return members->headers == NULL
                 ? NULL
                 : g_strdup_printf ("{\"%s\": \"https://h.example/mcp\", \"%s\": {\"X\": %s}}",
                                    members->url, members->headers, quoted);
    case N_PARTS:
    default:
      g_assert_not_reached ();
    }
}

static const char *
get_read (StoreProfile *profile, Part part)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);

  switch (part)
    {
    case PART_COMMAND:
      return endpoint->command;
    case PART_ARGUMENT:
      return endpoint->arguments[0];
    case PART_FOLDER:
      return endpoint->working_directory;
    case PART_ENVIRONMENT:
      return store_variables_lookup (endpoint->environment, "V");
    case PART_URL:
      return endpoint->url;
    case PART_HEADER:
      return store_variables_lookup (endpoint->headers, "X");
    case N_PARTS:
    default:
      g_assert_not_reached ();
    }
}

static void
read_cell (const Program *program, Part part, guint form)
{
  g_autofree char *text = fill_in (part, forms[form].text);
  g_autofree char *json = make_entry (program->format, part, text);
  g_autoptr (McpJsonDocument) document =
      json != NULL ? mcp_json_document_parse_text (json, -1, NULL) : NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  g_autoptr (StoreProfile) profile = NULL;
  g_autofree char *theirs = run (program, part, text);
  g_autofree char *meant = NULL;

  if (document == NULL)
    return;
  profile = store_client_reader_read (program->format, "one", mcp_json_document_get_root (document),
                                      notes);
  g_assert_nonnull (profile);
  meant = mean (get_read (profile, part));
  if (!g_str_equal (meant, theirs) && !is_named (notes, read_fields[part]))
    g_error ("%s, %s, %s: “%s” means “%s” there, is read as “%s”, means “%s” here, and nobody "
             "says so",
             program->format->id, part_names[part], forms[form].name, text, theirs,
             get_read (profile, part), meant);
}

static void
test_reading (void)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();

  for (guint i = 0; formats[i] != NULL; i++)
    {
      Program program = find_program (formats[i]);

      for (Part part = 0; part < N_PARTS; part++)
        for (guint form = 0; form < G_N_ELEMENTS (forms); form++)
          read_cell (&program, part, form);
    }
}

/* mcp-remote replaces what its own environment has; no application does that for it. */
static void
test_bridge (void)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  const char *const               arguments[] = { "-y", "mcp-remote", "https://h.example/mcp",
                                                  "--header", "X:${AUTH}", NULL };

  for (guint i = 0; formats[i] != NULL; i++)
    for (guint own = 0; own < 2; own++)
      {
        g_autoptr (StoreProfile) profile = store_profile_new ("one");
        g_autoptr (StoreVariables) variables = store_variables_new ();
        StoreClientEntryOptions options = { .name = "one" };
        StoreVariableForms      taken =
            store_client_format_get_variables (formats[i], STORE_VARIABLES_IN_PROGRAM);

        store_variables_set (variables, own ? "AUTH" : "OTHER", "Bearer t");
        g_object_set (profile, "command", "npx", "arguments", arguments, "environment", variables,
                      NULL);
        g_autoptr (StoreClientEntry) entry =
            store_client_entry_new (formats[i], profile, &options, NULL);
        if (own)
          g_assert_nonnull (strstr (store_client_entry_get_json (entry), "X:${AUTH}"));
        g_assert_true (is_named (store_client_entry_get_notes (entry), "args") ==
                       (own ? (taken & STORE_VARIABLE_BRACES) != 0
                            : taken == 0 || taken == STORE_VARIABLE_INPUT));
      }
}

/* URLs that have no host before their variables have values. */
static void
test_urls (void)
{
  static const struct
  {
    const char *url;
    gboolean    valid;
  } cases[] = {
    { "${BASE}", TRUE },
    { "${BASE:-https://h.example}/mcp", TRUE },
    { "${SCHEME}://h.example/mcp", TRUE },
    { "https://${HOST}/mcp", TRUE },
    { "https://${HOST:-${OTHER}}:${PORT:-80}/mcp?k=${K}", TRUE },
    { "http://127.0.0.1:${PORT}/mcp", TRUE },
    { "https://${input:tenant}.example/mcp", TRUE },
    { "ftp://${HOST}/mcp", FALSE },
    { "https:///${PATH}", FALSE },
    { "http://127.0.0.1:PORT/mcp", FALSE },
    { "$BASE/mcp", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("one");
      g_autoptr (GError) error = NULL;

      g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", cases[i].url, NULL);
      if (store_profile_validate (profile, &error) != cases[i].valid)
        g_error ("%s", cases[i].url);
    }
}

void
add_client_carry_tests (void)
{
  g_test_add_func ("/client-carry/writing", test_writing);
  g_test_add_func ("/client-carry/reading", test_reading);
  g_test_add_func ("/client-carry/bridge", test_bridge);
  g_test_add_func ("/client-carry/urls", test_urls);
}
