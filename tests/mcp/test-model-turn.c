/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A turn as JSON: what is read is what was written. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-model-dialect.h"
#include "mcp-model-turn-json.h"

#include <string.h>

static char *
write_turn (McpModelTurn *turn)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_model_turn_write (turn, writer);
  return mcp_json_writer_finish_text (writer);
}

static McpModelTurn *
read_turn (const char *text, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return mcp_model_turn_new_from_json (mcp_json_document_get_root (document), error);
}

static void
check_echo (McpModelTurn *turn, McpModelTurn *again)
{
  gsize       length;
  gsize       other_length;
  const char *bytes;
  const char *other;

  g_assert_cmpstr (again->dialect, ==, turn->echo != NULL ? turn->dialect : NULL);
  g_assert_cmpint (again->echo != NULL, ==, turn->echo != NULL);
  if (turn->echo == NULL)
    return;
  bytes = g_bytes_get_data (turn->echo, &length);
  other = g_bytes_get_data (again->echo, &other_length);
  g_assert_cmpmem (other, other_length, bytes, length);
}

static void
check_block (McpModelBlock *block, McpModelBlock *again)
{
  GPtrArray *images = mcp_model_block_get_images (block);
  GPtrArray *other = mcp_model_block_get_images (again);

  g_assert_cmpint (mcp_model_block_get_kind (again), ==, mcp_model_block_get_kind (block));
  g_assert_cmpstr (mcp_model_block_get_text (again), ==, mcp_model_block_get_text (block));
  g_assert_cmpstr (mcp_model_block_get_id (again), ==, mcp_model_block_get_id (block));
  g_assert_cmpstr (mcp_model_block_get_name (again), ==, mcp_model_block_get_name (block));
  g_assert_cmpint (mcp_model_block_is_error (again), ==, mcp_model_block_is_error (block));
  g_assert_cmpstr (mcp_model_block_get_mime_type (again), ==,
                   mcp_model_block_get_mime_type (block));
  if (mcp_model_block_get_data (block) != NULL)
    g_assert_true (g_bytes_equal (mcp_model_block_get_data (again),
                                  mcp_model_block_get_data (block)));
  g_assert_cmpuint (other != NULL ? other->len : 0, ==, images != NULL ? images->len : 0);
  for (guint i = 0; images != NULL && i < images->len; i++)
    check_block (images->pdata[i], other->pdata[i]);
}

static void
check_again (McpModelTurn *turn)
{
  g_autofree char *text = write_turn (turn);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelTurn) again = read_turn (text, &error);

  g_assert_no_error (error);
  g_assert_null (strpbrk (text, "\r\n"));
  g_assert_cmpint (again->role, ==, turn->role);
  g_assert_cmpuint (again->blocks->len, ==, turn->blocks->len);
  for (guint i = 0; i < turn->blocks->len; i++)
    check_block (turn->blocks->pdata[i], again->blocks->pdata[i]);
  g_assert_cmpstr (again->provider, ==, turn->provider);
  g_assert_cmpstr (again->asked, ==, turn->asked);
  g_assert_cmpstr (again->model, ==, turn->model);
  g_assert_cmpstr (again->response, ==, turn->response);
  g_assert_cmpint (again->stop, ==, turn->stop);
  g_assert_cmpstr (again->stop_text, ==, turn->stop_text);
  g_assert_cmpstr (again->usage_text, ==, turn->usage_text);
  g_assert_cmpmem (&again->usage, sizeof again->usage, &turn->usage, sizeof turn->usage);
  check_echo (turn, again);
}

static void
test_blocks (void)
{
  g_autoptr (McpModelTurn) turn = mcp_model_turn_new (MCP_MODEL_TOOLS);
  g_autoptr (GBytes) data = g_bytes_new_static ("\0\1\xff", 3);
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);

  for (int kind = MCP_MODEL_TEXT; kind <= MCP_MODEL_NOTICE; kind++)
    mcp_model_turn_take_block (
        turn, mcp_model_block_new ((McpModelBlockKind)kind, "a\n\"b\"\\ é\r\t", -1));
  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_REASONING, "", -1));
  mcp_model_turn_take_block (turn, mcp_model_block_new_image ("image/png", data));
  mcp_model_turn_take_block (turn, mcp_model_block_new_call ("1", "t", "{\"n\": 1.10"));
  g_ptr_array_add (images, mcp_model_block_new_image ("image/png", data));
  mcp_model_turn_take_block (turn, mcp_model_block_new_result ("1", "t", "no", TRUE, images));
  mcp_model_turn_take_block (turn, mcp_model_block_new_result ("2", "t", "", FALSE, NULL));
  check_again (turn);
}

static void
test_words (void)
{
  for (int role = MCP_MODEL_USER; role <= MCP_MODEL_TOOLS; role++)
    for (int stop = MCP_MODEL_STOP_NONE; stop <= MCP_MODEL_STOP_OTHER; stop++)
      {
        g_autoptr (McpModelTurn) turn = mcp_model_turn_new ((McpModelRole)role);

        turn->stop = (McpModelStop)stop;
        check_again (turn);
      }
}

/* Its lexemes are the provider's; line ends between them are nobody's. */
static void
test_echo (void)
{
  static const char text[] = "{\"n\":[1e2,1.10,-0],\"s\":\"\\u00e9\\ud83d\\ude00\",\"n\":0}";
  static const char lines[] = "{\r\n  \"n\": 1.10\n}";
  g_autoptr (McpModelTurn) turn = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  g_autoptr (McpModelTurn) again = NULL;
  g_autofree char *written = NULL;

  turn->dialect = mcp_model_anthropic_dialect.id;
  turn->echo = g_bytes_new_static (text, strlen (text));
  turn->usage = (McpModelUsage){ 1, -1, 0, G_MAXINT64, -1 };
  check_again (turn);

  g_bytes_unref (turn->echo);
  turn->echo = g_bytes_new_static (lines, strlen (lines));
  written = write_turn (turn);
  g_assert_null (strpbrk (written, "\r\n"));
  again = read_turn (written, NULL);
  g_assert_cmpmem (g_bytes_get_data (again->echo, NULL), g_bytes_get_size (again->echo),
                   "{\"n\":1.10}", 10);
}

static void
test_refused (void)
{
  static const char *const wrong[] = {
    "{}",
    "[]",
    "null",
    "{\"role\":\"user\"}",
    "{\"role\":\"person\",\"blocks\":[]}",
    "{\"role\":\"user\",\"blocks\":{}}",
    "{\"role\":\"user\",\"blocks\":[1]}",
    "{\"role\":\"user\",\"blocks\":[{\"kind\":\"text\"}]}",
    "{\"role\":\"user\",\"blocks\":[{\"kind\":\"song\",\"text\":\"\"}]}",
    "{\"role\":\"user\",\"blocks\":[{\"kind\":\"call\",\"text\":\"\"}]}",
    "{\"role\":\"user\",\"blocks\":[{\"kind\":\"image\",\"data\":\"\"}]}",
  };
  g_autoptr (McpModelTurn) odd = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_turn (wrong[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
  /* What a later version adds, and an echo that is nobody's */
  odd = read_turn ("{\"role\":\"assistant\",\"blocks\":[],\"mood\":1,\"stop\":\"bored\",\"echo\":{},"
                   "\"dialect\":\"klingon\",\"usage\":{\"input\":-4,\"output\":\"x\"}}",
                   NULL);
  g_assert_nonnull (odd);
  g_assert_null (odd->echo);
  g_assert_cmpint (odd->stop, ==, MCP_MODEL_STOP_NONE);
  g_assert_cmpint (odd->usage.input, ==, -1);
}

void
add_model_turn_tests (void)
{
  g_test_add_func ("/model-turn/blocks", test_blocks);
  g_test_add_func ("/model-turn/words", test_words);
  g_test_add_func ("/model-turn/echo", test_echo);
  g_test_add_func ("/model-turn/refused", test_refused);
}
