/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-key-words.h"

/* What a description says of the format stands at its beginning; some have pages. */
#define DESCRIPTION_CHARACTERS 1500

#define DATA_SCHEME "data:"
#define DATA_ENCODING ";base64"
/* A media type is short; what has no comma after so much is no data URL. */
#define MAX_HEAD 1024

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/* A phrase that is looked for; compiled once. */
typedef struct
{
  const char *pattern;
  GRegex     *regex;
} Phrase;

static gboolean
says (Phrase *phrase, const char *text)
{
  if (text == NULL)
    return FALSE;
  if (g_once_init_enter (&phrase->regex))
    {
      GRegex *regex = g_regex_new (phrase->pattern,
                                   G_REGEX_CASELESS | G_REGEX_DOTALL, 0, NULL);
      g_once_init_leave (&phrase->regex, regex);
    }
  return g_regex_match (phrase->regex, text, 0, NULL);
}

static char *
dup_beginning (const char *description)
{
  if (description == NULL || !g_utf8_validate (description, -1, NULL))
    return g_strdup ("");
  return g_utf8_substring (description, 0,
                           MIN (g_utf8_strlen (description, -1), DESCRIPTION_CHARACTERS));
}

static AppFieldFormat
read_declared (McpJsonValue schema)
{
  static const struct
  {
    const char    *name;
    AppFieldFormat format;
  } formats[] = {
    { "date", APP_FORMAT_DATE },
    { "date-time", APP_FORMAT_DATE_TIME },
    { "datetime", APP_FORMAT_DATE_TIME },
    { "time", APP_FORMAT_TIME },
    { "partial-time", APP_FORMAT_TIME },
    { "duration", APP_FORMAT_DURATION },
    { "color", APP_FORMAT_COLOR },
    { "colour", APP_FORMAT_COLOR },
    { "hex-color", APP_FORMAT_COLOR },
    { "color-hex", APP_FORMAT_COLOR },
    { "uri", APP_FORMAT_URI },
    { "url", APP_FORMAT_URI },
    { "iri", APP_FORMAT_URI },
    { "uri-reference", APP_FORMAT_URI },
    { "iri-reference", APP_FORMAT_URI },
    { "email", APP_FORMAT_EMAIL },
    { "idn-email", APP_FORMAT_EMAIL },
    { "uuid", APP_FORMAT_UUID },
    { "guid", APP_FORMAT_UUID },
    { "path", APP_FORMAT_FILE_PATH },
    { "file-path", APP_FORMAT_FILE_PATH },
    { "filepath", APP_FORMAT_FILE_PATH },
    { "directory", APP_FORMAT_FOLDER_PATH },
    { "directory-path", APP_FORMAT_FOLDER_PATH },
    { "folder", APP_FORMAT_FOLDER_PATH },
    { "byte", APP_FORMAT_BASE64 },
    { "binary", APP_FORMAT_BASE64 },
    { "base64", APP_FORMAT_BASE64 },
    { "base64url", APP_FORMAT_BASE64_URL },
    { "data-url", APP_FORMAT_DATA_URL },
    { "data-uri", APP_FORMAT_DATA_URL },
  };
  g_autofree char *format = mcp_json_value_dup_member_string (schema, "format");
  g_autofree char *encoding = mcp_json_value_dup_member_string (schema, "contentEncoding");

  if (encoding != NULL && g_ascii_strcasecmp (encoding, "base64") == 0)
    return APP_FORMAT_BASE64;
  if (encoding != NULL && g_ascii_strcasecmp (encoding, "base64url") == 0)
    return APP_FORMAT_BASE64_URL;
  for (guint i = 0; format != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (format, formats[i].name) == 0)
      return formats[i].format;
  return APP_FORMAT_NONE;
}

static AppFieldFormat
guess_from_pattern (McpJsonValue schema)
{
  static Phrase    color = { "^\\^#(\\[|\\(|\\\\)[^$]*$|^\\^#.*\\{[368]", NULL };
  static Phrase    date_time = { "\\\\d\\{4\\}-.*\\\\d\\{2\\}T", NULL };
  static Phrase    date = { "^\\^(\\\\d|\\[0-9\\])\\{4\\}-[^T]*\\$$", NULL };
  static Phrase    duration = { "^\\^(-\\?)?P.*D", NULL };
  g_autofree char *pattern = mcp_json_value_dup_member_string (schema, "pattern");

  if (pattern == NULL)
    return APP_FORMAT_NONE;
  if (says (&color, pattern))
    return APP_FORMAT_COLOR;
  if (says (&date_time, pattern))
    return APP_FORMAT_DATE_TIME;
  if (says (&date, pattern))
    return APP_FORMAT_DATE;
  if (says (&duration, pattern))
    return APP_FORMAT_DURATION;
  return APP_FORMAT_NONE;
}

static AppFieldFormat
guess_time (char **words, const char *description)
{
  static Phrase            duration = { "\\bISO.?8601\\b.{0,20}\\bduration|\\bduration\\b.{0,40}"
                                                   "\\bISO.?8601\\b",
                                        NULL };
  static Phrase            standard = { "\\b(ISO.?8601|RFC.?3339)\\b", NULL };
  static Phrase            loose = { "\\bISO[ -](format|string|timestamp|date)", NULL };
  static Phrase            full = { "\\bYYYY-MM-DD.?T|\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d", NULL };
  static Phrase            date = { "\\bYYYY-MM-DD|\\b\\d{4}-\\d\\d-\\d\\d\\b", NULL };
  static Phrase            clock = { "\\bHH:MM\\b", NULL };
  static const char *const about_time[] = { "time", "date", "datetime", "timestamp", "since",
                                            "until", "from", "to", "start", "end", "begin",
                                            "after", "before", "at", "on", "deadline", "due",
                                            "birthday", "expires", "expiry", "day", NULL };
  gboolean                 temporal = mcp_json_key_words_have (words, about_time);

  if (says (&duration, description))
    return APP_FORMAT_DURATION;
  if (says (&standard, description) || (temporal && says (&loose, description)))
    return says (&date, description) && !says (&full, description) ? APP_FORMAT_DATE
                                                                   : APP_FORMAT_DATE_TIME;
  if (!temporal)
    return APP_FORMAT_NONE;
  if (says (&full, description))
    return APP_FORMAT_DATE_TIME;
  if (says (&date, description))
    return APP_FORMAT_DATE;
  return says (&clock, description) ? APP_FORMAT_TIME : APP_FORMAT_NONE;
}

static gboolean
is_color (char **words, McpJsonValue schema, const char *description)
{
  static const char *const colors[] = { "color", "colour", "colors", "colours", NULL };
  static Phrase            hex = { "#[0-9a-f]{3,8}\\b|#?RRGGBB|\\bhex", NULL };
  g_autofree char         *initial = mcp_json_value_dup_member_string (schema, "default");

  return mcp_json_key_words_end_with (words, colors) &&
         (says (&hex, description) || (initial != NULL && initial[0] == '#'));
}

static AppFieldFormat
guess_path (char **words, const char *description)
{
  static const char *const paths[] = { "path", "paths", "filepath", "filename", "pathname", NULL };
  static const char *const files[] = { "file", "files", NULL };
  static const char *const folders[] = { "dir", "directory", "folder", "cwd", "workdir",
                                         "directories", "folders", NULL };
  static Phrase            elsewhere = { "\\b(urls?|uris?|endpoint|pointer|blob|bucket|container|"
                                                    "repository|repo|notation|percent|request|segment|field|"
                                                    "json ?path|share|resource path)\\b",
                                         NULL };
  static Phrase            path = { "\\b(path|file|folder|directory|workspace)s?\\b", NULL };
  static Phrase            explicit_path = { "\\bpath\\b", NULL };
  static Phrase            folder = { "\\b(folder|directory)\\b", NULL };
  static Phrase            file = { "\\bfiles?\\b", NULL };
  static Phrase            save = { "\\b(sav(e|ed|ing)|writes?|written|output|download|"
                                               "export)\\b",
                                    NULL };
  static const char *const outputs[] = { "output", "save", "out", "destination", "target", NULL };

  if (says (&elsewhere, description))
    return APP_FORMAT_NONE;
  if (mcp_json_key_words_end_with (words, folders))
    return says (&path, description) || description[0] == '\0' ? APP_FORMAT_FOLDER_PATH
                                                               : APP_FORMAT_NONE;
  if (mcp_json_key_words_end_with (words, files) && !says (&explicit_path, description))
    return APP_FORMAT_NONE;
  if (!mcp_json_key_words_end_with (words, paths) && !mcp_json_key_words_end_with (words, files))
    return APP_FORMAT_NONE;
  if (mcp_json_key_words_have (words, folders))
    return APP_FORMAT_FOLDER_PATH;
  if (!mcp_json_key_words_have (words, files) && !says (&path, description))
    return APP_FORMAT_NONE;
  if (says (&folder, description) && !says (&file, description))
    return APP_FORMAT_FOLDER_PATH;
  return mcp_json_key_words_have (words, outputs) || says (&save, description)
             ? APP_FORMAT_SAVE_PATH
             : APP_FORMAT_FILE_PATH;
}

/* Bytes that may also be given in another way are a text. */
static gboolean
is_base64 (const char *description)
{
  static Phrase encoded = { "\\bbase.?64", NULL };
  static Phrase other = { "\\b(path|url)\\b(?! prefix)|\\bfloat\\b|"
                          "\\bor\\b.{0,40}\\btext\\b",
                          NULL };

  return says (&encoded, description) && !says (&other, description);
}

static AppFieldFormat
read_format (McpJsonValue schema, const char *key, const char *description)
{
  static const char *const urls[] = { "url", "uri", "urls", "uris", "href", NULL };
  static const char *const emails[] = { "email", "emails", "mail", NULL };
  static Phrase            data_url = { "\\bdata.?(URL|URI)\\b(?! prefix)|\\bdata:[a-z]+/", NULL };
  static Phrase            uuid = { "\\b(UUID|GUID)\\b", NULL };
  static const char *const ids[] = { "uuid", "guid", NULL };
  AppFieldFormat           format = read_declared (schema);
  g_autofree char         *text = dup_beginning (description);
  g_auto (GStrv) words = mcp_json_key_words_split (key);

  if (format == APP_FORMAT_NONE)
    format = guess_from_pattern (schema);
  if (format == APP_FORMAT_NONE && is_color (words, schema, text))
    format = APP_FORMAT_COLOR;
  if (format == APP_FORMAT_NONE && is_base64 (text))
    format = says (&data_url, text) ? APP_FORMAT_DATA_URL : APP_FORMAT_BASE64;
  if (format == APP_FORMAT_NONE)
    format = guess_time (words, text);
  if (format == APP_FORMAT_NONE)
    format = guess_path (words, text);
  if (format == APP_FORMAT_NONE && mcp_json_key_words_end_with (words, urls))
    format = APP_FORMAT_URI;
  if (format == APP_FORMAT_NONE && mcp_json_key_words_end_with (words, emails))
    format = APP_FORMAT_EMAIL;
  if (format == APP_FORMAT_NONE && mcp_json_key_words_end_with (words, ids) && says (&uuid, text))
    format = APP_FORMAT_UUID;
  return format;
}

/* What a text is called where it is source, and how GtkSourceView calls that. */
static const struct
{
  const char *name;
  const char *language;
} languages[] = {
  { "json", "json" },
  { "sql", "sql" },
  { "yaml", "yaml" },
  { "yml", "yaml" },
  { "html", "html" },
  { "xml", "xml" },
  { "css", "css" },
  { "javascript", "js" },
  { "typescript", "typescript" },
  { "python", "python3" },
  { "markdown", "markdown" },
  { "toml", "toml" },
  { "latex", "latex" },
  { "sparql", "sparql" },
  { "bash", "sh" },
  { "shell", "sh" },
  { "powershell", "powershell" },
  { "dockerfile", "docker" },
  { "terraform", "terraform" },
  { "protobuf", "proto" },
  { "lua", "lua" },
  { "rust", "rust" },
  { "java", "java" },
};

static const char *
find_language (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    if (g_ascii_strcasecmp (name, languages[i].name) == 0)
      return languages[i].language;
  return NULL;
}

/* "text/x-python; charset=utf-8" and "application/vnd.api+json" end with the name. */
static const char *
find_media_language (const char *media_type)
{
  g_autofree char *essence = g_strndup (media_type, strcspn (media_type, "; "));
  char            *name = strrchr (essence, '+');

  if (name == NULL)
    name = strrchr (essence, '/');
  if (name == NULL)
    return NULL;
  name++;
  return find_language (g_str_has_prefix (name, "x-") ? name + 2 : name);
}

/* "A SQL query", "JavaScript code", "as JSON": the language, and that it is meant as one. */
static const char *
guess_language (const char *description)
{
  static GRegex *regex;
  GMatchInfo    *match = NULL;
  const char    *language = NULL;

  if (g_once_init_enter (&regex))
    {
      GRegex *made = g_regex_new (
          "\\b(?:as|in|valid|raw) (?:a )?(JSON|YAML|HTML|XML|Markdown|TOML|SQL)\\b(?! ?path)|"
          "\\b(JSON|YAML|SQL|HTML|XML|CSS|JavaScript|TypeScript|Python|Markdown|TOML|LaTeX|SPARQL|"
          "Bash|Shell|PowerShell|Terraform|Lua)(?: or \\w+)?[ -](?:\\w+ )?(?:query|queries|"
          "statement|source|code|script|function|expression|string|object|document|text|content|"
          "body|markup|representation|declarations|snippet|to \\w+)\\b",
          G_REGEX_CASELESS, 0, NULL);
      g_once_init_leave (&regex, made);
    }
  if (g_regex_match (regex, description, 0, &match))
    {
      g_autofree char *first = g_match_info_fetch (match, 1);
      g_autofree char *second = g_match_info_fetch (match, 2);
      language = find_language (first != NULL && first[0] != '\0' ? first : second);
    }
  g_match_info_free (match);
  return language;
}

static const char *
read_language (McpJsonValue schema, const char *key, const char *description)
{
  /* Such a name says that the text is about a source, not one. */
  static const char *const about[] = { "name", "id", "path", "file", "url", "uri", "uid", "type",
                                       "format", "selector", "language", "version", "filename",
                                       "mode", "option", "encoding", "accept", "namespace", NULL };
  static Phrase            aside = { "\\b(path|name|id|uid|selector) (of|to|for)\\b|"
                                                "\\bselector\\b|\\bfile name\\b",
                                     NULL };
  g_autofree char         *media = mcp_json_value_dup_member_string (schema, "contentMediaType");
  g_autofree char         *format = mcp_json_value_dup_member_string (schema, "format");
  g_autofree char         *text = dup_beginning (description);
  const char              *language = NULL;
  g_auto (GStrv) words = mcp_json_key_words_split (key);
  guint n_words = g_strv_length (words);

  if (mcp_json_value_exists (mcp_json_value_get_member (schema, "contentEncoding")))
    return NULL;
  if (media != NULL)
    language = find_media_language (media);
  if (language == NULL && format != NULL)
    language = find_language (format);
  if (language != NULL || format != NULL)
    return language;
  if (n_words > 0)
    language = find_language (words[n_words - 1]);
  if (language == NULL && !mcp_json_key_words_end_with (words, about) && !says (&aside, text))
    language = guess_language (text);
  return language;
}

gboolean
app_field_format_is_bytes (AppFieldFormat format)
{
  return format == APP_FORMAT_BASE64 || format == APP_FORMAT_BASE64_URL ||
         format == APP_FORMAT_DATA_URL;
}

/* Items have no name, and forms of a value often no description: their field's are meant. */
static const char *
find_description (AppField *field)
{
  const char *description = app_field_get_info (field)->description;

  while (description == NULL &&
         (app_field_get_place (field)->item || app_field_get_place (field)->branch) &&
         app_field_get_place (field)->parent != NULL)
    {
      field = app_field_get_place (field)->parent;
      description = app_field_get_info (field)->description;
    }
  return description;
}

static const char *
find_key (AppField *field)
{
  while (app_field_get_place (field)->item && app_field_get_place (field)->parent != NULL)
    field = app_field_get_place (field)->parent;
  return app_field_get_place (field)->key;
}

static gboolean
is_text (AppField *field)
{
  AppFieldKind kind = app_field_get_info (field)->kind;

  return (kind == APP_FIELD_STRING || kind == APP_FIELD_TEXT) &&
         !app_field_get_info (field)->secret;
}

AppFieldFormat
app_field_format_get (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), APP_FORMAT_NONE);

  if (!is_text (field))
    return APP_FORMAT_NONE;
  return read_format (app_field_get_info (field)->schema, find_key (field),
                      find_description (field));
}

const char *
app_field_format_get_language (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  if (!is_text (field))
    return NULL;
  return read_language (app_field_get_info (field)->schema, find_key (field),
                        find_description (field));
}

char *
app_field_format_dup_media_type (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);
  return mcp_json_value_dup_member_string (app_field_get_info (field)->schema, "contentMediaType");
}

/* A file's bytes as a text */

static char *
encode (GBytes *bytes, AppFieldFormat format, const char *media_type)
{
  gsize            size;
  const guchar    *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = size > 0 ? g_base64_encode (data, size) : g_strdup ("");

  if (format == APP_FORMAT_DATA_URL)
    return g_strconcat (DATA_SCHEME, media_type != NULL ? media_type : "application/octet-stream",
                        DATA_ENCODING ",", text, NULL);
  if (format == APP_FORMAT_BASE64_URL)
    {
      g_strdelimit (text, "+", '-');
      g_strdelimit (text, "/", '_');
      text[strcspn (text, "=")] = '\0';
    }
  return g_steal_pointer (&text);
}

/* Digits of base64 in @text, as many bytes as they make. */
static gboolean
measure_digits (const char *text, gboolean url, gsize *n_bytes)
{
  g_autofree char *digits = g_strconcat (alphabet, url ? "-_" : "+/", NULL);
  gsize            length = strspn (text, digits);
  gsize            padding = strspn (text + length, "=");

  if (text[length + padding] != '\0' || padding > 2 || length % 4 == 1 ||
      (!url && (length + padding) % 4 != 0) || (padding > 0 && (length + padding) % 4 != 0))
    return FALSE;
  *n_bytes = length / 4 * 3 + (length % 4 > 0 ? length % 4 - 1 : 0);
  return TRUE;
}

gboolean
app_field_format_measure (const char    *text,
                          AppFieldFormat format,
                          gsize         *n_bytes,
                          char         **media_type)
{
  g_return_val_if_fail (text != NULL, FALSE);

  *n_bytes = 0;
  *media_type = NULL;
  if (format != APP_FORMAT_DATA_URL)
    return measure_digits (text, format == APP_FORMAT_BASE64_URL, n_bytes);

  if (g_ascii_strncasecmp (text, DATA_SCHEME, strlen (DATA_SCHEME)) != 0)
    return FALSE;
  text += strlen (DATA_SCHEME);
  const char *comma = memchr (text, ',', strnlen (text, MAX_HEAD));
  if (comma == NULL)
    return FALSE;
  g_autofree char *head = g_strndup (text, (gsize)(comma - text));
  gboolean         encoded = g_str_has_suffix (head, DATA_ENCODING);
  if (encoded)
    head[strlen (head) - strlen (DATA_ENCODING)] = '\0';
  if (encoded && !measure_digits (comma + 1, FALSE, n_bytes))
    return FALSE;
  if (!encoded)
    {
      g_autoptr (GBytes) bytes = g_uri_unescape_bytes (comma + 1, -1, NULL, NULL);
      if (bytes == NULL)
        return FALSE;
      *n_bytes = g_bytes_get_size (bytes);
    }
  if (head[0] != '\0')
    *media_type = g_steal_pointer (&head);
  return TRUE;
}

static GBytes *
read_bytes (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guchar *buffer = g_malloc (APP_FIELD_FORMAT_MAX_FILE + 1);
  gsize              n_read = 0;

  /* A pipe or a device may never end; it is not opened. */
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) != G_FILE_TYPE_REGULAR &&
      g_file_query_exists (file, cancellable))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("Not a regular file"));
      return NULL;
    }
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  if (stream == NULL ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), buffer, APP_FIELD_FORMAT_MAX_FILE + 1,
                                &n_read, cancellable, error))
    return NULL;
  if (n_read > APP_FIELD_FORMAT_MAX_FILE)
    {
      g_autofree char *limit = g_format_size_full (APP_FIELD_FORMAT_MAX_FILE,
                                                   G_FORMAT_SIZE_IEC_UNITS);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                   _ ("File too large: the limit is %s"), limit);
      return NULL;
    }
  g_byte_array_append (bytes, buffer, (guint)n_read);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static char *
guess_media_type (GFile *file, GBytes *bytes)
{
  gsize            size;
  const guchar    *data = g_bytes_get_data (bytes, &size);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *type = g_content_type_guess (name, data, MIN (size, 4096), NULL);

  return g_content_type_get_mime_type (type);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  g_autoptr (GBytes) bytes = read_bytes (source, cancellable, &error);
  if (bytes == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_autofree char *media_type = guess_media_type (source, bytes);
  g_task_return_pointer (task,
                         encode (bytes, GPOINTER_TO_INT (data), media_type),
                         g_free);
}

void
app_field_format_read_file_async (GFile              *file,
                                  AppFieldFormat      format,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            data)
{
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, data);

  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (app_field_format_is_bytes (format));

  g_task_set_source_tag (task, app_field_format_read_file_async);
  g_task_set_task_data (task, GINT_TO_POINTER (format), NULL);
  g_task_run_in_thread (task, read_in_worker);
}

char *
app_field_format_read_file_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
