/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Values as text that helpers beside an entry change: numbers, dates, times, durations. */

#include "app-tests.h"
#include "app-field-format.h"
#include "mcp-json-key-words.h"
#include "app-number-step.h"
#include "app-time-text.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_number_step (void)
{
  static const struct
  {
    const char *text;
    const char *schema;
    gboolean    integer;
    int         steps;
    const char *expected;
  } cases[] = {
    { "", "{}", TRUE, 1, "0" },
    { "", "{\"minimum\":1}", TRUE, 1, "1" },
    { "", "{\"maximum\":-5}", TRUE, -1, "-5" },
    { "0", "{}", TRUE, -1, "-1" },
    { "-1", "{}", TRUE, 1, "0" },
    { "-1", "{}", TRUE, 2, "1" },
    { "9", "{}", TRUE, 1, "10" },
    { "10", "{}", TRUE, -1, "9" },
    { "9007199254740992", "{}", TRUE, 1, "9007199254740993" },
    { "99999999999999999999999999999999", "{}", TRUE, 1, "100000000000000000000000000000000" },
    { "0.2", "{\"multipleOf\":0.1}", FALSE, 1, "0.3" },
    { "1.10", "{}", FALSE, 1, "2.1" },
    { "0.05", "{\"multipleOf\":0.05}", FALSE, -1, "0" },
    { "0.3", "{\"minimum\":0,\"maximum\":1}", FALSE, 1, "0.4" },
    { "0.95", "{\"minimum\":0,\"maximum\":1}", FALSE, 1, "1" },
    { "1", "{\"minimum\":0,\"maximum\":1}", FALSE, 1, NULL },
    { "7", "{\"maximum\":5}", TRUE, 1, "5" },
    { "7", "{\"maximum\":5}", TRUE, -1, "6" },
    { "0", "{\"minimum\":0}", TRUE, -1, NULL },
    { "3", "{\"maximum\":9007199254740991}", TRUE, 10, "13" },
    { "1e3", "{}", TRUE, 1, "1001" },
    { "12e-1", "{}", FALSE, 1, "2.2" },
    { "-.5", "{}", FALSE, 1, "0.5" },
    { "1e99999", "{}", TRUE, 1, NULL },
    { "1e1000", "{}", TRUE, 1, NULL },
    { "abc", "{}", TRUE, 1, NULL },
    { "1.2.3", "{}", TRUE, 1, NULL },
    { "-", "{}", TRUE, 1, NULL },
    { "5", "{\"multipleOf\":0}", TRUE, 1, "6" },
    { "5", "{\"multipleOf\":\"x\",\"maximum\":[]}", TRUE, 1, "6" },
    { "5", "{}", TRUE, 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) document =
          mcp_json_document_parse_text (cases[i].schema, -1, NULL);
      g_autofree char *stepped = app_number_step (
          cases[i].text, mcp_json_document_get_root (document), cases[i].integer, cases[i].steps);

      g_test_message ("%s %s %+d", cases[i].text, cases[i].schema, cases[i].steps);
      g_assert_cmpstr (stepped, ==, cases[i].expected);
    }
}

static void
test_number_limit (void)
{
  for (guint length = APP_NUMBER_STEP_MAX_DIGITS - 1; length <= APP_NUMBER_STEP_MAX_DIGITS + 1;
       length++)
    {
      g_autofree char *digits = g_strnfill (length, '1');
      g_autofree char *stepped = app_number_step (digits, MCP_JSON_NO_VALUE, TRUE, 1);

      if (length > APP_NUMBER_STEP_MAX_DIGITS)
        g_assert_null (stepped);
      else
        {
          digits[length - 1] = '2';
          g_assert_cmpstr (stepped, ==, digits);
        }
    }
}

static void
test_time (void)
{
  static const char *const same[] = {
    "2026-11-20",
    "0001-01-01",
    "2024-02-29",
    "9999-12-31",
    "16:32",
    "16:32:05",
    "16:32:05Z",
    "16:32:05.250+02:00",
    "23:59:60Z",
    "2026-11-20T16:32:05Z",
    "2026-11-20T16:32:05.123456789-11:30",
    "2026-11-20T16:32",
    "2026-11-20T16:32Z",
  };
  static const char *const others[] = {
    "",
    "2026",
    "2026-11",
    "2026-13-01",
    "2026-02-29",
    "2026-11-00",
    "26-11-20",
    "2026-11-20T",
    "2026-11-20T25:00:00Z",
    "16:60",
    "1:30",
    "16:32:05.",
    "16:32:05+2",
    "16:32:05+24:00",
    "2026-11-20 ",
    "2026-11-20T16:32:05Zx",
    "0000-01-01",
    "tomorrow",
    "２026-11-20",
    "16:32:05.1234567890123456789012345",
  };
  AppTimeText time;

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_assert_true (app_time_text_parse (&time, same[i]));
      g_autofree char *text = app_time_text_print (&time);
      g_assert_cmpstr (text, ==, same[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (app_time_text_parse (&time, others[i]));
      g_assert_false (time.has_date || time.has_time);
    }
  g_assert_false (app_time_text_parse (&time, NULL));

  /* What is changed changes alone. */
  g_assert_true (app_time_text_parse (&time, "2026-11-20 16:32:05.250z"));
  time.day = 21;
  g_autofree char *text = app_time_text_print (&time);
  g_assert_cmpstr (text, ==, "2026-11-21T16:32:05.250z");

  g_autoptr (GTimeZone) zone = g_time_zone_new_offset (-(3 * 3600 + 1800));
  g_autoptr (GDateTime) moment = g_date_time_new (zone, 2026, 3, 4, 5, 6, 7.9);
  app_time_text_set_moment (&time, moment, TRUE, TRUE, TRUE);
  g_autofree char *now = app_time_text_print (&time);
  g_assert_cmpstr (now, ==, "2026-03-04T05:06:07-03:30");
  g_autoptr (GDateTime) utc = g_date_time_new_utc (2026, 3, 4, 5, 6, 7);
  app_time_text_parse (&time, "");
  app_time_text_set_moment (&time, utc, FALSE, TRUE, TRUE);
  g_autofree char *clock = app_time_text_print (&time);
  g_assert_cmpstr (clock, ==, "05:06:07Z");
  g_assert_true (app_time_text_parse (&time, "2024-02-29"));
  g_assert_false (app_time_text_parse (&time, "2024-02-30"));
  g_assert_false (app_time_text_parse (&time, "2026-13-01"));
}

static void
test_duration (void)
{
  static const struct
  {
    const char *text;
    const char *printed; /* NULL: no duration */
  } cases[] = {
    { "P1Y2M3DT4H5M6S", "P1Y2M3DT4H5M6S" },
    { "P3W", "P3W" },
    { "P1W2D", "P9D" },
    { "PT90M", "PT90M" },
    { "PT0S", "PT0S" },
    { "P0D", "PT0S" },
    { "P5M", "P5M" },
    { "PT5M", "PT5M" },
    { "P1D4H", NULL },
    { "P", NULL },
    { "PT", NULL },
    { "P1DT", NULL },
    { "P1", NULL },
    { "P1M1Y", NULL },
    { "PTT5M", NULL },
    { "P1.5D", NULL },
    { "-P1D", NULL },
    { "P99999999999999999999D", NULL },
    { "1D", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AppDurationText duration;
      gboolean        is_one = app_duration_text_parse (&duration, cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (is_one, ==, cases[i].printed != NULL);
      if (!is_one)
        continue;
      g_autofree char *printed = app_duration_text_print (&duration);
      g_assert_cmpstr (printed, ==, cases[i].printed);
    }
}

static void
test_bytes (void)
{
  static const struct
  {
    AppFieldFormat format;
    const char    *text;
    gssize         n_bytes; /* -1: is no such text */
    const char    *media_type;
  } cases[] = {
    { APP_FORMAT_BASE64, "", 0, NULL },
    { APP_FORMAT_BASE64, "QQ==", 1, NULL },
    { APP_FORMAT_BASE64, "QUI=", 2, NULL },
    { APP_FORMAT_BASE64, "QUJD", 3, NULL },
    { APP_FORMAT_BASE64, "QUJDRA==", 4, NULL },
    { APP_FORMAT_BASE64, "QQ", -1, NULL },
    { APP_FORMAT_BASE64, "Q===", -1, NULL },
    { APP_FORMAT_BASE64, "-_==", -1, NULL },
    { APP_FORMAT_BASE64, "QQ==x", -1, NULL },
    { APP_FORMAT_BASE64_URL, "-_", 1, NULL },
    { APP_FORMAT_BASE64_URL, "QUI=", 2, NULL },
    { APP_FORMAT_BASE64_URL, "Q", -1, NULL },
    { APP_FORMAT_BASE64_URL, "+/", -1, NULL },
    { APP_FORMAT_DATA_URL, "data:image/png;base64,QQ==", 1, "image/png" },
    { APP_FORMAT_DATA_URL, "data:,a%20b", 3, NULL },
    { APP_FORMAT_DATA_URL, "data:text/plain,%", -1, NULL },
    { APP_FORMAT_DATA_URL, "data:image/png;base64", -1, NULL },
    { APP_FORMAT_DATA_URL, "http://x/", -1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *media_type = NULL;
      gsize            n_bytes = 0;
      gboolean         is_one =
          app_field_format_measure (cases[i].text, cases[i].format, &n_bytes, &media_type);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (is_one, ==, cases[i].n_bytes >= 0);
      if (is_one)
        g_assert_cmpint ((gssize)n_bytes, ==, cases[i].n_bytes);
      g_assert_cmpstr (media_type, ==, cases[i].media_type);
    }
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static char *
read_file (const char *path, AppFieldFormat format, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  app_field_format_read_file_async (file, format, NULL, on_read, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return app_field_format_read_file_finish (result, error);
}

/* A file at the limit is read, one beyond it is not; nor is what never ends. */
static void
test_file_limit (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "spyglass-typed-values", NULL);

  for (gssize size = APP_FIELD_FORMAT_MAX_FILE - 1; size <= APP_FIELD_FORMAT_MAX_FILE + 1; size++)
    {
      g_autofree char *content = g_malloc0 ((gsize)size);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, content, size, NULL));
      g_autofree char *text = read_file (path, APP_FORMAT_BASE64, &error);
      if (size > APP_FIELD_FORMAT_MAX_FILE)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
      else
        {
          g_assert_no_error (error);
          g_assert_cmpuint (strlen (text), ==, ((gsize)size + 2) / 3 * 4);
        }
    }

  g_assert_true (g_file_set_contents (path, "\xff\xfb\x00x", 4, NULL));
  g_autofree char *url = read_file (path, APP_FORMAT_BASE64_URL, NULL);
  g_assert_cmpstr (url, ==, "__sAeA");
  g_autofree char *data = read_file (path, APP_FORMAT_DATA_URL, NULL);
  g_assert_true (g_str_has_prefix (data, "data:"));
  g_assert_true (g_str_has_suffix (data, ";base64,//sAeA=="));
  g_remove (path);

  g_autoptr (GError) device = NULL;
  g_assert_null (read_file ("/dev/zero", APP_FORMAT_BASE64, &device));
  g_assert_error (device, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_autoptr (GError) none = NULL;
  g_assert_null (read_file (path, APP_FORMAT_BASE64, &none));
  g_assert_error (none, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_words (void)
{
  static const char *const cases[][2] = {
    { "apiKey", "api key" },
    { "API-Key", "api key" },
    { "api_key", "api key" },
    { "", "" },
    { "{{userName}}", "user name" },
    { "__x__", "x" },
    { "ünïcode", "n code" },
  };
  static const char *const keys[] = { "key", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) words = mcp_json_key_words_split (cases[i][0]);
      g_autofree char *joined = g_strjoinv (" ", words);

      g_assert_cmpstr (joined, ==, cases[i][1]);
    }
  g_auto (GStrv) words = mcp_json_key_words_split ("keyId");
  g_auto (GStrv) none = mcp_json_key_words_split (NULL);
  g_assert_true (mcp_json_key_words_have (words, keys));
  g_assert_false (mcp_json_key_words_end_with (words, keys));
  g_assert_false (mcp_json_key_words_end_with (none, keys));
}

void
add_typed_values_tests (void)
{
  g_test_add_func ("/app/typed-values/number-step", test_number_step);
  g_test_add_func ("/app/typed-values/number-limit", test_number_limit);
  g_test_add_func ("/app/typed-values/time", test_time);
  g_test_add_func ("/app/typed-values/duration", test_duration);
  g_test_add_func ("/app/typed-values/bytes", test_bytes);
  g_test_add_func ("/app/typed-values/file-limit", test_file_limit);
  g_test_add_func ("/app/typed-values/words", test_words);
}
