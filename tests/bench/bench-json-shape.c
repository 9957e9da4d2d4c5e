/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-json-shape.h"

/* Below 1000, where cJSON refuses, and 1024, where simdjson does. */
#define DEEPEST 800

/* A generator of our own: the same numbers with every GLib. */
static guint32
next_random (guint64 *state)
{
  *state = *state * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
  return (guint32)(*state >> 33);
}

static guint
pick (guint64 *state, guint n)
{
  return next_random (state) % n;
}

static const char *const words[] = {
  "the", "order", "of", "customer", "was", "shipped", "to", "warehouse", "and", "confirmed", "by",
  "inventory", "at", "price", "a", "temperature", "reading", "for", "sensor", "in", "region",
  "is", "status", "pending", "review", "with", "document", "version", "update", "failed"
};

static const char *const foreign[] = {
  "caf\xc3\xa9", "na\xc3\xafve", "gr\xc3\xb6\xc3\x9f"
                                 "e",
  "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82", "\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97",
  "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", "\xf0\x9f\x98\x80", "\xe2\x82\xac"
};

static const char *const escapes[] = { "\\n", "\\\"", "\\\\", "\\t", "\\u00e9", "\\/" };

static void
append_words (GString *text, guint64 *state, gsize length, gboolean is_foreign, gboolean is_escaped)
{
  gsize end = text->len + length;

  while (text->len < end)
    {
      if (is_escaped && pick (state, 8) == 0)
        g_string_append (text, escapes[pick (state, G_N_ELEMENTS (escapes))]);
      if (is_foreign && pick (state, 2) == 0)
        g_string_append (text, foreign[pick (state, G_N_ELEMENTS (foreign))]);
      else
        g_string_append (text, words[pick (state, G_N_ELEMENTS (words))]);
      g_string_append_c (text, ' ');
    }
}

static void
append_string (GString *text, guint64 *state)
{
  guint kind = pick (state, 10);
  gsize length = 4 + pick (state, 8u << pick (state, 7));

  g_string_append_c (text, '"');
  append_words (text, state, length, kind == 0, kind == 1);
  g_string_append_c (text, '"');
}

static void
append_number (GString *text, guint64 *state)
{
  guint32 a = next_random (state);
  guint32 b = next_random (state);

  switch (pick (state, 6))
    {
    case 0:
      g_string_append_printf (text, "%u", a % 1000);
      break;
    case 1:
      g_string_append_printf (text, "%s%u", a % 2 ? "-" : "", b);
      break;
    case 2:
      g_string_append_printf (text, "%u.%02u", a % 100000, b % 100);
      break;
    case 3:
      g_string_append_printf (text, "-%u.%09u%06u", a % 180, b % 1000000000, a % 1000000);
      break;
    case 4:
      g_string_append_printf (text, "0.%09u%07u", a % 1000000000, b % 10000000);
      break;
    default:
      g_string_append_printf (text, "%u.%06ue-%u", a % 10, b % 1000000, a % 30);
      break;
    }
}

static void
append_tower (GString *text, guint64 *state)
{
  guint    depth = 50 + pick (state, DEEPEST - 60);
  GString *closing = g_string_sized_new (depth);

  for (guint i = 0; i < depth; i++)
    {
      gboolean is_object = pick (state, 2) == 0;

      if (is_object)
        g_string_append_printf (text, "{\"k%u\":", pick (state, 100));
      else
        g_string_append (text, pick (state, 4) == 0 ? "[1," : "[");
      g_string_append_c (closing, is_object ? '}' : ']');
    }
  g_string_append (text, "null");
  for (gsize i = closing->len; i > 0; i--)
    g_string_append_c (text, closing->str[i - 1]);
  g_string_free (closing, TRUE);
}

static void
append_row (GString *text, guint64 *state, guint id)
{
  g_string_append_printf (text, "{\"id\": %u, \"name\": \"", id);
  append_words (text, state, 6 + pick (state, 20), FALSE, FALSE);
  g_string_append_printf (text, "\", \"price\": %u.%02u, \"available\": %s, \"parent\": null, \"tags\": [",
                          pick (state, 1000), pick (state, 100), pick (state, 2) ? "true" : "false");
  for (guint i = pick (state, 4); i > 0; i--)
    g_string_append_printf (text, "\"%s\"%s", words[pick (state, G_N_ELEMENTS (words))], i > 1 ? ", " : "");
  g_string_append_printf (text,
                          "], \"location\": {\"latitude\": %u.%06u, \"longitude\": -%u.%06u}, "
                          "\"updatedAt\": \"2025-11-%02uT10:%02u:00Z\"}",
                          pick (state, 90), pick (state, 1000000), pick (state, 180),
                          pick (state, 1000000), 1 + pick (state, 28), pick (state, 60));
}

static void
append_result (GString *text, guint64 *state)
{
  guint id = pick (state, 1000000);
  guint n_rows = pick (state, 12);

  g_string_append_printf (text,
                          "{\"jsonrpc\":\"2.0\",\"id\":%u,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"",
                          id);
  append_words (text, state, 40u << pick (state, 6), pick (state, 10) == 0, TRUE);
  g_string_append (text, "\"}],\"structuredContent\":{\"rows\":[");
  for (guint i = 0; i < n_rows; i++)
    {
      g_string_append (text, i > 0 ? ",\n      " : "");
      append_row (text, state, id + i);
    }
  g_string_append_printf (text, "],\"total\":%u},\"isError\":false}}\n", n_rows);
}

const char *
bench_json_shape_get_name (BenchJsonShape shape)
{
  static const char *const names[] = { "strings", "numbers", "deep", "tool results" };

  return names[shape];
}

GString *
bench_json_shape_make (BenchJsonShape shape, gsize size)
{
  static void (*const append[]) (GString *, guint64 *) = { append_string, append_number, append_tower,
                                                           append_result };
  GString *text = g_string_sized_new (size + 64 * 1024);
  guint64  state = 20251125;

  g_string_append_c (text, '[');
  while (text->len < size - 1)
    {
      if (text->len > 1)
        g_string_append_c (text, ',');
      append[shape](text, &state);
    }
  g_string_append_c (text, ']');
  return text;
}
