/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row.h"
#include "app-visible-text.h"
#include "mcp-property.h"
#include "ui-code-text.h"
#include "ui-image-block.h"
#include "ui-markdown-text.h"
#include "ui-model-call-card.h"
#include "ui-model-row-head.h"
#include "ui-model-row-notice.h"
#include "ui-model-row-reasoning.h"
#include "ui-stream-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

/* Pixels of an image at most; a click opens it in a window. */
#define IMAGE_HEIGHT 280
#define IMAGE_CHARACTERS 200

typedef struct
{
  AppModelBlock *block;
} UiModelRowPrivate;

enum {
  PROP_BLOCK = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_TYPE_WITH_PRIVATE (UiModelRow, ui_model_row, GTK_TYPE_LIST_BOX_ROW)

AppModelBlock *
ui_model_row_get_block (UiModelRow *self)
{
  g_return_val_if_fail (UI_IS_MODEL_ROW (self), NULL);

  UiModelRowPrivate *private = ui_model_row_get_instance_private (self);
  return private->block;
}

static void
set_block (UiModelRow *self, AppModelBlock *block)
{
  UiModelRowPrivate *private = ui_model_row_get_instance_private (self);
  private->block = g_object_ref (block);
}

/* Returns: (transfer none): the row's child, made where it is of another type */
static gpointer
ensure_child (UiModelRow *self, GType type)
{
  GtkWidget *child = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self));

  if (child == NULL || !G_TYPE_CHECK_INSTANCE_TYPE (child, type))
    {
      child = g_object_new (type, NULL);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), child);
    }
  return child;
}

/* The card follows by itself. */
static void
show_call (UiModelRow *self, AppModelBlock *block)
{
  if (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self)) == NULL)
    ui_model_call_card_set_card (ensure_child (self, UI_TYPE_MODEL_CALL_CARD),
                                 app_model_block_get_card (block));
}

static void
show_code (UiModelRow *self, AppModelBlock *block)
{
  ui_code_text_set (ensure_child (self, UI_TYPE_CODE_TEXT), app_model_block_get_language (block),
                    app_model_block_get_text (block), app_model_block_is_open (block));
}

/* A line, and the image below it once it is there. */
static void
show_image (UiModelRow *self, AppModelBlock *block)
{
  GBytes          *data = app_model_block_get_data (block);
  g_autofree char *text =
      app_visible_text_line (app_model_block_get_text (block), IMAGE_CHARACTERS);
  GtkBox    *box = ensure_child (self, GTK_TYPE_BOX);
  GtkWidget *label = gtk_widget_get_first_child (GTK_WIDGET (box));

  if (label == NULL)
    {
      g_object_set (box, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 3, NULL);
      label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
      gtk_widget_add_css_class (label, "field-note");
      gtk_box_append (box, label);
    }
  gtk_label_set_text (GTK_LABEL (label), text);
  if (data != NULL && gtk_widget_get_next_sibling (label) == NULL)
    gtk_box_append (box, ui_image_block_new_for_data (data, text, IMAGE_HEIGHT));
}

static void
show_plain (UiModelRow *self, const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);
  GtkWidget       *label =
      g_object_new (GTK_TYPE_LABEL, "label", visible, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                    ui_wrap_choose (visible), "selectable", TRUE, NULL);

  ui_wrap_literally (GTK_LABEL (label));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), label);
}

static void
show_text (UiModelRow *self, AppModelBlock *block)
{
  const char *text = app_model_block_get_text (block);

  ui_widget_set_class (self, "bench-said", app_model_block_is_person (block));
  if (app_model_block_is_open (block))
    ui_stream_text_set_text (ensure_child (self, UI_TYPE_STREAM_TEXT), text);
  else if (app_model_block_is_person (block) || app_model_block_is_plain (block))
    show_plain (self, text);
  else
    ui_markdown_text_set_text (ensure_child (self, UI_TYPE_MARKDOWN_TEXT), text);
}

/* Of a row that needs nothing but the widget in it; others are classes of their own. */
static void
ui_model_row_show (UiModelRow *self, AppModelBlock *block)
{
  switch (app_model_block_get_kind (block))
    {
    case APP_MODEL_BLOCK_CALL:
      show_call (self, block);
      break;
    case APP_MODEL_BLOCK_CODE:
      show_code (self, block);
      break;
    case APP_MODEL_BLOCK_IMAGE:
      show_image (self, block);
      break;
    default:
      gtk_widget_add_css_class (GTK_WIDGET (self), "bench-text");
      show_text (self, block);
    }
}

static void
show (UiModelRow *self)
{
  AppModelBlock *block = ui_model_row_get_block (self);

  UI_MODEL_ROW_GET_CLASS (self)->show (self, block);
}

static void
show_name (UiModelRow *self)
{
  ui_widget_name (self, app_model_block_get_accessible_name (ui_model_row_get_block (self)));
}

static void
on_open (UiModelRow *self)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY,
                               app_model_block_is_open (ui_model_row_get_block (self)), -1);
  show (self);
}

static void
ui_model_row_constructed (GObject *object)
{
  UiModelRow    *self = UI_MODEL_ROW (object);
  AppModelBlock *block = ui_model_row_get_block (self);

  G_OBJECT_CLASS (ui_model_row_parent_class)->constructed (object);
  ui_connect (block, "notify::text", show, self);
  ui_connect (block, "notify::summary", show, self);
  ui_connect (block, "notify::open", on_open, self);
  ui_connect (block, "notify::accessible-name", show_name, self);
  show_name (self);
  on_open (self);
}

MCP_DEFINE_DISPOSE (UiModelRow, ui_model_row)
{
  UiModelRowPrivate *private = ui_model_row_get_instance_private (self);

  if (private->block != NULL)
    g_signal_handlers_disconnect_by_data (private->block, self);
}

MCP_DEFINE_FINALIZE (UiModelRow, ui_model_row)
{
  UiModelRowPrivate *private = ui_model_row_get_instance_private (self);

  g_clear_object (&private->block);
}

MCP_DEFINE_CLASS (UiModelRow, ui_model_row)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_BLOCK] = { "block", APP_TYPE_MODEL_BLOCK, G_CALLBACK (ui_model_row_get_block),
                     .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY,
                     .set = G_CALLBACK (set_block) },
  };

  object_class->constructed = ui_model_row_constructed;
  object_class->dispose = ui_model_row_dispose;
  object_class->finalize = ui_model_row_finalize;
  klass->show = ui_model_row_show;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

/* A row is never lower than its child wants to be at its width: GtkListBox gives its rows the least
 * height that they can have, and of a view that scrolls that is a few pixels. */
static void
measure (GtkWidget     *widget,
         GtkOrientation orientation,
         int            for_size,
         int           *minimum,
         int           *natural,
         int           *minimum_baseline,
         int           *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child == NULL || !gtk_widget_should_layout (child))
    return;
  gtk_widget_measure (child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural;
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child != NULL && gtk_widget_should_layout (child))
    gtk_widget_allocate (child, width, height, -1, NULL);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_model_row_init (UiModelRow *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (self), FALSE);
}

static GType
choose_type (AppModelBlock *block)
{
  switch (app_model_block_get_kind (block))
    {
    case APP_MODEL_BLOCK_HEAD:
      return UI_TYPE_MODEL_ROW_HEAD;
    case APP_MODEL_BLOCK_REASONING:
      return UI_TYPE_MODEL_ROW_REASONING;
    case APP_MODEL_BLOCK_REFUSAL:
    case APP_MODEL_BLOCK_NOTICE:
      return UI_TYPE_MODEL_ROW_NOTICE;
    default:
      return UI_TYPE_MODEL_ROW;
    }
}

GtkWidget *
ui_model_row_new (AppModelBlock *block)
{
  g_return_val_if_fail (APP_IS_MODEL_BLOCK (block), NULL);
  return g_object_new (choose_type (block), "block", block, NULL);
}

void
ui_model_row_stay (gpointer widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  gtk_widget_activate_action (widget, "bench.stay", NULL);
}
