/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-system.h"

#define MAX_HITS 100

/* One hit, deterministic in its number; written into an open array. */
static void
write_hit (McpJsonWriter *writer, const char *index, guint number, double score)
{
  static const char *const titles[] = { "Late deliveries, a pattern",
                                        "What the sensors said in October",
                                        "Three ways to write a ticket", "The quiet quarter",
                                        "On returns and refunds" };
  g_autofree char         *id = g_strdup_printf ("%s-%04u", index, 1000 + number * 37);

  mcp_json_writer_add (writer, "{'_id': %s, '_score': %d, '_source': {'title': %s, 'words': "
                               "%x}}",
                       id, score, titles[number % G_N_ELEMENTS (titles)],
                       (gint64)(320 + number * 91 % 900));
}

/* As OpenSearch answers: a table of comma-separated values, then the hits as JSON. */
static void
search_index (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue     parameters = mcp_json_value_get_member (arguments, "parameters");
  g_autofree char *index = mcp_json_value_dup_member_string (parameters, "index");
  g_autofree char *question = mcp_json_value_dup_member_string (parameters, "question");
  gint64           wanted = mcp_json_value_get_member_int64 (parameters, "size", 5);
  gint64           size = CLAMP (wanted, 1, MAX_HITS);
  McpJsonValue     least = mcp_json_value_get_member (parameters, "min_score");
  double           min_score = mcp_json_value_get_double (least, 0.25);
  g_autofree char *received = mcp_json_value_print_compact (parameters);
  g_autoptr (GString) table = g_string_new ("row,id,score\n");
  g_autoptr (McpJsonWriter) hits = mcp_json_writer_new ();

  if (index == NULL || question == NULL)
    {
      app_demo_request_answer_text (
          request, "“parameters.index” and “parameters.question” are required.", TRUE);
      return;
    }

  mcp_json_writer_add (hits, "{'hits': [");
  for (guint i = 0; i < size; i++)
    {
      double score = (95 - (int)(i * 7 % 90)) / 100.0;

      if (score < min_score)
        continue;
      write_hit (hits, index, i, score);
      g_string_append_printf (table, "%u,%s-%04u,0.%02u\n", i + 1, index, 1000 + i * 37,
                              95 - i * 7 % 90);
    }
  mcp_json_writer_add (hits, "], 'received': %r}", received);
  g_autofree char *structured = mcp_json_writer_finish_text (hits);

  McpJsonWriter *writer = app_demo_request_begin_content (request);
  app_demo_request_write_text (writer, table->str);
  app_demo_request_end_content (request, writer, structured, FALSE);
}

static const AppDemoHandler tools[] = {
  { "search_index", search_index },
  { NULL },
};

const AppDemoSystem app_demo_search_system = {
  .name = "search",
  .tools = tools,
};
