/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-system.h"

#include <math.h>
#include <string.h>

/* A text beyond this would not fit into one message of 512 MiB. */
#define MAX_BYTES 500000000
#define MAX_ROWS 2000000
/* Above this the text block says where the table is instead of repeating it. */
#define MAX_REPEATED_ROWS 1000

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static void
describe_numbers (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  double sum = 0, squares = 0;

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (arguments, "numbers"));
       mcp_json_walk_next (&each);)
    {
      double number = mcp_json_value_get_double (each.value, NAN);

      if (!isfinite (number))
        {
          app_demo_request_answer_text (
              request, "“numbers” holds something that is no finite number.", TRUE);
          return;
        }
      g_array_append_val (numbers, number);
      sum += number;
    }
  guint n = numbers->len;
  if (n == 0)
    {
      app_demo_request_answer_text (request, "There are no numbers to describe.", TRUE);
      return;
    }

  g_array_sort (numbers, compare_doubles);
  for (guint i = 0; i < n; i++)
    squares += pow (g_array_index (numbers, double, i) - sum / n, 2);

  g_autoptr (McpJsonWriter) structured = mcp_json_writer_new ();
  mcp_json_writer_add (
      structured,
      "{'count': %x, 'mean': %d, 'median': %d, 'standard_deviation': %d, 'minimum': %d, "
      "'maximum': %d}",
      (gint64)n, sum / n,
      (g_array_index (numbers, double, (n - 1) / 2) + g_array_index (numbers, double, n / 2)) / 2,
      sqrt (squares / n), g_array_index (numbers, double, 0),
      g_array_index (numbers, double, n - 1));
  g_autofree char *text = mcp_json_writer_finish_text (structured);

  McpJsonWriter *writer = app_demo_request_begin_content (request);
  app_demo_request_write_text (writer, text);
  app_demo_request_end_content (request, writer, text, FALSE);
}

static guint
scatter (guint seed)
{
  seed = (seed ^ 61u ^ seed >> 16) * 9u;
  seed = (seed ^ seed >> 4) * 0x27d4eb2du;
  return seed ^ seed >> 15;
}

static void
append_row (GString *out, guint row, guint seed)
{
  static const char *const stations[] = { "Uppsala", "Porto", "Graz", "Cork",
                                          "Tartu", "Łódź", "Ålesund" };
  guint                    number = scatter (row + seed * 7919u);
  int                      tenths = (int)(number % 500) - 150;

  g_string_append_printf (
      out, "%s{\"row\":%u,\"station\":\"%s\",\"temperature\":%s%d.%d,\"humidity\":%u,\"ok\":%s}",
      row > 0 ? "," : "", row + 1, stations[number / 500 % G_N_ELEMENTS (stations)],
      tenths < 0 ? "-" : "", ABS (tenths) / 10, ABS (tenths) % 10, 20 + number / 3500 % 80,
      number % 97 == 0 ? "false" : "true");
}

static void
make_table (AppDemoRequest *request, McpJsonValue arguments)
{
  guint rows = CLAMP (mcp_json_value_get_member_int64 (arguments, "rows", 100), 0, MAX_ROWS);
  guint seed = mcp_json_value_get_member_int64 (arguments, "seed", 1);
  g_autoptr (GString) table = g_string_new ("{\"columns\":[\"row\",\"station\",\"temperature\","
                                            "\"humidity\",\"ok\"],\"rows\":[");

  for (guint i = 0; i < rows; i++)
    append_row (table, i, seed);
  g_string_append (table, "]}");

  McpJsonWriter *writer = app_demo_request_begin_content (request);
  if (rows <= MAX_REPEATED_ROWS)
    app_demo_request_write_text (writer, table->str);
  else
    {
      g_autofree char *text = g_strdup_printf ("A table of %u rows; see the structured content.",
                                               rows);

      app_demo_request_write_text (writer, text);
    }
  app_demo_request_end_content (request, writer, table->str, FALSE);
}

static void
large_text (AppDemoRequest *request, McpJsonValue arguments)
{
  gint64           wanted = mcp_json_value_get_member_int64 (arguments, "bytes", 10000);
  gsize            size = CLAMP (wanted, 0, MAX_BYTES);
  gboolean         one_line = mcp_json_value_get_member_boolean (arguments, "one_line", FALSE);
  g_autofree char *text = g_malloc (size + 1);
  char             line[80];

  for (gsize offset = 0, number = 1; offset < size; number++)
    {
      int length = g_snprintf (line, sizeof line,
                               "%09" G_GSIZE_FORMAT " The quick brown fox jumps over the lazy dog. "
                               "0123456789%c",
                               number, one_line ? ' ' : '\n');

      length = MIN ((gsize)length, size - offset);
      memcpy (text + offset, line, length);
      offset += length;
    }
  text[size] = '\0';

  McpJsonWriter *writer = app_demo_request_begin_content (request);
  mcp_json_writer_add (writer, "{'type': 'text', 'text': ");
  mcp_json_writer_string_length (writer, text, size);
  mcp_json_writer_end_object (writer);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
large_json (AppDemoRequest *request, McpJsonValue arguments)
{
  gsize size = CLAMP (mcp_json_value_get_member_int64 (arguments, "bytes", 10000), 0, MAX_BYTES);
  g_autoptr (GString) json = g_string_new ("{\"records\":[");

  for (guint i = 0; json->len + 2 < size; i++)
    g_string_append_printf (json,
                            "%s{\"id\":%u,\"name\":\"record "
                            "%u\",\"score\":%u.%02u,\"tags\":[\"alpha\",\"beta\",null],"
                            "\"place\":{\"city\":\"Ålesund\",\"at\":[%u.5,-%u.25]},\"note\":\"It "
                            "rained \\\"all\\\" day.\"}",
                            i > 0 ? "," : "", i, i, scatter (i) % 100, scatter (i) / 100 % 100,
                            i % 90, i % 180);
  g_string_append (json, "]}");

  McpJsonWriter *writer = app_demo_request_begin_content (request);
  mcp_json_writer_add (writer, "{'type': 'text', 'text': ");
  mcp_json_writer_string_length (writer, json->str, json->len);
  mcp_json_writer_end_object (writer);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static const AppDemoHandler tools[] = {
  { "describe_numbers", describe_numbers },
  { "make_table", make_table },
  { "large_text", large_text },
  { "large_json", large_json },
  { NULL },
};

const AppDemoSystem app_demo_statistics_system = {
  .name = "statistics",
  .tools = tools,
};
