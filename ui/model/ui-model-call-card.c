/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-call-card.h"
#include "app-approval-rule.h"
#include "ui-approval-card.h"
#include "app-inbox-item.h"
#include "app-json-text.h"
#include "app-visible-text.h"
#include "ui-menu.h"
#include "ui-model-row.h"
#include "ui-call-status.h"
#include "ui-copy.h"
#include "ui-image-block.h"
#include "ui-inbox-card.h"
#include "ui-result-view.h"
#include "ui-source-view.h"
#include "ui-stream-text.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define NAME_CHARACTERS 100u
/* Arguments that are read in the card; all of them are copied, and are in what was sent. */
#define ARGUMENTS_CHARACTERS 6000u
/* Longer ones are not laid out for this, and shorter ones are one line. */
#define PRETTY_BYTES (64u * 1024u)
#define ONE_LINE 72u
/* Of arguments that nobody has to decide about any more. */
#define SHOWN_LINES 6
/* Of the end of what is being written. */
#define GROWING_BYTES 1024u
/* Of the result, beside the arrow that opens it. */
#define PREVIEW_CHARACTERS 160u
/* Pixels of the whole result. */
#define RESULT_HEIGHT 380
/* Of each image that the model was shown, and how many are shown here. */
#define IMAGE_HEIGHT 200
#define MAX_IMAGES 4u

struct _UiModelCallCard
{
  GtkWidget parent_instance;

  AppModelCard *card;
  AppCall      *call; /* (nullable): the card's, as it is followed */

  GtkImage         *icon;
  GtkLabel         *name;
  GtkLabel         *server;
  GtkLabel         *state_text;
  GtkMenuButton    *more;
  GtkLabel         *changes;
  GtkLabel         *reason;
  GtkLabel         *warning;
  GtkLabel         *told_summary;
  UiStreamText     *stream;
  GtkWidget        *stream_place;
  GtkLabel         *given;
  GtkWidget        *given_place;
  GtkLabel         *sent;
  GtkWidget        *sent_place;
  GtkWidget        *question;
  GtkWidget        *allow;
  GtkWidget        *decline;
  UiCallStatus     *status;
  AdwBin           *input;
  GtkExpander      *expander;
  GtkLabel         *preview;
  GtkStack         *pages;
  GtkStackSwitcher *switcher;
  AdwBin           *told;
  GtkBox           *images;
  AdwBin           *whole;
  GtkFlowBox       *cells;
};

G_DEFINE_FINAL_TYPE (UiModelCallCard, ui_model_call_card, GTK_TYPE_WIDGET)

#define HIDDEN "action-disabled"

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Open Tool"), "card.open-tool", HIDDEN },
  { UI_MENU_ITEM, N_ ("Show in _Log"), "card.show-in-log", HIDDEN },
  { UI_MENU_ITEM, N_ ("_Why This Tool?…"), "card.why" },
  { UI_MENU_ITEM, N_ ("_Copy Arguments"), "card.copy-arguments", HIDDEN },
};

/* What it is about */

static void
show_name (UiModelCallCard *self)
{
  const char      *name = app_model_card_get_name (self->card);
  g_autofree char *visible = app_visible_text_line (name, NAME_CHARACTERS);

  gtk_label_set_text (self->name, visible[0] != '\0' ? visible : _ ("A Tool"));
  ui_tooltip_set (GTK_WIDGET (self->name), visible);
}

static void
show_icon (UiModelCallCard *self)
{
  static const char *const classes[] = { "state-ready", "state-failed", "state-waiting", NULL };
  static const struct
  {
    const char *icon;
    const char *class_name;
  } looks[] = {
    [APP_MODEL_CARD_WRITING] = { "document-edit-symbolic", NULL },
    [APP_MODEL_CARD_WAITING] = { "content-loading-symbolic", NULL },
    [APP_MODEL_CARD_ASKING] = { "security-medium-symbolic", "state-waiting" },
    [APP_MODEL_CARD_RUNNING] = { "content-loading-symbolic", NULL },
    [APP_MODEL_CARD_DONE] = { "emblem-ok-symbolic", "state-ready" },
    [APP_MODEL_CARD_FAILED] = { "dialog-error-symbolic", "state-failed" },
    [APP_MODEL_CARD_DECLINED] = { "process-stop-symbolic", NULL },
    [APP_MODEL_CARD_STOPPED] = { "process-stop-symbolic", NULL },
    [APP_MODEL_CARD_MISSING] = { "process-stop-symbolic", NULL },
  };
  AppModelCardState state = app_model_card_get_state (self->card);

  if ((guint)state >= G_N_ELEMENTS (looks))
    return;
  gtk_image_set_from_icon_name (self->icon, looks[state].icon);
  ui_style_swap_class (GTK_WIDGET (self->icon), classes, looks[state].class_name);
}

/* Arguments */

/* Returns: (transfer full) */
static char *
dup_arguments (const char *text)
{
  gsize            length = strlen (text);
  gboolean         short_enough = length <= ONE_LINE && strchr (text, '\n') == NULL;
  g_autofree char *pretty =
      !short_enough && length <= PRETTY_BYTES ? app_json_text_dup_pretty (text, -1) : NULL;

  return app_visible_text_block (pretty != NULL ? pretty : text, ARGUMENTS_CHARACTERS);
}

/* @whole: it is asked about; else its beginning, which is copied whole */
static void
show_json (GtkLabel *label, const char *text, gboolean whole)
{
  g_autofree char *shown = dup_arguments (text);

  gtk_label_set_lines (label, whole ? -1 : SHOWN_LINES);
  gtk_label_set_ellipsize (label, whole ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  if (g_str_equal (gtk_label_get_text (label), shown))
    return;
  gtk_label_set_wrap_mode (label, ui_wrap_choose (shown));
  gtk_label_set_text (label, shown);
}

gboolean
ui_model_call_card_is_asking (UiModelCallCard *self)
{
  g_return_val_if_fail (UI_IS_MODEL_CALL_CARD (self), FALSE);
  return app_model_card_get_state (self->card) == APP_MODEL_CARD_ASKING;
}

static void
show_given (UiModelCallCard *self)
{
  const char *given = app_model_card_get_given (self->card);
  gboolean    grows = app_model_card_get_state (self->card) == APP_MODEL_CARD_WRITING;
  /* What has no arguments needs no line that says so. */
  gboolean empty = given[0] == '\0' || g_str_equal (given, "{}");

  gtk_widget_set_visible (self->stream_place, grows && !empty);
  gtk_widget_set_visible (self->given_place, !grows && !empty);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.copy-arguments", !empty);
  if (grows)
    ui_stream_text_set_end (self->stream, given, GROWING_BYTES);
  else
    show_json (self->given, given, ui_model_call_card_is_asking (self));
}

static void
show_sent (UiModelCallCard *self)
{
  const char *sent = app_model_card_get_sent (self->card);

  gtk_widget_set_visible (self->sent_place, sent != NULL);
  if (sent != NULL)
    show_json (self->sent, sent, ui_model_call_card_is_asking (self));
}

/* What is shown where there is something to be shown. */
static void
show_texts (UiModelCallCard *self)
{
  const struct
  {
    const char *property;
    GtkLabel   *label;
  } shown[] = {
    { "server", self->server },
    { "state-text", self->state_text },
    { "changes", self->changes },
    { "reason", self->reason },
    { "warning", self->warning },
    { "told-summary", self->told_summary },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *text = NULL;

      g_object_get (self->card, shown[i].property, &text, NULL);
      g_autofree char *visible = app_visible_text_block (text, ARGUMENTS_CHARACTERS);
      ui_widget_show_text (shown[i].label, visible);
    }
}

/* The question */

/* Whoever waits for the answer decides next; who writes something meanwhile, or is elsewhere, goes
 * on there. */
static void
take_focus (gpointer data)
{
  g_autoptr (UiModelCallCard) self = data;
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean   here = focus == NULL || page == NULL || gtk_widget_is_ancestor (focus, page);
  gboolean   writes =
      GTK_IS_TEXT_VIEW (focus) &&
      gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus))) > 0;

  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && here && !writes)
    ui_model_call_card_focus_question (self);
}

static void
show_question (UiModelCallCard *self)
{
  gboolean    asks = ui_model_call_card_is_asking (self);
  const char *name = app_model_card_get_name (self->card);
  gboolean    destructive = self->call != NULL ? ui_approval_card_is_destructive (self->call)
                                               : app_approval_looks_destructive (NULL, name);
  GtkRoot    *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget  *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (asks && !gtk_widget_get_visible (self->question))
    g_idle_add_once (take_focus, g_object_ref (self));
  /* What had the focus is gone, but the person is still here. */
  if (!asks && focus != NULL && gtk_widget_is_ancestor (focus, self->question))
    gtk_widget_grab_focus (gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_MODEL_ROW));
  gtk_widget_set_visible (self->question, asks);
  ui_widget_set_class (self->allow, "destructive-action", destructive);
  ui_widget_set_class (self->allow, "suggested-action", !destructive);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.allow", asks);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.always", asks);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.decline", asks);
}

/* What the server asks meanwhile */
static void
show_input (UiModelCallCard *self)
{
  AppInboxItem *item = self->call != NULL ? app_call_get_question (self->call) : NULL;
  GtkWidget    *child = adw_bin_get_child (self->input);

  gtk_widget_set_visible (GTK_WIDGET (self->input), item != NULL);
  if (item == NULL)
    adw_bin_set_child (self->input, NULL);
  else if (child == NULL || ui_inbox_card_get_item (UI_INBOX_CARD (child)) != item)
    adw_bin_set_child (self->input, ui_inbox_card_new (item));
}

/* The result */

static gboolean
has_ended (UiModelCallCard *self)
{
  return app_model_card_get_state (self->card) >= APP_MODEL_CARD_DONE;
}

static gboolean
has_whole (UiModelCallCard *self)
{
  return self->call != NULL && has_ended (self) && !app_call_is_running (self->call);
}

/* Of a run that is over, only what the model was told is there. */
static void
show_images (UiModelCallCard *self)
{
  GPtrArray *images = app_model_card_get_images (self->card);
  guint      n = images != NULL ? MIN (images->len, MAX_IMAGES) : 0;

  if (gtk_widget_get_first_child (GTK_WIDGET (self->images)) != NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = g_strdup_printf (_ ("Image %u"), i + 1);

      gtk_box_append (self->images,
                      ui_image_block_new_for_data (images->pdata[i], title, IMAGE_HEIGHT));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->images), n > 0);
  if (n > 0 && images->len > n)
    {
      g_autofree char *more = g_strdup_printf (
          ngettext ("%u more image", "%u more images", images->len - n), images->len - n);
      GtkWidget *label = gtk_label_new (more);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "field-note");
      gtk_box_append (self->images, label);
    }
}

/* What is slow to make is made when it is looked at. */
static void
show_page (UiModelCallCard *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->pages);

  if (!gtk_expander_get_expanded (self->expander) || page == NULL)
    return;
  if (g_str_equal (page, "whole") && adw_bin_get_child (self->whole) == NULL && has_whole (self))
    {
      GtkWidget *view = g_object_new (UI_TYPE_RESULT_VIEW, "height-request", RESULT_HEIGHT, NULL);

      ui_result_view_set_call (UI_RESULT_VIEW (view), self->call);
      adw_bin_set_child (self->whole, view);
    }
  if (g_str_equal (page, "told") && adw_bin_get_child (self->told) == NULL &&
      app_model_card_get_told (self->card) != NULL)
    {
      UiSourceView *view = g_object_new (UI_TYPE_SOURCE_VIEW, "max-content-height", RESULT_HEIGHT,
                                         "label", _ ("Sent to the model"), NULL);

      ui_source_view_set_text (view, app_model_card_get_told (self->card), UI_SOURCE_PLAIN);
      adw_bin_set_child (self->told, GTK_WIDGET (view));
      show_images (self);
    }
}

static void
show_result (UiModelCallCard *self)
{
  const char      *told = app_model_card_get_told (self->card);
  g_autofree char *preview = app_visible_text_summary (told, PREVIEW_CHARACTERS);
  gboolean         failed = app_model_card_get_state (self->card) == APP_MODEL_CARD_FAILED;

  gtk_widget_set_visible (GTK_WIDGET (self->expander), told != NULL || has_whole (self));
  gtk_label_set_text (self->preview, preview[0] != '\0' ? preview : _ ("Empty result"));
  ui_widget_set_class (self, "tool-error", failed);
  gtk_widget_set_visible (GTK_WIDGET (self->switcher), has_whole (self) && told != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->whole), has_whole (self));
  gtk_widget_set_visible (GTK_WIDGET (self->told), told != NULL);
  show_page (self);
}

static void
on_expanded (UiModelCallCard *self)
{
  ui_model_row_stay (self);
  show_page (self);
}

static void
on_page (UiModelCallCard *self)
{
  if (self->card != NULL)
    show_page (self);
}

/* Following the card */

static void
show_state (UiModelCallCard *self)
{
  gboolean running = self->call != NULL && app_call_is_running (self->call);

  show_icon (self);
  show_given (self);
  show_sent (self);
  show_question (self);
  /* The line of the call that runs says it, with its progress. */
  gtk_widget_set_visible (GTK_WIDGET (self->status), running);
  show_input (self);
  show_result (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.open-tool", self->call != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.show-in-log",
                                 self->call != NULL && app_call_get_sequence (self->call) != 0);
}

static void
follow_call (UiModelCallCard *self)
{
  AppCall *call = app_model_card_get_call (self->card);

  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_set_object (&self->call, call);
  ui_call_status_set_call (self->status, call);
  if (call != NULL)
    {
      ui_connect (call, "notify::state", show_state, self);
      ui_connect (call, "notify::question", show_input, self);
    }
  show_state (self);
}

void
ui_model_call_card_set_card (UiModelCallCard *self, AppModelCard *card)
{
  static const struct
  {
    const char *property;
    void (*show) (UiModelCallCard *);
  } rows[] = {
    { "notify::name", show_name },
    { "notify::state", show_state },
    { "notify::given", show_given },
    { "notify::sent", show_sent },
    { "notify::told", show_result },
    { "notify::call", follow_call },
  };

  g_return_if_fail (UI_IS_MODEL_CALL_CARD (self));
  g_return_if_fail (APP_IS_MODEL_CARD (card));
  g_return_if_fail (self->card == NULL);

  self->card = g_object_ref (card);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ui_connect (card, rows[i].property, rows[i].show, self);
  ui_connect (card, "notify", show_texts, self);
  show_texts (self);
  show_name (self);
  follow_call (self);
}

gboolean
ui_model_call_card_focus_question (UiModelCallCard *self)
{
  g_return_val_if_fail (UI_IS_MODEL_CALL_CARD (self), FALSE);

  if (!ui_model_call_card_is_asking (self))
    return FALSE;
  /* What destroys is not what Enter does. */
  return gtk_widget_grab_focus (gtk_widget_has_css_class (self->allow, "destructive-action")
                                    ? self->decline
                                    : self->allow);
}

gboolean
ui_model_call_card_answer (UiModelCallCard *self, gboolean agreed)
{
  g_return_val_if_fail (UI_IS_MODEL_CALL_CARD (self), FALSE);

  if (agreed && gtk_widget_has_css_class (self->allow, "destructive-action"))
    return ui_model_call_card_focus_question (self);
  if (!ui_model_call_card_is_asking (self))
    return FALSE;
  app_model_card_answer (self->card, agreed, FALSE);
  return TRUE;
}

/* Actions */

static void
on_allow (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_model_card_answer (UI_MODEL_CALL_CARD (widget)->card, TRUE, FALSE);
}

static void
on_always (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_model_card_answer (UI_MODEL_CALL_CARD (widget)->card, TRUE, TRUE);
}

static void
on_decline (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_model_card_answer (UI_MODEL_CALL_CARD (widget)->card, FALSE, FALSE);
}

/* Returns: whether the call is one of now, and where */
static gboolean
dup_place (UiModelCallCard *self, char **id, char **tool)
{
  g_autoptr (AppSession) session = self->call != NULL ? app_call_dup_session (self->call) : NULL;
  const char *profile =
      session != NULL ? store_profile_get_id (app_session_get_profile (session)) : NULL;

  if (profile == NULL)
    return FALSE;
  *id = g_strdup (profile);
  *tool = g_strdup (app_call_get_target (self->call));
  return TRUE;
}

static void
on_open_tool (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *id = NULL;
  g_autofree char *tool = NULL;

  if (dup_place (UI_MODEL_CALL_CARD (widget), &id, &tool))
    gtk_widget_activate_action (widget, "win.open", "(sss)", id, "tools", tool);
}

static void
on_show_in_log (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.show-log-entry", "t",
                              app_call_get_sequence (UI_MODEL_CALL_CARD (widget)->call));
}

/* The question of the person is measured from which this call came. */
static void
on_why (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, UI_TYPE_MODEL_ROW);

  if (row != NULL)
    gtk_widget_activate_action (
        widget, "bench.measure", "u",
        app_model_block_get_turn (ui_model_row_get_block (UI_MODEL_ROW (row))));
}

static void
on_copy_arguments (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *given = app_model_card_get_given (UI_MODEL_CALL_CARD (widget)->card);

  ui_copy_text (widget, given, strlen (given));
}

/* The class */

static void
bind_template (GtkWidgetClass *widget_class)
{
  ui_template_ensure_types (UI_TYPE_CALL_STATUS, UI_TYPE_STREAM_TEXT);
  ui_template_set (widget_class, "ui/model/ui-model-call-card.ui");
  ui_template_hold (widget_class, UiModelCallCard, card, call);
  ui_template_bind_children (widget_class, UiModelCallCard, cells, icon, name, server, state_text,
                             more, changes, reason, warning, told_summary, stream, stream_place,
                             given, given_place, sent, sent_place, question, allow, decline, status,
                             input, expander, preview, pages, switcher, told, images, whole);
  ui_template_bind_callbacks (widget_class, on_expanded, on_page);
}

UI_DEFINE_CLASS (UiModelCallCard, ui_model_call_card)
{
  bind_template (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "card.allow", NULL, on_allow);
  gtk_widget_class_install_action (widget_class, "card.always", NULL, on_always);
  gtk_widget_class_install_action (widget_class, "card.decline", NULL, on_decline);
  gtk_widget_class_install_action (widget_class, "card.copy-arguments", NULL, on_copy_arguments);
  gtk_widget_class_install_action (widget_class, "card.open-tool", NULL, on_open_tool);
  gtk_widget_class_install_action (widget_class, "card.show-in-log", NULL, on_show_in_log);
  gtk_widget_class_install_action (widget_class, "card.why", NULL, on_why);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "card.decline", NULL);
}

static void
ui_model_call_card_init (UiModelCallCard *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init (self);
  ui_widget_pass_focus (self->cells);
  gtk_menu_button_set_menu_model (self->more, model);
  ui_wrap_literally (self->given);
  ui_wrap_literally (self->sent);
}
