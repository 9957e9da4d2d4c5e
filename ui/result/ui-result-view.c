/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-result-view.h"
#include "mcp-property.h"
#include "ui-approval-card.h"
#include "ui-call-copy.h"
#include "ui-call-status.h"
#include "ui-finding-button.h"
#include "ui-problem-view.h"
#include "ui-required-pages.h"
#include "ui-result-pages.h"
#include "ui-template.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "app-required-page.h"

#include <glib/gi18n.h>
#include <string.h>

/* A result that is no longer of the call that runs. */
#define DIMMED 0.55

struct _UiResultView
{
  AdwBin parent_instance;

  AppCall *call;
  AppCall *shown; /* the call, or a resource that was read from its result */

  GtkStack         *stack;
  GtkWidget        *back;
  UiCallStatus     *status;
  GtkWidget        *copy;
  UiApprovalCard   *approval;
  UiProblemView    *problem;
  UiRequiredPages  *pages;
  GtkWidget        *result;
  GtkLabel         *object;
  UiFindingButton  *findings;
  GtkStackSwitcher *switcher;
  AdwBin           *place;
};

enum {
  PROP_CALL = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiResultView, ui_result_view, ADW_TYPE_BIN)

static UiResultPages *
get_pages (UiResultView *self)
{
  GtkWidget *child = adw_bin_get_child (self->place);
  return child != NULL ? UI_RESULT_PAGES (child) : NULL;
}

static void
drop_pages (UiResultView *self)
{
  gtk_stack_switcher_set_stack (self->switcher, NULL);
  adw_bin_set_child (self->place, NULL);
  gtk_label_set_text (self->object, "");
  gtk_widget_set_visible (self->result, FALSE);
}

/* "obj_003 · dict (length: 42) · 1.2 kB" */
static void
show_object (UiResultView *self)
{
  StoreObject *object = app_call_get_object (self->shown);
  g_autoptr (GString) line = g_string_new (NULL);

  if (object == NULL)
    {
      gtk_label_set_text (self->object, "");
      return;
    }
  g_autofree char *size = app_visible_text_size (store_object_get_size (object));
  if (store_object_get_id (object) != NULL)
    g_string_append_printf (line, "%s · ", store_object_get_id (object));
  g_string_append (line, store_object_get_type_name (object));
  if (store_object_get_length (object) >= 0)
    g_string_append_printf (line, _ (" (length: %" G_GINT64_FORMAT ")"),
                            store_object_get_length (object));
  g_string_append_printf (line, " · %s", size);
  gtk_label_set_text (self->object, line->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->object), line->str);
}

static void
on_read_resource (UiResultView *self, const char *uri)
{
  ui_result_view_read (self, uri);
}

static void
show_result (UiResultView *self)
{
  UiResultPages *pages = get_pages (self);

  if (pages == NULL || ui_result_pages_get_call (pages) != self->shown)
    {
      const char      *page = pages != NULL ? gtk_stack_get_visible_child_name (
                                                  ui_result_pages_get_stack (pages))
                                            : NULL;
      g_autofree char *before = g_strdup (page);
      gboolean         same = pages != NULL &&
                      strcmp (app_call_get_target (ui_result_pages_get_call (pages)),
                              app_call_get_target (self->shown)) == 0;

      drop_pages (self);
      GtkWidget *next = ui_result_pages_new (self->shown);
      g_signal_connect_object (next, "read-resource", G_CALLBACK (on_read_resource), self,
                               G_CONNECT_SWAPPED);
      adw_bin_set_child (self->place, next);
      gtk_stack_switcher_set_stack (self->switcher,
                                    ui_result_pages_get_stack (UI_RESULT_PAGES (next)));
      /* Whoever looks at one side of a result looks at the same side of the next. */
      if (same && before != NULL)
        ui_result_view_show_page (self, before);
    }
  show_object (self);
  gtk_widget_set_visible (self->result, TRUE);
}

/* The result before is of use only beside another call of the same. */
static void
keep_or_drop_pages (UiResultView *self)
{
  UiResultPages *pages = get_pages (self);
  AppCall       *before = pages != NULL ? ui_result_pages_get_call (pages) : NULL;

  if (before != NULL &&
      (app_call_get_kind (before) != app_call_get_kind (self->shown) ||
       strcmp (app_call_get_target (before), app_call_get_target (self->shown)) != 0))
    drop_pages (self);
}

static void
update (UiResultView *self)
{
  AppCallState state;
  gboolean     dimmed = FALSE;

  if (self->shown == NULL)
    return;
  state = app_call_get_state (self->shown);
  ui_problem_view_set_problem (self->problem, state == APP_CALL_FAILED
                                                  ? app_call_get_problem (self->shown)
                                                  : NULL);
  ui_required_pages_set_call (self->pages, self->shown);
  if (state == APP_CALL_DONE && app_call_get_blocks (self->shown) != NULL)
    show_result (self);
  else if (state == APP_CALL_DONE || state == APP_CALL_FAILED || state == APP_CALL_CANCELLED ||
           state == APP_CALL_DECLINED)
    drop_pages (self);
  else
    {
      keep_or_drop_pages (self);
      dimmed = TRUE;
    }
  ui_finding_button_set_findings (self->findings,
                                  app_call_get_blocks (self->shown) != NULL
                                      ? app_result_get_findings (app_call_get_blocks (self->shown))
                                      : NULL);
  gtk_widget_set_opacity (self->result, dimmed ? DIMMED : 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.copy", state == APP_CALL_DONE);
}

static void
show_call (UiResultView *self, AppCall *call)
{
  if (self->shown != NULL)
    g_signal_handlers_disconnect_by_data (self->shown, self);
  g_set_object (&self->shown, call);
  gtk_stack_set_visible_child_name (self->stack, call != NULL ? "call" : "empty");
  ui_call_status_set_call (self->status, call);
  ui_approval_card_set_call (self->approval, call);
  gtk_widget_set_visible (self->back, call != self->call);
  if (call == NULL)
    {
      ui_problem_view_set_problem (self->problem, NULL);
      ui_required_pages_set_call (self->pages, NULL);
      ui_finding_button_set_findings (self->findings, NULL);
      drop_pages (self);
      return;
    }
  g_signal_connect_object (call, "notify::state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (call, "notify::object", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_autofree char *curl = ui_call_copy_dup_text (call, UI_CALL_COPY_CURL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.copy-curl", curl != NULL);
  update (self);
}

/* The call tells its own story through its state; the error is the same told twice. */
static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  (void)app_call_run_finish (APP_CALL (object), result, &error);
}

/* What a resource's page was wanted for is read again in its place; the call is its page's. */
static void
on_retry (UiResultView *self)
{
  g_autoptr (AppCall) again = app_required_pages_repeat_call (self->shown);

  if (again == NULL)
    return;
  if (self->shown == self->call)
    {
      g_signal_emit_by_name (self, "retry", again);
      return;
    }
  show_call (self, again);
  app_call_run_async (again, NULL, on_read, NULL);
}

/* Actions */

static void
on_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);

  if (self->shown != self->call && app_call_is_running (self->shown))
    app_call_cancel (self->shown);
  show_call (self, self->call);
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);
  McpJsonValue  value =
      self->shown != NULL ? app_call_get_result (self->shown) : MCP_JSON_NO_VALUE;
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (value, &length);

  if (text == NULL)
    return;
  g_autofree char *copy = g_strndup (text, MIN (length, UI_RESULT_VIEW_COPY_BYTES));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), copy);
}

static void
copy_call (UiResultView *self, UiCallCopy kind)
{
  g_autofree char *text = self->shown != NULL ? ui_call_copy_dup_text (self->shown, kind) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_copy_curl (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_call (UI_RESULT_VIEW (widget), UI_CALL_COPY_CURL);
}

static void
on_copy_cli (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_call (UI_RESULT_VIEW (widget), UI_CALL_COPY_CLI);
}

static void
on_copy_json_rpc (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_call (UI_RESULT_VIEW (widget), UI_CALL_COPY_JSON_RPC);
}

/* The class */

static void
ui_result_view_dispose (GObject *object)
{
  UiResultView *self = UI_RESULT_VIEW (object);

  if (self->shown != NULL)
    g_signal_handlers_disconnect_by_data (self->shown, self);
  ui_template_dispose (object);
  g_clear_object (&self->shown);
  g_clear_object (&self->call);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (UI_TYPE_APPROVAL_CARD);
  g_type_ensure (UI_TYPE_CALL_STATUS);
  g_type_ensure (UI_TYPE_FINDING_BUTTON);
  g_type_ensure (UI_TYPE_PROBLEM_VIEW);
  g_type_ensure (UI_TYPE_REQUIRED_PAGES);
  ui_template_set (widget_class, "ui/result/ui-result-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiResultView, back);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, status);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, copy);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, approval);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, problem);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, pages);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, result);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, object);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, findings);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, switcher);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, place);
  gtk_widget_class_bind_template_callback (widget_class, on_retry);
}

static void
ui_result_view_class_init (UiResultViewClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_CALL] = { "call", APP_TYPE_CALL, .offset = G_STRUCT_OFFSET (UiResultView, call),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_result_view_set_call) },
  };

  object_class->dispose = ui_result_view_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  ui_signal_new (klass, "retry", 1, APP_TYPE_CALL);

  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "result.back", NULL, on_back);
  gtk_widget_class_install_action (widget_class, "result.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "result.copy-curl", NULL, on_copy_curl);
  gtk_widget_class_install_action (widget_class, "result.copy-cli", NULL, on_copy_cli);
  gtk_widget_class_install_action (widget_class, "result.copy-json-rpc", NULL, on_copy_json_rpc);
}

static void
ui_result_view_init (UiResultView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->stack = GTK_STACK (adw_bin_get_child (ADW_BIN (self)));
}

GtkWidget *
ui_result_view_new (void)
{
  return g_object_new (UI_TYPE_RESULT_VIEW, NULL);
}

void
ui_result_view_set_call (UiResultView *self, AppCall *call)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (self->call == call)
    return;
  g_set_object (&self->call, call);
  show_call (self, call);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}

AppCall *
ui_result_view_get_call (UiResultView *self)
{
  g_return_val_if_fail (UI_IS_RESULT_VIEW (self), NULL);
  return self->call;
}

void
ui_result_view_read (UiResultView *self, const char *uri)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  g_return_if_fail (uri != NULL);

  g_autoptr (AppSession) session = self->shown != NULL ? app_call_dup_session (self->shown) : NULL;
  if (session == NULL)
    return;
  g_autoptr (AppCall) call = app_session_new_call (APP_SESSION (session), APP_CALL_READ, uri, NULL);
  show_call (self, call);
  app_call_run_async (call, NULL, on_read, NULL);
}

AppCall *
ui_result_view_get_shown (UiResultView *self)
{
  g_return_val_if_fail (UI_IS_RESULT_VIEW (self), NULL);
  return self->shown;
}

void
ui_result_view_show_page (UiResultView *self, const char *name)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  g_return_if_fail (name != NULL);

  UiResultPages *pages = get_pages (self);
  GtkStack      *stack = pages != NULL ? ui_result_pages_get_stack (pages) : NULL;
  if (stack != NULL && gtk_stack_get_child_by_name (stack, name) != NULL)
    gtk_stack_set_visible_child_name (stack, name);
}
