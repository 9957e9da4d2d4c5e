/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-problems.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define LINE_CHARACTERS 160

struct _UiFormProblems
{
  AdwBin parent_instance;

  guint n;

  GtkLabel *title;
  GtkBox   *lines;
};

UI_DEFINE_TEMPLATE (UiFormProblems, ui_form_problems, ADW_TYPE_BIN)

static void
on_clicked (GtkWidget *button, UiFormProblems *self)
{
  g_signal_emit_by_name (self, "problem-activated",
                         g_object_get_data (G_OBJECT (button), "problem"));
}

static void
add_line (UiFormProblems *self, const char *text, AppFormProblem *problem)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  ui_tooltip_set (button, text);
  ui_widget_name (button, text);
  gtk_widget_add_css_class (button, "flat");
  if (problem != NULL)
    g_object_set_data_full (G_OBJECT (button), "problem", g_object_ref (problem), g_object_unref);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_clicked), self, 0);
  gtk_box_append (self->lines, button);
}

/* "address › city: is required": which field, in the words of its labels, and what. */
static char *
dup_line (AppForm *form, AppFormProblem *problem)
{
  AppField        *field = app_form_find_field (form, problem->pointer);
  g_autofree char *message =
      app_visible_text_line (problem->message, LINE_CHARACTERS);
  g_autoptr (GString) place = g_string_new (NULL);

  while (field != NULL && app_field_get_place (field)->parent != NULL)
    {
      /* A form that a value has stands where the value does. */
      if (!app_field_get_place (field)->branch)
        {
          g_autofree char *label = app_visible_text_line (app_field_get_place (field)->label, 60);
          if (place->len > 0)
            g_string_prepend (place, " › ");
          g_string_prepend (place, label);
        }
      field = app_field_get_place (field)->parent;
    }
  if (place->len == 0)
    return g_steal_pointer (&message);
  /* Translators: a field of a form and what is wrong with it */
  return g_strdup_printf (_ ("%s: %s"), place->str, message);
}

static void
ui_form_problems_class_init (UiFormProblemsClass *klass)
{
  mcp_signal_new (klass, "problem-activated", 1, APP_TYPE_FORM_PROBLEM);

  ui_template_set (GTK_WIDGET_CLASS (klass), "ui/form/ui-form-problems.ui");
  ui_template_bind_children (GTK_WIDGET_CLASS (klass), UiFormProblems, title, lines);
}

void
ui_form_problems_show (UiFormProblems *self, AppForm *form, guint n_presets)
{
  g_return_if_fail (UI_IS_FORM_PROBLEMS (self));
  g_return_if_fail (form == NULL || APP_IS_FORM (form));

  ui_widget_clear (self->lines);
  GListModel *problems = form != NULL ? app_form_get_problems (form) : NULL;
  guint       n_listed = problems != NULL ? g_list_model_get_n_items (problems) : 0;
  self->n = (form != NULL ? app_form_get_n_problems (form) : 0) + (n_presets > 0 ? 1 : 0);
  /* The last good value's, while its text is broken: that is what is wrong then. */
  if (form != NULL && app_form_get_text_error (form) != NULL)
    self->n = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), self->n > 0);
  if (self->n == 0)
    return;

  g_autofree char *title = g_strdup_printf (
      ngettext ("%'u problem", "%'u problems", self->n), self->n);
  gtk_label_set_text (self->title, title);
  /* A last one takes no more room than a line that says so. */
  guint n_shown = self->n == UI_FORM_PROBLEMS_SHOWN + 1 ? n_listed : UI_FORM_PROBLEMS_SHOWN;
  n_shown = MIN (n_shown, n_listed);
  for (guint i = 0; i < n_shown; i++)
    {
      g_autoptr (AppFormProblem) problem = g_list_model_get_item (problems, i);
      g_autofree char *line = dup_line (form, problem);
      add_line (self, line, problem);
    }
  if (n_presets > 0)
    add_line (self, _ ("Required preset values are missing"), NULL);
  if (n_listed > n_shown)
    {
      guint            rest = self->n - n_shown - (n_presets > 0 ? 1 : 0);
      g_autofree char *more = g_strdup_printf (ngettext ("%'u more", "%'u more", rest), rest);
      g_autoptr (AppFormProblem) next = g_list_model_get_item (problems, n_shown);
      add_line (self, more, next);
    }
}

MCP_DEFINE_GETTER (guint, UiFormProblems, ui_form_problems, n)
