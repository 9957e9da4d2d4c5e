/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-composer-page.h"
#include "app-visible-text.h"
#include "ui-json-text.h"
#include "ui-log-detail.h"
#include "ui-page.h"
#include "ui-question.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-composer-finding.h"

#include <glib/gi18n.h>
#include <adwaita.h>

/* UiComposerFindings: what there is to say about a message while it is written: a mark, a sentence,
 * a line number; a few rows, then it scrolls. Not there at all while there is nothing to say. */

#define UI_TYPE_COMPOSER_FINDINGS (ui_composer_findings_get_type ())
G_DECLARE_FINAL_TYPE (UiComposerFindings, ui_composer_findings, UI, COMPOSER_FINDINGS, AdwBin)

#define MAX_TEXT 400
/* Of a message, as a question shows it. */
#define MAX_MESSAGE 2000
/* Of a question: the text that it was asked about. */
#define ASKED_DATA "ui-composer-page-asked"
/* Sentences at once, and their height; the message itself needs the room. */
#define MAX_ROWS 3
#define MAX_HEIGHT 92

struct _UiComposerFindings
{
  AdwBin parent_instance;

  GListModel *model; /* (nullable) */
  /* borrowed */
  GtkScrolledWindow *scroller;
  GtkListBox        *list;
};

G_DEFINE_FINAL_TYPE (UiComposerFindings, ui_composer_findings, ADW_TYPE_BIN)

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  AppComposerFinding *finding = APP_COMPOSER_FINDING (item);
  gboolean            is_error = app_composer_finding_is_error (finding);
  guint               line = app_composer_finding_get_line (finding);
  g_autofree char    *visible =
      app_visible_text_line (app_composer_finding_get_text (finding), MAX_TEXT);
  /* Translators: the number of a line, then a sentence about it */
  g_autofree char *text =
      line > 0 ? g_strdup_printf (_ ("Line %u: %s"), line, visible) : g_strdup (visible);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon =
      gtk_image_new_from_icon_name (is_error ? "dialog-error-symbolic" : "dialog-warning-symbolic");
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (icon, is_error ? "state-failed" : "state-waiting");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 2);
  ui_widget_set_ornament (icon);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  ui_widget_name (row, text);
  return row;
}

static void
update_visible (UiComposerFindings *self)
{
  guint n = self->model != NULL ? g_list_model_get_n_items (self->model) : 0;

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  /* Where something can be scrolled, the bar's own height is taken at least. */
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER,
                                  n > MAX_ROWS ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
}

MCP_DEFINE_DISPOSE (UiComposerFindings, ui_composer_findings)
{
  ui_clear_watched (&self->model, self);
}

static void
ui_composer_findings_class_init (UiComposerFindingsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_composer_findings_dispose;
}

static void
ui_composer_findings_init (UiComposerFindings *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();

  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "findings");
  ui_widget_name (list, _ ("Message problems"));
  self->scroller = GTK_SCROLLED_WINDOW (scroller);
  gtk_scrolled_window_set_propagate_natural_height (self->scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (self->scroller, MAX_HEIGHT);
  gtk_scrolled_window_set_child (self->scroller, list);
  adw_bin_set_child (ADW_BIN (self), scroller);
  update_visible (self);
}

/* @findings: of AppComposerFinding */
static void
ui_composer_findings_set_model (UiComposerFindings *self, GListModel *findings)
{
  g_return_if_fail (UI_IS_COMPOSER_FINDINGS (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (findings);
  gtk_list_box_bind_model (self->list, findings, create_row, NULL, NULL);
  ui_connect (findings, "items-changed", update_visible, self);
  update_visible (self);
}

#define MAX_NAME 60
#define MAX_ROW 120

struct _UiComposerPage
{
  GtkWidget parent_instance;

  AppComposer        *composer;
  GListModel         *choice;
  GtkSingleSelection *selection;
  gboolean            choosing; /* the list of servers is being changed, not chosen from */

  GtkPaned           *paned;
  GtkDropDown        *sessions;
  GtkMenuButton      *templates;
  UiJsonText         *text;
  UiComposerFindings *findings;
  GtkCheckButton     *fresh;
  GtkLabel           *hint;
  GtkWidget          *connect;
  GtkStack           *stack;
  UiWidthBin         *bin;
  GtkPaned           *sent_paned;
  GtkListView        *history;
  UiLogDetail        *detail;
};

UI_DEFINE_PAGE (UiComposerPage, ui_composer_page, GTK_TYPE_WIDGET)

/* Which server */

static void
on_session_chosen (UiComposerPage *self)
{
  if (self->composer != NULL && !self->choosing)
    app_composer_set_session (self->composer, gtk_drop_down_get_selected_item (self->sessions));
}

static void
show_session (UiComposerPage *self)
{
  AppSession *session = app_composer_get_session (self->composer);

  for (guint i = 0; i < g_list_model_get_n_items (self->choice); i++)
    {
      g_autoptr (AppSession) item = g_list_model_get_item (self->choice, i);

      if (item == session)
        gtk_drop_down_set_selected (self->sessions, i);
    }
}

/* A server that is gone cannot be sent to; the first one is as good as none. */
static void
on_sessions_changed (UiComposerPage *self)
{
  AppSession *session = app_composer_get_session (self->composer);

  if (session == NULL)
    on_session_chosen (self);
  else
    show_session (self);
  if (gtk_drop_down_get_selected_item (self->sessions) != (gpointer)session)
    on_session_chosen (self);
}

static GMenu *
create_section (const char *revision, gboolean notifications)
{
  GMenu                     *menu = g_menu_new ();
  guint                      n;
  const AppComposerTemplate *list = app_composer_template_list (&n);

  for (guint i = 0; i < n; i++)
    {
      if (list[i].of_server || list[i].notification != notifications ||
          !app_composer_template_fits (&list[i], revision))
        continue;
      /* In a menu, one underscore marks a key. */
      g_auto (GStrv) parts = g_strsplit (list[i].method, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "composer.template", "s", list[i].method);
      g_menu_append_item (menu, item);
    }
  return menu;
}

/* Returns: (transfer none) (nullable): that the server of @session (nullable) speaks */
static const char *
get_revision (AppSession *session)
{
  McpServerInfo *server = session != NULL ? app_session_get_server (session) : NULL;

  return server != NULL ? mcp_server_info_get_protocol_version (server) : NULL;
}

static void
update_templates (UiComposerPage *self)
{
  AppSession *session = app_composer_get_session (self->composer);
  const char *revision = get_revision (session);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) requests = create_section (revision, FALSE);
  g_autoptr (GMenu) notifications = create_section (revision, TRUE);

  g_menu_append_section (menu, _ ("Requests"), G_MENU_MODEL (requests));
  g_menu_append_section (menu, _ ("Notifications"), G_MENU_MODEL (notifications));
  gtk_menu_button_set_menu_model (self->templates, G_MENU_MODEL (menu));
}

/* What is missing stands beside the button that waits for it. */
static void
update_hint (UiComposerPage *self)
{
  AppSession      *session = app_composer_get_session (self->composer);
  gboolean         can_send = app_composer_get_can_send (self->composer);
  AppSessionState  state = session != NULL ? app_session_get_state (session) : APP_SESSION_IDLE;
  g_autofree char *text = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.send", can_send);
  gtk_widget_set_visible (self->connect,
                          session != NULL && (state == APP_SESSION_IDLE ||
                                              state == APP_SESSION_FAILED ||
                                              state == APP_SESSION_LOST ||
                                              state == APP_SESSION_RECONNECTING));
  if (session == NULL)
    text = g_strdup (_ ("No server to send to"));
  else if (state != APP_SESSION_READY)
    {
      g_autofree char *name = app_visible_text_line (app_session_get_name (session), MAX_NAME);

      /* Translators: the name of a server, and the state of its connection */
      text = g_strdup_printf (_ ("%s: %s"), name, app_session_get_state_name (session));
    }
  else if (!can_send)
    text = g_strdup (_ ("Empty message"));
  gtk_label_set_text (self->hint, text != NULL ? text : "");
  ui_tooltip_set (GTK_WIDGET (self->hint), text != NULL ? text : "");
}

static void
on_state_changed (UiComposerPage *self)
{
  update_templates (self);
  update_hint (self);
}

static void
on_session_changed (UiComposerPage *self)
{
  AppSession *session = app_composer_get_session (self->composer);

  if (session != NULL)
    {
      g_signal_handlers_disconnect_by_func (session, on_state_changed, self);
      ui_connect (session, "notify::state", on_state_changed, self);
    }
  show_session (self);
  on_state_changed (self);
}

static void
on_connect (UiComposerPage *self)
{
  AppSession *session = app_composer_get_session (self->composer);

  if (session != NULL)
    g_signal_emit_by_name (self, "connect", session);
}

/* The message */

static void
on_edited (UiComposerPage *self)
{
  g_autofree char *text = ui_json_text_dup_text (self->text);

  app_composer_set_text (self->composer, text);
}

static void
on_text_changed (UiComposerPage *self)
{
  ui_json_text_set_text (self->text, app_composer_get_text (self->composer));
  update_hint (self);
}

static void
use_template (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiComposerPage *self = UI_COMPOSER_PAGE (widget);
  AppSession     *session = app_composer_get_session (self->composer);
  const char     *method = g_variant_get_string (parameter, NULL);
  const AppComposerTemplate *template = app_composer_template_find (
      method, get_revision (session));

  if (template == NULL)
    return;
  app_composer_use_template (self->composer, template);
  ui_composer_page_focus (self);
}

static void
lay_out (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_composer_lay_out (UI_COMPOSER_PAGE (widget)->composer);
}

static void
send_text (UiComposerPage *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppLogEntry) entry = app_composer_send (self->composer, &error);

  if (entry == NULL)
    gtk_label_set_text (self->hint, error->message);
}

/* What was shown is what is sent. */
static void
on_answer (UiComposerPage *self, const char *response, AdwMessageDialog *dialog)
{
  const char *asked = g_object_get_data (G_OBJECT (dialog), ASKED_DATA);

  if (!g_str_equal (response, "call") ||
      !g_str_equal (asked, app_composer_get_text (self->composer)))
    return;
  app_composer_agree (self->composer);
  send_text (self);
}

static void
ask (UiComposerPage *self, const char *reason)
{
  const char      *text = app_composer_get_text (self->composer);
  const char      *name = app_session_get_name (app_composer_get_session (self->composer));
  g_autofree char *server = app_visible_text_line (name, MAX_TEXT);
  g_autofree char *visible = app_visible_text_block (text, MAX_MESSAGE);
  gboolean         is_cut = g_utf8_strlen (text, -1) > MAX_MESSAGE;
  /* Translators: %s is the name of a server */
  g_autofree char *heading = g_strdup_printf (_ ("Call the Tool of “%s”?"), server);
  g_autofree char *body = g_strjoin (
      "\n\n", reason, visible,
      is_cut ? _ ("Only the beginning of the message is shown; all of it is sent.") : NULL, NULL);
  AdwMessageDialog *question =
      ui_question_ask (GTK_WIDGET (self), heading, body, "call", _ ("C_all"), ADW_RESPONSE_DEFAULT,
                       G_CALLBACK (on_answer), self);

  g_object_set_data_full (G_OBJECT (question), ASKED_DATA, g_strdup (text), g_free);
}

static void
send_message (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiComposerPage *self = UI_COMPOSER_PAGE (widget);
  const char     *reason;
  AppAdmission    admission = app_composer_decide (self->composer, &reason);

  if (admission == APP_ADMIT_ASK)
    ask (self, reason);
  else if (admission == APP_ADMIT_REFUSE)
    gtk_label_set_text (self->hint, reason);
  else
    send_text (self);
}

/* What was sent: rows made by hand, because the name of a row for assistive technology follows its
 * entry, and GTK 4.8 binds no such name. */

static void
setup_row (UiComposerPage *self, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
show_row (AppLogEntry *entry, GParamSpec *pspec, GtkLabel *label)
{
  const AppLogRow *row = app_log_entry_get_row (entry);
  GtkWidget       *line = gtk_widget_get_parent (GTK_WIDGET (label));
  const char      *what = row->method;
  const char      *state = app_log_entry_get_state_name (entry);

  if (what == NULL)
    what = row->summary;
  g_autofree char *text = row->id != NULL
                              ? g_strdup_printf ("%s  %s · %s", what, row->id, state)
                              : g_strdup_printf ("%s · %s", what, state);
  g_autofree char *visible = app_visible_text_line (text, MAX_ROW);
  gtk_label_set_text (label, visible);
  if (line != NULL)
    ui_widget_name (line, visible);
}

static void
bind_row (UiComposerPage *self, GtkListItem *item)
{
  AppLogEntry *entry = gtk_list_item_get_item (item);
  GtkWidget   *label = gtk_list_item_get_child (item);

  g_signal_connect_object (entry, "notify::state", G_CALLBACK (show_row), label, 0);
  show_row (entry, NULL, GTK_LABEL (label));
}

static void
unbind_row (UiComposerPage *self, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_row,
                                        gtk_list_item_get_child (item));
}

static void
on_selected (UiComposerPage *self)
{
  ui_log_detail_set_entry (self->detail,
                           gtk_single_selection_get_selected_item (self->selection));
}

static void
on_history_changed (UiComposerPage *self, guint position, guint removed, guint added)
{
  guint n = g_list_model_get_n_items (app_composer_get_history (self->composer));

  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "sent" : "empty");
  if (added > 0)
    gtk_single_selection_set_selected (self->selection, 0);
}

/* Again: what was sent is what stands there. */
static void
on_activated (UiComposerPage *self, guint position)
{
  g_autoptr (AppLogEntry) entry =
      g_list_model_get_item (app_composer_get_history (self->composer), position);

  if (entry != NULL && app_composer_load (self->composer, entry))
    ui_composer_page_focus (self);
}

static void
on_wide_changed (UiComposerPage *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->sent_paned),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
}

/* The object */

/* For the rows of the drop-down. Returns: (transfer full) */
static char *
dup_session_name (gpointer item, AppSession *session)
{
  return app_visible_text_line (session != NULL ? app_session_get_name (session) : "", MAX_NAME);
}

static void
create_factory (UiComposerPage *self)
{
  g_autoptr (GtkListItemFactory) rows = gtk_signal_list_item_factory_new ();

  ui_connect (rows, "setup", setup_row, self);
  ui_connect (rows, "bind", bind_row, self);
  ui_connect (rows, "unbind", unbind_row, self);
  gtk_list_view_set_factory (self->history, rows);
}

static void
set_up (UiComposerPage *self)
{
  GListModel *history = app_composer_get_history (self->composer);

  create_factory (self);
  self->choosing = TRUE;
  gtk_drop_down_set_model (self->sessions, self->choice);
  self->choosing = FALSE;
  self->selection = gtk_single_selection_new (g_object_ref (history));
  gtk_list_view_set_model (self->history, GTK_SELECTION_MODEL (self->selection));
  ui_log_detail_set_prefers_answer (self->detail, TRUE);
  ui_composer_findings_set_model (self->findings, app_composer_get_findings (self->composer));
  ui_json_text_set_note (self->text, _ ("JSON-RPC message, sent unchanged"));
  ui_widget_name (ui_json_text_get_view (self->text), _ ("Message"));
  g_object_bind_property (self->composer, "fresh-id", self->fresh, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);

  ui_connect (self->selection, "notify::selected-item", on_selected, self);
  g_signal_connect_object (history, "items-changed", G_CALLBACK (on_history_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->choice, "items-changed", G_CALLBACK (on_sessions_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  ui_connect (self->composer, "notify::session", on_session_changed, self);
  ui_connect (self->composer, "notify::text", on_text_changed, self);
  ui_connect (self->composer, "notify::can-send", update_hint, self);
  on_sessions_changed (self);
  on_session_changed (self);
  on_text_changed (self);
  on_history_changed (self, 0, 0, 0);
  on_selected (self);
}

static void
ui_composer_page_dispose (GObject *object)
{
  UiComposerPage *self = UI_COMPOSER_PAGE (object);

  if (self->composer != NULL && app_composer_get_session (self->composer) != NULL)
    g_signal_handlers_disconnect_by_data (app_composer_get_session (self->composer), self);
  if (self->history != NULL)
    gtk_list_view_set_model (self->history, NULL);
  ui_template_dispose (object);
  g_clear_object (&self->selection);
  g_clear_object (&self->choice);
  g_clear_object (&self->composer);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  ui_template_set (widget_class, "ui/log/ui-composer-page.ui");
  ui_template_bind_children (widget_class, UiComposerPage, paned, sessions, templates, text,
                             findings, fresh, hint, connect, stack, bin, sent_paned, history,
                             detail);
  ui_template_bind_callbacks (widget_class, on_session_chosen, dup_session_name, on_edited,
                              on_connect, on_activated, on_wide_changed);
}

static gboolean
ui_composer_page_submit (UiPage *page)
{
  return gtk_widget_activate_action (GTK_WIDGET (page), "composer.send", NULL);
}

static void
ui_composer_page_page_init (UiPageInterface *iface)
{
  iface->submit = ui_composer_page_submit;
}

UI_DEFINE_CLASS (UiComposerPage, ui_composer_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_composer_page_dispose;

  mcp_signal_new (klass, "connect", 1, APP_TYPE_SESSION);

  ui_template_ensure_types (UI_TYPE_WIDTH_BIN, UI_TYPE_JSON_TEXT, UI_TYPE_LOG_DETAIL,
                            UI_TYPE_COMPOSER_FINDINGS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "composer.send", NULL, send_message);
  gtk_widget_class_install_action (widget_class, "composer.lay-out", NULL, lay_out);
  gtk_widget_class_install_action (widget_class, "composer.template", "s", use_template);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f,
                                       GDK_CONTROL_MASK | GDK_SHIFT_MASK, "composer.lay-out",
                                       NULL);
}

static void
ui_composer_page_init (UiComposerPage *self)
{
  ui_template_init (self);
}

GtkWidget *
ui_composer_page_new (AppComposer *composer, GListModel *sessions)
{
  g_return_val_if_fail (APP_IS_COMPOSER (composer), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (sessions), NULL);

  UiComposerPage *self = g_object_new (UI_TYPE_COMPOSER_PAGE, NULL);
  self->composer = g_object_ref (composer);
  self->choice = g_object_ref (sessions);
  set_up (self);
  return GTK_WIDGET (self);
}

void
ui_composer_page_focus (UiComposerPage *self)
{
  g_return_if_fail (UI_IS_COMPOSER_PAGE (self));
  gtk_widget_grab_focus (ui_json_text_get_view (self->text));
}

MCP_DEFINE_GETTER (AppComposer *, UiComposerPage, ui_composer_page, composer)
