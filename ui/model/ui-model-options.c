/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-options.h"
#include "ui-option-area.h"
#include "ui-popover-fit.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _UiModelOptions
{
  GtkPopover parent_instance;

  AppModelSetup *setup;
  gboolean       updating;

  /* borrowed */
  UiTextArea *system;
  UiTextArea *parameters;
  UiTextArea *overlays;

  GtkLabel    *problem;
  GtkFrame    *system_frame;
  GtkFrame    *parameters_frame;
  GtkFrame    *overlays_frame;
  GtkWidget   *with_instructions;
  AdwComboRow *choice;
  AdwEntryRow *choice_name;
  GtkWidget   *rounds;
  AdwComboRow *result_format;
  AdwEntryRow *expression;
  GtkWidget   *repairs;
  AdwComboRow *parallel;
  AdwComboRow *order;
  GtkWidget   *object_tools;
  GtkWidget   *max_tokens;
  GtkWidget   *max_cost;
};

G_DEFINE_FINAL_TYPE (UiModelOptions, ui_model_options, GTK_TYPE_POPOVER)

/* How results are told, in the order of the choice. Those that take an expression end with ":". */
static const struct
{
  const char *begin;
  const char *title; /* (nullable): of the expression */
} result_formats[] = {
  { "raw", NULL },
  { "compact", NULL },
  { "preview", NULL },
  { "path:", N_ ("Which path") },
  { "template:", N_ ("Template") },
};

static void
update (UiModelOptions *self)
{
  guint       choice = adw_combo_row_get_selected (self->choice);
  guint       result_format = adw_combo_row_get_selected (self->result_format);
  const char *title =
      result_format < G_N_ELEMENTS (result_formats) ? result_formats[result_format].title : NULL;

  if (self->expression == NULL || self->choice_name == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->choice_name), choice == APP_TOOL_CHOICE_NAMED);
  gtk_widget_set_visible (GTK_WIDGET (self->expression), title != NULL);
  if (title != NULL)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->expression), _ (title));
}

static void
on_result_format_changed (UiModelOptions *self)
{
  guint result_format = adw_combo_row_get_selected (self->result_format);

  update (self);
  if (self->updating || self->setup == NULL || result_format >= G_N_ELEMENTS (result_formats))
    return;
  g_autofree char *text =
      g_strconcat (result_formats[result_format].begin,
                   result_formats[result_format].title != NULL
                       ? gtk_editable_get_text (GTK_EDITABLE (self->expression))
                       : NULL,
                   NULL);
  self->updating = TRUE;
  g_object_set (self->setup, "result-format", text, NULL);
  self->updating = FALSE;
}

static void
show_result_format (UiModelOptions *self)
{
  g_autofree char *text = NULL;

  if (self->updating)
    return;
  g_object_get (self->setup, "result-format", &text, NULL);
  self->updating = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (result_formats) && text != NULL; i++)
    if (g_str_has_prefix (text, result_formats[i].begin))
      {
        adw_combo_row_set_selected (self->result_format, i);
        if (result_formats[i].title != NULL)
          gtk_editable_set_text (GTK_EDITABLE (self->expression),
                                 text + strlen (result_formats[i].begin));
      }
  self->updating = FALSE;
  update (self);
}

static void
show_problem (UiModelOptions *self)
{
  g_autofree char *line = app_visible_text_block (app_model_setup_get_problem (self->setup), 400);

  ui_widget_show_text (self->problem, line);
}

UI_DEFINE_CLASS (UiModelOptions, ui_model_options)
{
  ui_template_set (widget_class, "ui/model/ui-model-options.ui");
  ui_template_hold (widget_class, UiModelOptions, setup);
  ui_template_bind_children (widget_class, UiModelOptions, problem, system_frame, parameters_frame,
                             overlays_frame, with_instructions, choice, choice_name, rounds,
                             result_format, expression, repairs, parallel, order, object_tools,
                             max_tokens, max_cost);
  ui_template_bind_callbacks (widget_class, update, on_result_format_changed);
}

static void
ui_model_options_init (UiModelOptions *self)
{
  ui_template_init (self);
  ui_popover_fit (GTK_POPOVER (self), 340, 400);
  self->system =
      ui_option_area_add (self->system_frame, NULL, _ ("System prompt"), _ ("None"));
  self->parameters =
      ui_option_area_add (self->parameters_frame, "json", _ ("Parameters"), _ ("None"));
  self->overlays = ui_option_area_add (self->overlays_frame, "json", _ ("Overlays"), _ ("None"));
  ui_widget_name_lists (GTK_WIDGET (self), _ ("Options"));
  update (self);
}

void
ui_model_options_set_setup (UiModelOptions *self, AppModelSetup *setup)
{
  g_return_if_fail (UI_IS_MODEL_OPTIONS (self));
  g_return_if_fail (APP_IS_MODEL_SETUP (setup));
  g_return_if_fail (self->setup == NULL);

  const UiOptionBinding bound[] = {
    { "with-instructions", self->with_instructions, "active" },
    { "choice", self->choice, "selected" },
    { "choice-name", self->choice_name, "text" },
    { "rounds", self->rounds, "value" },
    { "repairs", self->repairs, "active" },
    { "parallel", self->parallel, "selected" },
    { "order", self->order, "selected" },
    { "object-tools", self->object_tools, "active" },
    { "max-tokens", self->max_tokens, "value" },
    { "max-cost", self->max_cost, "value" },
  };

  self->setup = g_object_ref (setup);
  ui_option_area_bind_widgets (setup, bound, G_N_ELEMENTS (bound));
  ui_connect (setup, "notify::result-format", show_result_format, self);
  ui_connect (setup, "notify::problem", show_problem, self);
  ui_option_area_bind (self->system, setup, "system");
  ui_option_area_bind (self->parameters, setup, "parameters");
  ui_option_area_bind (self->overlays, setup, "overlays");
  show_result_format (self);
  show_problem (self);
}
