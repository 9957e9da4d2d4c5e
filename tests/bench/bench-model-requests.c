/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of one more request of a long conversation with many tools, in each dialect. */

#include "bench-model.h"
#include "mcp-model-dialect.h"
#include "mcp-model-request.h"

#include <stdio.h>
#include <string.h>

#define TOOLS 500
#define TURNS 200
#define ROUNDS 50
#define AIM 20.0 /* ms */

#define SCHEMA                                                                                   \
  "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Where, " \
  "with its country\"},\"days\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":14},\"unit\":"   \
  "{\"enum\":[\"celsius\",\"fahrenheit\"]},\"tags\":{\"type\":\"array\",\"items\":{\"type\":"    \
  "\"string\"}}},\"required\":[\"city\"]}"
#define DESCRIPTION "Tells what the weather will be like in a city, for up to two weeks from now."

/* What stands around a tool's name, its description and its schema */
static const struct
{
  const char *dialect; /* (nullable): any other */
  const char *start;
  const char *schema;
  const char *end;
} forms[] = {
  { "anthropic", "{", "input_schema", "}" },
  { "gemini", "{", "parametersJsonSchema", "}" },
  { "openai-responses", "{\"type\":\"function\",", "parameters", ",\"strict\":false}" },
  { NULL, "{\"type\":\"function\",\"function\":{", "parameters", "}}" },
};

static void
append_tool (GString *text, const char *dialect, guint i)
{
  guint form = 0;

  while (forms[form].dialect != NULL && !g_str_equal (forms[form].dialect, dialect))
    form++;
  g_string_append_printf (text, "%s\"name\":\"weather_%03u\",\"description\":\"%s\",\"%s\":%s%s",
                          forms[form].start, i, DESCRIPTION, forms[form].schema, SCHEMA,
                          forms[form].end);
}

/* Returns: (transfer full): as the export makes it once for each revision of the lists */
static char *
make_tools (const char *dialect)
{
  gboolean is_wrapped = g_str_equal (dialect, "gemini");
  GString *text = g_string_new (is_wrapped ? "[{\"functionDeclarations\":[" : "[");

  for (guint i = 0; i < TOOLS; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      append_tool (text, dialect, i);
    }
  g_string_append (text, is_wrapped ? "]}]" : "]");
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (element-type McpModelTurn): by turns a person, a model that calls, what
 * came of it, and the model's answer, without what the provider itself would want back */
static GPtrArray *
make_turns (void)
{
  GPtrArray       *turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_autofree char *result = g_strnfill (4000, 'x');

  for (guint i = 0; i < TURNS; i++)
    {
      g_autofree char *id = g_strdup_printf ("call_%u", i / 4);
      McpModelTurn    *turn = mcp_model_turn_new (i % 4 == 0   ? MCP_MODEL_USER
                                                  : i % 4 == 2 ? MCP_MODEL_TOOLS
                                                               : MCP_MODEL_ASSISTANT);

      if (i % 4 == 0)
        mcp_model_turn_take_block (
            turn, mcp_model_block_new (MCP_MODEL_TEXT, "And what is it like in Paris?", -1));
      else if (i % 4 == 1)
        mcp_model_turn_take_block (
            turn, mcp_model_block_new_call (id, "weather_001", "{\"city\":\"Paris, FR\"}"));
      else if (i % 4 == 2)
        mcp_model_turn_take_block (
            turn, mcp_model_block_new_result (id, "weather_001", result, FALSE, NULL));
      else
        mcp_model_turn_take_block (
            turn, mcp_model_block_new (MCP_MODEL_TEXT, "It will be sunny, with “clouds”.\n", -1));
      g_ptr_array_add (turns, turn);
    }
  return turns;
}

static void
bench_dialect (const McpModelDialect *dialect, GPtrArray *turns)
{
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("bench", dialect, "http://127.0.0.1");
  g_autofree char *tools = make_tools (dialect->id);
  McpModelRequest  request = { .provider = provider,
                               .model = "scripted",
                               .system = "You are helpful.",
                               .turns = turns,
                               .tools = tools,
                               .parallel = -1 };
  double           ms[ROUNDS];
  gsize            size = 0;
  double           median;

  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GBytes) body = mcp_model_request_build (&request);

      ms[i] = (double)(g_get_monotonic_time () - start) / 1000;
      size = g_bytes_get_size (body);
    }
  median = bench_get_quantile (ms, ROUNDS, 0.5);
  printf ("a request, %-16s median %.2f ms   p95 %.2f ms   %.0f kB   (aim ≤ %.0f ms)%s\n",
          dialect->id, median, bench_get_quantile (ms, ROUNDS, 0.95), (double)size / 1000, AIM,
          median > AIM ? " MISSED" : "");
}

void
bench_model_requests (void)
{
  g_autoptr (GPtrArray) turns = make_turns ();
  const McpModelDialect *dialect;

  for (guint i = 0; (dialect = mcp_model_dialect_get (i)) != NULL; i++)
    bench_dialect (dialect, turns);
}
