/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-approval-card.h"
#include "app-json-text.h"
#include "app-visible-text.h"
#include "ui-diff-view.h"
#include "ui-template.h"
#include "ui-wrap.h"
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

  AppCall *call;

  GtkLabel   *title;
  GtkLabel   *reason;
  GtkLabel   *arguments;
  GtkWidget  *change;
  UiDiffView *diff;
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

/* Returns: (transfer full) (nullable): what the tool said when it was approved last */
static AppChangeNotice *
create_notice (AppCall *call)
{
  g_autoptr (AppSession) session = app_call_dup_session (call);
  AppApprovals *approvals =
      session != NULL ? app_session_get_feature (session, APP_TYPE_APPROVALS) : NULL;

  return approvals != NULL && app_call_get_kind (call) == APP_CALL_TOOL
             ? app_approvals_create_notice (approvals, app_call_get_target (call))
             : NULL;
}

static void
update (UiApprovalCard *self)
{
  gboolean asks =
      self->call != NULL && app_call_get_state (self->call) == APP_CALL_NEEDS_APPROVAL;

  gtk_widget_set_visible (GTK_WIDGET (self), asks);
  if (!asks)
    return;
  g_autofree char *name = app_visible_text_line (app_call_get_target (self->call),
                                                 NAME_CHARACTERS);
  g_autofree char *title = g_strdup_printf (_ ("Run “%s”?"), name);
  g_autofree char *arguments = dup_arguments (self->call);
  const char      *reason = app_call_get_approval_reason (self->call);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->reason, reason != NULL ? reason : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reason), reason != NULL);
  gtk_label_set_text (self->arguments, arguments);
  g_autoptr (AppChangeNotice) notice = create_notice (self->call);
  g_autoptr (GListModel) lines = notice != NULL ? app_change_notice_create_diff (notice) : NULL;
  ui_diff_view_set_lines (self->diff, lines);
  gtk_widget_set_visible (self->change, lines != NULL && g_list_model_get_n_items (lines) > 0);
}

static void
on_run (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiApprovalCard *self = UI_APPROVAL_CARD (widget);
  if (self->call != NULL)
    app_call_approve (self->call, FALSE);
}

static void
on_run_always (GtkWidget *widget, const char *name, GVariant *parameter)
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
}

static void
ui_approval_card_dispose (GObject *object)
{
  UiApprovalCard *self = UI_APPROVAL_CARD (object);

  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_clear_object (&self->call);
  ui_template_dispose (object);
}

static void
ui_approval_card_class_init (UiApprovalCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_approval_card_dispose;

  g_type_ensure (UI_TYPE_DIFF_VIEW);
  ui_template_set (widget_class, "ui/result/ui-approval-card.ui");
  gtk_widget_class_bind_template_child (widget_class, UiApprovalCard, title);
  gtk_widget_class_bind_template_child (widget_class, UiApprovalCard, reason);
  gtk_widget_class_bind_template_child (widget_class, UiApprovalCard, arguments);
  gtk_widget_class_bind_template_child (widget_class, UiApprovalCard, change);
  gtk_widget_class_bind_template_child (widget_class, UiApprovalCard, diff);
  gtk_widget_class_install_action (widget_class, "approval.run", NULL, on_run);
  gtk_widget_class_install_action (widget_class, "approval.run-always", NULL, on_run_always);
  gtk_widget_class_install_action (widget_class, "approval.decline", NULL, on_decline);
}

static void
ui_approval_card_init (UiApprovalCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
    g_signal_connect_object (call, "notify::state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
