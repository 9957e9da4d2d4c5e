/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-marker.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "app-object-card.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-property.h"

/* Of what a server answered in the place of what was asked for. */
#define MAX_BEGINNING 200

/* One line */

struct _AppCardLine
{
  GObject parent_instance;

  char          *text;
  AppCardMarker *marker;
};

G_DEFINE_FINAL_TYPE (AppCardLine, app_card_line, G_TYPE_OBJECT)

static void
app_card_line_finalize (GObject *object)
{
  AppCardLine *self = APP_CARD_LINE (object);

  g_free (self->text);
  g_clear_object (&self->marker);
  G_OBJECT_CLASS (app_card_line_parent_class)->finalize (object);
}

static void
app_card_line_class_init (AppCardLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_card_line_finalize;
}

static void
app_card_line_init (AppCardLine *self)
{
}

AppCardLine *
app_card_line_new (const char *text, gsize length, AppCardMarker *marker)
{
  AppCardLine     *self = g_object_new (APP_TYPE_CARD_LINE, NULL);
  g_autofree char *line = g_strndup (text, length);

  self->text = app_visible_text_line (line, 0);
  self->marker = marker ? g_object_ref (marker) : NULL;
  return self;
}

const char *
app_card_line_get_text (AppCardLine *self)
{
  g_return_val_if_fail (APP_IS_CARD_LINE (self), NULL);
  return self->text;
}

AppCardMarker *
app_card_line_get_marker (AppCardLine *self)
{
  g_return_val_if_fail (APP_IS_CARD_LINE (self), NULL);
  return self->marker;
}

/* A cut place */

struct _AppCardMarker
{
  GObject parent_instance;

  AppMarkerKind  kind;
  char          *object_id;
  char          *path;
  char          *label;
  gboolean       in_list;
  guint64        shown;
  guint64        hidden;
  gboolean       loading;
  gboolean       sliced; /* what was asked for last is a slice */
  GListStore    *lines;
  AppObjectCard *card; /* what the call answered, where it is one */
};

enum {
  PROP_LOADING = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppCardMarker, app_card_marker, G_TYPE_OBJECT)

static void
app_card_marker_finalize (GObject *object)
{
  AppCardMarker *self = APP_CARD_MARKER (object);

  g_clear_object (&self->lines);
  g_clear_object (&self->card);
  g_free (self->object_id);
  g_free (self->path);
  g_free (self->label);
  G_OBJECT_CLASS (app_card_marker_parent_class)->finalize (object);
}

static void
app_card_marker_class_init (AppCardMarkerClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppCardMarker, loading) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_card_marker_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
app_card_marker_init (AppCardMarker *self)
{
  self->lines = g_list_store_new (APP_TYPE_CARD_LINE);
}

static char *
dup_label (AppCardMarker *self)
{
  gulong hidden = (gulong)MIN (self->hidden, G_MAXUINT32);

  switch (self->kind)
    {
    case APP_MARKER_ITEMS:
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%'lu more item", "%'lu more items", hidden), hidden);
    case APP_MARKER_CHARACTERS:
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%'lu more character", "%'lu more characters", hidden),
          hidden);
    case APP_MARKER_DEPTH:
      return g_strdup (_ ("open"));
    case APP_MARKER_CUT:
    default:
      return g_strdup (_ ("the whole text"));
    }
}

AppCardMarker *
app_card_marker_new (AppMarkerKind kind,
                     const char   *object_id,
                     const char   *path,
                     gboolean      in_list,
                     guint64       shown,
                     guint64       hidden)
{
  AppCardMarker *self = g_object_new (APP_TYPE_CARD_MARKER, NULL);

  self->kind = kind;
  self->object_id = g_strdup (object_id);
  self->path = g_strdup (path);
  self->in_list = in_list;
  self->shown = shown;
  self->hidden = hidden;
  self->label = dup_label (self);
  return self;
}

const char *
app_card_marker_get_label (AppCardMarker *self)
{
  g_return_val_if_fail (APP_IS_CARD_MARKER (self), NULL);
  return self->label;
}

gboolean
app_card_marker_is_loading (AppCardMarker *self)
{
  g_return_val_if_fail (APP_IS_CARD_MARKER (self), FALSE);
  return self->loading;
}

void
app_card_marker_set_loading (AppCardMarker *self, gboolean loading)
{
  g_return_if_fail (APP_IS_CARD_MARKER (self));

  if (self->loading == !!loading)
    return;
  self->loading = !!loading;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

/* How far a slice reaches from where the preview ends. */
static guint64
get_end (AppCardMarker *self)
{
  guint64 step = self->kind == APP_MARKER_ITEMS ? APP_OBJECT_CARD_ITEMS
                                                : APP_OBJECT_CARD_CHARACTERS;

  return self->shown + (self->hidden > 0 ? MIN (self->hidden, step) : step);
}

static gboolean
wants_slice (AppCardMarker *self)
{
  return self->kind == APP_MARKER_CHARACTERS || (self->kind == APP_MARKER_ITEMS && self->in_list);
}

const char *
app_card_marker_get_call (AppCardMarker *self, AppCardTools tools, char **arguments)
{
  g_autofree char *id = NULL;
  const char      *tool;

  g_return_val_if_fail (APP_IS_CARD_MARKER (self), NULL);

  if (self->object_id == NULL || self->path == NULL)
    return NULL;
  if (wants_slice (self) && (tools & APP_CARD_TOOL_SLICE) != 0)
    tool = "get_slice_from_object_store";
  else if (self->kind == APP_MARKER_ITEMS && self->in_list)
    return NULL; /* the same preview would come again */
  else if ((tools & APP_CARD_TOOL_GET) != 0)
    tool = "get_from_object_store";
  else
    return NULL;
  if (arguments == NULL)
    return tool;

  id = g_strconcat ("@", self->object_id, NULL);
  self->sliced = strcmp (tool, "get_slice_from_object_store") == 0;
  if (self->sliced)
    *arguments = mcp_json_build ("{'object_id': %s, 'start': %x, 'end': %x, 'path': %s}", id,
                                 (gint64)self->shown, (gint64)get_end (self), self->path);
  else
    *arguments = mcp_json_build ("{'object_id': %s, 'path': %s}", id, self->path);
  return tool;
}

/* A line for what is hidden behind the slice that came. */
static void
append_rest (AppCardMarker *self, GPtrArray *lines)
{
  guint64 end = get_end (self);
  guint64 left = self->shown + self->hidden > end ? self->shown + self->hidden - end : 0;
  g_autoptr (AppCardMarker) rest = NULL;

  if (left == 0)
    return;
  rest = app_card_marker_new (self->kind, self->object_id, self->path, self->in_list, end, left);
  g_ptr_array_add (lines, app_card_line_new ("…", strlen ("…"), rest));
}

gboolean
app_card_marker_set_response (AppCardMarker *self, const char *text, GError **error)
{
  const AppCardQuestion question = { self->object_id, self->path, self->sliced, self->shown,
                                     get_end (self) };
  g_autoptr (AppObjectCard) card = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *model;

  g_return_val_if_fail (APP_IS_CARD_MARKER (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  app_card_marker_set_loading (self, FALSE);
  card = app_object_card_new_for_answer (text, -1, self->object_id, self->path, self->shown);
  if (card == NULL || !app_object_card_answers (card, &question))
    {
      g_autofree char *beginning = app_visible_text_summary (text, MAX_BEGINNING);

      /* Translators: %s is the beginning of what a server answered */
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   _ ("The server responded with something else: %s"), beginning);
      return FALSE;
    }
  g_set_object (&self->card, card);
  model = app_object_card_get_lines (card);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (lines, g_list_model_get_item (model, i));
  if (self->sliced)
    append_rest (self, lines);
  g_list_store_splice (self->lines,
                       0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->lines)),
                       lines->pdata,
                       lines->len);
  return TRUE;
}

GListModel *
app_card_marker_get_lines (AppCardMarker *self)
{
  g_return_val_if_fail (APP_IS_CARD_MARKER (self), NULL);
  return G_LIST_MODEL (self->lines);
}
