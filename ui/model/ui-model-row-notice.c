/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-notice.h"
#include "app-visible-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>

#define SHOWN_CHARACTERS 2000u

struct _UiModelRowNotice
{
  UiModelRow parent_instance;

  GtkWidget *box;
  GtkImage  *icon;
  GtkLabel  *text;
  GtkLabel  *advice;
};

UI_DEFINE_TEMPLATE (UiModelRowNotice, ui_model_row_notice, UI_TYPE_MODEL_ROW)

static void
show_level (UiModelRowNotice *self, AppModelNotice level)
{
  gtk_image_set_from_icon_name (self->icon, level == APP_MODEL_NOTICE_ERROR
                                                ? "dialog-error-symbolic"
                                            : level == APP_MODEL_NOTICE_WARNING
                                                ? "dialog-warning-symbolic"
                                                : "dialog-information-symbolic");
  ui_widget_name (self->icon, level == APP_MODEL_NOTICE_ERROR     ? _ ("Error")
                              : level == APP_MODEL_NOTICE_WARNING ? _ ("Warning")
                                                                  : _ ("Note"));
  ui_widget_set_class (self->icon, "state-failed", level == APP_MODEL_NOTICE_ERROR);
  ui_widget_set_class (self->icon, "state-waiting", level == APP_MODEL_NOTICE_WARNING);
  ui_widget_set_class (self->box, "card", level == APP_MODEL_NOTICE_ERROR);
  ui_widget_set_class (self->box, "note-card", level == APP_MODEL_NOTICE_ERROR);
  ui_widget_set_class (self->text, "secondary", level == APP_MODEL_NOTICE_PLAIN);
}

static void
ui_model_row_notice_show (UiModelRow *row, AppModelBlock *block)
{
  UiModelRowNotice *self = UI_MODEL_ROW_NOTICE (row);
  gboolean          refused = app_model_block_get_kind (block) == APP_MODEL_BLOCK_REFUSAL;
  g_autofree char  *visible =
      app_visible_text_block (app_model_block_get_text (block), SHOWN_CHARACTERS);
  g_autofree char *advice =
      app_visible_text_block (app_model_block_get_advice (block), SHOWN_CHARACTERS);
  /* Translators: %s is what a model said in place of an answer */
  g_autofree char *refusal = g_strdup_printf (_ ("The model refused: %s"), visible);

  show_level (self, refused ? APP_MODEL_NOTICE_WARNING : app_model_block_get_level (block));
  gtk_label_set_wrap_mode (self->text, ui_wrap_choose (visible));
  gtk_label_set_text (self->text, refused ? refusal : visible);
  ui_widget_show_text (self->advice, advice);
}

UI_DEFINE_CLASS (UiModelRowNotice, ui_model_row_notice)
{
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_notice_show;
  ui_template_set (widget_class, "ui/model/ui-model-row-notice.ui");
  ui_template_bind_children (widget_class, UiModelRowNotice, box, icon, text, advice);
}
