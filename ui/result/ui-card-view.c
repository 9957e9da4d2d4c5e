/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-card-view.h"
#include "ui-reference-drag.h"
#include "ui-card-consent.h"
#include "ui-template.h"
#include "ui-tree-view.h"
#include "app-card-call.h"
#include "app-card-item.h"
#include "app-card-preview.h"
#include "app-object-name.h"
#include "app-server-objects.h"
#include "app-token-estimate.h"
#include "app-visible-text.h"
#include "app-catalogue.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <gtk/gtk.h>

#define MAX_REFERENCE 200
/* Which object, in all of the tools of these servers. */
#define OBJECT_ARGUMENT "object_id"
/* How often its age is told again; seconds. */
#define AGE_INTERVAL 5

struct _UiCardView
{
  GtkWidget parent_instance;

  AppObjectCard *card;
  AppSession    *session;
  AppCardTools   tools;
  AppObjectCard *shown;       /* the card, or what was fetched after it */
  GCancellable  *cancellable; /* of everything that this card asks for */
  gboolean       fetching;
  AppCardMarker *asked; /* what the card shows next, when it comes */
  guint          age_source;

  GtkWidget     *back;
  GtkLabel      *reference;
  GtkLabel      *type_name;
  GtkLabel      *length;
  GtkSpinner    *spinner;
  GtkWidget     *tools_box;
  GtkWidget     *whole;
  GtkMenuButton *path_button;
  GtkPopover    *path_popover;
  GtkEntry      *path;
  GtkWidget     *ends;
  GtkEntry      *from;
  GtkEntry      *to;
  GtkWidget     *pages;
  GtkLabel      *path_hint;
  GtkWidget     *missing;
  GtkLabel      *stale;
  GtkWidget     *trouble;
  GtkLabel      *problem;
  GtkLabel      *origin;
  UiTreeView    *tree;
};

G_DEFINE_FINAL_TYPE (UiCardView, ui_card_view, GTK_TYPE_WIDGET)

/* What is shown */

static AppServerObject *
find_object (UiCardView *self)
{
  const char       *id = self->card != NULL ? app_object_card_get_object_id (self->card) : "";
  AppServerObjects *objects =
      self->session != NULL ? app_session_get_feature (self->session, APP_TYPE_SERVER_OBJECTS)
                            : NULL;

  return objects != NULL ? app_server_objects_find (objects, id) : NULL;
}

/* Whose object it is, since when it is known, until when it is likely to be there, and what it
 * saves to pass it on by its name. */
static gboolean
update_origin (gpointer data)
{
  UiCardView      *self = data;
  AppServerObject *object = find_object (self);
  const char      *server = self->session != NULL ? app_session_get_name (self->session) : "";
  gint64           expiry =
      object != NULL ? app_server_objects_get_expiry (self->session, object) : 0;
  gboolean         expired = expiry != 0 && expiry < g_get_real_time ();
  g_autofree char *name = app_visible_text_line (server, MAX_REFERENCE);
  g_autofree char *age = object != NULL ? app_object_name_dup_age (object->time) : NULL;
  g_autofree char *left = expired ? g_strdup (_ ("has probably expired"))
                                  : app_object_name_dup_expiry (expiry);
  guint            tokens = app_token_estimate_text (gtk_label_get_text (self->reference));
  /* Translators: what it costs a model to pass an object on by its name */
  g_autofree char *cost = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "≈ %'u token as a reference", "≈ %'u tokens as a reference",
                   tokens),
      tokens);
  const char *parts[] = { name, age, left, object != NULL ? cost : NULL };
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", parts[i]);
  ui_widget_show_text (self->origin, line->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->origin), line->str);
  ui_widget_set_class (self->reference, "secondary", expired);
  return G_SOURCE_CONTINUE;
}

static void
set_lifetime (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiCardView *self = UI_CARD_VIEW (widget);

  if (self->session == NULL)
    return;
  g_autoptr (StoreProfile) changed =
      store_profile_copy (app_session_get_profile (self->session));
  g_object_set (changed, "object-lifetime", g_variant_get_uint32 (parameter), NULL);
  app_session_keep_profile (self->session, changed);
  update_origin (self);
}

static void
show_rows (UiCardView *self)
{
  AppObjectCard *card = self->shown;
  const char    *id = card != NULL ? app_object_card_get_object_id (card) : "";
  g_autoptr (GListModel) rows = card != NULL ? app_card_item_list_new (card, self->tools) : NULL;

  ui_tree_view_set_items (self->tree, rows, id[0] != '\0' ? id : NULL);
}

static void
update_header (UiCardView *self)
{
  AppObjectCard   *card = self->shown;
  const char      *id = card != NULL ? app_object_card_get_object_id (card) : "";
  const char      *path = card != NULL ? app_object_card_get_path (card) : "";
  const char      *type = card != NULL ? app_object_card_get_type_name (card) : "";
  gint64           length = card != NULL ? app_object_card_get_length (card) : -1;
  gboolean         slice = card != NULL && app_object_card_get_kind (card) != APP_CARD_VALUE;
  g_autofree char *range =
      slice ? g_strdup_printf ("[%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT "]",
                               app_object_card_get_start (card), app_object_card_get_end (card))
            : g_strdup ("");
  g_autofree char *whole =
      id[0] == '\0' ? g_strdup (card != NULL ? app_object_card_get_header (card) : "")
                    : g_strdup_printf ("@%s%s%s%s", id, path[0] != '\0' ? "." : "", path, range);
  g_autofree char *reference = app_visible_text_line (whole, MAX_REFERENCE);
  g_autofree char *kind = app_visible_text_line (type, MAX_REFERENCE);
  g_autofree char *count =
      g_strdup_printf (_ ("length %'" PRId64), MAX (length, 0));

  gtk_label_set_text (self->reference, reference);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reference), reference);
  gtk_label_set_text (self->type_name, kind);
  gtk_widget_set_visible (GTK_WIDGET (self->type_name), kind[0] != '\0');
  gtk_label_set_text (self->length, count);
  gtk_widget_set_visible (GTK_WIDGET (self->length), length >= 0);
  gtk_widget_set_visible (self->back, self->shown != self->card);
}

/* Whether the server may have forgotten the object. */
static void
update_stale (UiCardView *self)
{
  const char       *id = self->card != NULL ? app_object_card_get_object_id (self->card) : "";
  AppServerObjects *objects =
      self->session != NULL ? app_session_get_feature (self->session, APP_TYPE_SERVER_OBJECTS)
                            : NULL;
  AppServerObject *object = find_object (self);
  const char      *text = NULL;

  update_origin (self);
  if (objects != NULL && id[0] != '\0' && app_server_objects_is_earlier (objects, self->card))
    text = _ ("From an earlier session; may no longer exist");
  else if (object != NULL && object->state == APP_SERVER_OBJECT_GONE)
    text = _ ("The server no longer has this object.");
  ui_widget_show_text (self->stale, text);
}

/* The server's own tools for its objects, which a person is led to. */
static const struct
{
  const char  *action;
  AppCardTools tool;
} leads[] = {
  { "card.search", APP_CARD_TOOL_GREP },
  { "card.replace", APP_CARD_TOOL_SED },
  { "card.query", APP_CARD_TOOL_YQ },
};

static void
update_tools (UiCardView *self)
{
  gboolean get = (self->tools & APP_CARD_TOOL_GET) != 0;
  gboolean known = self->card != NULL && app_object_card_get_object_id (self->card)[0] != '\0';
  gboolean slice = known && self->shown != NULL &&
                   app_object_card_get_kind (self->shown) != APP_CARD_VALUE;
  /* The whole object is what is shown: it would come again. */
  gboolean part =
      slice || (self->shown != NULL && app_object_card_get_path (self->shown)[0] != '\0');
  gboolean can_slice = slice && !self->fetching && (self->tools & APP_CARD_TOOL_SLICE) != 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.whole", get && known && !self->fetching);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.path", get && known && !self->fetching);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.next",
                                 can_slice && app_object_card_goes_on (self->shown));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.previous",
                                 can_slice && app_object_card_get_start (self->shown) > 0);
  gtk_widget_set_visible (self->pages, slice);
  gtk_widget_set_visible (self->ends, (self->tools & APP_CARD_TOOL_SLICE) != 0);
  gtk_widget_set_visible (self->tools_box, known);
  gtk_widget_set_visible (self->whole, get && part);
  gtk_widget_set_visible (GTK_WIDGET (self->path_button), get);
  gtk_widget_set_visible (self->missing,
                          (self->tools & (APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE)) == 0);
  for (guint i = 0; i < G_N_ELEMENTS (leads); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), leads[i].action,
                                   known && (self->tools & leads[i].tool) != 0);
}

/* Which places can be opened has changed. */
static void
on_tools_changed (UiCardView *self)
{
  AppCardTools tools = app_card_call_get_tools (self->session);

  if (tools == self->tools)
    return;
  self->tools = tools;
  show_rows (self);
  update_tools (self);
}

static void
show_card (UiCardView *self, AppObjectCard *card)
{
  g_set_object (&self->shown, card);
  show_rows (self);
  update_header (self);
  update_tools (self);
  update_stale (self);
}

/* A place that was cut */

typedef struct
{
  UiCardView  *view;
  AppCardItem *item;
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->view);
  g_object_unref (opening->item);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
on_place_fetched (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Opening) opening = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_card_call_finish (result, &error);
  UiTreeView      *tree = opening->view->tree;
  guint            position = tree != NULL ? ui_tree_view_find (tree, opening->item) : 0;
  gboolean         focus = tree != NULL && gtk_widget_get_focus_child (GTK_WIDGET (tree)) != NULL;

  if (text != NULL && app_card_item_set_response (opening->item, text, &error))
    {
      /* The row that had the focus is gone. */
      if (focus && position != GTK_INVALID_LIST_POSITION)
        ui_tree_view_go_to (tree, position);
      return;
    }
  app_card_item_set_problem (opening->item,
                             g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                                 ? NULL
                                 : error->message);
}

static void
fetch_place (UiCardView *self, AppCardItem *item)
{
  AppCardMarker   *marker = app_card_item_get_marker (item);
  g_autofree char *arguments = NULL;
  const char      *tool =
      marker != NULL ? app_card_marker_get_call (marker, self->tools, &arguments) : NULL;

  if (tool == NULL || self->session == NULL || app_card_item_is_loading (item))
    return;
  Opening *opening = g_new0 (Opening, 1);
  opening->view = g_object_ref (self);
  opening->item = g_object_ref (item);
  app_card_item_set_loading (item);
  ui_card_consent_call_async (GTK_WIDGET (self), self->session, tool, arguments, self->cancellable,
                              on_place_fetched, opening);
}

/* The whole, or a path */

static void
set_fetching (UiCardView *self, gboolean fetching, const char *problem)
{
  self->fetching = fetching;
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), fetching);
  gtk_spinner_set_spinning (self->spinner, fetching);
  gtk_widget_set_visible (self->trouble, problem != NULL);
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  update_tools (self);
}

static void
on_card_fetched (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiCardView) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_card_call_finish (result, &error);

  if (self->tree == NULL || self->card == NULL ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  set_fetching (self, FALSE, error != NULL ? error->message : NULL);
  if (text == NULL)
    return;
  g_autoptr (AppCardMarker) rest = NULL;
  g_autoptr (AppObjectCard) card = app_card_marker_read (self->asked, text, &rest, &error);
  if (card != NULL)
    show_card (self, card);
  else
    set_fetching (self, FALSE, error->message);
}

/* Fetches what @place leads to and shows it instead. @place: (transfer full) */
static void
fetch (UiCardView *self, AppCardMarker *place)
{
  g_autoptr (AppCardMarker) asked = place;
  g_autofree char *arguments = NULL;
  const char      *tool = app_card_marker_get_call (asked, self->tools, &arguments);

  if (tool == NULL || self->session == NULL || self->fetching)
    return;
  g_set_object (&self->asked, asked);
  set_fetching (self, TRUE, NULL);
  ui_card_consent_call_async (GTK_WIDGET (self), self->session, tool, arguments, self->cancellable,
                              on_card_fetched, g_object_ref (self));
}

static void
fetch_path (UiCardView *self, const char *path)
{
  if (self->card != NULL)
    fetch (self, app_card_marker_new_for_path (app_object_card_get_object_id (self->card), path));
}

static void
fetch_slice (UiCardView *self, const char *path, guint64 start, guint64 end)
{
  if (self->card != NULL)
    fetch (self, app_card_marker_new_for_slice (app_object_card_get_object_id (self->card), path,
                                                start, end));
}

static void
fetch_whole (GtkWidget *widget, const char *name, GVariant *parameter)
{
  fetch_path (UI_CARD_VIEW (widget), "");
}

static void
retry (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiCardView *self = UI_CARD_VIEW (widget);

  if (self->asked != NULL)
    fetch (self, g_object_ref (self->asked));
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiCardView *self = UI_CARD_VIEW (widget);

  show_card (self, self->card);
}

static void
on_path_changed (UiCardView *self)
{
  g_autofree char *part = NULL;

  if (app_card_preview_is_path (gtk_editable_get_text (GTK_EDITABLE (self->path)), &part))
    gtk_label_set_text (self->path_hint, _ ("Keys and indexes, spelled as on the server"));
  else
    {
      g_autofree char *visible = app_visible_text_line (part, MAX_REFERENCE);
      /* Translators: %s is a part of a path */
      g_autofree char *hint = g_strdup_printf (_ ("A path on this server cannot contain “%s”"),
                                               visible);
      gtk_label_set_text (self->path_hint, hint);
    }
}

/* Nothing typed is the whole value; one end alone is a page from there on, or the beginning. */
static void
on_path_activate (UiCardView *self)
{
  const char *path = gtk_editable_get_text (GTK_EDITABLE (self->path));
  const char *from = gtk_editable_get_text (GTK_EDITABLE (self->from));
  const char *to = gtk_editable_get_text (GTK_EDITABLE (self->to));
  guint64     start = 0;
  guint64     end = 0;

  if ((from[0] != '\0' &&
       !g_ascii_string_to_unsigned (from, 10, 0, G_MAXINT32, &start, NULL)) ||
      (to[0] != '\0' && !g_ascii_string_to_unsigned (to, 10, start, G_MAXINT32, &end, NULL)))
    {
      gtk_label_set_text (self->path_hint, _ ("Whole numbers ≥ 0; To is the larger one"));
      return;
    }
  gtk_popover_popdown (self->path_popover);
  if (from[0] == '\0' && to[0] == '\0')
    fetch_path (self, path);
  else
    fetch_slice (self, path, start, to[0] != '\0' ? end : start + APP_OBJECT_CARD_ITEMS);
}

/* The page of the same length before or behind the slice that is shown. */
static void
turn_page (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiCardView *self = UI_CARD_VIEW (widget);
  guint64     start = app_object_card_get_start (self->shown);
  guint64     end = app_object_card_get_end (self->shown);
  guint64     size = MAX (end, start + 1) - start;

  if (g_str_equal (name, "card.next"))
    fetch_slice (self, app_object_card_get_path (self->shown), end, end + size);
  else
    fetch_slice (self, app_object_card_get_path (self->shown), start > size ? start - size : 0,
                 start > size ? start : size);
}

static void
open_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  on_path_activate (UI_CARD_VIEW (widget));
}

/* The object, or the part of it that is shown. */
static AppReference *
dup_reference (GtkWidget *widget, double x, double y)
{
  AppObjectCard *card = UI_CARD_VIEW (widget)->shown;

  if (card == NULL || app_object_card_get_object_id (card)[0] == '\0')
    return NULL;
  return app_reference_new_server (app_object_card_get_object_id (card),
                                   app_object_card_get_path (card));
}

static void
copy_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_reference (widget, 0, 0);

  ui_reference_drag_copy (widget, reference);
}

static void
use_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_reference (widget, 0, 0);

  ui_reference_drag_use (widget, reference);
}

/* Its form, with the object filled in. */
static void
lead_to_tool (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppReference) reference = dup_reference (widget, 0, 0);

  for (guint i = 0; reference != NULL && i < G_N_ELEMENTS (leads); i++)
    if (g_str_equal (leads[i].action, name))
      gtk_widget_activate_action (widget, "win.use-reference-in", "(sss)",
                                  app_card_call_get_tool_name (leads[i].tool), OBJECT_ARGUMENT,
                                  reference->text);
}

static void
let_go (UiCardView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (
        app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                MCP_DEFINITION_TOOL),
        self);
  if (self->session != NULL &&
      app_session_get_feature (self->session, APP_TYPE_SERVER_OBJECTS) != NULL)
    g_signal_handlers_disconnect_by_data (
        app_session_get_feature (self->session, APP_TYPE_SERVER_OBJECTS), self);
  g_clear_object (&self->session);
  g_clear_object (&self->card);
  g_clear_object (&self->shown);
  g_clear_object (&self->asked);
}

UI_DEFINE_DISPOSE (UiCardView, ui_card_view)
{
  let_go (self);
  g_clear_handle_id (&self->age_source, g_source_remove);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  ui_template_bind_children (widget_class, UiCardView, back, reference, type_name, length, spinner,
                             tools_box, whole, path_button, path_popover, path, path_hint, ends,
                             from, to, pages, missing, stale, trouble, problem, origin, tree);
  ui_template_bind_callbacks (widget_class, fetch_place, on_path_changed, on_path_activate);
}

UI_DEFINE_CLASS (UiCardView, ui_card_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_card_view_dispose;

  g_type_ensure (UI_TYPE_TREE_VIEW);
  ui_template_set_bin (widget_class, "ui/result/ui-card-view.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "card.whole", NULL, fetch_whole);
  gtk_widget_class_install_action (widget_class, "card.path", NULL, open_path);
  gtk_widget_class_install_action (widget_class, "card.next", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "card.previous", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "card.retry", NULL, retry);
  gtk_widget_class_install_action (widget_class, "card.back", NULL, go_back);
  gtk_widget_class_install_action (widget_class, "card.lifetime", "u", set_lifetime);
  gtk_widget_class_install_action (widget_class, "card.copy-reference", NULL, copy_reference);
  gtk_widget_class_install_action (widget_class, "card.use-reference", NULL, use_reference);
  for (guint i = 0; i < G_N_ELEMENTS (leads); i++)
    gtk_widget_class_install_action (widget_class, leads[i].action, NULL, lead_to_tool);
}

static void
ui_card_view_init (UiCardView *self)
{
  ui_template_init (self);

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->age_source = g_timeout_add_seconds (AGE_INTERVAL, update_origin, self);
  on_path_changed (self);
  show_card (self, NULL);
  ui_reference_drag_attach (GTK_WIDGET (self), GTK_WIDGET (self->reference), dup_reference);
}

GtkWidget *
ui_card_view_new (void)
{
  return g_object_new (UI_TYPE_CARD_VIEW, NULL);
}

void
ui_card_view_set_card (UiCardView *self, AppObjectCard *card, AppSession *session)
{
  g_return_if_fail (UI_IS_CARD_VIEW (self));
  g_return_if_fail (card == NULL || APP_IS_OBJECT_CARD (card));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  if (card == self->card && session == self->session)
    return;
  let_go (self);
  g_set_object (&self->card, card);
  g_set_object (&self->session, session);
  self->cancellable = g_cancellable_new ();
  if (session != NULL)
    ui_connect (app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                        MCP_DEFINITION_TOOL),
                "items-changed", on_tools_changed, self);
  if (session != NULL && app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS) != NULL)
    ui_connect (app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS), "changed", update_stale,
                self);
  self->tools = app_card_call_get_tools (session);
  set_fetching (self, FALSE, NULL);
  show_card (self, card);
}

void
ui_card_view_set_max_height (UiCardView *self, int height)
{
  g_return_if_fail (UI_IS_CARD_VIEW (self));

  ui_tree_view_set_max_height (self->tree, height);
  gtk_widget_set_vexpand (GTK_WIDGET (self), height <= 0);
}
