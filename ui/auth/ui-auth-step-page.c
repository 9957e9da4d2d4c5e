/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-step-page.h"
#include "ui-auth-exchange-row.h"
#include "ui-auth-finding-card.h"
#include "ui-auth-setting-row.h"
#include "ui-auth-words.h"
#include "app-auth-words.h"
#include "ui-problem-view.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_SUMMARY 2000
#define MAX_NAME 120
#define MAX_VALUE 6000
/* Of a fact: characters of its name's column, and pixels from which on the value is beside it. */
#define NAME_CHARACTERS 26
#define FACT_WIDTH 480

struct _UiAuthStepPage
{
  GtkWidget parent_instance;

  AppAuthDebugger *debugger;
  McpAuthStep     *step; /* (nullable) */
  GListModel      *shown_findings;
  GBinding        *remembering;

  GtkScrolledWindow   *scroller;
  GtkLabel            *title;
  GtkWidget           *restart;
  GtkLabel            *purpose;
  GtkImage            *icon;
  GtkLabel            *summary;
  UiProblemView       *problem;
  GtkBox              *findings;
  GtkWidget           *facts_group;
  GtkListBox          *facts;
  AdwPreferencesGroup *document_group;
  UiSourceView        *document;
  GtkWidget           *exchanges_group;
  GtkListBox          *exchanges;
  GtkWidget           *settings_group;
  GtkCheckButton      *remember;
  GtkListBox          *settings;
};

UI_DEFINE_TEMPLATE (UiAuthStepPage, ui_auth_step_page, GTK_TYPE_WIDGET)

static gboolean
has_items (GListModel *model)
{
  return g_list_model_get_n_items (model) > 0;
}

/* What a token says of itself is not what anybody has verified. */
static const char *
get_document_title (McpAuthStepKind kind)
{
  switch (kind)
    {
    case MCP_AUTH_STEP_TOKEN:
      return _ ("Response and Claims, Decoded and Not Verified");
    case MCP_AUTH_STEP_CLIENT:
      return _ ("Registration");
    default:
      return _ ("Document");
    }
}

static void
update_document (UiAuthStepPage *self)
{
  const char *document = mcp_auth_step_get_document (self->step);
  const char *title = get_document_title (mcp_auth_step_get_kind (self->step));

  adw_preferences_group_set_title (self->document_group, title);
  g_object_set (self->document, "label", title, NULL);
  ui_source_view_set_text (self->document, document, UI_SOURCE_PRETTY);
  gtk_widget_set_visible (GTK_WIDGET (self->document_group), document != NULL);
}

static void
update_findings (UiAuthStepPage *self)
{
  GListModel *findings = mcp_auth_step_get_findings (self->step);

  ui_widget_clear (self->findings);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      gtk_box_append (self->findings,
                      ui_auth_finding_card_new (self->debugger, finding));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->findings), has_items (findings));
}

static void
update_groups (UiAuthStepPage *self)
{
  gtk_widget_set_visible (self->facts_group, has_items (mcp_auth_step_get_facts (self->step)));
  gtk_widget_set_visible (self->exchanges_group,
                          has_items (mcp_auth_step_get_exchanges (self->step)));
}

/* The problem of the whole is told where it belongs: at the step that failed, unless a finding says
 * more. */
static void
update_problem (UiAuthStepPage *self)
{
  g_autoptr (AppProblem) problem = NULL;
  gboolean failed = mcp_auth_step_get_state (self->step) == MCP_AUTH_STEP_FAILED;

  g_object_get (self->debugger, "problem", &problem, NULL);
  ui_problem_view_set_problem (
      self->problem, failed && !has_items (mcp_auth_step_get_findings (self->step)) ? problem
                                                                                    : NULL);
}

static void
update (UiAuthStepPage *self)
{
  UiAuthLook       look = ui_auth_words_look_at_step (self->step);
  const char      *summary = mcp_auth_step_get_summary (self->step);
  g_autofree char *visible = app_visible_text_block (summary, MAX_SUMMARY);
  g_autofree char *both =
      look.word[0] == '\0' ? g_strdup (visible[0] != '\0' ? visible : _ ("Not run yet"))
      : visible[0] != '\0' ? g_strdup_printf ("%s · %s", look.word, visible)
                           : g_strdup (look.word);
  static const char *const classes[] = { "state-ready", "state-failed", "state-waiting",
                                         "state-quiet" };
  McpAuthStepState         state = mcp_auth_step_get_state (self->step);

  gtk_image_set_from_icon_name (self->icon, look.icon);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    ui_widget_set_class (self->icon, classes[i], g_str_equal (classes[i], look.class_name));
  gtk_label_set_text (self->summary, both);
  gtk_widget_set_visible (self->restart, state != MCP_AUTH_STEP_PENDING);
  update_document (self);
  update_groups (self);
  update_problem (self);
}

static void
update_running (UiAuthStepPage *self)
{
  gboolean running;

  g_object_get (self->debugger, "running", &running, NULL);
  gtk_widget_set_sensitive (self->restart, !running);
}

/* Rows */

static GtkWidget *
create_label (const char *text, const char *class_name)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "yalign", 0.0,
                                   "wrap", TRUE, "wrap-mode", ui_wrap_choose (text), NULL);

  gtk_widget_add_css_class (label, class_name);
  return label;
}

static void
on_wide_changed (GtkBox *box, GParamSpec *pspec, UiWidthBin *bin)
{
  gboolean wide = ui_width_bin_get_wide (bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (box), wide ? GTK_ORIENTATION_HORIZONTAL
                                                             : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (box, wide ? 12 : 3);
}

/* A name, beside it or below it the value, and below that where it came from. */
static GtkWidget *
create_fact (gpointer item, gpointer data)
{
  g_autofree char *name = app_visible_text_line (mcp_auth_fact_get_name (item), MAX_NAME);
  g_autofree char *value = app_visible_text_block (mcp_auth_fact_get_value (item), MAX_VALUE);
  g_autofree char *reason = app_visible_text_block (mcp_auth_fact_get_reason (item), MAX_VALUE);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget       *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget       *title = create_label (name, "secondary");
  GtkWidget       *text = create_label (value, "monospace");
  GtkWidget       *bin =
      g_object_new (UI_TYPE_WIDTH_BIN, "threshold", FACT_WIDTH, "child", box, NULL);
  GtkWidget *row = g_object_new (GTK_TYPE_LIST_BOX_ROW, "activatable", FALSE, "focusable", FALSE,
                                 "child", bin, NULL);

  g_object_set (title, "width-chars", NAME_CHARACTERS, "max-width-chars", NAME_CHARACTERS, NULL);
  gtk_widget_add_css_class (text, "small");
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  ui_wrap_literally (GTK_LABEL (text));
  gtk_widget_set_hexpand (column, TRUE);
  gtk_box_append (GTK_BOX (column), text);
  if (*reason != '\0')
    {
      GtkWidget *why = create_label (reason, "secondary");

      gtk_widget_add_css_class (why, "small");
      gtk_box_append (GTK_BOX (column), why);
    }
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), column);
  ui_connect (bin, "notify::wide", on_wide_changed, box);
  ui_widget_name (row, name);
  ui_widget_describe (row, value);
  return row;
}

static GtkWidget *
create_exchange (gpointer item, gpointer data)
{
  UiAuthStepPage *self = data;

  return ui_auth_exchange_row_new (app_auth_debugger_get_redactor (self->debugger),
                                   MCP_AUTH_EXCHANGE (item));
}

static void
show_settings (UiAuthStepPage *self)
{
  const McpAuthSetting *settings = mcp_auth_step_get_settings (self->step);
  guint                 n = 0;

  ui_widget_clear (self->settings);
  for (; settings[n] != MCP_AUTH_N_SETTINGS; n++)
    gtk_list_box_append (self->settings, ui_auth_setting_row_new (self->debugger, settings[n]));
  gtk_widget_set_visible (self->settings_group, n > 0);
}

static void
unfollow (UiAuthStepPage *self)
{
  if (self->step != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->step, self);
      g_signal_handlers_disconnect_by_data (mcp_auth_step_get_findings (self->step), self);
      g_signal_handlers_disconnect_by_data (mcp_auth_step_get_facts (self->step), self);
      g_signal_handlers_disconnect_by_data (mcp_auth_step_get_exchanges (self->step), self);
    }
  if (self->debugger != NULL)
    g_signal_handlers_disconnect_by_data (self->debugger, self);
  g_clear_object (&self->remembering);
}

static void
follow (UiAuthStepPage *self)
{
  const struct
  {
    gpointer    object;
    const char *signal;
    GCallback   callback;
  } followed[] = {
    { self->step, "notify::state", G_CALLBACK (update) },
    { mcp_auth_step_get_findings (self->step), "items-changed", G_CALLBACK (update_findings) },
    { mcp_auth_step_get_facts (self->step), "items-changed", G_CALLBACK (update_groups) },
    { mcp_auth_step_get_exchanges (self->step), "items-changed", G_CALLBACK (update_groups) },
    { self->debugger, "notify::problem", G_CALLBACK (update_problem) },
    { self->debugger, "notify::running", G_CALLBACK (update_running) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (followed[i].object, followed[i].signal, followed[i].callback, self,
                             G_CONNECT_SWAPPED);
  self->remembering =
      g_object_ref (g_object_bind_property (self->debugger, "remember", self->remember, "active",
                                            G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL));
}

/* The object */

UI_DEFINE_DISPOSE (UiAuthStepPage, ui_auth_step_page)
{
  unfollow (self);
}

UI_DEFINE_CLASS (UiAuthStepPage, ui_auth_step_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_auth_step_page_dispose;

  ui_template_ensure_types (UI_TYPE_PROBLEM_VIEW, UI_TYPE_SOURCE_VIEW);
  ui_template_set_bin (widget_class, "ui/auth/ui-auth-step-page.ui");
  ui_template_hold (widget_class, UiAuthStepPage, step, debugger);
  ui_template_bind_children (widget_class, UiAuthStepPage, scroller, title, restart, purpose, icon,
                             summary, problem, findings, facts_group, facts, document_group,
                             document, exchanges_group, exchanges, settings_group, remember,
                             settings);
}

void
ui_auth_step_page_set_step (UiAuthStepPage *self, AppAuthDebugger *debugger, McpAuthStep *step)
{
  g_return_if_fail (UI_IS_AUTH_STEP_PAGE (self));
  g_return_if_fail (APP_IS_AUTH_DEBUGGER (debugger));

  if (step == self->step)
    return;
  unfollow (self);
  g_set_object (&self->debugger, debugger);
  g_set_object (&self->step, step);
  gtk_widget_set_visible (GTK_WIDGET (self->scroller), step != NULL);
  if (step == NULL)
    return;
  McpAuthStepKind kind = mcp_auth_step_get_kind (step);
  gtk_label_set_text (self->title, mcp_auth_step_get_title (step));
  gtk_label_set_text (self->purpose, app_auth_words_get_purpose (kind));
  gtk_list_box_bind_model (self->facts, mcp_auth_step_get_facts (step), create_fact, NULL, NULL);
  gtk_list_box_bind_model (self->exchanges, mcp_auth_step_get_exchanges (step), create_exchange,
                           self, NULL);
  show_settings (self);
  follow (self);
  update_findings (self);
  update (self);
  update_running (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}
