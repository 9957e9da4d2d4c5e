/* SPDX-License-Identifier: GPL-3.0-or-later */

/* In what a text is written that is not UTF-8. */

#include "json-tests.h"
#include "mcp-json-encoding.h"

#include <string.h>

static const char *
guess (const char *text, gsize size)
{
  return mcp_json_encoding_guess ((const guchar *)text, size);
}

/* Real texts, as iconv writes them: with a mark (UTF-16, UTF-32) and without. */
static void
test_real_text (void)
{
  const char *const texts[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n",
    "[\"Grüße, Ελληνικά, \xf0\x9f\x99\x82\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
    "Server listening on port 3000\n",
  };
  const char *const encodings[] = { "UTF-16", "UTF-16LE", "UTF-16BE",
                                    "UTF-32", "UTF-32LE", "UTF-32BE" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_null (guess (texts[i], strlen (texts[i])));
      for (guint j = 0; j < G_N_ELEMENTS (encodings); j++)
        {
          g_autoptr (GError) error = NULL;
          gsize            size;
          g_autofree char *other =
              g_convert (texts[i], -1, encodings[j], "UTF-8", NULL, &size, &error);

          g_assert_no_error (error);
          /* A sample may end anywhere. */
          for (gsize cut = size; cut > size - 5; cut--)
            g_assert_cmpstr (guess (other, cut), ==, j < 3 ? "UTF-16" : "UTF-32");
        }
    }
}

/* A mark is enough for text that has no ASCII. */
static void
test_marks (void)
{
  g_assert_cmpstr (guess ("\xff\xfe\x2d\x4e", 4), ==, "UTF-16");
  g_assert_cmpstr (guess ("\xfe\xff\x4e\x2d", 4), ==, "UTF-16");
  g_assert_cmpstr (guess ("\xff\xfe\x00\x00\x2d\x4e\x00\x00", 8), ==, "UTF-32");
  g_assert_null (guess ("\x2d\x4e", 2));
  /* Half a pair, and a pair the wrong way round, are no text. */
  g_assert_null (guess ("\xff\xfe\x00\xd8\x41\x00", 6));
  g_assert_null (guess ("\xff\xfe\x00\xdc\x00\xd8", 6));
}

static void
test_others (void)
{
  static const struct
  {
    const char *bytes;
    gsize       size;
  } others[] = {
    { "", 0 },
    { "a", 1 },
    { "\xff\xfe", 2 },         /* a mark, and nothing behind it */
    { "a\0", 2 },              /* a string of C */
    { "\0\1\xff", 3 },         /* was told as UTF-16 */
    { "\0\0\0\0\0\0\0\0", 8 }, /* zeros */
    { "Gr\xfc\xdf"
      "e aus M\xfcnchen",
      17 }, /* Latin-1 */
    { "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
      16 }, /* a program */
    { "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16 },
    { "PK\3\4\x14\0\0\0\x08\0", 10 },
    { "\x1f\x8b\x08\0\0\0\0\0\0\3", 10 },
    { "\xff\xfb\x90\x44\0\0\0\0", 8 },        /* MP3 */
    { "\x01\0\0\0\x02\0\0\0\x03\0\0\0", 12 }, /* numbers */
    { "a\0b\0\0\0c\0", 8 },                   /* text, then none */
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%u", i);
      g_assert_null (guess (others[i].bytes, others[i].size));
    }
}

/* No byte behind the text is read: the sanitizers would tell. */
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 2000; i++)
    {
      gsize              size = (gsize)g_rand_int_range (random, 20, 300);
      g_autofree guint8 *bytes = g_malloc (size);

      for (gsize j = 0; j < size; j++)
        bytes[j] = (guint8)g_rand_int (random);
      g_assert_null (mcp_json_encoding_guess (bytes, size));
    }
}

void
add_json_encoding_tests (void)
{
  g_test_add_func ("/json/encoding/real-text", test_real_text);
  g_test_add_func ("/json/encoding/marks", test_marks);
  g_test_add_func ("/json/encoding/others", test_others);
  g_test_add_func ("/json/encoding/random", test_random);
}
