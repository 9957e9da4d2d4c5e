/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a conversation: whole turns and streams, however they are cut, make the same ones. */

#include "app-model-blocks.h"
#include "app-model-splitter.h"
#include "app-tests.h"

#include <string.h>

#define TEXT                                                                                       \
  "# Title\nA paragraph\nof two lines.\n\n- one\n- two\n\n  still two\n\n- three\n\n```c {x}\n"    \
  "int x;\n\n# no title\n```\nBehind ünïcödé.\n| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2 |\n\n" \
  "1. first\n   ```\n   in the item\n   ```\n~~~~\n~~~\nstill code\n~~~~\n````\nnever closed"

/* Rows as text, one after the other. */

static void
on_row (AppModelBlockKind kind, const char *language, const char *text, gpointer user_data)
{
  g_string_append_printf (user_data, "<%u %s>%s\n", kind, language != NULL ? language : "-", text);
}

static char *
split (const char *text, gsize length, gsize piece)
{
  GString *rows = g_string_new (NULL);
  g_autoptr (AppModelSplitter) splitter = app_model_splitter_new (FALSE, on_row, rows);

  for (gsize at = 0; at < length; at += piece)
    {
      AppModelBlockKind kind;
      const char       *language;
      g_autofree char  *open = NULL;

      app_model_splitter_push (splitter, text + at, MIN (piece, length - at));
      open = app_model_splitter_dup_open (splitter, &kind, &language);
    }
  app_model_splitter_finish (splitter);
  return g_string_free (rows, FALSE);
}

static void
test_rows (void)
{
  g_autofree char *rows = split (TEXT, strlen (TEXT), 10000);

  g_assert_cmpstr (rows, ==,
                   "<1 ->"
                   "# Title\n"
                   "<1 ->A paragraph\nof two lines.\n"
                   "<1 ->- one\n- two\n\n  still two\n"
                   "<1 ->- three\n"
                   "<2 c>int x;\n\n# no title\n"
                   "<1 ->Behind ünïcödé.\n"
                   "<3 ->| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2 |\n"
                   "<1 ->1. first\n"
                   "<2 ->in the item\n"
                   "<2 ->~~~\nstill code\n"
                   "<2 ->never closed\n");
}

/* Wherever a text is cut in two, the rows are the same; and piece by piece, of any length. */
static void
test_positions (void)
{
  const char      *text = TEXT;
  gsize            length = strlen (text);
  g_autofree char *whole = split (text, length, length);

  for (gsize at = 1; at < length; at++)
    {
      GString *rows = g_string_new (NULL);
      g_autoptr (AppModelSplitter) splitter = app_model_splitter_new (FALSE, on_row, rows);
      g_autofree char *result = NULL;

      app_model_splitter_push (splitter, text, at);
      app_model_splitter_push (splitter, text + at, length - at);
      app_model_splitter_finish (splitter);
      result = g_string_free (rows, FALSE);
      g_assert_cmpstr (result, ==, whole);
    }
  for (gsize piece = 1; piece < 40; piece++)
    {
      g_autofree char *result = split (text, length, piece);

      g_assert_cmpstr (result, ==, whole);
    }
}

static void
on_bounded_row (AppModelBlockKind kind,
                const char       *language,
                const char       *text,
                gpointer          user_data)
{
  gsize limit = kind == APP_MODEL_BLOCK_PARAGRAPH ? APP_MODEL_BLOCK_PARAGRAPH_BYTES
                                                  : APP_MODEL_BLOCK_BYTES + 100;

  g_assert_cmpuint (strlen (text), <=, limit);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  ++*(guint *)user_data;
}

static guint
count_bounded (const char *text, gsize length, gsize piece)
{
  guint n = 0;
  g_autoptr (AppModelSplitter) splitter = app_model_splitter_new (FALSE, on_bounded_row, &n);

  for (gsize at = 0; at < length; at += piece)
    {
      AppModelBlockKind kind;
      const char       *language;
      g_autofree char  *open = NULL;

      app_model_splitter_push (splitter, text + at, MIN (piece, length - at));
      /* A copy of so much text for each byte would take minutes with a sanitizer. */
      if (at % 997 != 0)
        continue;
      open = app_model_splitter_dup_open (splitter, &kind, &language);
      g_assert_true (open == NULL || strlen (open) <= 3 * APP_MODEL_BLOCK_BYTES);
    }
  app_model_splitter_finish (splitter);
  return n;
}

/* No row is larger than it may be, and long ones are cut in the same places. */
static void
test_bounds (void)
{
  static const char *const units[] = { "wörd ",
                                       "€",
                                       "A sentence of it. ",
                                       "a line of sixteen\n",
                                       "- an item\n\n",
                                       "| x | y |\n",
                                       "```\n",
                                       "    indented\n",
                                       "`",
                                       "#" };
  static const char *const beginnings[] = { "", "```\n", "|a|b|\n|-|-|\n", "- " };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    for (guint j = 0; j < G_N_ELEMENTS (beginnings); j++)
      {
        GString *text = g_string_new (beginnings[j]);
        guint    n;

        while (text->len < 5 * APP_MODEL_BLOCK_BYTES / 2)
          g_string_append (text, units[i]);
        n = count_bounded (text->str, text->len, text->len);
        g_assert_cmpuint (n, >, 0);
        /* Pieces of whole characters: there are none of more than three bytes. */
        if (text->str[text->len - 1] == '\n' || strlen (units[i]) == 1)
          g_assert_cmpuint (count_bounded (text->str, text->len, 1), ==, n);
        g_assert_cmpuint (count_bounded (text->str, text->len, text->len / 2), >, 0);
        g_string_free (text, TRUE);
      }
}

/* Streams */

/* A draft tells the rows what comes, as a reader does. */
typedef struct
{
  AppModelBlocks *blocks;
  McpModelDraft  *draft;
} Stream;

static void
on_event (const McpModelEvent *event, gpointer user_data)
{
  Stream *self = user_data;

  app_model_blocks_take_event (self->blocks, event);
}

static void
begin (Stream *self, AppModelBlocks *blocks, guint turn)
{
  self->blocks = blocks;
  self->draft = mcp_model_draft_new (on_event, self);
  app_model_blocks_begin_turn (blocks, turn, "m", 0);
}

static McpModelTurn *
end (Stream *self, gboolean cut)
{
  McpModelTurn *turn = mcp_model_draft_finish (self->draft, cut);

  g_free (turn->asked);
  turn->asked = g_strdup ("m");
  mcp_model_draft_free (self->draft);
  app_model_blocks_end_turn (self->blocks, turn);
  return turn;
}

static char *
print (AppModelBlocks *blocks)
{
  GListModel *model = app_model_blocks_get_model (blocks);
  GString    *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (model, i);
      g_autofree char *source = app_model_block_dup_source (block);

      g_assert_false (app_model_block_is_open (block) &&
                      app_model_block_get_kind (block) != APP_MODEL_BLOCK_CALL);
      g_string_append_printf (text, "%u/%u[%s]%s\n", app_model_block_get_turn (block),
                              app_model_block_get_kind (block),
                              app_model_block_get_kind (block) == APP_MODEL_BLOCK_CALL
                                  ? ""
                                  : app_model_block_get_accessible_name (block),
                              source);
    }
  return g_string_free (text, FALSE);
}

/* The rows of a turn that streamed are those of the same turn from a file. */
static void
assert_same (AppModelBlocks *streamed, McpModelTurn *turn)
{
  g_autoptr (AppModelBlocks) read = app_model_blocks_new ();
  g_autoptr (GPtrArray) turns = g_ptr_array_new ();
  g_autofree char *expected = NULL;
  g_autofree char *actual = NULL;

  g_ptr_array_add (turns, turn);
  app_model_blocks_set_turns (read, turns, NULL);
  app_model_blocks_end_answer (streamed);
  expected = print (read);
  actual = print (streamed);
  g_assert_cmpstr (actual, ==, expected);
}

static void
test_stream (void)
{
  for (gsize piece = 1; piece < 12; piece++)
    {
      g_autoptr (AppModelBlocks) blocks = app_model_blocks_new ();
      g_autoptr (McpModelTurn) turn = NULL;
      g_autoptr (GBytes) image = g_bytes_new_static ("x", 1);
      Stream stream;
      guint  thought, text, call, other;

      begin (&stream, blocks, 0);
      thought = mcp_model_draft_open (stream.draft, MCP_MODEL_REASONING);
      mcp_model_draft_append (stream.draft, thought, "I wonder", -1);
      mcp_model_draft_close (stream.draft, thought);
      text = mcp_model_draft_open (stream.draft, MCP_MODEL_TEXT);
      call = mcp_model_draft_open_call (stream.draft, "c1", NULL);
      for (gsize at = 0; at < strlen (TEXT); at += piece)
        {
          gsize length = MIN (piece, strlen (TEXT) - at);

          /* A reader hands on whole characters. */
          while (((guchar)TEXT[at + length] & 0xc0) == 0x80)
            length++;
          mcp_model_draft_append (stream.draft, text, TEXT + at, (gssize)length);
          at += length - MIN (piece, strlen (TEXT) - at);
          if (at % 3 == 0)
            g_usleep (piece < 2 ? 400 : 0);
          g_main_context_iteration (NULL, FALSE);
        }
      mcp_model_draft_append (stream.draft, call, "{\"a\":", -1);
      mcp_model_draft_name_call (stream.draft, call, NULL, "tool");
      mcp_model_draft_append (stream.draft, call, "1}", -1);
      other = mcp_model_draft_open (stream.draft, MCP_MODEL_TEXT);
      mcp_model_draft_append (stream.draft, other, "", -1);
      mcp_model_draft_add_image (stream.draft, "image/png", image);
      mcp_model_draft_add (stream.draft, MCP_MODEL_REFUSAL, "No", -1);
      turn = end (&stream, FALSE);
      assert_same (blocks, turn);
    }
}

/* What streamed may turn out to be something else. */
static void
test_replaced (void)
{
  g_autoptr (AppModelBlocks) blocks = app_model_blocks_new ();
  g_autoptr (McpModelTurn) turn = NULL;
  Stream stream;
  guint  block;

  begin (&stream, blocks, 0);
  mcp_model_draft_add (stream.draft, MCP_MODEL_TEXT, "wrong\n\nwrong", -1);
  mcp_model_draft_restart (stream.draft);
  g_assert_cmpuint (g_list_model_get_n_items (app_model_blocks_get_model (blocks)), ==, 1);
  block = mcp_model_draft_open (stream.draft, MCP_MODEL_TEXT);
  mcp_model_draft_append (stream.draft, block, "also\n\nwrong\n\n```\nx", -1);
  mcp_model_draft_replace (stream.draft, block, "right\n\n|a|b|\n|-|-|", -1);
  mcp_model_draft_open_call (stream.draft, "c", "dropped");
  turn = end (&stream, TRUE);
  g_assert_cmpuint (mcp_model_turn_count (turn, MCP_MODEL_CALL), ==, 0);
  assert_same (blocks, turn);
}

/* Notifications */

static void
on_text (AppModelBlock *block, GParamSpec *pspec, guint *n)
{
  ++*n;
}

static void
on_items (GListModel *model, guint position, guint removed, guint added, guint *n)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (model, position + i);

      g_signal_connect (block, "notify::text", G_CALLBACK (on_text), n + 1);
      g_signal_connect (block, "notify::accessible-name", G_CALLBACK (on_text), n + 2);
    }
  n[0]++;
}

/* However fast pieces come, rows change a few times a second, and names never. */
static void
test_notifications (void)
{
  g_autoptr (AppModelBlocks) blocks = app_model_blocks_new ();
  g_autoptr (McpModelTurn) turn = NULL;
  guint  n[3] = { 0 };
  Stream stream;
  gint64 begun;
  guint  most;

  begin (&stream, blocks, 0);
  g_signal_connect (app_model_blocks_get_model (blocks), "items-changed", G_CALLBACK (on_items), n);
  mcp_model_draft_add (stream.draft, MCP_MODEL_TEXT, "first", -1);
  g_assert_cmpuint (n[0], ==, 1);
  g_assert_cmpuint (n[1], ==, 0);
  begun = g_get_monotonic_time ();
  for (guint i = 0; i < 2000; i++)
    {
      mcp_model_draft_add (stream.draft, MCP_MODEL_TEXT, " w", -1);
      g_usleep (100);
      g_main_context_iteration (NULL, FALSE);
    }
  most = (guint)((g_get_monotonic_time () - begun) / 33000) + 3;
  turn = end (&stream, FALSE);
  g_assert_cmpuint (n[1], >, 0);
  g_assert_cmpuint (n[1], <=, most + 8);
  g_assert_cmpuint (n[2], ==, 0);
  assert_same (blocks, turn);
}

/* Long conversations */

static McpModelTurn *
create_turn (McpModelRole role, guint number)
{
  McpModelTurn    *turn = mcp_model_turn_new (role);
  g_autofree char *id = g_strdup_printf ("c%u", number / 4);

  if (role == MCP_MODEL_TOOLS)
    mcp_model_turn_take_block (turn,
                               mcp_model_block_new_result (id, "tool", "result", FALSE, NULL));
  else
    mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, TEXT, -1));
  if (role == MCP_MODEL_ASSISTANT)
    turn->asked = g_strdup ("m");
  if (role == MCP_MODEL_ASSISTANT && number % 4 == 1)
    mcp_model_turn_take_block (turn, mcp_model_block_new_call (id, "tool", "{}"));
  return turn;
}

/* Calls of one turn may have one id: the results have the order of the calls. */
static void
test_equal_ids (void)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_autoptr (AppModelBlocks) blocks = app_model_blocks_new ();
  McpModelTurn *calls = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  McpModelTurn *results = mcp_model_turn_new (MCP_MODEL_TOOLS);
  const char   *told[] = { "one", "two" };
  guint         n = 0;

  for (guint i = 0; i < 2; i++)
    {
      mcp_model_turn_take_block (calls, mcp_model_block_new_call ("c", "f", "{}"));
      mcp_model_turn_take_block (results,
                                 mcp_model_block_new_result ("c", "f", told[i], FALSE, NULL));
    }
  g_ptr_array_add (turns, calls);
  g_ptr_array_add (turns, results);
  app_model_blocks_set_turns (blocks, turns, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (app_model_blocks_get_model (blocks)); i++)
    {
      g_autoptr (AppModelBlock) block =
          g_list_model_get_item (app_model_blocks_get_model (blocks), i);

      if (app_model_block_get_kind (block) == APP_MODEL_BLOCK_CALL)
        g_assert_cmpstr (app_model_card_get_told (app_model_block_get_card (block)), ==, told[n++]);
    }
  g_assert_cmpuint (n, ==, 2);
}

static void
test_thousand_turns (void)
{
  static const McpModelRole roles[] = { MCP_MODEL_USER, MCP_MODEL_ASSISTANT, MCP_MODEL_TOOLS,
                                        MCP_MODEL_ASSISTANT };
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_autoptr (AppModelBlocks) blocks = app_model_blocks_new ();
  GListModel      *model = app_model_blocks_get_model (blocks);
  guint            n[3] = { 0 };
  g_autofree char *whole = NULL;
  g_autofree char *again = NULL;

  for (guint i = 0; i < 1000; i++)
    g_ptr_array_add (turns, create_turn (roles[i % 4], i));
  g_signal_connect (model, "items-changed", G_CALLBACK (on_items), n);
  app_model_blocks_set_turns (blocks, turns, NULL);
  g_assert_cmpuint (n[0], ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (model), >, 5000);
  g_assert_cmpint (app_model_card_get_state (app_model_blocks_find_card (blocks, "c7")), ==,
                   APP_MODEL_CARD_DONE);
  whole = print (blocks);
  /* Half of it, and the other half turn by turn. */
  app_model_blocks_rewind (blocks, 500);
  for (guint i = 500; i < 1000; i++)
    app_model_blocks_add_turn (blocks, i, turns->pdata[i], 0);
  again = print (blocks);
  g_assert_cmpstr (again, ==, whole);
  app_model_blocks_rewind (blocks, 0);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 0);
}

void
add_model_blocks_tests (void)
{
  g_test_add_func ("/bench-blocks/rows", test_rows);
  g_test_add_func ("/bench-blocks/positions", test_positions);
  g_test_add_func ("/bench-blocks/bounds", test_bounds);
  g_test_add_func ("/bench-blocks/stream", test_stream);
  g_test_add_func ("/bench-blocks/replaced", test_replaced);
  g_test_add_func ("/bench-blocks/notifications", test_notifications);
  g_test_add_func ("/bench-blocks/equal-ids", test_equal_ids);
  g_test_add_func ("/bench-blocks/thousand-turns", test_thousand_turns);
}
