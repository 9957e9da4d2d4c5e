/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-reasoning.h"
#include "app-visible-text.h"
#include "ui-stream-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

/* Of the end of a thought, while it goes on. */
#define GROWING_BYTES 2048u
/* What is laid out in one piece; a thought is read, not searched. */
#define SHOWN_CHARACTERS 16000u

struct _UiModelRowReasoning
{
  UiModelRow parent_instance;

  GtkExpander  *expander;
  GtkLabel     *line;
  UiStreamText *stream;
  GtkLabel     *text;
};

UI_DEFINE_TEMPLATE (UiModelRowReasoning, ui_model_row_reasoning, UI_TYPE_MODEL_ROW)

/* Nobody waits for what is folded. */
static void
show_text (UiModelRowReasoning *self)
{
  AppModelBlock *block = ui_model_row_get_block (UI_MODEL_ROW (self));
  const char    *text = app_model_block_get_text (block);
  gboolean       open = app_model_block_is_open (block);

  if (!gtk_expander_get_expanded (self->expander))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->stream), open);
  gtk_widget_set_visible (GTK_WIDGET (self->text), !open);
  if (open)
    {
      ui_stream_text_set_end (self->stream, text, GROWING_BYTES);
      return;
    }
  g_autofree char *visible = app_visible_text_block (text, SHOWN_CHARACTERS);
  if (g_str_equal (gtk_label_get_text (self->text), visible))
    return;
  gtk_label_set_wrap_mode (self->text, ui_wrap_choose (visible));
  gtk_label_set_text (self->text, visible);
}

static void
on_expanded (UiModelRowReasoning *self)
{
  ui_model_row_stay (self);
  show_text (self);
}

static void
ui_model_row_reasoning_show (UiModelRow *row, AppModelBlock *block)
{
  UiModelRowReasoning *self = UI_MODEL_ROW_REASONING (row);
  const char          *line = app_model_block_get_summary (block);

  if (!g_str_equal (gtk_label_get_text (self->line), line))
    gtk_label_set_text (self->line, line);
  show_text (self);
}

UI_DEFINE_CLASS (UiModelRowReasoning, ui_model_row_reasoning)
{
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_reasoning_show;
  g_type_ensure (UI_TYPE_STREAM_TEXT);
  ui_template_set (widget_class, "ui/model/ui-model-row-reasoning.ui");
  ui_template_bind_children (widget_class, UiModelRowReasoning, expander, line, stream, text);
  ui_template_bind_callbacks (widget_class, on_expanded);
}
