/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row.h"
#include "app-visible-text.h"
#include "mcp-property.h"
#include "ui-code-text.h"
#include "ui-image-block.h"
#include "ui-markdown-text.h"
#include "ui-model-call-card.h"
#include "ui-model-row-head.h"
#include "ui-stream-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Pixels of an image at most; a click opens it in a window. */
#define IMAGE_HEIGHT 280
#define IMAGE_CHARACTERS 200
#define NOTICE_CHARACTERS 2000u
/* Of the end of a thought, while it goes on, and what is laid out of it later in one piece: it is
 * read, not searched. */
#define GROWING_BYTES 2048u
#define THOUGHT_CHARACTERS 16000u

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

/* @max: characters; 0 for all of them */
static GtkWidget *
create_label (const char *text, gsize max)
{
  g_autofree char *visible = app_visible_text_block (text, max);

  return g_object_new (GTK_TYPE_LABEL, "label", visible, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                       ui_wrap_choose (visible), "selectable", TRUE, NULL);
}

static void
show_plain (UiModelRow *self, const char *text)
{
  GtkWidget *label = create_label (text, 0);

  ui_wrap_literally (GTK_LABEL (label));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), label);
}

/* What the program has to say beside the conversation, or that the model refused. */
static void
show_notice (UiModelRow *self, AppModelBlock *block)
{
  static const struct
  {
    const char *icon;
    const char *name;
    const char *class_name;
  } looks[] = {
    [APP_MODEL_NOTICE_PLAIN] = { "dialog-information-symbolic", N_ ("Note"), "secondary" },
    [APP_MODEL_NOTICE_WARNING] = { "dialog-warning-symbolic", N_ ("Warning"), "state-waiting" },
    [APP_MODEL_NOTICE_ERROR] = { "dialog-error-symbolic", N_ ("Error"), "state-failed" },
  };
  gboolean       refused = app_model_block_get_kind (block) == APP_MODEL_BLOCK_REFUSAL;
  AppModelNotice level = refused ? APP_MODEL_NOTICE_WARNING : app_model_block_get_level (block);
  const char    *text = app_model_block_get_text (block);
  const char    *advice = app_model_block_get_advice (block);
  /* Translators: %s is what a model said in place of an answer */
  g_autofree char *refusal = g_strdup_printf (_ ("The model refused: %s"), text);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget       *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget       *icon = gtk_image_new_from_icon_name (looks[level].icon);
  GtkWidget       *label = create_label (refused ? refusal : text, NOTICE_CHARACTERS);

  gtk_widget_set_hexpand (column, TRUE);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  ui_widget_name (icon, _ (looks[level].name));
  gtk_widget_add_css_class (level == APP_MODEL_NOTICE_PLAIN ? label : icon,
                            looks[level].class_name);
  ui_widget_set_class (box, "card", level == APP_MODEL_NOTICE_ERROR);
  ui_widget_set_class (box, "note-card", level == APP_MODEL_NOTICE_ERROR);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), column);
  gtk_box_append (GTK_BOX (column), label);
  if (advice != NULL && *advice != '\0')
    {
      GtkWidget *more = create_label (advice, NOTICE_CHARACTERS);

      gtk_widget_add_css_class (more, "secondary");
      gtk_box_append (GTK_BOX (column), more);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
}

/* Thoughts */

/* Nobody waits for what is folded. */
static void
show_thought (UiModelRow *self, GtkExpander *expander)
{
  AppModelBlock *block = ui_model_row_get_block (self);
  const char    *text = app_model_block_get_text (block);
  AdwBin        *place = ADW_BIN (gtk_expander_get_child (expander));

  if (!gtk_expander_get_expanded (expander))
    return;
  if (!app_model_block_is_open (block))
    {
      adw_bin_set_child (place, create_label (text, THOUGHT_CHARACTERS));
      return;
    }
  if (adw_bin_get_child (place) == NULL)
    adw_bin_set_child (place, g_object_new (UI_TYPE_STREAM_TEXT, NULL));
  ui_stream_text_set_end (UI_STREAM_TEXT (adw_bin_get_child (place)), text, GROWING_BYTES);
}

static void
on_expanded (UiModelRow *self, GParamSpec *pspec, GtkExpander *expander)
{
  ui_model_row_stay (self);
  show_thought (self, expander);
}

static void
show_reasoning (UiModelRow *self, AppModelBlock *block)
{
  GtkExpander *expander = ensure_child (self, GTK_TYPE_EXPANDER);
  const char  *line = app_model_block_get_summary (block);

  if (gtk_expander_get_label_widget (expander) == NULL)
    {
      GtkWidget *label =
          g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
      GtkWidget *place = adw_bin_new ();

      gtk_widget_add_css_class (label, "secondary");
      gtk_widget_add_css_class (label, "numeric");
      gtk_widget_add_css_class (place, "bench-thought");
      ui_widget_name (expander, _ ("Reasoning"));
      gtk_expander_set_label_widget (expander, label);
      gtk_expander_set_child (expander, place);
      ui_connect (expander, "notify::expanded", on_expanded, self);
    }
  gtk_label_set_text (GTK_LABEL (gtk_expander_get_label_widget (expander)), line);
  show_thought (self, expander);
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

/* Of a row that needs nothing but the widget in it; a head is a class of its own. */
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
    case APP_MODEL_BLOCK_REASONING:
      show_reasoning (self, block);
      break;
    case APP_MODEL_BLOCK_REFUSAL:
    case APP_MODEL_BLOCK_NOTICE:
      show_notice (self, block);
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

static void
ui_model_row_init (UiModelRow *self)
{
  /* GtkListBox gives its rows the least height that they can have, and of a view that scrolls that
   * is a few pixels. */
  ui_widget_keep_height (GTK_WIDGET (self));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (self), FALSE);
}

GtkWidget *
ui_model_row_new (AppModelBlock *block)
{
  g_return_val_if_fail (APP_IS_MODEL_BLOCK (block), NULL);
  return g_object_new (app_model_block_get_kind (block) == APP_MODEL_BLOCK_HEAD
                           ? UI_TYPE_MODEL_ROW_HEAD
                           : UI_TYPE_MODEL_ROW,
                       "block", block, NULL);
}

void
ui_model_row_stay (gpointer widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  gtk_widget_activate_action (widget, "bench.stay", NULL);
}
