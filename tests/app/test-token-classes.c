/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tokens of texts of many kinds, held against what o200k_base makes of them. */

#include "app-token-classes.h"
#include "app-tests.h"

#include <string.h>

static void
test_kinds (void)
{
  static const struct
  {
    gint64      tokens; /* of o200k_base */
    const char *text;
  } cases[] = {
    { 29, "The warehouse opens at six, when the first lorry comes from the harbou"
          "r. Headphones stand on the left, turntables on the right." },
    { 39, "Das Lager öffnet um sechs, wenn der erste Lastwagen vom Hafen kommt. K"
          "opfhörer stehen links, Plattenspieler rechts, und zurückgesandte Ware "
          "wartet in der Mitte." },
    { 31, "仓库六点开门,第一辆卡车从港口开来。耳机放在左边,唱机放在右边。" },
    { 19, "Склад открывается в шесть часов, когда из порта приходит первый грузов"
          "ик." },
    { 101, "[\"9b2f6c1e-7d44-4a5b-9c0e-1a2b3c4d5e6f\",\"3f2b8c1e-0d17-4e6b-8c0e-1a"
           "2b77ad5e60\",\"77d0aa12-5b61-4c0f-9d52-0b8fe1a6c3d4\"]" },
    { 52, "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQ"
          "GAhKmMIQAAAABJRU5ErkJggg" },
    { 41, "[703.114,18.25,9912.5,0.3341,77,1203,55871,3.14159,2.71828,1000000]" },
    { 41, "{\n  \"id\": 17,\n  \"name\": \"Drift Headphones\",\n  \"in_stock\": t"
          "rue,\n  \"tags\": [\n    \"audio\",\n    \"sale\"\n  ]\n}" },
    { 46, "static gboolean\nread_limit (StoreExplorerLimits *limits, const char *"
          "word)\n{\n  guint64 value = 0;\n\n  return g_str_has_prefix (word, \"i"
          "tems=\") && value > 0;\n}\n" },
    { 41, "{\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"descri"
          "ption\":\"Current weather at a place.\",\"parameters\":{\"type\":\"obj"
          "ect\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\""
          "city\"]}}}" },
    { 62, "5f1d7e0f3b2a9c8d5f1d7e0f3b2a9c8d4b2f6c1e7d444a5b9c0e1a2b3c4d5e6f" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double ratio =
          (double)app_token_classes_count (cases[i].text, -1) / (double)cases[i].tokens;

      g_test_message ("case %u: %.2f", i, ratio);
      g_assert_cmpfloat (ratio, >, 0.75);
      g_assert_cmpfloat (ratio, <, 1.3);
    }
}

static void
test_edges (void)
{
  g_assert_cmpint (app_token_classes_count (NULL, 0), ==, 0);
  g_assert_cmpint (app_token_classes_count ("", -1), ==, 0);
  g_assert_cmpint (app_token_classes_count ("a", -1), ==, 1);
  g_assert_cmpint (app_token_classes_count (" ", -1), ==, 1);
  /* Half a character, and bytes that are none */
  g_assert_cmpint (app_token_classes_count ("\xe6\x97", 2), >, 0);
  g_assert_cmpint (app_token_classes_count ("\xff\xff\xff", 3), >, 0);
  g_assert_cmpint (app_token_classes_count ("a\0b", 3), >, 0);
}

/* What is not looked at counts like what is. */
static void
test_long (void)
{
  gsize            length = APP_TOKEN_CLASSES_MAX_BYTES;
  g_autofree char *text = g_malloc (2 * length);
  gint64           half;

  for (gsize i = 0; i < 2 * length; i++)
    text[i] = "headphones "[i % 11];
  half = app_token_classes_count (text, (gssize)length);
  g_assert_cmpint (half, >, (gint64)length / 12);
  g_assert_cmpint (ABS (app_token_classes_count (text, (gssize)(2 * length)) - 2 * half), <=, 1);
}

void
add_token_classes_tests (void)
{
  g_test_add_func ("/token-classes/kinds", test_kinds);
  g_test_add_func ("/token-classes/edges", test_edges);
  g_test_add_func ("/token-classes/long", test_long);
}
