/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sampling-draft.h"
#include "ui-banner.h"
#include "ui-problem-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 300

struct _UiSamplingDraft
{
  GtkBox parent_instance;

  AppSamplingDraft *draft;

  GtkLabel      *reason;
  GtkWidget     *models;
  GtkWidget     *begin;
  GtkLabel      *label;
  GtkMenuButton *menu;
  GtkWidget     *stop;
  GtkSpinner    *spinner;
  GtkWidget     *nobody;
  GtkWidget     *context;
  GtkLabel      *status;
  GtkLabel      *notes;
  UiBanner      *consent;
  UiProblemView *problem;
};

G_DEFINE_FINAL_TYPE (UiSamplingDraft, ui_sampling_draft, GTK_TYPE_BOX)

static void
show_text (UiSamplingDraft *self, const char *property, GtkLabel *label)
{
  g_autofree char *text = NULL;

  g_object_get (self->draft, property, &text, NULL);
  ui_widget_show_text (label, text);
}

static void
update_reason (UiSamplingDraft *self)
{
  show_text (self, "reason", self->reason);
}

static void
update_status (UiSamplingDraft *self)
{
  show_text (self, "status", self->status);
}

static void
update_notes (UiSamplingDraft *self)
{
  show_text (self, "notes", self->notes);
}

static void
update_label (UiSamplingDraft *self)
{
  g_autofree char *text = NULL;

  g_object_get (self->draft, "label", &text, NULL);
  gtk_label_set_text (self->label, text);
  ui_widget_name (self->begin, text);
}

static void
update_writing (UiSamplingDraft *self)
{
  gboolean writing = app_sampling_draft_is_writing (self->draft);

  gtk_widget_set_sensitive (self->models, !writing);
  gtk_widget_set_visible (self->stop, writing);
  gtk_spinner_set_spinning (self->spinner, writing);
}

static void
update_problem (UiSamplingDraft *self)
{
  g_autoptr (AppProblem) problem = NULL;

  g_object_get (self->draft, "problem", &problem, NULL);
  ui_problem_view_set_problem (self->problem, problem);
}

static void
update_consent (UiSamplingDraft *self)
{
  g_autofree char *text = NULL;

  g_object_get (self->draft, "consent-text", &text, NULL);
  g_autofree char *line = app_visible_text_line (text, MAX_LINE);
  if (text != NULL)
    ui_banner_set_title (self->consent, line);
  ui_banner_set_revealed (self->consent, text != NULL);
}

/* The models that there are, one of which is chosen; and the way to more of them. */
static void
update_menu (UiSamplingDraft *self)
{
  AppSamplingModels *models = app_sampling_draft_get_models (self->draft);
  g_auto (GStrv) ids = app_sampling_models_dup_ids (models);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) choices = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *title = app_sampling_models_dup_title (models, ids[i]);
      g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

      g_menu_item_set_action_and_target (item, "draft.model", "s", ids[i]);
      g_menu_append_item (choices, item);
    }
  g_menu_append (more, _ ("Model Providers…"), "win.model-providers");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (choices));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  gtk_menu_button_set_menu_model (self->menu, G_MENU_MODEL (menu));
  gtk_widget_set_visible (self->models, ids[0] != NULL);
  gtk_widget_set_visible (self->nobody, !app_sampling_models_has_provider (models));
}

static void
on_begin (UiSamplingDraft *self)
{
  app_sampling_draft_begin (self->draft);
}

static void
on_stop (UiSamplingDraft *self)
{
  app_sampling_draft_stop (self->draft);
}

static void
on_agreed (UiSamplingDraft *self)
{
  app_sampling_draft_agree (self->draft, TRUE);
}

static void
on_declined (UiSamplingDraft *self)
{
  app_sampling_draft_agree (self->draft, FALSE);
}

UI_DEFINE_CLASS (UiSamplingDraft, ui_sampling_draft)
{
  ui_template_ensure_types (UI_TYPE_BANNER, UI_TYPE_PROBLEM_VIEW);
  ui_template_set (widget_class, "ui/inbox/ui-sampling-draft.ui");
  ui_template_hold (widget_class, UiSamplingDraft, draft);
  ui_template_bind_children (widget_class, UiSamplingDraft, reason, models, begin, menu, label,
                             stop, spinner, nobody, context, status, notes, consent, problem);
  ui_template_bind_callbacks (widget_class, on_begin, on_stop, on_agreed, on_declined);
}

static void
ui_sampling_draft_init (UiSamplingDraft *self)
{
  ui_template_init (self);
  ui_banner_set_button_label (self->consent, _ ("Agree"));
  ui_banner_set_other_label (self->consent, _ ("Cancel"));
}

void
ui_sampling_draft_set_draft (UiSamplingDraft *self, AppSamplingDraft *draft)
{
  static const struct
  {
    const char *signal;
    void (*changed) (UiSamplingDraft *self);
  } followed[] = {
    { "notify::reason", update_reason },
    { "notify::status", update_status },
    { "notify::notes", update_notes },
    { "notify::label", update_label },
    { "notify::writing", update_writing },
    { "notify::problem", update_problem },
    { "notify::consent-text", update_consent },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  g_return_if_fail (UI_IS_SAMPLING_DRAFT (self));
  g_return_if_fail (self->draft == NULL && APP_IS_SAMPLING_DRAFT (draft));

  self->draft = g_object_ref (draft);
  g_autoptr (GPropertyAction) model = g_property_action_new ("model", draft, "model");
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (model));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "draft", G_ACTION_GROUP (actions));
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    {
      ui_connect (draft, followed[i].signal, followed[i].changed, self);
      followed[i].changed (self);
    }
  ui_connect (app_sampling_draft_get_models (draft), "changed", update_menu, self);
  update_menu (self);
  gtk_widget_set_visible (self->context, app_sampling_draft_wants_context (draft));
  g_object_bind_property (draft, "with-context", self->context, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}
