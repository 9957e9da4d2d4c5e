/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The three editors of other applications' files, with thousands of texts that are made up: what
 * stands outside of the member stays byte by byte. */

#include "store-tests.h"
#include "store-client-text.h"
#include "store-error.h"

#include <string.h>

#define ROUNDS 2500

typedef struct
{
  StoreClientFormat  format;
  const char        *before; /* the text around the entries: with CRLF where @crlf */
  const char        *after;
  const char *const *entries; /* each is whole lines, with what is said about it */
  const char        *between; /* separates entries */
} Kind;

static const char *const names[] = { "a", "b c", "d.e/f", "😀\"q\"" };

static const char *const toml_entries[] = {
  "[m.a] # of a\ncommand = \"x\"\nargs = [\"1\", \"2\"] # words\n",
  "[m.\"b c\"]\nurl = \"u\"\n\n[m.\"b c\".env]\nA = \"1\"\n",
  "[m.'d.e/f']\n# inside\ntimeout = 1.50\n",
  "[m.\"😀\\\"q\\\"\"]\ncommand = 'x'\nenv = { A = \"\" }\n",
};
static const char *const yaml_entries[] = {
  "  a: # of a\n    command: x\n    args: # words\n      - one # 1\n      - \"2\"\n",
  "  b c:\n    url: https://u/ # said\n    env: {A: \"1\"}\n",
  "  'd.e/f':\n    # inside\n    timeout: 1.50\n    text: |\n      two\n      lines\n",
  "  \"😀\\\"q\\\"\":\n    command: 'x'\n    env:\n      A: \"\"\n",
};
static const char *const json_entries[] = {
  "    \"a\": { \"command\": \"x\", \"n\": 1.10 }",
  "    \"b c\": {\n      \"url\": \"u\\u00e9\"\n    }",
  "    \"d.e/f\": {}",
  "    \"😀\\\"q\\\"\": { \"timeout\": 1e400 }",
};
static const char *const jsonc_entries[] = {
  "    /* of a */ \"a\": { \"command\": \"x\", /* n */ \"n\": 1.10, }",
  "    \"b c\": { // said\n      \"url\": \"u\"\n    }",
  "    \"d.e/f\": { /* none */ }",
  "    \"😀\\\"q\\\"\": { \"timeout\": 1e400 }",
};

static const Kind kinds[] = {
  { { .language = STORE_CLIENT_TOML }, "x = 1 # top\n\n# first\n", "\n# of t\n[t]\ny = 2\n", toml_entries, "\n" },
  { { .language = STORE_CLIENT_YAML }, "x: 1 # top\n\nm: # map\n", "\n# of t\nt:\n  y: ü\n", yaml_entries, "" },
  { { .language = STORE_CLIENT_JSON },
    "{\n  \"x\": 1.10,\n  \"m\": {\n",
    "\n  },\n  \"t\": { \"y\": \"\\u0041\" }\n}\n",
    json_entries,
    ",\n" },
  { { .language = STORE_CLIENT_JSON, .syntax = MCP_JSON_SYNTAX_COMMENTS },
    "// top\n{\n  \"m\": { // map\n",
    "\n    // last\n  }, // of m\n  \"t\": 2,\n}\n",
    jsonc_entries,
    ", // next\n" },
};

static char *
make_value (GRand *rand)
{
  static const char *const env[] = { "{\"A\":\"é: # \\n\",\"K-1\":\"yes\"}", "{}", "{\"A\":\"'\"}" };
  GString                 *json = g_string_new (NULL);

  g_string_append_printf (json, "{\"command\":\"c%d\"", g_rand_int_range (rand, 0, 9));
  if (g_rand_boolean (rand))
    g_string_append_printf (json, ",\"args\":[\"%d\",\"-y\",\"a \\\"b\\\\\"]",
                            g_rand_int_range (rand, 0, 9));
  if (g_rand_boolean (rand))
    g_string_append_printf (json, ",\"env\":%s", env[g_rand_int_range (rand, 0, 3)]);
  if (g_rand_int_range (rand, 0, 200) == 0)
    {
      g_autofree char *large = g_strnfill (64 * 1024, 'l');

      g_string_append_printf (json, ",\"large\":\"%s\"", large);
    }
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/* Windows' line ends. */
static void
use_crlf (GString *text)
{
  g_string_replace (text, "\n", "\r\n", 0);
}

typedef struct
{
  GString *head; /* up to the entry that is changed */
  GString *tail; /* from behind it on */
  GString *text;
} Made;

static void
made_clear (Made *made)
{
  g_string_free (made->head, TRUE);
  g_string_free (made->tail, TRUE);
  g_string_free (made->text, TRUE);
}

/* A text with the entries whose bit is set in @set; it is cut at the entry @changed. */
static Made
make_text (const Kind *kind, guint set, guint changed, gboolean crlf)
{
  Made     made = { g_string_new (kind->before), g_string_new (NULL), g_string_new (NULL) };
  GString *part = made.head;
  gboolean any = FALSE;
  GString *entry = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if ((set & 1u << i) == 0)
        continue;
      if (any)
        g_string_append (part, kind->between);
      any = TRUE;
      if (i == changed)
        {
          g_string_assign (entry, kind->entries[i]);
          part = made.tail;
        }
      else
        g_string_append (part, kind->entries[i]);
    }
  g_string_append (part, kind->after);
  if (crlf)
    {
      use_crlf (made.head);
      use_crlf (made.tail);
      use_crlf (entry);
    }
  g_string_append_printf (made.text, "%s%s%s", made.head->str, entry->str, made.tail->str);
  g_string_free (entry, TRUE);
  return made;
}

static char *
edit (const Kind *kind, const char *text, const char *name, const char *json)
{
  const char *const path[] = { "m", name, NULL };
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientText) client = store_client_text_new (bytes, &kind->format, &error);
  g_autoptr (GBytes) after = NULL;

  g_assert_no_error (error);
  after = store_client_text_set (client, path, json, &error);
  if (error != NULL)
    g_error ("%s: %s\n%s", name, error->message, text);
  return g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
}

static void
assert_value (const Kind *kind, const char *text, const char *name, const char *json)
{
  const char *const path[] = { "m", name, NULL };
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreClientText) client = store_client_text_new (bytes, &kind->format, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  g_assert_true (mcp_json_value_equal (store_client_text_get (client, path),
                                       mcp_json_document_get_root (document)));
}

/* Every byte of @before is in @after, in this order. */
static gboolean
is_kept (const char *before, const char *after)
{
  for (; *after != '\0' && *before != '\0'; after++)
    if (*after == *before)
      before++;
  return *before == '\0';
}

static void
test_made_up (gconstpointer data)
{
  const Kind *kind = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);

  for (guint i = 0; i < ROUNDS; i++)
    {
      guint            changed = (guint)g_rand_int_range (rand, 0, G_N_ELEMENTS (names));
      guint            set = (guint)g_rand_int_range (rand, 1, 1 << G_N_ELEMENTS (names));
      gboolean         crlf = g_rand_boolean (rand);
      g_autofree char *json = make_value (rand);
      g_autofree char *after = NULL, *again = NULL, *back = NULL;
      Made             made;

      if (set == 1u << changed)
        continue;
      made = make_text (kind, set, changed, crlf);
      after = edit (kind, made.text->str, names[changed], json);
      assert_value (kind, after, names[changed], json);
      again = edit (kind, after, names[changed], json);
      g_assert_cmpstr (again, ==, after);
      if ((set & 1u << changed) != 0)
        {
          if (!g_str_has_prefix (after, made.head->str) || !g_str_has_suffix (after, made.tail->str))
            g_error ("other bytes changed:\n%s\n%s", made.text->str, after);
        }
      else
        {
          back = edit (kind, after, names[changed], NULL);
          if (!is_kept (made.text->str, after))
            g_error ("other bytes changed:\n%s\n%s", made.text->str, after);
          if (!g_str_equal (back, made.text->str))
            g_error ("not as before:\n%s\n%s\n%s", made.text->str, after, back);
        }
      made_clear (&made);
    }
}

void
add_member_edits_tests (void)
{
  g_test_add_data_func ("/member-edits/toml", &kinds[0], test_made_up);
  g_test_add_data_func ("/member-edits/yaml", &kinds[1], test_made_up);
  g_test_add_data_func ("/member-edits/json", &kinds[2], test_made_up);
  g_test_add_data_func ("/member-edits/json-comments", &kinds[3], test_made_up);
}
