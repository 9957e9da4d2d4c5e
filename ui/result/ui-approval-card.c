/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-approval-card.h"
#include "app-json-text.h"
#include "app-visible-text.h"
#include "ui-diff-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-approval-rule.h"
#include "app-approvals.h"
#include "app-session.h"

#include <glib/gi18n.h>
#include <string.h>

#define NAME_CHARACTERS 100
/* What a person reads before an answer; the form beside it has the rest. */
#define ARGUMENTS_CHARACTERS 6000
/* Longer arguments are not laid out for this. */
#define PRETTY_BYTES (64u * 1024u)

struct _UiApprovalCard
{
  AdwBin parent_instance;

  AppCall   *call;
  GtkWidget *before; /* (nullable) (weak): what had the focus before it asked */

  GtkImage   *icon;
  GtkLabel   *title;
  GtkLabel   *reason;
  GtkLabel   *arguments;
  GtkWidget  *change;
  UiDiffView *diff;
  GtkButton  *run;
  GtkWidget  *decline;
  GtkWidget  *always;
};

G_DEFINE_FINAL_TYPE (UiApprovalCard, ui_approval_card, ADW_TYPE_BIN)

static char *
dup_arguments (AppCall *call)
{
  const char *sent = app_call_get_sent_arguments (call);

  if (sent == NULL)
    sent = app_call_get_arguments (call);
  if (sent == NULL)
    return g_strdup ("{}");
  g_autofree char *pretty =
      strlen (sent) <= PRETTY_BYTES ? app_json_text_dup_pretty (sent, -1) : NULL;
  return app_visible_text_block (pretty != NULL ? pretty : sent, ARGUMENTS_CHARACTERS);
}

/* Returns: (transfer none) (nullable): those of the session of a tool's call */
static AppApprovals *
get_approvals (AppCall *call)
{
  g_autoptr (AppSession) session = app_call_dup_session (call);

  return session != NULL && app_call_get_kind (call) == APP_CALL_TOOL
             ? app_session_get_feature (session, APP_TYPE_APPROVALS)
             : NULL;
}

static void
take_focus (UiApprovalCard *self, GtkWidget *button)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  ui_widget_remember_focus (GTK_WIDGET (self), &self->before);
  gtk_widget_grab_focus (button);
}

/* What destroys says so on its button, and is not what Enter does. */
static void
show_choice (UiApprovalCard *self)
{
  gboolean    destructive = ui_approval_card_is_destructive (self->call);
  const char *verb = destructive ? app_approval_get_verb (app_call_get_target (self->call)) : NULL;

  gtk_image_set_from_icon_name (self->icon, destructive ? "security-low-symbolic"
                                                        : "security-medium-symbolic");
  gtk_button_set_label (self->run, verb != NULL ? verb : _ ("_Call"));
  ui_widget_set_class (self->run, "destructive-action", destructive);
  ui_widget_set_class (self->run, "suggested-action", !destructive);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  take_focus (self, destructive ? self->decline : GTK_WIDGET (self->run));
}

static void
update (UiApprovalCard *self)
{
  gboolean asks =
      self->call != NULL && app_call_get_state (self->call) == APP_CALL_NEEDS_APPROVAL;

  if (!asks)
    {
      ui_widget_give_focus_back (GTK_WIDGET (self), &self->before);
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return;
    }
  AppApprovals    *approvals = get_approvals (self->call);
  const char      *tool = app_call_get_target (self->call);
  g_autofree char *name = app_visible_text_line (tool, NAME_CHARACTERS);
  g_autofree char *title = g_strdup_printf (_ ("Call “%s”?"), name);
  g_autofree char *arguments = dup_arguments (self->call);
  const char      *reason = app_call_get_approval_reason (self->call);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->reason, reason != NULL ? reason : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reason), reason != NULL);
  gtk_label_set_text (self->arguments, arguments);
  g_autoptr (AppChangeNotice) notice =
      approvals != NULL ? app_approvals_create_notice (approvals, tool) : NULL;
  g_autoptr (GListModel) lines = notice != NULL ? app_change_notice_create_diff (notice) : NULL;
  ui_diff_view_set_lines (self->diff, lines);
  gtk_widget_set_visible (self->change, lines != NULL && g_list_model_get_n_items (lines) > 0);
  show_choice (self);
}

static void
answer (UiApprovalCard *self, gboolean agreed)
{
  ui_widget_give_focus_back (GTK_WIDGET (self), &self->before);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit_by_name (self, "answered", agreed);
}

static void
on_run (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiApprovalCard *self = UI_APPROVAL_CARD (widget);
  if (self->call != NULL)
    app_call_approve (self->call, FALSE);
  else
    answer (self, TRUE);
}

static void
on_always (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiApprovalCard *self = UI_APPROVAL_CARD (widget);
  if (self->call != NULL)
    app_call_approve (self->call, TRUE);
}

static void
on_decline (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiApprovalCard *self = UI_APPROVAL_CARD (widget);
  if (self->call != NULL)
    app_call_cancel (self->call);
  else
    answer (self, FALSE);
}

UI_DEFINE_DISPOSE (UiApprovalCard, ui_approval_card)
{
  g_clear_weak_pointer (&self->before);
}

UI_DEFINE_CLASS (UiApprovalCard, ui_approval_card)
{
  G_OBJECT_CLASS (klass)->dispose = ui_approval_card_dispose;

  g_type_ensure (UI_TYPE_DIFF_VIEW);
  ui_template_set (widget_class, "ui/result/ui-approval-card.ui");
  ui_template_hold (widget_class, UiApprovalCard, call);
  ui_template_bind_children (widget_class, UiApprovalCard, icon, title, reason, arguments, change,
                             diff, run, decline, always);
  mcp_signal_new (klass, "answered", 1, G_TYPE_BOOLEAN);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_install_action (widget_class, "approval.call", NULL, on_run);
  gtk_widget_class_install_action (widget_class, "approval.always", NULL, on_always);
  gtk_widget_class_install_action (widget_class, "approval.decline", NULL, on_decline);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "approval.decline", NULL);
}

static void
ui_approval_card_init (UiApprovalCard *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->arguments);
}

void
ui_approval_card_set_call (UiApprovalCard *self, AppCall *call)
{
  g_return_if_fail (UI_IS_APPROVAL_CARD (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (self->call == call)
    return;
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_set_object (&self->call, call);
  if (call != NULL)
    ui_connect (call, "notify::state", update, self);
  update (self);
}

gboolean
ui_approval_card_is_destructive (AppCall *call)
{
  g_return_val_if_fail (APP_IS_CALL (call), FALSE);

  AppApprovals *approvals = get_approvals (call);
  const char   *name = app_call_get_target (call);
  return approvals != NULL ? app_approvals_is_destructive (approvals, name)
                           : app_approval_looks_destructive (NULL, name);
}

void
ui_approval_card_ask (UiApprovalCard *self,
                      const char     *title,
                      const char     *reason,
                      const char     *text,
                      const char     *run)
{
  g_return_if_fail (UI_IS_APPROVAL_CARD (self));

  gtk_image_set_from_icon_name (self->icon, "security-medium-symbolic");
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->reason, reason);
  gtk_label_set_text (self->arguments, text);
  gtk_button_set_label (self->run, run);
  gtk_widget_add_css_class (GTK_WIDGET (self->run), "suggested-action");
  gtk_widget_set_visible (self->always, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  take_focus (self, GTK_WIDGET (self->run));
}
