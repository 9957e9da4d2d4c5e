/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a text asks for, as said by its schema or guessed from its name and description. */

#include "app-tests.h"
#include "app-field-format.h"
#include "app-form.h"
#include "mcp-json-writer.h"

typedef struct
{
  const char    *key;
  const char    *schema;
  const char    *description;
  AppFieldFormat format;
} Case;

static McpJsonDocument *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, &error);

  g_assert_no_error (error);
  return document;
}

/* A form with one text, of which the schema says this. */
static AppForm *
create_form (const char *key, const char *schema, const char *description)
{
  g_autofree char *quoted = mcp_json_quote (description != NULL ? description : "", -1);
  g_autofree char *words =
      description != NULL ? g_strconcat (",\"description\":", quoted, NULL) : g_strdup ("");
  g_autofree char *member =
      schema[0] == '{' ? g_strdup_printf ("{\"type\":\"string\"%s%s%s", words,
                                          schema[1] != '}' ? "," : "", schema + 1)
                       : g_strdup (schema);
  g_autofree char *text = g_strdup_printf ("{\"properties\":{\"%s\":%s}}", key, member);
  g_autoptr (McpJsonDocument) document = parse (text);

  return app_form_new (mcp_json_document_get_root (document), APP_FORM_DEFAULT, NULL);
}

static AppField *
find_only_field (AppForm *form)
{
  g_autoptr (AppField) field =
      g_list_model_get_item (app_field_get_children (app_form_get_root (form)), 0);

  return field;
}

static void
check (const Case *cases, guint n_cases)
{
  for (guint i = 0; i < n_cases; i++)
    {
      g_autoptr (AppForm) form =
          create_form (cases[i].key, cases[i].schema, cases[i].description);
      AppFieldFormat format = app_field_format_get (find_only_field (form));

      g_test_message ("%s %s %s", cases[i].key, cases[i].schema, cases[i].description);
      g_assert_cmpint (format, ==, cases[i].format);
    }
}

static void
test_declared (void)
{
  static const Case cases[] = {
    { "x", "{\"type\":\"string\",\"format\":\"date\"}", NULL, APP_FORMAT_DATE },
    { "x", "{\"format\":\"Date-Time\"}", NULL, APP_FORMAT_DATE_TIME },
    { "x", "{\"format\":\"time\"}", NULL, APP_FORMAT_TIME },
    { "x", "{\"format\":\"duration\"}", NULL, APP_FORMAT_DURATION },
    { "x", "{\"format\":\"color\"}", NULL, APP_FORMAT_COLOR },
    { "x", "{\"format\":\"uri-reference\"}", NULL, APP_FORMAT_URI },
    { "x", "{\"format\":\"email\"}", NULL, APP_FORMAT_EMAIL },
    { "x", "{\"format\":\"uuid\"}", NULL, APP_FORMAT_UUID },
    { "x", "{\"format\":\"byte\"}", NULL, APP_FORMAT_BASE64 },
    { "x", "{\"format\":\"data-url\"}", NULL, APP_FORMAT_DATA_URL },
    { "x", "{\"format\":\"directory\"}", NULL, APP_FORMAT_FOLDER_PATH },
    { "x", "{\"contentEncoding\":\"base64\",\"contentMediaType\":\"image/png\"}", NULL,
      APP_FORMAT_BASE64 },
    { "x", "{\"contentEncoding\":\"base64url\"}", NULL, APP_FORMAT_BASE64_URL },
    { "x", "{\"format\":\"int32\"}", NULL, APP_FORMAT_NONE },
    { "x", "{\"format\":7,\"contentEncoding\":[],\"pattern\":null}", NULL, APP_FORMAT_NONE },
    { "x", "true", NULL, APP_FORMAT_NONE },
    { "x", "{\"pattern\":\"^#[0-9A-Fa-f]{6}$\"}", NULL, APP_FORMAT_COLOR },
    { "x", "{\"pattern\":\"^#([a-f0-9]{3}|[a-f0-9]{6})$\"}", NULL, APP_FORMAT_COLOR },
    { "x", "{\"pattern\":\"^#general$\"}", NULL, APP_FORMAT_NONE },
    { "x", "{\"pattern\":\"^\\\\d{4}-\\\\d{2}-\\\\d{2}$\"}", NULL, APP_FORMAT_DATE },
    { "x", "{\"pattern\":\"^[0-9]{4}-[0-9]{2}-[0-9]{2}$\"}", NULL, APP_FORMAT_DATE },
    { "x", "{\"pattern\":\"^-?P([0-9]+D)?(T([0-9]+H)?)?$\"}", NULL, APP_FORMAT_DURATION },
    { "x", "{\"pattern\":\"^[A-Z]{3}$\"}", NULL, APP_FORMAT_NONE },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* The descriptions are of the kind that servers have. */
static void
test_guessed (void)
{
  static const Case cases[] = {
    { "start-time", "{}", "Start in ISO 8601 format (e.g., 2024-01-01T00:00:00Z).",
      APP_FORMAT_DATE_TIME },
    { "modified-after", "{}", "Modified after this date (ISO 8601 format, e.g., '2024-01-15').",
      APP_FORMAT_DATE },
    { "since", "{}", "Start time for analytics (ISO string)", APP_FORMAT_DATE_TIME },
    { "end_date", "{}", "Required to be written in the format YYYY-MM-DD", APP_FORMAT_DATE },
    { "to", "{}", "The upper bound, using the YYYY-MM-DDTHH:mm:ssZ format", APP_FORMAT_DATE_TIME },
    { "maintenance-time", "{}", "Time in UTC. Format: HH:MM (24-hour).", APP_FORMAT_TIME },
    { "timeout", "{}", "ISO 8601 duration to wait", APP_FORMAT_DURATION },
    { "country", "{}", "ISO country codes (e.g. 'us')", APP_FORMAT_NONE },
    { "currency", "{}", "In ISO format", APP_FORMAT_NONE },
    { "date", "{}", "When, in any words", APP_FORMAT_NONE },
    { "version", "{}", "The API's version, such as 2024-01-15", APP_FORMAT_NONE },
    { "backgroundColor", "{}", "Background of the chart, such as '#fff'.", APP_FORMAT_COLOR },
    { "colour", "{\"default\":\"#112233\"}", NULL, APP_FORMAT_COLOR },
    { "color", "{}", "Fill color, rgb or rgba format.", APP_FORMAT_NONE },
    { "color_id", "{}", "Which hex colour", APP_FORMAT_NONE },
    { "content", "{}", "Base64-encoded file content.", APP_FORMAT_BASE64 },
    { "bytes", "{}", "Base64-encoded PNG; do not include a data-URL prefix.", APP_FORMAT_BASE64 },
    { "image", "{}", "The image as a base64 data URI", APP_FORMAT_DATA_URL },
    { "format", "{}", "The encoding (float or base64).", APP_FORMAT_NONE },
    { "certificate", "{}", "path to a PFX file, a base64 encoded PFX, or raw PEM text",
      APP_FORMAT_NONE },
    { "filePath", "{}", "Path to the script file", APP_FORMAT_FILE_PATH },
    { "filePath", "{}", "The path of a file to save the output to", APP_FORMAT_SAVE_PATH },
    { "output_path", "{}", "Path of the picture file", APP_FORMAT_SAVE_PATH },
    { "workspaceFolder", "{}", "The full path of the workspace folder.", APP_FORMAT_FOLDER_PATH },
    { "path", "{}", "The directory to list", APP_FORMAT_FOLDER_PATH },
    { "cwd", "{}", NULL, APP_FORMAT_FOLDER_PATH },
    { "path", "{}", "Field, in dot notation, where to search.", APP_FORMAT_NONE },
    { "path", "{}", "Path of the file in the repository", APP_FORMAT_NONE },
    { "path", "{}", NULL, APP_FORMAT_NONE },
    { "path_id", "{}", "Of a file", APP_FORMAT_NONE },
    { "file", "{}", "Name of the file share", APP_FORMAT_NONE },
    { "website_url", "{}", NULL, APP_FORMAT_URI },
    { "email", "{}", NULL, APP_FORMAT_EMAIL },
    { "urlencoded", "{}", NULL, APP_FORMAT_NONE },
    { "name", "{}", "What it is called", APP_FORMAT_NONE },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_language (void)
{
  static const struct
  {
    const char *key;
    const char *schema;
    const char *description;
    const char *language;
  } cases[] = {
    { "query", "{}", "SQL query to execute against the container", "sql" },
    { "query", "{}", "What to look for", NULL },
    { "function", "{}", "JavaScript source to execute in the page", "js" },
    { "script", "{}", "JavaScript code to execute", "js" },
    { "sql", "{}", NULL, "sql" },
    { "findings-json", "{}", NULL, "json" },
    { "tags", "{}", "Tags in JSON format (e.g., {})", "json" },
    { "headers", "{}", "Extra headers as a JSON string object", "json" },
    { "resource", "{}", "Complete YAML or JSON representation of the resource", "yaml" },
    { "content", "{}", "The page's HTML content.", "html" },
    { "new_str", "{}", "Replacement Markdown text.", "markdown" },
    { "body", "{\"contentMediaType\":\"application/vnd.api+json; charset=utf-8\"}", NULL, "json" },
    { "body", "{\"contentMediaType\":\"text/x-python\"}", NULL, "python3" },
    { "body", "{\"contentMediaType\":\"text/html\",\"contentEncoding\":\"base64\"}", NULL, NULL },
    { "body", "{\"format\":\"json\"}", NULL, "json" },
    { "body", "{\"format\":\"uuid\"}", "A JSON document", NULL },
    { "selector", "{}", "CSS selector for the element to click", NULL },
    { "sourcePath", "{}", "Path to a JavaScript source file", NULL },
    { "server", "{}", "The Azure SQL Server name.", NULL },
    { "service", "{}", "Azure service name (e.g., Virtual Machines, SQL Database)", NULL },
    { "path", "{}", "Accepts JSON or YAML files", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppForm) form =
          create_form (cases[i].key, cases[i].schema, cases[i].description);

      g_test_message ("%s %s", cases[i].key, cases[i].description);
      g_assert_cmpstr (app_field_format_get_language (find_only_field (form)), ==,
                       cases[i].language);
    }
}

/* Items and the forms of a value are asked for what their field is asked for. */
static void
test_fields (void)
{
  g_autoptr (McpJsonDocument) document = parse (
      "{\"properties\":{\"n\":{\"type\":\"integer\",\"format\":\"date\"},"
      "\"pin_code_password\":{\"type\":\"string\",\"format\":\"byte\"},"
      "\"paths\":{\"type\":\"array\",\"description\":\"Paths of files to read\",\"items\":{"
      "\"type\":\"string\"}},"
      "\"end_date\":{\"description\":\"As YYYY-MM-DD\",\"anyOf\":[{\"type\":\"string\"},"
      "{\"type\":\"integer\"}]}}}");
  g_autoptr (AppForm) form = app_form_new (mcp_json_document_get_root (document),
                                           APP_FORM_DEFAULT, NULL);

  g_assert_cmpint (app_field_format_get (app_form_find_field (form, "/n")), ==, APP_FORMAT_NONE);
  g_assert_cmpint (app_field_format_get (app_form_find_field (form, "/pin_code_password")), ==,
                   APP_FORMAT_NONE);
  app_form_set_json (form, "{\"paths\":[\"a\"]}");
  g_assert_cmpint (app_field_format_get (app_form_find_field (form, "/paths/0")), ==,
                   APP_FORMAT_FILE_PATH);
  g_assert_cmpint (
      app_field_format_get (app_field_get_branch (app_form_find_field (form, "/end_date"))), ==,
      APP_FORMAT_DATE);
}

void
add_field_format_tests (void)
{
  g_test_add_func ("/app/field-format/declared", test_declared);
  g_test_add_func ("/app/field-format/guessed", test_guessed);
  g_test_add_func ("/app/field-format/language", test_language);
  g_test_add_func ("/app/field-format/fields", test_fields);
}
