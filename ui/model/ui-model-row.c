/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row.h"
#include "mcp-property.h"
#include "ui-model-row-call.h"
#include "ui-model-row-code.h"
#include "ui-model-row-head.h"
#include "ui-model-row-image.h"
#include "ui-model-row-notice.h"
#include "ui-model-row-reasoning.h"
#include "ui-model-row-text.h"
#include "ui-natural-layout.h"
#include "ui-template.h"
#include "ui-widget.h"

typedef struct
{
  AppModelBlock *block;
} UiModelRowPrivate;

enum {
  PROP_BLOCK = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (UiModelRow, ui_model_row, GTK_TYPE_LIST_BOX_ROW)

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

static void
ui_model_row_dispose (GObject *object)
{
  UiModelRow *self = UI_MODEL_ROW (object);
  UiModelRowPrivate *private = ui_model_row_get_instance_private (self);

  if (private->block != NULL)
    g_signal_handlers_disconnect_by_data (private->block, self);
  G_OBJECT_CLASS (ui_model_row_parent_class)->dispose (object);
}

static void
ui_model_row_finalize (GObject *object)
{
  UiModelRowPrivate *private = ui_model_row_get_instance_private (UI_MODEL_ROW (object));

  g_clear_object (&private->block);
  G_OBJECT_CLASS (ui_model_row_parent_class)->finalize (object);
}

static void
ui_model_row_class_init (UiModelRowClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_BLOCK] = { "block", APP_TYPE_MODEL_BLOCK, G_CALLBACK (ui_model_row_get_block),
                     .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY,
                     .set = G_CALLBACK (set_block) },
  };

  object_class->constructed = ui_model_row_constructed;
  object_class->dispose = ui_model_row_dispose;
  object_class->finalize = ui_model_row_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
ui_model_row_init (UiModelRow *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self), ui_natural_layout_new ());
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
    case APP_MODEL_BLOCK_CODE:
      return UI_TYPE_MODEL_ROW_CODE;
    case APP_MODEL_BLOCK_REASONING:
      return UI_TYPE_MODEL_ROW_REASONING;
    case APP_MODEL_BLOCK_IMAGE:
      return UI_TYPE_MODEL_ROW_IMAGE;
    case APP_MODEL_BLOCK_CALL:
      return UI_TYPE_MODEL_ROW_CALL;
    case APP_MODEL_BLOCK_REFUSAL:
    case APP_MODEL_BLOCK_NOTICE:
      return UI_TYPE_MODEL_ROW_NOTICE;
    case APP_MODEL_BLOCK_PARAGRAPH:
    case APP_MODEL_BLOCK_TABLE:
    default:
      return UI_TYPE_MODEL_ROW_TEXT;
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
