/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "show-bench.h"
#include "ui-model-view.h"

static void
add (GListStore *blocks, AppModelBlock *block, const char *summary)
{
  app_model_block_set_summary (block, summary);
  g_list_store_append (blocks, block);
  g_object_unref (block);
}

static void
add_paragraph (GListStore *blocks, guint turn, const char *text)
{
  AppModelBlock *block = app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, turn, text);

  app_model_block_set_person (block, turn % 2 == 0);
  add (blocks, block, NULL);
}

static AppModelCard *
add_call (GListStore *blocks, const char *name, const char *arguments, AppModelCardState state)
{
  g_autoptr (AppModelCard) card = app_model_card_new (name, arguments);

  g_object_set (card, "server", "everything", NULL);
  app_model_card_set_state (card, state);
  add (blocks, app_model_block_new_call (1, card), NULL);
  return card;
}

static GBytes *
create_image (void)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 96, 64);
  g_autofree char *data = NULL;
  gsize            size;

  gdk_pixbuf_fill (pixbuf, 0x3584e4ff);
  gdk_pixbuf_save_to_buffer (pixbuf, &data, &size, "png", NULL, NULL);
  return g_bytes_new_take (g_steal_pointer (&data), size);
}

static void
add_answer (GListStore *blocks)
{
  add_paragraph (blocks, 1, "## What the two numbers are");
  add_paragraph (blocks, 1,
                 "The sum of **17** and *25* is `42`. It was computed by the server’s own tool, and "
                 "[its page](https://example.org/tools/get-sum) says how; a paragraph like this one "
                 "is long enough to be wrapped at any width that a window is likely to have.");
  add_paragraph (blocks, 1,
                 "- first, the tool was called\n- then its result was read, which is a longer item "
                 "of the list that has to be wrapped under its own beginning\n  - a nested one\n");
  add (blocks,
       app_model_block_new (APP_MODEL_BLOCK_TABLE, 1,
                            "| Tool | Calls | What it does |\n|---|---|---|\n| `get-sum` | 1 | Adds "
                            "two numbers |\n| `print-env` | 0 | Prints the whole environment of the "
                            "server, which nobody should have a model read without a reason |\n"),
       NULL);
  add (blocks,
       app_model_block_new_code (1, "python",
                                 "def add(a: int, b: int) -> int:\n    \"\"\"Adds.\"\"\"\n    return "
                                 "a + b  # nothing else\n"),
       NULL);
}

static void
add_calls (GListStore *blocks)
{
  AppModelCard *card = add_call (blocks, "get-sum", "{\"a\":17,\"b\":\"25\"}",
                                 APP_MODEL_CARD_RUNNING);

  g_object_set (card, "sent", "{\"a\":17,\"b\":25}", "changes", "b: a number stood in quotes", NULL);
  app_model_card_set_told (card, "The sum of 17 and 25 is 42.", "9 tokens");
  g_object_set (card, "duration", (gint64)12000, NULL);
  app_model_card_set_state (card, APP_MODEL_CARD_DONE);
  card = add_call (blocks, "print-env", "{}", APP_MODEL_CARD_RUNNING);
  app_model_card_set_told (card, "{\"PATH\":\"/usr/bin\",\"HOME\":\"/home/ann\",\"LANG\":\"en\"}",
                           "412 of 12,431 tokens · kept whole as an object");
  g_object_set (card, "duration", (gint64)3100000, NULL);
  app_model_card_set_state (card, APP_MODEL_CARD_FAILED);
  add_call (blocks, "long-running", "{\"steps\":5}", APP_MODEL_CARD_WAITING);
  card = add_call (blocks, "delete_file",
                   "{\"path\":\"/home/ann/notes/2026/november/a-rather-long-name.txt\","
                   "\"recursive\":true,\"why\":\"The person asked for it\"}",
                   APP_MODEL_CARD_ASKING);
  g_object_set (card, "reason", "The tool says that it may destroy something.", NULL);
  card = add_call (blocks, "echo", "{\"message\":\"Hello, wor", APP_MODEL_CARD_WRITING);
}

GtkWidget *
show_bench_create (void)
{
  g_autoptr (GListStore) blocks = g_list_store_new (APP_TYPE_MODEL_BLOCK);
  g_autoptr (GBytes) image = create_image ();
  AppModelBlock *open = app_model_block_new (APP_MODEL_BLOCK_PARAGRAPH, 3,
                                             "This one still **streams**, and is drawn as it co");

  add (blocks, app_model_block_new_head (0, "You", TRUE), "12:04:09");
  add_paragraph (blocks, 0, "What is 17 + 25?");
  add_paragraph (blocks, 0, "And delete my notes of November, please.");
  add (blocks, app_model_block_new_head (1, "gpt-6", FALSE), "12:04:11 · 214 tokens · 3.1 s");
  add (blocks,
       app_model_block_new (APP_MODEL_BLOCK_REASONING, 1, "The person wants a sum. There is a tool."),
       "Thought for 3.1 s · 1,204 characters");
  add_answer (blocks);
  add (blocks, app_model_block_new_image (1, "image/png", image), NULL);
  add_calls (blocks);
  add (blocks, app_model_block_new_notice (1, APP_MODEL_NOTICE_PLAIN, "Tried again after 2 s.", NULL),
       NULL);
  add (blocks,
       app_model_block_new_notice (1, APP_MODEL_NOTICE_WARNING, "The answer ends early: it is as "
                                                                "long as it may be.",
                                   NULL),
       NULL);
  add (blocks,
       app_model_block_new_notice (1, APP_MODEL_NOTICE_ERROR, "The provider refused the key (401).",
                                   "Set another key for it, and ask again."),
       NULL);
  add (blocks, app_model_block_new (APP_MODEL_BLOCK_REFUSAL, 1, "I can’t help with that."), NULL);
  add (blocks, app_model_block_new_head (3, "gpt-6", FALSE), "12:05:40");
  app_model_block_set_open (open, TRUE);
  add (blocks, open, NULL);
  return g_object_new (UI_TYPE_MODEL_VIEW, "blocks", blocks, NULL);
}
