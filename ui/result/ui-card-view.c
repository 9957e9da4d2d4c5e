/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-card-view.h"
#include "mcp-property.h"
#include "ui-reference-drag.h"
#include "ui-template.h"
#include "app-card-call.h"
#include "app-card-preview.h"
#include "app-server-objects.h"
#include "app-visible-text.h"
#include "app-catalogue.h"
#include "app-card-marker.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <string.h>

/* UiCardRow: one line of a UiCardView: its text and, where it was cut, a button that opens the
 * place, the wait for it, or why that failed.
 *
 * Its button activates the action "card.open" with the row's position. */

#define UI_TYPE_CARD_ROW (ui_card_row_get_type ())
G_DECLARE_FINAL_TYPE (UiCardRow, ui_card_row, UI, CARD_ROW, GtkWidget)

#define PROBLEM "ui-card-problem"
/* Of what was opened, below the line that hid it; pixels. */
#define INDENT 24
/* Leading spaces that stay beside the text where it wraps; a narrow view needs its width. */
#define MAX_SPACES 24u

struct _UiCardRow
{
  GtkWidget parent_instance;

  GtkTreeListRow *row; /* while bound */
  AppCardMarker  *marker;
  AppCardTools    tools;

  GtkWidget  *box;
  GtkLabel   *indent;
  GtkLabel   *text;
  GtkButton  *open;
  GtkSpinner *spinner;
  GtkLabel   *missing;
  GtkWidget  *trouble;
  GtkLabel   *problem;
};

G_DEFINE_FINAL_TYPE (UiCardRow, ui_card_row, GTK_TYPE_WIDGET)

static void
on_open_row (UiCardRow *self)
{
  if (self->row != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "card.open", "u",
                                gtk_tree_list_row_get_position (self->row));
}

static void
unbind_row (UiCardRow *self)
{
  if (self->marker != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->marker, self);
      g_signal_handlers_disconnect_by_data (app_card_marker_get_lines (self->marker), self);
    }
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  g_clear_object (&self->marker);
  g_clear_object (&self->row);
}

static void
ui_card_row_dispose (GObject *object)
{
  unbind_row (UI_CARD_ROW (object));
  ui_template_dispose (object);
}

static void ui_card_row_set_row (UiCardRow *self, GtkTreeListRow *row);

static void
ui_card_row_class_init (UiCardRowClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "row", GTK_TYPE_TREE_LIST_ROW, .offset = G_STRUCT_OFFSET (UiCardRow, row),
            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_card_row_set_row) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->dispose = ui_card_row_dispose;
  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "cardrow");
  ui_template_set (widget_class, "ui/result/ui-card-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, box);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, indent);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, text);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, open);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, missing);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, trouble);
  gtk_widget_class_bind_template_child (widget_class, UiCardRow, problem);
  gtk_widget_class_bind_template_callback (widget_class, on_open_row);
}

static void
ui_card_row_init (UiCardRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Why nothing can be opened here. Returns: (transfer full) */
static char *
dup_missing (AppCardMarker *marker)
{
  const char *tool =
      app_card_marker_get_call (marker, APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE, NULL);

  if (tool == NULL)
    /* Translators: behind a place of a preview, for example: 5 more items (no path leads here) */
    return g_strdup_printf (_ ("%s (no path leads here)"), app_card_marker_get_label (marker));
  /* Translators: for example: 5 more items (the server has no tool get_from_object_store) */
  return g_strdup_printf (_ ("%s (the server has no tool %s)"), app_card_marker_get_label (marker),
                          tool);
}

static void
update_row (UiCardRow *self)
{
  if (self->marker == NULL)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->open), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->spinner), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->missing), FALSE);
      gtk_widget_set_visible (self->trouble, FALSE);
      return;
    }
  gboolean    loading = app_card_marker_is_loading (self->marker);
  gboolean    opened = g_list_model_get_n_items (app_card_marker_get_lines (self->marker)) > 0;
  gboolean    possible = app_card_marker_get_call (self->marker, self->tools, NULL) != NULL;
  const char *problem = g_object_get_data (G_OBJECT (self->marker), PROBLEM);
  gboolean    failed = problem != NULL && !loading && !opened;

  gtk_button_set_label (self->open, opened && gtk_tree_list_row_get_expanded (self->row)
                                        ? _ ("Hide")
                                        : app_card_marker_get_label (self->marker));
  gtk_widget_set_visible (GTK_WIDGET (self->open), opened || (possible && !failed));
  gtk_widget_set_sensitive (GTK_WIDGET (self->open), !loading);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), loading);
  gtk_spinner_set_spinning (self->spinner, loading);
  gtk_widget_set_visible (self->trouble, failed);
  gtk_label_set_text (self->problem, failed ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->missing), !opened && !possible);
  if (!opened && !possible)
    {
      g_autofree char *missing = dup_missing (self->marker);
      gtk_label_set_text (self->missing, missing);
    }
}

static void
update_name (UiCardRow *self, const char *text)
{
  GtkWidget       *holder = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *missing = self->marker != NULL
                                 ? g_strdup_printf (" %s", app_card_marker_get_label (self->marker))
                                 : NULL;
  g_autofree char *name = g_strconcat (text, missing, NULL);

  if (holder != NULL)
    ui_widget_name (holder, g_strstrip (name));
}

/* A line that wraps goes on below where it began. */
static void
show_text (UiCardRow *self, const char *text)
{
  gsize            spaces = MIN (strspn (text, " "), MAX_SPACES);
  g_autofree char *indent = g_strnfill (spaces, ' ');

  gtk_label_set_text (self->indent, indent);
  gtk_label_set_text (self->text, text + spaces);
}

/* Why @marker could not be opened; rows of it show that when its loading ends.
 * @problem: (nullable) */
static void
set_place_problem (AppCardMarker *marker, const char *problem)
{
  g_object_set_data_full (G_OBJECT (marker), PROBLEM, g_strdup (problem), g_free);
}

#define MAX_REFERENCE 200
/* Which object, in all of the tools of these servers. */
#define OBJECT_ARGUMENT "object_id"

struct _UiCardView
{
  GtkWidget parent_instance;

  AppObjectCard      *card;
  AppSession         *session;
  AppCardTools        tools;
  AppObjectCard      *shown; /* the card, or what was fetched after it */
  GtkSingleSelection *selection;
  GCancellable       *cancellable; /* of everything that this card asks for */
  gboolean            fetching;
  char               *asked_path; /* what the card shows next, when it comes */

  GtkWidget         *back;
  GtkLabel          *reference;
  GtkLabel          *type_name;
  GtkLabel          *length;
  GtkSpinner        *spinner;
  GtkWidget         *tools_box;
  GtkWidget         *whole;
  GtkMenuButton     *path_button;
  GtkPopover        *path_popover;
  GtkEntry          *path;
  GtkLabel          *path_hint;
  GtkWidget         *missing;
  GtkLabel          *stale;
  GtkWidget         *trouble;
  GtkLabel          *problem;
  GtkScrolledWindow *scroller;
  GtkListView       *list;
};

G_DEFINE_FINAL_TYPE (UiCardView, ui_card_view, GTK_TYPE_WIDGET)

/* @row: (nullable): whose item is an AppCardLine; %NULL lets go */
static void
ui_card_row_set_row (UiCardRow *self, GtkTreeListRow *row)
{
  GtkWidget *view = gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_CARD_VIEW);

  unbind_row (self);
  if (row == NULL || view == NULL)
    return;
  self->tools = UI_CARD_VIEW (view)->tools;
  self->row = g_object_ref (row);
  g_autoptr (AppCardLine) line = gtk_tree_list_row_get_item (row);
  guint depth = gtk_tree_list_row_get_depth (row);
  show_text (self, app_card_line_get_text (line));
  gtk_widget_set_margin_start (self->box, (int)depth * INDENT);
  ui_widget_set_class (self->box, "card-opened", depth > 0);
  if (app_card_line_get_marker (line) != NULL)
    {
      self->marker = g_object_ref (app_card_line_get_marker (line));
      g_signal_connect_swapped (self->marker, "notify::loading", G_CALLBACK (update_row), self);
      g_signal_connect_swapped (app_card_marker_get_lines (self->marker), "items-changed",
                                G_CALLBACK (update_row), self);
      g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (update_row), self);
    }
  update_row (self);
  update_name (self, app_card_line_get_text (line));
}

/* What is shown */

static GListModel *
create_children (gpointer item, gpointer data)
{
  AppCardMarker *marker = app_card_line_get_marker (APP_CARD_LINE (item));
  return marker != NULL ? g_object_ref (app_card_marker_get_lines (marker)) : NULL;
}

static void
show_lines (UiCardView *self, GListModel *lines)
{
  if (lines == NULL)
    {
      gtk_single_selection_set_model (self->selection, NULL);
      return;
    }
  g_autoptr (GtkTreeListModel) model = gtk_tree_list_model_new (g_object_ref (lines), FALSE, FALSE,
                                                                create_children, NULL, NULL);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
}

static void
update_header (UiCardView *self)
{
  AppObjectCard   *card = self->shown;
  const char      *id = card != NULL ? app_object_card_get_object_id (card) : "";
  const char      *path = card != NULL ? app_object_card_get_path (card) : "";
  const char      *type = card != NULL ? app_object_card_get_type_name (card) : "";
  gint64           length = card != NULL ? app_object_card_get_length (card) : -1;
  g_autofree char *whole =
      id[0] == '\0' ? g_strdup (card != NULL ? app_object_card_get_header (card) : "")
                    : g_strdup_printf ("@%s%s%s", id, path[0] != '\0' ? "." : "", path);
  g_autofree char *reference = app_visible_text_line (whole, MAX_REFERENCE);
  g_autofree char *kind = app_visible_text_line (type, MAX_REFERENCE);
  g_autofree char *count =
      g_strdup_printf (_ ("length %'" G_GINT64_FORMAT), MAX (length, 0));

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
  AppServerObject *object = objects != NULL ? app_server_objects_find (objects, id) : NULL;
  const char      *text = NULL;

  if (objects != NULL && id[0] != '\0' && app_server_objects_is_earlier (objects, self->card))
    text = _ ("From before the server was connected again: it may be gone, or another object may "
              "have its name.");
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

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.whole", get && known && !self->fetching);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.path", get && known && !self->fetching);
  gtk_widget_set_visible (self->tools_box, known);
  gtk_widget_set_visible (self->whole, get);
  gtk_widget_set_visible (GTK_WIDGET (self->path_button), get);
  gtk_widget_set_visible (self->missing,
                          (self->tools & (APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE)) == 0);
  for (guint i = 0; i < G_N_ELEMENTS (leads); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), leads[i].action,
                                   known && (self->tools & leads[i].tool) != 0);
}

/* Rows are bound anew: which places can be opened has changed. */
static void
on_tools_changed (UiCardView *self)
{
  AppCardTools tools = app_card_call_get_tools (self->session);

  if (tools == self->tools)
    return;
  self->tools = tools;
  g_autoptr (GtkListItemFactory) factory = g_object_ref (gtk_list_view_get_factory (self->list));
  gtk_list_view_set_factory (self->list, NULL);
  gtk_list_view_set_factory (self->list, factory);
  update_tools (self);
}

static void
show_card (UiCardView *self, AppObjectCard *card)
{
  g_set_object (&self->shown, card);
  show_lines (self, card != NULL ? app_object_card_get_lines (card) : NULL);
  update_header (self);
  update_tools (self);
  update_stale (self);
}

/* A place that was cut */

typedef struct
{
  UiCardView     *view;
  AppCardMarker  *marker;
  GtkTreeListRow *row;
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->view);
  g_object_unref (opening->marker);
  g_object_unref (opening->row);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
on_place_fetched (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Opening) opening = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_card_call_finish (result, &error);

  if (text != NULL && app_card_marker_set_response (opening->marker, text, &error))
    {
      gtk_tree_list_row_set_expanded (opening->row, TRUE);
      return;
    }
  if (opening->view->list != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_place_problem (opening->marker, error->message);
  app_card_marker_set_loading (opening->marker, FALSE);
}

static void
fetch_place (UiCardView *self, AppCardMarker *marker, GtkTreeListRow *row)
{
  g_autofree char *arguments = NULL;
  const char      *tool = app_card_marker_get_call (marker, self->tools, &arguments);

  if (tool == NULL || self->session == NULL || app_card_marker_is_loading (marker))
    return;
  Opening *opening = g_new0 (Opening, 1);
  opening->view = g_object_ref (self);
  opening->marker = g_object_ref (marker);
  opening->row = g_object_ref (row);
  set_place_problem (marker, NULL);
  app_card_marker_set_loading (marker, TRUE);
  app_card_call_async (self->session, tool, arguments, self->cancellable, on_place_fetched,
                       opening);
}

/* What activating a row does: fetches what is hidden in it, or folds it away. */
static void
activate_row (UiCardView *self, guint position)
{
  g_autoptr (GtkTreeListRow) row =
      g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (AppCardLine) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  AppCardMarker *marker = line != NULL ? app_card_line_get_marker (line) : NULL;
  if (marker == NULL)
    return;
  if (g_list_model_get_n_items (app_card_marker_get_lines (marker)) > 0)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  else
    fetch_place (self, marker, row);
}

static void
open_row (GtkWidget *widget, const char *name, GVariant *parameter)
{
  activate_row (UI_CARD_VIEW (widget), g_variant_get_uint32 (parameter));
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

  if (self->list == NULL || self->card == NULL ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  set_fetching (self, FALSE, error != NULL ? error->message : NULL);
  if (text == NULL)
    return;
  const char           *id = app_object_card_get_object_id (self->card);
  const AppCardQuestion question = { .object_id = id, .path = self->asked_path };
  g_autoptr (AppObjectCard) card =
      app_object_card_new_for_answer (text, -1, id, self->asked_path, 0);
  if (card != NULL && app_object_card_answers (card, &question))
    show_card (self, card);
  else
    {
      g_autofree char *answer = app_visible_text_summary (text, MAX_REFERENCE);
      /* Translators: %s is the beginning of what a server answered */
      g_autofree char *problem =
          g_strdup_printf (_ ("The server responded with something else: %s"), answer);
      set_fetching (self, FALSE, problem);
    }
}

/* Fetches what @path leads to and shows it instead. */
static void
fetch_path (UiCardView *self, const char *path)
{
  if (self->card == NULL || self->session == NULL || self->fetching)
    return;
  g_autoptr (AppCardMarker) place = app_card_marker_new (
      APP_MARKER_DEPTH, app_object_card_get_object_id (self->card), path, FALSE, 0, 0);
  g_autofree char *arguments = NULL;
  const char      *tool = app_card_marker_get_call (place, self->tools, &arguments);
  if (tool == NULL)
    return;
  g_autofree char *asked = g_strdup (path);
  g_free (self->asked_path);
  self->asked_path = g_steal_pointer (&asked);
  set_fetching (self, TRUE, NULL);
  app_card_call_async (self->session, tool, arguments, self->cancellable, on_card_fetched,
                       g_object_ref (self));
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

  if (self->asked_path != NULL)
    fetch_path (self, self->asked_path);
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

static void
on_path_activate (UiCardView *self)
{
  gtk_popover_popdown (self->path_popover);
  fetch_path (self, gtk_editable_get_text (GTK_EDITABLE (self->path)));
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
copy_line (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (UI_CARD_VIEW (widget)->selection);
  g_autoptr (AppCardLine) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (line != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), app_card_line_get_text (line));
}

static void
let_go (UiCardView *self)
{
  if (self->cancellable != NULL)
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
  g_clear_pointer (&self->asked_path, g_free);
}

static void
ui_card_view_dispose (GObject *object)
{
  UiCardView *self = UI_CARD_VIEW (object);

  let_go (self);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  ui_template_dispose (object);
  g_clear_object (&self->selection);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, UiCardView, back);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, reference);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, type_name);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, length);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, spinner);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, tools_box);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, whole);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, path_button);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, path_popover);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, path);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, path_hint);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, missing);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, stale);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, trouble);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, problem);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiCardView, list);
  gtk_widget_class_bind_template_callback (widget_class, activate_row);
  gtk_widget_class_bind_template_callback (widget_class, on_path_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_path_activate);
}

static void
ui_card_view_class_init (UiCardViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_card_view_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (UI_TYPE_CARD_ROW);
  ui_template_set (widget_class, "ui/result/ui-card-view.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "card.open", "u", open_row);
  gtk_widget_class_install_action (widget_class, "card.whole", NULL, fetch_whole);
  gtk_widget_class_install_action (widget_class, "card.path", NULL, open_path);
  gtk_widget_class_install_action (widget_class, "card.retry", NULL, retry);
  gtk_widget_class_install_action (widget_class, "card.back", NULL, go_back);
  gtk_widget_class_install_action (widget_class, "card.copy", NULL, copy_line);
  gtk_widget_class_install_action (widget_class, "card.copy-reference", NULL, copy_reference);
  gtk_widget_class_install_action (widget_class, "card.use-reference", NULL, use_reference);
  for (guint i = 0; i < G_N_ELEMENTS (leads); i++)
    gtk_widget_class_install_action (widget_class, leads[i].action, NULL, lead_to_tool);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "card.copy",
                                       NULL);
}

static void
ui_card_view_init (UiCardView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  self->tools = APP_CARD_TOOL_GET; /* differs from what there is: rows are bound */
  on_tools_changed (self);
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
    g_signal_connect_object (
        app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                MCP_DEFINITION_TOOL),
        "items-changed", G_CALLBACK (on_tools_changed), self, G_CONNECT_SWAPPED);
  if (session != NULL && app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS) != NULL)
    g_signal_connect_object (app_session_get_feature (session, APP_TYPE_SERVER_OBJECTS), "changed",
                             G_CALLBACK (update_stale), self, G_CONNECT_SWAPPED);
  set_fetching (self, FALSE, NULL);
  show_card (self, card);
  on_tools_changed (self);
}

void
ui_card_view_set_max_height (UiCardView *self, int height)
{
  g_return_if_fail (UI_IS_CARD_VIEW (self));

  ui_widget_set_max_height (self, self->scroller, height);
}
