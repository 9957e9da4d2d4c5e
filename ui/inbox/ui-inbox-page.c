/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-page.h"
#include "ui-switch-row.h"
#include "ui-inbox-card.h"
#include "ui-inbox-folders.h"
#include "ui-page.h"
#include "ui-sampling-group.h"
#include "ui-template.h"
#include "app-visible-text.h"
#include "app-inbox-item.h"
#include "app-sampler.h"
#include "ui-source-view.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <adwaita.h>

/* UiInboxRow: something that a server asked and that has ended: how it ended, and, when it is
 * opened, what was asked and what was answered, as JSON. */

#define UI_TYPE_INBOX_ROW (ui_inbox_row_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxRow, ui_inbox_row, UI, INBOX_ROW, AdwExpanderRow)

#define MAX_WORDS 120

struct _UiInboxRow
{
  AdwExpanderRow parent_instance;

  AppInboxItem *item;

  UiSourceView *asked;
  GtkWidget    *answered_title;
  UiSourceView *answered;
};

UI_DEFINE_TEMPLATE (UiInboxRow, ui_inbox_row, ADW_TYPE_EXPANDER_ROW)

/* Laid out when it is looked at: there may be hundreds. */
static void
on_expanded (UiInboxRow *self)
{
  if (self->item == NULL || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  g_autofree char *answer = app_inbox_item_dup_answer (self->item);
  if (mcp_json_value_exists (app_inbox_item_get_params (self->item)))
    ui_source_view_set_value (self->asked, app_inbox_item_get_params (self->item));
  else
    ui_source_view_set_text (self->asked, "{}", UI_SOURCE_PLAIN);
  ui_source_view_set_text (self->answered, answer, UI_SOURCE_PRETTY);
  gtk_widget_set_visible (GTK_WIDGET (self->answered), answer != NULL);
  gtk_widget_set_visible (self->answered_title, answer != NULL);
}

UI_DEFINE_CLASS (UiInboxRow, ui_inbox_row)
{
  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  ui_template_set (widget_class, "ui/inbox/ui-inbox-row.ui");
  ui_template_hold (widget_class, UiInboxRow, item);
  ui_template_bind_children (widget_class, UiInboxRow, asked, answered_title, answered);
  ui_template_bind_callbacks (widget_class, on_expanded);
}

static void
update_subtitle (UiInboxRow *self)
{
  const char *message = app_inbox_item_get_message (self->item);
  const char *target = app_inbox_item_get_target (self->item);
  g_autoptr (GDateTime) time =
      g_date_time_new_from_unix_local (app_inbox_item_get_time (self->item) / G_USEC_PER_SEC);
  g_autofree char *clock = g_date_time_format (time, "%X");
  const char      *said = message != NULL && message[0] != '\0' ? message : target;
  g_autofree char *words = app_visible_text_summary (said, MAX_WORDS);
  g_autofree char *subtitle =
      g_strdup_printf (words[0] != '\0' ? "%s · %s · %s" : "%s · %s%s",
                       app_inbox_item_get_state_name (self->item), clock, words);

  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);
}

static GtkWidget *
ui_inbox_row_new (AppInboxItem *item)
{
  UiInboxRow *self = g_object_new (UI_TYPE_INBOX_ROW, NULL);

  self->item = g_object_ref (item);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), app_inbox_item_get_title (item));
  ui_widget_name_lists (GTK_WIDGET (self), app_inbox_item_get_title (item));
  update_subtitle (self);
  return GTK_WIDGET (self);
}

#define MAX_LINE 300
/* How long something waits is told in whole seconds. */
#define CLOCK_SECONDS 1

struct _UiInboxPage
{
  AdwBin parent_instance;

  AppInbox   *inbox;
  AppSession *session; /* (nullable): %NULL for all */
  AppSession *called;  /* (nullable): whose call was answered last */
  GListModel *waiting; /* those of the session */
  guint       clock;

  GtkWidget   *empty;
  GtkWidget   *refused_box;
  GtkLabel    *refused;
  GtkWidget   *forget;
  GtkWidget   *done;
  GtkImage    *done_icon;
  GtkLabel    *done_label;
  GtkWidget   *show_call;
  GtkBox      *cards;
  GtkLabel    *more;
  GtkWidget   *sampling;
  GtkWidget   *folders;
  UiSwitchRow *asks;
  GtkWidget   *earlier;
  GtkListBox  *ended;
};

UI_DEFINE_PAGE (UiInboxPage, ui_inbox_page, ADW_TYPE_BIN)

static gboolean
is_shown (gpointer item, gpointer data)
{
  UiInboxPage *self = data;
  g_autoptr (AppSession) session = app_inbox_item_dup_session (APP_INBOX_ITEM (item));

  return self->session == NULL || session == self->session;
}

static UiInboxCard *
get_focused_card (UiInboxPage *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *card =
      focus != NULL ? gtk_widget_get_ancestor (focus, UI_TYPE_INBOX_CARD) : NULL;

  return card != NULL && gtk_widget_is_ancestor (card, GTK_WIDGET (self)) ? UI_INBOX_CARD (card)
                                                                          : NULL;
}

static UiInboxCard *
find_card (UiInboxPage *self, AppInboxItem *item)
{
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    if (ui_inbox_card_get_item (UI_INBOX_CARD (card)) == item)
      return UI_INBOX_CARD (card);
  return NULL;
}

static void
update_refused (UiInboxPage *self)
{
  guint64          n = app_inbox_get_n_refused (self->inbox, self->session);
  const char      *why = self->session != NULL && n > 0
                             ? app_inbox_get_refusal (self->inbox, self->session)
                             : NULL;
  g_autofree char *visible = app_visible_text_line (why, MAX_LINE);
  g_autofree char *count = g_strdup_printf (
      ngettext ("%" PRIu64 " request was declined automatically.",
                "%" PRIu64 " requests were declined automatically.", (gulong)n),
      n);
  g_autofree char *text = g_strdup_printf ("%s %s", count, visible);

  gtk_label_set_text (self->refused, text);
  gtk_widget_set_visible (self->refused_box, n > 0);
  gtk_widget_set_visible (self->forget, self->session != NULL);
}

static void
update_folders (UiInboxPage *self)
{
  AppFolderList *folders = app_inbox_get_folders (self->inbox, self->session);

  ui_switch_row_set_active (self->asks, !app_folder_list_is_shared (folders));
}

static void
update_ended (UiInboxPage *self)
{
  GListModel *ended = gtk_widget_get_mapped (GTK_WIDGET (self))
                          ? app_inbox_get_ended (self->inbox)
                          : NULL;
  guint       n = ended != NULL ? g_list_model_get_n_items (ended) : 0;
  gboolean    any = FALSE;

  for (guint i = 0; i < n && !any; i++)
    {
      g_autoptr (AppInboxItem) item = g_list_model_get_item (ended, i);
      any = is_shown (item, self);
    }
  if (ended != NULL)
    gtk_widget_set_visible (self->earlier, any);
}

static void
on_clear (UiInboxPage *self)
{
  app_inbox_clear_ended (self->inbox, self->session);
}

static void
on_forget (UiInboxPage *self)
{
  if (self->session != NULL)
    app_inbox_forget_refused (self->inbox, self->session);
}

static void
on_asks (UiInboxPage *self)
{
  if (self->session != NULL)
    app_folder_list_set_shared (app_inbox_get_folders (self->inbox, self->session),
                                !ui_switch_row_is_active (self->asks));
}

static void
on_show_call (UiInboxPage *self)
{
  if (self->called != NULL)
    g_signal_emit_by_name (self, "show-call", self->called);
}

/* After the last answer: what was done, and the way to what comes of it. */
static void
show_done (UiInboxPage *self, AppInboxItem *item)
{
  g_autoptr (AppSession) session = app_inbox_item_dup_session (item);
  g_autofree char *name = app_visible_text_line (app_inbox_item_get_target (item), MAX_LINE);
  g_autofree char *text = NULL;
  gboolean         call = name[0] != '\0' && session != NULL;

  switch (app_inbox_item_get_state (item))
    {
    case APP_INBOX_ANSWERED:
      text = g_strdup_printf (call ? _ ("Response sent. %s continues.") : _ ("Response sent."),
                              name);
      break;
    case APP_INBOX_DECLINED:
    case APP_INBOX_DISMISSED:
      text = g_strdup (_ ("Declined."));
      break;
    case APP_INBOX_CANCELLED:
      text = g_strdup (_ ("Cancelled by the server."));
      break;
    case APP_INBOX_WAITING:
    case APP_INBOX_ENDED:
    default:
      text = g_strdup (_ ("The call has ended."));
    }
  gboolean answered = app_inbox_item_get_state (item) == APP_INBOX_ANSWERED;
  gtk_image_set_from_icon_name (self->done_icon, answered ? "object-select-symbolic"
                                                          : "process-stop-symbolic");
  gtk_widget_set_css_classes (GTK_WIDGET (self->done_icon),
                              (const char *[]){ answered ? "state-ready" : "secondary", NULL });
  gtk_label_set_text (self->done_label, text);
  g_set_object (&self->called, session);
  gtk_widget_set_visible (self->show_call, call);
  gtk_widget_set_visible (self->done, TRUE);
}

static void
remove_card (UiInboxPage *self, UiInboxCard *card)
{
  g_autoptr (UiInboxCard) alive = g_object_ref (card);
  gboolean   focused = get_focused_card (self) == card;
  GtkWidget *next = gtk_widget_get_next_sibling (GTK_WIDGET (card));

  if (next == NULL)
    next = gtk_widget_get_prev_sibling (GTK_WIDGET (card));
  if (focused && next != NULL)
    ui_inbox_card_focus (UI_INBOX_CARD (next));
  if (next == NULL)
    show_done (self, ui_inbox_card_get_item (card));
  gtk_box_remove (self->cards, GTK_WIDGET (card));
  if (focused && next == NULL)
    gtk_widget_child_focus (gtk_widget_get_visible (self->show_call) ? self->show_call
                                                                     : GTK_WIDGET (self),
                            GTK_DIR_TAB_FORWARD);
}

static void
update_cards (UiInboxPage *self)
{
  guint            n = g_list_model_get_n_items (self->waiting);
  guint            shown = MIN (n, UI_INBOX_PAGE_CARDS);
  guint            more = n - shown;
  g_autofree char *text = g_strdup_printf (
      ngettext ("%'u more waiting", "%'u more waiting", more), more);
  GtkWidget *next;

  /* New ones first: the focus moves to one of them. */
  for (guint i = 0; i < shown; i++)
    {
      g_autoptr (AppInboxItem) item = g_list_model_get_item (self->waiting, i);

      if (find_card (self, item) == NULL)
        gtk_box_append (self->cards, ui_inbox_card_new (item));
    }
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = next)
    {
      next = gtk_widget_get_next_sibling (card);
      if (!app_inbox_item_is_waiting (ui_inbox_card_get_item (UI_INBOX_CARD (card))))
        remove_card (self, UI_INBOX_CARD (card));
    }
  if (n > 0)
    gtk_widget_set_visible (self->done, FALSE);
  gtk_widget_set_visible (self->empty, n == 0 && !gtk_widget_get_visible (self->done));
  gtk_label_set_text (self->more, text);
  gtk_widget_set_visible (GTK_WIDGET (self->more), more > 0);
}

static gboolean
on_clock (gpointer data)
{
  UiInboxPage *self = data;

  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    ui_inbox_card_update_time (UI_INBOX_CARD (card));
  return G_SOURCE_CONTINUE;
}

static void
ui_inbox_page_map (GtkWidget *widget)
{
  UiInboxPage *self = UI_INBOX_PAGE (widget);

  GTK_WIDGET_CLASS (ui_inbox_page_parent_class)->map (widget);
  if (self->clock == 0)
    self->clock = g_timeout_add_seconds (CLOCK_SECONDS, on_clock, self);
  update_ended (self);
}

static void
ui_inbox_page_unmap (GtkWidget *widget)
{
  UiInboxPage *self = UI_INBOX_PAGE (widget);

  g_clear_handle_id (&self->clock, g_source_remove);
  /* What was done is news once. */
  gtk_widget_set_visible (self->done, FALSE);
  gtk_widget_set_visible (self->empty, g_list_model_get_n_items (self->waiting) == 0);
  GTK_WIDGET_CLASS (ui_inbox_page_parent_class)->unmap (widget);
}

static void
ui_inbox_page_dispose (GObject *object)
{
  UiInboxPage *self = UI_INBOX_PAGE (object);

  ui_template_dispose (object);
  g_clear_handle_id (&self->clock, g_source_remove);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  ui_template_bind_children (widget_class, UiInboxPage, empty, refused_box, refused, forget, done,
                             done_label, done_icon, asks, show_call, cards, more, sampling, folders,
                             earlier, ended);
  ui_template_bind_callbacks (widget_class, on_clear, on_forget, on_asks, on_show_call);
}

static gboolean
ui_inbox_page_submit (UiPage *page)
{
  UiInboxPage *self = UI_INBOX_PAGE (page);
  UiInboxCard *card = get_focused_card (self);
  GtkWidget   *first = gtk_widget_get_first_child (GTK_WIDGET (self->cards));

  if (card == NULL && first != NULL)
    card = UI_INBOX_CARD (first);
  ui_page_submit (card);
  return TRUE;
}

static gboolean
ui_inbox_page_focus (UiPage *page)
{
  UiInboxPage *self = UI_INBOX_PAGE (page);
  GtkWidget   *first = gtk_widget_get_first_child (GTK_WIDGET (self->cards));

  if (first == NULL)
    return gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
  if (get_focused_card (self) == NULL)
    ui_inbox_card_focus (UI_INBOX_CARD (first));
  return TRUE;
}

static void
ui_inbox_page_page_init (UiPageInterface *iface)
{
  iface->focus = ui_inbox_page_focus;
  iface->submit = ui_inbox_page_submit;
}

UI_DEFINE_CLASS (UiInboxPage, ui_inbox_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_inbox_page_dispose;
  widget_class->map = ui_inbox_page_map;
  widget_class->unmap = ui_inbox_page_unmap;
  mcp_signal_new (klass, "show-call", 1, APP_TYPE_SESSION);

  g_type_ensure (UI_TYPE_SAMPLING_GROUP);
  ui_template_set (widget_class, "ui/inbox/ui-inbox-page.ui");
  ui_template_hold (widget_class, UiInboxPage, waiting, called, session, inbox);
  bind_template (widget_class);
}

static void
ui_inbox_page_init (UiInboxPage *self)
{
  ui_template_init (self);
}

static GtkWidget *
create_ended_row (gpointer item, gpointer data)
{
  return ui_inbox_row_new (APP_INBOX_ITEM (item));
}

/* @model: (transfer none). Returns: (transfer full) */
static GListModel *
filter_items (UiInboxPage *self, GListModel *model)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));

  return G_LIST_MODEL (gtk_filter_list_model_new (g_object_ref (model), filter));
}

static void
follow_folders (UiInboxPage *self)
{
  AppFolderList *folders = app_inbox_get_folders (self->inbox, self->session);
  GtkWidget     *editor = ui_inbox_folders_new (folders);

  gtk_widget_set_margin_top (editor, 12);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->folders), editor);
  ui_connect (folders, "notify::shared", update_folders, self);
  gtk_widget_set_visible (self->folders, TRUE);
  update_folders (self);
}

static void
follow_sampling (UiInboxPage *self)
{
  if (app_sampler_find (self->session) == NULL)
    return;
  ui_sampling_group_set_rule (UI_SAMPLING_GROUP (self->sampling),
                              app_sampling_rule_get (self->session));
  gtk_widget_set_visible (self->sampling, TRUE);
}

GtkWidget *
ui_inbox_page_new (AppInbox *inbox, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (inbox), NULL);
  g_return_val_if_fail (session == NULL || APP_IS_SESSION (session), NULL);

  UiInboxPage *self = g_object_new (UI_TYPE_INBOX_PAGE, NULL);

  self->inbox = g_object_ref (inbox);
  g_set_object (&self->session, session);
  self->waiting = filter_items (self, G_LIST_MODEL (inbox));
  g_autoptr (GListModel) all_ended = filter_items (self, app_inbox_get_ended (inbox));
  g_autoptr (GtkSliceListModel) ended =
      gtk_slice_list_model_new (g_object_ref (all_ended), 0, UI_INBOX_PAGE_ENDED);

  gtk_list_box_bind_model (self->ended, G_LIST_MODEL (ended), create_ended_row, NULL, NULL);
  ui_connect (self->waiting, "items-changed", update_cards, self);
  ui_connect (app_inbox_get_ended (inbox), "items-changed", update_ended, self);
  ui_connect (inbox, "refused", update_refused, self);
  if (session != NULL)
    {
      follow_sampling (self);
      follow_folders (self);
    }
  update_cards (self);
  update_refused (self);
  return GTK_WIDGET (self);
}
