/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-problem-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "mcp-json-value.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Sentences with a path in them; what is longer belongs to the evidence. */
#define MAX_SENTENCE 1000
/* A screenful or two: the evidence is bounded where it is collected, this bounds its drawing. */
#define MAX_EVIDENCE 20000
#define PAGE_ICON_PIXELS 64
/* Of what a program printed before it ended. */
#define MAX_TAIL_LINES 8u
/* Of the evidence, that is not in the way of what is below it. */
#define MAX_BRIEF_LINES 16u

struct _UiProblemView
{
  GtkWidget parent_instance;

  AppProblem *problem;
  gboolean    wants_focus; /* the button, as soon as it works */

  GtkBox    *box;
  GtkImage  *icon;
  GtkLabel  *title;
  GtkLabel  *address;
  GtkLabel  *what;
  GtkLabel  *culprit;
  GtkLabel  *advice;
  GtkLabel  *tail;
  GtkWidget *evidence_box;
  GtkLabel  *evidence;
  GtkWidget *buttons;
  GtkButton *primary;
  GtkButton *secondary;
  GtkButton *tertiary;
};

G_DEFINE_FINAL_TYPE (UiProblemView, ui_problem_view, GTK_TYPE_WIDGET)

static void
copy_problem (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiProblemView *self = UI_PROBLEM_VIEW (widget);

  if (self->problem == NULL)
    return;
  g_autofree char *text = app_problem_dup_text (self->problem);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* What a server says beside its message, or the address and the status, is seen at once, unless it
 * is long. */
static gboolean
tells_more (AppProblem *problem)
{
  const char *evidence = app_problem_get_evidence (problem);
  guint       n_known = app_problem_get_error (problem) != NULL ? 2 : 0;

  if (evidence == NULL || strlen (evidence) > MAX_SENTENCE)
    return FALSE;
  g_auto (GStrv) lines = g_strsplit (evidence, "\n", MAX_BRIEF_LINES + 1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (evidence, -1, NULL);
  McpJsonValue value =
      document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE;
  return g_strv_length (lines) > n_known && g_strv_length (lines) <= MAX_BRIEF_LINES &&
         (!mcp_json_value_exists (mcp_json_value_get_member (value, "message")) ||
          mcp_json_value_exists (mcp_json_value_get_member (value, "data")));
}

static void
set_text (GtkLabel *label, const char *text, guint max)
{
  g_autofree char *visible = app_visible_text_block (text, max);

  ui_widget_show_text (label, visible);
}

/* What failed may be tried again a moment after it is shown. */
static void
on_primary_changed (UiProblemView *self)
{
  GtkWidget *button = GTK_WIDGET (self->primary);

  if (!self->wants_focus || !gtk_widget_is_sensitive (button))
    return;
  self->wants_focus = FALSE;
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    gtk_widget_grab_focus (button);
}

/* Into it goes to what mends it, not to a text that can be selected. */
static gboolean
ui_problem_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  UiProblemView *self = UI_PROBLEM_VIEW (widget);
  GtkWidget     *button = GTK_WIDGET (self->primary);

  if (direction == GTK_DIR_TAB_FORWARD && gtk_widget_get_focus_child (widget) == NULL &&
      gtk_widget_get_mapped (button))
    {
      self->wants_focus = !gtk_widget_is_sensitive (button);
      if (gtk_widget_grab_focus (button))
        return TRUE;
    }
  return GTK_WIDGET_CLASS (ui_problem_view_parent_class)->focus (widget, direction);
}

UI_DEFINE_CLASS (UiProblemView, ui_problem_view)
{
  widget_class->focus = ui_problem_view_focus;
  ui_template_set_bin (widget_class, "ui/base/ui-problem-view.ui");
  ui_template_hold (widget_class, UiProblemView, problem);
  ui_template_bind_children (widget_class, UiProblemView, box, icon, title, address, what, culprit,
                             advice, tail, evidence_box, evidence, buttons, primary, secondary,
                             tertiary);
  gtk_widget_class_install_action (widget_class, "problem.copy", NULL, copy_problem);
}

static void
ui_problem_view_init (UiProblemView *self)
{
  ui_template_init (self);
  ui_connect (self->primary, "state-flags-changed", on_primary_changed, self);
  ui_wrap_literally (self->address);
  ui_wrap_literally (self->what);
  ui_wrap_literally (self->tail);
  ui_wrap_literally (self->evidence);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ui_problem_view_set_problem (UiProblemView *self, AppProblem *problem)
{
  g_return_if_fail (UI_IS_PROBLEM_VIEW (self));
  g_return_if_fail (problem == NULL || APP_IS_PROBLEM (problem));

  gboolean other = g_set_object (&self->problem, problem);
  gtk_widget_set_visible (GTK_WIDGET (self), problem != NULL || gtk_widget_get_visible (
                                                                    GTK_WIDGET (self->title)));
  g_autofree char *culprit = problem != NULL ? app_problem_dup_check (problem) : NULL;
  set_text (self->what, problem != NULL ? app_problem_get_what (problem) : NULL, MAX_SENTENCE);
  ui_widget_show_text (self->culprit, culprit);
  set_text (self->advice, problem != NULL ? app_problem_get_advice (problem) : NULL, MAX_SENTENCE);
  g_autofree char *tail = problem != NULL ? app_problem_dup_output (problem, MAX_TAIL_LINES) : NULL;
  set_text (self->tail, tail, MAX_SENTENCE);
  set_text (self->evidence, problem != NULL ? app_problem_get_evidence (problem) : NULL,
            MAX_EVIDENCE);
  gtk_widget_set_visible (self->evidence_box,
                          gtk_widget_get_visible (GTK_WIDGET (self->evidence)));
  /* What a person opened or closed stays so. */
  if (other)
    gtk_expander_set_expanded (GTK_EXPANDER (self->evidence_box),
                               problem != NULL && tail == NULL && tells_more (problem));
}

void
ui_problem_view_set_page (UiProblemView *self,
                          const char    *icon_name,
                          const char    *title,
                          const char    *address)
{
  g_return_if_fail (UI_IS_PROBLEM_VIEW (self));

  GtkLabel *const labels[] = { self->what, self->culprit, self->advice };

  gtk_image_set_from_icon_name (self->icon, icon_name);
  ui_widget_show_text (self->title, title);
  ui_widget_show_text (self->address, address);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->box)) == GTK_ORIENTATION_VERTICAL)
    return;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), GTK_ORIENTATION_VERTICAL);
  gtk_widget_remove_css_class (GTK_WIDGET (self->box), "card");
  ui_widget_set_class (self->icon, "state-failed", FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), "dim-label");
  gtk_image_set_pixel_size (self->icon, PAGE_ICON_PIXELS);
  gtk_widget_remove_css_class (GTK_WIDGET (self->what), "heading");
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_xalign (labels[i], 0.5f);
      gtk_label_set_justify (labels[i], GTK_JUSTIFY_CENTER);
    }
  gtk_widget_set_halign (self->buttons, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->primary), "suggested-action");
  gtk_widget_add_css_class (GTK_WIDGET (self->primary), "pill");
  gtk_widget_add_css_class (GTK_WIDGET (self->secondary), "pill");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

void
ui_problem_view_set_button (UiProblemView  *self,
                            UiProblemButton button,
                            const char     *label,
                            const char     *action)
{
  g_return_if_fail (UI_IS_PROBLEM_VIEW (self));
  g_return_if_fail (button < UI_PROBLEM_N_BUTTONS);

  GtkButton *const buttons[] = { self->primary, self->secondary, self->tertiary };

  gtk_widget_set_visible (GTK_WIDGET (buttons[button]), label != NULL);
  gboolean any = FALSE;

  for (guint i = 0; i < UI_PROBLEM_N_BUTTONS; i++)
    any = any || gtk_widget_get_visible (GTK_WIDGET (buttons[i]));
  gtk_widget_set_visible (self->buttons, any);
  if (label == NULL)
    return;
  gboolean focused = gtk_widget_has_focus (GTK_WIDGET (buttons[button]));
  gtk_button_set_label (buttons[button], label);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (buttons[button]), action);
  /* Between two actions it has none, and is passed by. */
  if (focused)
    gtk_widget_grab_focus (GTK_WIDGET (buttons[button]));
}
