/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a publisher's description or link may say that has no meaning, or an empty one: each format,
 * each place, each mistake, and what becomes of it. */

#include "store-tests.h"
#include "store-client-import.h"
#include "store-server-template.h"

#include <string.h>

typedef enum {
  MANIFEST_2,
  MANIFEST_3,
  MANIFEST_4,
  PACKAGE,
  REMOTE,
  CURSOR,
  VSCODE,
  LMSTUDIO,
  GOOSE,
  N_FORMATS,
} Format;

typedef enum {
  COMMAND,
  ARGUMENT,
  ENVIRONMENT,
  URL,
  HEADER,
  N_PLACES,
} Place;

typedef enum {
  UNKNOWN, /* a variable that nobody describes */
  LIST,    /* a list inside of a text */
  EMPTY,   /* a default without any letter */
  ESCAPE,  /* a path that leads out of the bundle */
  N_MISTAKES,
} Mistake;

static const char *const formats[] = { "manifest 0.2", "manifest 0.3", "manifest 0.4",
                                       "server.json package", "server.json remote", "cursor link",
                                       "vscode link", "lmstudio link", "goose link" };
static const char *const places[] = { "command", "args", "env", "url", "header" };
static const char *const mistakes[] = { "unknown", "list", "empty", "escape" };

/* The row of a format: the cell of each place and mistake: "told", "value", "refused" or "-" for
 * what it cannot say. The places are command, args, env, url, header. */
static const char *const expected[N_FORMATS][N_MISTAKES] = {
  [MANIFEST_2] = { "told told told - -", "told told told - -", "- value value - -", "told told told - -" },
  [MANIFEST_3] = { "told told told - -", "told told told - -", "- value value - -", "told told told - -" },
  [MANIFEST_4] = { "told told told - -", "told told told - -", "- value value - -", "told told told - -" },
  [PACKAGE] = { "refused told told - -", "- - - - -", "- value value - -", "- - - - -" },
  [REMOTE] = { "- - - told told", "- - - - -", "- - - - value", "- - - - -" },
  [CURSOR] = { "told told told told told", "- - - - -", "- - value - -", "- - - - -" },
  [VSCODE] = { "told told told told told", "- - - - -", "- - value - -", "- - - - -" },
  [LMSTUDIO] = { "told told told told told", "- - - - -", "- - value - -", "- - - - -" },
  [GOOSE] = { "told told - told -", "- - - - -", "- - - - -", "- - - - -" },
};

/* The words at the place. */
static const char *
get_words (Format format, Mistake mistake)
{
  static const char *const bundle[] = { "${user_config.nosuch}/x", "--all=${user_config.list}",
                                        "${user_config.empty}", "${__dirname}/a/../../x" };

  if (format <= MANIFEST_4)
    return bundle[mistake];
  if (mistake == EMPTY)
    return "";
  return format <= REMOTE ? "https://x.example/{nosuch}" : "https://x.example/${user_config.nosuch}";
}

static char *
make_manifest (Format format, Place place, const char *words)
{
  return g_strdup_printf (
      "{\"manifest_version\":\"0.%d\",\"name\":\"b\",\"version\":\"1\",\"description\":\"d\","
      "\"author\":{\"name\":\"A\"},\"server\":{\"type\":\"node\",\"entry_point\":\"i.js\","
      "\"mcp_config\":{\"command\":\"%s\",\"args\":[\"%s\"],\"env\":{\"E\":\"%s\"}}},"
      "\"user_config\":{\"list\":{\"type\":\"directory\",\"title\":\"L\",\"description\":\"d\","
      "\"multiple\":true,\"default\":[\"/a\",\"/b\"]},"
      "\"empty\":{\"type\":\"string\",\"title\":\"E\",\"description\":\"d\",\"default\":\"\"}}}",
      (int)format + 2, place == COMMAND ? words : "node", place == ARGUMENT ? words : "a",
      place == ENVIRONMENT ? words : "e");
}

static char *
make_server (Format format, Place place, Mistake mistake, const char *words)
{
  const char      *member = mistake == EMPTY ? "default" : "value";
  g_autofree char *own = g_strdup_printf ("\"%s\":\"%s\"", member, words);

  if (format == PACKAGE)
    return g_strdup_printf (
        "{\"name\":\"io.x/y\",\"description\":\"d\",\"version\":\"1\",\"packages\":[{"
        "\"registryType\":\"npm\",\"identifier\":\"p\",\"version\":\"1\",\"runtimeHint\":\"%s\","
        "\"transport\":{\"type\":\"stdio\"},"
        "\"packageArguments\":[{\"type\":\"positional\",\"valueHint\":\"v\",%s}],"
        "\"environmentVariables\":[{\"name\":\"E\",%s}]}]}",
        place == COMMAND ? words : "npx", place == ARGUMENT ? own : "\"value\":\"a\"",
        place == ENVIRONMENT ? own : "\"value\":\"e\"");
  return g_strdup_printf (
      "{\"name\":\"io.x/y\",\"description\":\"d\",\"version\":\"1\",\"remotes\":[{"
      "\"type\":\"streamable-http\",\"url\":\"%s\",\"headers\":[{\"name\":\"X-H\",%s}]}]}",
      place == URL ? words : "https://x.example/mcp", place == HEADER ? own : "\"value\":\"h\"");
}

static char *
make_link (Format format, Place place, const char *words)
{
  g_autofree char *quoted = g_uri_escape_string (words, NULL, FALSE);
  g_autofree char *json = NULL;
  g_autofree char *packed = NULL;

  if (format == GOOSE)
    return place == URL ? g_strdup_printf ("goose://extension?name=x&url=%s", quoted)
                        : g_strdup_printf ("goose://extension?name=x&cmd=%s&arg=%s",
                                           place == COMMAND ? quoted : "node",
                                           place == ARGUMENT ? quoted : "a");
  if (place == URL || place == HEADER)
    json = g_strdup_printf ("{\"name\":\"x\",\"url\":\"%s\",\"headers\":{\"X-H\":\"%s\"}}",
                            place == URL ? words : "https://x.example/mcp",
                            place == HEADER ? words : "h");
  else
    json = g_strdup_printf (
        "{\"name\":\"x\",\"command\":\"%s\",\"args\":[\"%s\"],\"env\":{\"E\":\"%s\"}}",
        place == COMMAND ? words : "node", place == ARGUMENT ? words : "a",
        place == ENVIRONMENT ? words : "e");
  if (format == VSCODE)
    {
      packed = g_uri_escape_string (json, NULL, FALSE);
      return g_strconcat ("vscode:mcp/install?", packed, NULL);
    }
  packed = g_base64_encode ((const guchar *)json, strlen (json));
  return g_strconcat (format == CURSOR ? "cursor://anysphere.cursor-deeplink/mcp/install"
                                       : "lmstudio://add_mcp",
                      "?name=x&config=", packed, NULL);
}

/* Whether an empty text is at the place. */
static gboolean
has_empty (StoreProfile *profile, Place place)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  guint                n = g_strv_length ((char **)endpoint->arguments);
  const char          *value = NULL;

  if (place == ARGUMENT)
    value = n > 0 ? endpoint->arguments[n - 1] : NULL;
  else if (place == ENVIRONMENT)
    value = store_variables_lookup (endpoint->environment, "E");
  else if (place == HEADER)
    value = store_variables_lookup (endpoint->headers, "X-H");
  return g_strcmp0 (value, "") == 0;
}

static const char *
try_description (const char *text, Place place, Mistake mistake)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreServerTemplate) template = store_server_template_new (bytes, &error);
  const StoreTemplateOption *option;
  const char                *remark;
  g_autoptr (StoreProfile) profile = NULL;

  g_assert_no_error (error);
  option = store_server_template_get_option (template, 0);
  if (store_template_option_get_problem (option) != NULL)
    return "refused";
  profile = store_server_template_resolve (template, 0, NULL, "/bundle", NULL, &error);
  if (profile == NULL)
    return "refused";
  remark = store_template_option_get_remark (option);
  if (mistake == EMPTY)
    return remark == NULL && has_empty (profile, place) ? "value" : "lost";
  return remark != NULL && strstr (remark, mistake == UNKNOWN ? "nosuch"
                                           : mistake == LIST  ? "user_config.list"
                                                              : "leads out") != NULL
             ? "told"
             : "silent";
}

static const char *
try_link (const char *text, Place place, Mistake mistake)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientImport) import = store_client_import_new_from_text (text, -1, &error);
  GPtrArray *notes;

  if (import == NULL)
    return "refused";
  notes = store_client_import_get_notes (import);
  if (mistake == EMPTY)
    return has_empty (store_client_import_get_profiles (import)->pdata[0], place) ? "value" : "lost";
  for (guint i = 0; i < notes->len; i++)
    if (((StoreNote *)notes->pdata[i])->kind == STORE_NOTE_ATTENTION &&
        strstr (((StoreNote *)notes->pdata[i])->text, "nosuch") != NULL)
      return "told";
  return "silent";
}

static void
test_table (void)
{
  guint n = 0;

  for (Format format = 0; format < N_FORMATS; format++)
    for (Mistake mistake = 0; mistake < N_MISTAKES; mistake++)
      {
        g_auto (GStrv) cells = g_strsplit (expected[format][mistake], " ", -1);

        for (Place place = 0; place < N_PLACES; place++)
          {
            const char      *words = get_words (format, mistake);
            g_autofree char *text = NULL;
            const char      *got;

            if (g_str_equal (cells[place], "-"))
              continue;
            if (format <= MANIFEST_4)
              text = make_manifest (format, place, words);
            else if (format <= REMOTE)
              text = make_server (format, place, mistake, words);
            else
              text = make_link (format, place, words);
            got = format <= REMOTE ? try_description (text, place, mistake)
                                   : try_link (text, place, mistake);
            g_test_message ("%-20s %-8s %-8s %s", formats[format], places[place],
                            mistakes[mistake], got);
            g_assert_cmpstr (got, ==, cells[place]);
            n++;
          }
      }
  g_test_message ("%u cells", n);
}

/* A list that is a whole argument, a default of the home folder, what a person types. */
static void
test_values (void)
{
  g_autofree char *text = make_manifest (MANIFEST_3, ARGUMENT, "${user_config.list}");
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreServerTemplate) template = store_server_template_new (bytes, NULL);
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  const char *const typed[] = { "~/one", "", NULL };
  g_autofree char  *home = g_build_filename (g_get_home_dir (), "one", NULL);
  g_autoptr (StoreProfile) profile = NULL;
  StoreTemplateInput folder = {
    .title = "F",
    .kind = STORE_INPUT_DIRECTORY,
    .defaults = (const char *const[]){ "~/x", NULL },
    .choices = (const char *const[]){ NULL },
  };
  StoreTemplateInput word = {
    .title = "W",
    .kind = STORE_INPUT_STRING,
    .defaults = (const char *const[]){ "d", NULL },
    .choices = (const char *const[]){ NULL },
  };
  const char *const nothing[] = { "", NULL };
  g_auto (GStrv) set = store_template_input_dup_values (&folder, NULL);
  g_auto (GStrv) none = store_template_input_dup_values (&folder, nothing);
  g_auto (GStrv) empty = store_template_input_dup_values (&word, nothing);
  g_auto (GStrv) unset = store_template_input_dup_values (&word, NULL);

  g_assert_null (store_template_option_get_remark (store_server_template_get_option (template, 0)));
  g_hash_table_insert (values, (gpointer) "list", (gpointer)typed);
  profile = store_server_template_resolve (template, 0, values, "/bundle", NULL, NULL);
  g_assert_cmpstr (store_profile_get_endpoint (profile)->arguments[0], ==, home);
  g_assert_null (store_profile_get_endpoint (profile)->arguments[1]);
  /* What the publisher set is taken as it stands, and a folder has to be a whole path. */
  g_assert_cmpstr (set[0], ==, "~/x");
  g_assert_false (store_template_input_check (&folder, NULL, NULL));
  g_assert_cmpstr (none[0], ==, "~/x");
  g_assert_cmpstr (empty[0], ==, "");
  g_assert_cmpstr (unset[0], ==, "d");
}

void
add_template_table_tests (void)
{
  g_test_add_func ("/template-table/meaning", test_table);
  g_test_add_func ("/template-table/values", test_values);
}
