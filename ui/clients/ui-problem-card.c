/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-problem-card.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* Sentences with a path in them; what is longer belongs to the evidence. */
#define MAX_SENTENCE 1000
#define MAX_EVIDENCE 4000

struct _UiProblemCard
{
  GtkWidget parent_instance;

  AppProblem *problem;

  GtkLabel    *what;
  GtkLabel    *culprit;
  GtkLabel    *advice;
  GtkExpander *evidence_box;
  GtkLabel    *evidence;
  GtkButton   *action;
};

G_DEFINE_FINAL_TYPE (UiProblemCard, ui_problem_card, GTK_TYPE_WIDGET)

static void
copy_problem (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiProblemCard *self = UI_PROBLEM_CARD (widget);

  if (self->problem == NULL)
    return;
  g_autofree char *text = app_problem_dup_text (self->problem);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
set_text (GtkLabel *label, const char *text, guint max)
{
  g_autofree char *visible = app_visible_text_block (text, max);

  gtk_label_set_text (label, visible);
  gtk_widget_set_visible (GTK_WIDGET (label), visible[0] != '\0');
}

static void
ui_problem_card_dispose (GObject *object)
{
  UiProblemCard *self = UI_PROBLEM_CARD (object);

  ui_template_dispose (object);
  g_clear_object (&self->problem);
}

static void
ui_problem_card_class_init (UiProblemCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_problem_card_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/clients/ui-problem-card.ui");
  gtk_widget_class_bind_template_child (widget_class, UiProblemCard, what);
  gtk_widget_class_bind_template_child (widget_class, UiProblemCard, culprit);
  gtk_widget_class_bind_template_child (widget_class, UiProblemCard, advice);
  gtk_widget_class_bind_template_child (widget_class, UiProblemCard, evidence_box);
  gtk_widget_class_bind_template_child (widget_class, UiProblemCard, evidence);
  gtk_widget_class_bind_template_child (widget_class, UiProblemCard, action);
  gtk_widget_class_install_action (widget_class, "card.copy", NULL, copy_problem);
}

static void
ui_problem_card_init (UiProblemCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ui_problem_card_new (void)
{
  return g_object_new (UI_TYPE_PROBLEM_CARD, NULL);
}

void
ui_problem_card_set_problem (UiProblemCard *self, AppProblem *problem)
{
  g_return_if_fail (UI_IS_PROBLEM_CARD (self));
  g_return_if_fail (problem == NULL || APP_IS_PROBLEM (problem));

  g_set_object (&self->problem, problem);
  gtk_widget_set_visible (GTK_WIDGET (self), problem != NULL);
  if (problem == NULL)
    return;
  /* Translators: %s is "The server", "The other application" or the like */
  g_autofree char *culprit =
      g_strdup_printf (_ ("Cause: %s"), app_problem_get_culprit_name (problem));
  set_text (self->what, app_problem_get_what (problem), MAX_SENTENCE);
  set_text (self->culprit, culprit, MAX_SENTENCE);
  set_text (self->advice, app_problem_get_advice (problem), MAX_SENTENCE);
  set_text (self->evidence, app_problem_get_evidence (problem), MAX_EVIDENCE);
  gtk_widget_set_visible (GTK_WIDGET (self->evidence_box),
                          app_problem_get_evidence (problem) != NULL);
}

void
ui_problem_card_set_action (UiProblemCard *self, const char *label, const char *action)
{
  g_return_if_fail (UI_IS_PROBLEM_CARD (self));

  gtk_widget_set_visible (GTK_WIDGET (self->action), label != NULL);
  gtk_button_set_label (self->action, label != NULL ? label : "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->action), action);
}
