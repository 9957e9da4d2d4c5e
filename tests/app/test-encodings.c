/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"

#include <string.h>

#include "app-encodings.h"
#include "app-redactor.h"

/* Enough to meet each pair of encodings; the sanitized run of the change tier takes all. One in a
 * thousand is long. */
#ifdef __SANITIZE_ADDRESS__
#define N_ROUNDS 100000u
#else
#define N_ROUNDS (g_test_slow () ? 100000u : 20000u)
#endif
#define MAX_SMALL 60u
/* Bytes that are escaped one and all, and how many encodings do so: the first. */
#define MAX_WIDE 2000u
#define N_WIDE 2u
#define MAX_LONG 100000u

/* A text with a secret in it, and where that is. */
typedef struct
{
  GString *text;
  gsize    start, end;
} Nested;

/* One character of it, or one byte. @left: bytes from @at on. Returns: how many it took */
typedef gsize (*Encode) (const char *at, gsize left, GString *out);

static gsize
put_json (const char *at, gsize left, GString *out)
{
  if (*at == '"' || *at == '\\')
    g_string_append_printf (out, "\\%c", *at);
  else if (*at == '\n')
    g_string_append (out, "\\n");
  else if ((guchar)*at < 0x20)
    g_string_append_printf (out, "\\u%04x", (guchar)*at);
  else
    g_string_append_c (out, *at);
  return 1;
}

static gsize
put_json_ascii (const char *at, gsize left, GString *out)
{
  gunichar character = g_utf8_get_char (at);

  if (*at == '/')
    g_string_append (out, "\\/");
  if (*at == '/' || character < 0x80)
    return *at == '/' ? 1 : put_json (at, left, out);
  if (character < 0x10000)
    g_string_append_printf (out, "\\u%04x", character);
  else
    g_string_append_printf (out, "\\u%04X\\u%04X", 0xd800 + ((character - 0x10000) >> 10),
                            0xdc00 + ((character - 0x10000) & 0x3ff));
  return (gsize)(g_utf8_next_char (at) - at);
}

static gsize
put_percent_but (const char *at, const char *safe, gboolean upper, GString *out)
{
  if (g_ascii_isalnum (*at) || strchr (safe, *at) != NULL)
    g_string_append_c (out, *at);
  else
    g_string_append_printf (out, upper ? "%%%02X" : "%%%02x", (guchar)*at);
  return 1;
}

static gsize
put_percent (const char *at, gsize left, GString *out)
{
  return put_percent_but (at, "-._~", TRUE, out);
}

static gsize
put_form (const char *at, gsize left, GString *out)
{
  if (*at != ' ')
    return put_percent_but (at, "-._*", FALSE, out);
  g_string_append_c (out, '+');
  return 1;
}

/* Every one of them, letters too. */
static gsize
put_percent_all (const char *at, gsize left, GString *out)
{
  g_string_append_printf (out, "%%%02X", (guchar)*at);
  return 1;
}

static gsize
put_json_all (const char *at, gsize left, GString *out)
{
  if ((guchar)*at >= 0x80)
    return put_json_ascii (at, left, out);
  g_string_append_printf (out, "\\u%04x", (guchar)*at);
  return 1;
}

static gsize
put_html (const char *at, gsize left, GString *out)
{
  static const char        signs[] = "&<>\"'";
  static const char *const names[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };
  const char              *sign = strchr (signs, *at);
  gunichar                 character = g_utf8_get_char (at);

  if (sign != NULL)
    g_string_append (out, names[sign - signs]);
  else if (character >= 0x80)
    {
      g_string_append_printf (out, "&#x%X;", character);
      return (gsize)(g_utf8_next_char (at) - at);
    }
  else
    g_string_append_c (out, *at);
  return 1;
}

static gsize
put_single_quoted (const char *at, gsize left, GString *out)
{
  if (*at == '\'')
    g_string_append (out, "'\\''");
  else
    g_string_append_c (out, *at);
  return 1;
}

/* As "printf %q" does. */
static gsize
put_shell (const char *at, gsize left, GString *out)
{
  if (strchr (" \"'$&()*;<>?[\\]^`{|}~#!", *at) != NULL)
    g_string_append_c (out, '\\');
  g_string_append_c (out, *at);
  return 1;
}

static gsize
put_ansi (const char *at, gsize left, GString *out)
{
  if (*at == '\n')
    g_string_append (out, "\\n");
  else if (*at == '\'' || *at == '\\')
    g_string_append_printf (out, "\\%c", *at);
  else if ((guchar)*at >= 0x80)
    g_string_append_printf (out, "\\%03o", (guchar)*at);
  else
    g_string_append_c (out, *at);
  return 1;
}

static const struct
{
  const char *name;
  Encode      encode; /* (nullable): a run of characters */
  guint       n_bytes, n_characters;
  guint       line; /* characters of a line; 0: it is one */
  const char *line_end;
} encodings[] = {
  { "percent, all", put_percent_all, 0, 0, 0, NULL },
  { "JSON, all", put_json_all, 0, 0, 0, NULL },
  { "JSON", put_json, 0, 0, 0, NULL },
  { "JSON in ASCII", put_json_ascii, 0, 0, 0, NULL },
  { "percent", put_percent, 0, 0, 0, NULL },
  { "form", put_form, 0, 0, 0, NULL },
  { "HTML", put_html, 0, 0, 0, NULL },
  { "'…'", put_single_quoted, 0, 0, 0, NULL },
  { "%q", put_shell, 0, 0, 0, NULL },
  { "$'…'", put_ansi, 0, 0, 0, NULL },
  { "hexadecimal", NULL, 1, 2, 0, NULL },
  { "Base64", NULL, 3, 4, 0, NULL },
  { "Base64 for URLs", NULL, 3, 4, 0, NULL },
  { "Base64 for mail", NULL, 3, 4, 76, "\r\n" },
  { "Base64 in lines of 76", NULL, 3, 4, 76, "\n" },
  { "Base64 in PEM", NULL, 3, 4, 64, "\n" },
  { "hexadecimal in lines of 60", NULL, 1, 2, 60, "\n" },
};

static void
encode_characters (Nested *nested, Encode encode)
{
  GString *out = g_string_sized_new (nested->text->len * 2);
  gsize    start = 0, end = 0;

  for (gsize at = 0; at < nested->text->len;)
    {
      if (at == nested->start)
        start = out->len;
      at += encode (nested->text->str + at, nested->text->len - at, out);
      if (at == nested->end)
        end = out->len;
    }
  g_string_free (nested->text, TRUE);
  *nested = (Nested){ out, start, end };
}

static void
break_lines (Nested *nested, guint width, const char *end)
{
  GString *out = g_string_new (NULL);
  gsize    start = nested->start, last = nested->end - 1, n = strlen (end);

  for (gsize i = 0; i < nested->text->len; i++)
    {
      if (i > 0 && i % width == 0)
        g_string_append (out, end);
      g_string_append_c (out, nested->text->str[i]);
    }
  nested->start = start + start / width * n;
  nested->end = last + last / width * n + 1;
  g_string_free (nested->text, TRUE);
  nested->text = out;
}

static void
encode_run (Nested *nested, guint kind)
{
  const guint n_bytes = encodings[kind].n_bytes, n_characters = encodings[kind].n_characters;
  GString    *out = g_string_new (NULL);

  if (n_bytes == 3)
    {
      g_autofree char *base64 =
          g_base64_encode ((const guchar *)nested->text->str, nested->text->len);

      g_string_append (out, base64);
      if (g_str_has_suffix (encodings[kind].name, "URLs"))
        {
          g_strdelimit (g_strdelimit (out->str, "+", '-'), "/", '_');
          g_string_truncate (out, strcspn (out->str, "="));
        }
    }
  else
    for (gsize i = 0; i < nested->text->len; i++)
      g_string_append_printf (out, i % 2 == 0 ? "%02x" : "%02X", (guchar)nested->text->str[i]);
  nested->start = nested->start / n_bytes * n_characters;
  /* Its padding tells nothing of it. */
  nested->end = MIN ((nested->end + n_bytes - 1) / n_bytes * n_characters,
                     n_bytes == 3 ? strcspn (out->str, "=") : out->len);
  g_string_free (nested->text, TRUE);
  nested->text = out;
  if (encodings[kind].line > 0)
    break_lines (nested, encodings[kind].line, encodings[kind].line_end);
}

/* Letters that no secret has, so that what is left can be told from it. */
static void
surround (Nested *nested, GRand *rand)
{
  static const char *const before[] = { "", "key=", "{\"a\": \"", "x ", "see: ", "user:" };
  static const char *const behind[] = { "", "&b=1", "\"}", " y", "\n", ";" };
  guint                    way = (guint)g_rand_int_range (rand, 0, G_N_ELEMENTS (before));

  g_string_prepend (nested->text, before[way]);
  nested->start += strlen (before[way]);
  nested->end += strlen (before[way]);
  g_string_append (nested->text, behind[way]);
}

/* @plain: of letters and digits alone */
static char *
make_secret (GRand *rand, gboolean is_long)
{
  static const char *const odd[] = { "\n", "\"", "\\", "é", "🔑", "'", "/", "+", "%", "&", " ", "$" };
  guint                    n = (guint)g_rand_int_range (rand, 8, is_long ? MAX_LONG : MAX_SMALL);
  guint                    n_odd = g_rand_boolean (rand) ? G_N_ELEMENTS (odd) : 0;
  GString                 *text = g_string_new (NULL);

  while (text->len < n)
    if (n_odd > 0 && g_rand_int_range (rand, 0, 6) == 0)
      g_string_append (text, odd[g_rand_int_range (rand, 0, (gint32)n_odd)]);
    else
      g_string_append_c (text, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"[g_rand_int_range (rand, 0, 32)]);
  return g_string_free (text, FALSE);
}

static gboolean
check_round (GRand *rand, guint round, guint *counts)
{
  g_autofree char *secret = make_secret (rand, round % 1000 == 999);
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autoptr (GString) way = g_string_new (NULL);
  g_autofree char *masked = NULL;
  g_autofree char *part = NULL;
  Nested           nested = { g_string_new (secret), 0, strlen (secret) };
  guint            depth = (guint)g_rand_int_range (rand, 1, APP_ENCODINGS_MAX_DEPTH + 1);
  gsize            length;
  gboolean         good;

  for (guint i = 0; i < depth; i++)
    {
      guint kind = (guint)g_rand_int_range (rand, 0, G_N_ELEMENTS (encodings));

      /* These make it three and six times as long. */
      if (kind < N_WIDE && nested.text->len > MAX_WIDE)
        kind = N_WIDE;
      surround (&nested, rand);
      if (encodings[kind].encode != NULL)
        encode_characters (&nested, encodings[kind].encode);
      else
        encode_run (&nested, kind);
      g_string_append_printf (way, "%s%s", i > 0 ? " in " : "", encodings[kind].name);
    }
  surround (&nested, rand);
  app_redactor_add_secret (redactor, secret);
  masked = app_redactor_redact_text (redactor, nested.text->str);
  /* What stood beside it may be masked too, where it shares a character of Base64. */
  length = nested.end - nested.start;
  part = g_strndup (nested.text->str + nested.start, length);
  good = strstr (masked, APP_REDACTOR_MASK) != NULL && strstr (masked, part) == NULL &&
         strlen (masked) <= nested.text->len - length + strlen (APP_REDACTOR_MASK) + 4;
  if (!good)
    g_printerr ("%s: “%s” as “%s”: “%s”\n", way->str, secret, nested.text->str, masked);
  counts[depth]++;
  g_string_free (nested.text, TRUE);
  return good;
}

static void
test_nestings (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (28);
  guint counts[APP_ENCODINGS_MAX_DEPTH + 1] = { 0 };
  guint survived = 0;

  for (guint i = 0; i < N_ROUNDS && survived < 5; i++)
    survived += !check_round (rand, i, counts);
  for (guint depth = 1; depth <= APP_ENCODINGS_MAX_DEPTH; depth++)
    g_test_message ("depth %u: %u secrets", depth, counts[depth]);
  g_assert_cmpuint (survived, ==, 0);
}

/* Whatever the member is called: data is no word of the protocol, nor is a method of others. */
static void
test_members (void)
{
  static const char *const keys[] = { "jsonrpc", "method", "name", "type", "role", "mimeType", "format", "required",
                                      "$ref", "$schema", "level", "action", "status", "resultType", "protocolVersion",
                                      "content", "tools", "messages", "params", "result", "other" };
  static const char *const around[] = {
    "{\"%s\":\"%s\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/login\",\"params\":{\"%s\":\"%s\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/login\",\"params\":{\"tools\":[{\"%s\":\"%s\"}]}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"%s\":\"%s\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"account\":{\"%s\":\"%s\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"structuredContent\":{\"%s\":\"%s\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"data\":{\"%s\":\"%s\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":"
    "{\"%s\":\"%s\"}}}",
    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":{\"%s\":\"%s\"}}}\n",
    "[{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"a\":[{\"%s\":\"%s\"}]}}]",
  };
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "s3cret-value");
  for (guint i = 0; i < G_N_ELEMENTS (keys) * G_N_ELEMENTS (around); i++)
    {
      const char *key = keys[i % G_N_ELEMENTS (keys)];
      g_auto (GStrv) parts = g_strsplit (around[i / G_N_ELEMENTS (keys)], "%s", 3);
      g_autofree char *text = g_strconcat (parts[0], key, parts[1], "s3cret-value", parts[2], NULL);
      g_autofree char *expected = g_strconcat (parts[0], key, parts[1], APP_REDACTOR_MASK, parts[2], NULL);
      g_autofree char *masked = app_redactor_redact_text (redactor, text);

      g_assert_cmpstr (masked, ==, expected);
    }
}

/* What is no secret stays as it is, whatever it looks like. */
static void
test_untouched (void)
{
  static const char *const texts[] = {
    "{\"text\":\"{\\\"a\\\":[\\\"%41\\\",\\\"&amp;\\\",\\\"c2VjcmV0LXZhbHVl\\\"]}\"}",
    "\\u00e9\\n%20+&#x41;'\\''deadbeefdeadbeefdeadbeef",
    "https://x.example/describe_numbers/get_from_object_store?a=%2F",
  };
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "another secret value");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *redacted = app_redactor_redact_text (redactor, texts[i]);

      g_assert_cmpstr (redacted, ==, texts[i]);
    }
}

/* A text that means to keep us busy, and one at the edge of two pieces. */
static void
test_large (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *masked = NULL;

  app_redactor_add_secret (redactor, "pa\"ss word 123");
  while (text->len < 4 * 1024 * 1024 - 10)
    g_string_append (text, "\\\\%25+&amp;'\\''aGVsbG8gaGVsbG8gaGVsbG8=68656c6c6f68656c6c6f");
  g_string_append (text, "\\\"pa\\\\\\\"ss word 123\\\"");
  masked = app_redactor_redact_text (redactor, text->str);
  g_assert_true (g_str_has_suffix (masked, "\\\"" APP_REDACTOR_MASK "\\\""));
}

void
add_encodings_tests (void)
{
  g_test_add_func ("/encodings/nestings", test_nestings);
  g_test_add_func ("/encodings/members", test_members);
  g_test_add_func ("/encodings/untouched", test_untouched);
  g_test_add_func ("/encodings/large", test_large);
}
