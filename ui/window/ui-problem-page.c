/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-problem-page.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* A sentence; what is longer belongs to the evidence. */
#define MAX_SENTENCE 600
/* A screenful or two: the evidence is bounded where it is collected, this bounds its drawing. */
#define MAX_EVIDENCE 20000

struct _UiProblemPage
{
  GtkWidget parent_instance;

  AppProblem *problem;

  GtkWidget *content;
  GtkImage  *icon;
  GtkLabel  *title;
  GtkLabel  *what;
  GtkLabel  *culprit;
  GtkLabel  *advice;
  GtkWidget *evidence_box;
  GtkLabel  *evidence;
  GtkButton *primary;
  GtkButton *secondary;
  GtkButton *tertiary;
};

enum {
  PROP_0,
  PROP_PROBLEM,
  PROP_ICON_NAME,
  PROP_TITLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiProblemPage, ui_problem_page, GTK_TYPE_WIDGET)

static void
copy_evidence (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiProblemPage *self = UI_PROBLEM_PAGE (widget);

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
ui_problem_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  UiProblemPage *self = UI_PROBLEM_PAGE (object);

  switch (id)
    {
    case PROP_PROBLEM:
      g_value_set_object (value, self->problem);
      break;
    case PROP_ICON_NAME:
      g_value_set_string (value, gtk_image_get_icon_name (self->icon));
      break;
    case PROP_TITLE:
      g_value_set_string (value, gtk_label_get_text (self->title));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_problem_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiProblemPage *self = UI_PROBLEM_PAGE (object);

  switch (id)
    {
    case PROP_PROBLEM:
      ui_problem_page_set_problem (self, g_value_get_object (value));
      break;
    case PROP_ICON_NAME:
      gtk_image_set_from_icon_name (self->icon, g_value_get_string (value));
      break;
    case PROP_TITLE:
      ui_problem_page_set_title (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_problem_page_dispose (GObject *object)
{
  UiProblemPage *self = UI_PROBLEM_PAGE (object);

  ui_template_dispose (object);
  g_clear_object (&self->problem);
}

static void
ui_problem_page_class_init (UiProblemPageClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ui_problem_page_get_property;
  object_class->set_property = ui_problem_page_set_property;
  object_class->dispose = ui_problem_page_dispose;

  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  properties[PROP_PROBLEM] =
      g_param_spec_object ("problem", NULL, NULL, APP_TYPE_PROBLEM, flags);
  properties[PROP_ICON_NAME] = g_param_spec_string ("icon-name", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/window/ui-problem-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, content);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, icon);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, title);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, what);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, culprit);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, advice);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, evidence_box);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, evidence);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, primary);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, secondary);
  gtk_widget_class_bind_template_child (widget_class, UiProblemPage, tertiary);
  gtk_widget_class_install_action (widget_class, "problem.copy", NULL, copy_evidence);
}

static void
ui_problem_page_init (UiProblemPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
ui_problem_page_set_problem (UiProblemPage *self, AppProblem *problem)
{
  g_return_if_fail (UI_IS_PROBLEM_PAGE (self));
  g_return_if_fail (problem == NULL || APP_IS_PROBLEM (problem));

  g_set_object (&self->problem, problem);
  set_text (self->what, problem != NULL ? app_problem_get_what (problem) : NULL, MAX_SENTENCE);
  set_text (self->advice, problem != NULL ? app_problem_get_advice (problem) : NULL,
            MAX_SENTENCE);
  if (problem != NULL)
    {
      /* Translators: whose fault a failure is, for example "Where: the network" */
      g_autofree char *culprit =
          g_strdup_printf (_ ("Where: %s"), app_problem_get_culprit_name (problem));
      gtk_label_set_text (self->culprit, culprit);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->culprit), problem != NULL);

  const char      *evidence = problem != NULL ? app_problem_get_evidence (problem) : NULL;
  g_autofree char *visible = app_visible_text_block (evidence, MAX_EVIDENCE);
  gtk_label_set_text (self->evidence, visible);
  gtk_widget_set_visible (self->evidence_box, visible[0] != '\0');
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

void
ui_problem_page_set_title (UiProblemPage *self, const char *title)
{
  g_return_if_fail (UI_IS_PROBLEM_PAGE (self));

  gtk_label_set_text (self->title, title != NULL ? title : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static void
set_button (GtkButton *button, const char *label, const char *action)
{
  gtk_widget_set_visible (GTK_WIDGET (button), label != NULL);
  if (label == NULL)
    return;
  gtk_button_set_label (button, label);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), action);
}

void
ui_problem_page_set_primary (UiProblemPage *self, const char *label, const char *action)
{
  g_return_if_fail (UI_IS_PROBLEM_PAGE (self));
  set_button (self->primary, label, action);
}

void
ui_problem_page_set_secondary (UiProblemPage *self, const char *label, const char *action)
{
  g_return_if_fail (UI_IS_PROBLEM_PAGE (self));
  set_button (self->secondary, label, action);
}

void
ui_problem_page_set_tertiary (UiProblemPage *self, const char *label, const char *action)
{
  g_return_if_fail (UI_IS_PROBLEM_PAGE (self));
  set_button (self->tertiary, label, action);
}
