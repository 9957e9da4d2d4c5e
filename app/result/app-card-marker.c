/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-marker.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Of what a server answered in the place of what was asked for. */
#define MAX_BEGINNING 200

struct _AppCardMarker
{
  GObject parent_instance;

  AppMarkerKind kind;
  char         *object_id;
  char         *path;
  char         *barrier;
  char         *label;
  gboolean      in_list;
  guint64       from; /* the first item or character that is asked for */
  guint64       shown;
  guint64       hidden;
  gboolean      sliced; /* what was asked for last is a slice */
};

MCP_DEFINE_OBJECT (AppCardMarker, app_card_marker)

MCP_DEFINE_FINALIZE (AppCardMarker, app_card_marker)
{
  g_free (self->object_id);
  g_free (self->path);
  g_free (self->barrier);
  g_free (self->label);
}

/* As every tree says it. */
static char *
dup_label (AppCardMarker *self)
{
  guint hidden = (guint)MIN (self->hidden, G_MAXUINT);

  switch (self->kind)
    {
    case APP_MARKER_ITEMS:
      return g_strdup_printf (_ ("… %'u more"), hidden);
    case APP_MARKER_CHARACTERS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "+ %'u character",
                                           "+ %'u characters",
                                           hidden),
                              hidden);
    case APP_MARKER_DEPTH:
    case APP_MARKER_SLICE:
      return g_strdup (_ ("Open"));
    case APP_MARKER_CUT:
    default:
      return g_strdup (_ ("Show the whole text"));
    }
}

AppCardMarker *
app_card_marker_new (const char *object_id, const AppCardPlace *place)
{
  AppCardMarker *self = g_object_new (APP_TYPE_CARD_MARKER, NULL);

  self->kind = place->kind;
  self->object_id = object_id != NULL && object_id[0] != '\0' ? g_strdup (object_id) : NULL;
  self->path = g_strdup (place->path);
  self->barrier = g_strdup (place->barrier);
  self->in_list = place->in_list;
  self->shown = place->shown;
  /* A text is read from its beginning, which the preview shows in one line and in quotes. */
  self->from = place->kind == APP_MARKER_CHARACTERS ? 0 : place->shown;
  self->hidden = place->hidden;
  self->label = dup_label (self);
  return self;
}

AppCardMarker *
app_card_marker_new_for_path (const char *object_id, const char *path)
{
  g_autofree char *copy = g_strdup (path);
  AppCardPlace     place = { .kind = APP_MARKER_DEPTH, .path = copy };

  return app_card_marker_new (object_id, &place);
}

AppCardMarker *
app_card_marker_new_for_slice (const char *object_id, const char *path, guint64 start, guint64 end)
{
  g_autofree char *copy = g_strdup (path);
  AppCardPlace     place = { .kind = APP_MARKER_SLICE, .path = copy, .shown = start };

  g_return_val_if_fail (end >= start, NULL);

  place.hidden = end - start;
  return app_card_marker_new (object_id, &place);
}

MCP_DEFINE_GETTER (const char *, AppCardMarker, app_card_marker, label)

/* How far a slice reaches from where the preview ends. */
static guint64
get_end (AppCardMarker *self)
{
  if (self->kind == APP_MARKER_SLICE)
    return self->shown + self->hidden;

  guint64 step = self->kind == APP_MARKER_ITEMS ? APP_OBJECT_CARD_ITEMS
                                                : APP_OBJECT_CARD_CHARACTERS;

  return self->shown + (self->hidden > 0 ? MIN (self->hidden, step) : step);
}

static gboolean
wants_slice (AppCardMarker *self)
{
  return self->kind == APP_MARKER_CHARACTERS || self->kind == APP_MARKER_SLICE ||
         (self->kind == APP_MARKER_ITEMS && self->in_list);
}

const char *
app_card_marker_get_call (AppCardMarker *self, AppCardTools tools, char **arguments)
{
  const char *tool;

  g_return_val_if_fail (APP_IS_CARD_MARKER (self), NULL);

  if (self->object_id == NULL || self->path == NULL)
    return NULL;
  if (wants_slice (self) && (tools & APP_CARD_TOOL_SLICE) != 0)
    tool = "get_slice_from_object_store";
  else if (self->kind == APP_MARKER_SLICE || (self->kind == APP_MARKER_ITEMS && self->in_list))
    return NULL; /* the same preview would come again */
  else if ((tools & APP_CARD_TOOL_GET) != 0)
    tool = "get_from_object_store";
  else
    return NULL;
  if (arguments == NULL)
    return tool;

  g_autofree char *id = g_strconcat ("@", self->object_id, NULL);
  self->sliced = strcmp (tool, "get_slice_from_object_store") == 0;
  if (self->sliced)
    *arguments = mcp_json_build ("{'object_id': %s, 'start': %x, 'end': %x, 'path': %s}", id,
                                 (gint64)self->from, (gint64)get_end (self), self->path);
  else
    *arguments = mcp_json_build ("{'object_id': %s, 'path': %s}", id, self->path);
  return tool;
}

char *
app_card_marker_dup_reason (AppCardMarker *self, AppCardTools tools)
{
  g_autofree char *key = NULL;
  const char      *tool;

  g_return_val_if_fail (APP_IS_CARD_MARKER (self), NULL);

  if (self->object_id == NULL)
    return g_strdup_printf (_ ("%s: the result does not say which object it is from"),
                            self->label);
  if (self->barrier != NULL)
    {
      key = app_visible_text_line (self->barrier, MAX_BEGINNING);
      /* Translators: %s are what is hidden ("… 5 more") and a key in its quotes */
      return g_strdup_printf (_ ("%s: out of reach. The server’s paths cannot contain %s: a key "
                                 "must begin with a letter and have letters, digits and “_” only"),
                              self->label,
                              key);
    }
  if (self->path == NULL)
    return g_strdup_printf (_ ("%s: out of reach, because the preview does not show its path"),
                            self->label);
  tool = app_card_marker_get_call (self, tools | APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE, NULL);
  /* Translators: what is hidden ("… 5 more"), and the name of a tool */
  return g_strdup_printf (_ ("%s: the server does not have the tool %s"), self->label, tool);
}

/* What is hidden behind the slice that came, which may be less than was asked for.
 * Returns: (transfer full) (nullable) */
static AppCardMarker *
create_rest (AppCardMarker *self, AppObjectCard *card)
{
  guint64      end = get_end (self);
  guint64      all = self->shown + self->hidden;
  AppCardPlace rest = { .kind = self->kind, .path = self->path, .in_list = self->in_list };

  if (self->kind == APP_MARKER_CHARACTERS && app_object_card_get_n_sliced (card) > 0)
    end = MIN (end, self->from + (guint64)app_object_card_get_n_sliced (card));
  if (!self->sliced || all <= end)
    return NULL;
  rest.shown = end;
  rest.hidden = all - end;
  AppCardMarker *marker = app_card_marker_new (self->object_id, &rest);
  marker->from = end;
  return marker;
}

AppObjectCard *
app_card_marker_read (AppCardMarker *self, const char *text, AppCardMarker **rest, GError **error)
{
  const AppCardQuestion question = { self->object_id, self->path, self->sliced, self->from,
                                     get_end (self) };
  g_autoptr (AppObjectCard) card = NULL;

  g_return_val_if_fail (APP_IS_CARD_MARKER (self), NULL);
  g_return_val_if_fail (text != NULL && rest != NULL, NULL);

  card = app_object_card_new_for_answer (text, -1, self->object_id, self->path, self->from);
  if (card == NULL || !app_object_card_answers (card, &question))
    {
      g_autofree char *beginning = app_visible_text_summary (text, MAX_BEGINNING);

      /* Translators: %s is the beginning of what a server responded */
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   _ ("The server responded with something else: %s"), beginning);
      return NULL;
    }
  *rest = create_rest (self, card);
  return g_steal_pointer (&card);
}

guint64
app_card_marker_get_known (AppCardMarker *self)
{
  g_return_val_if_fail (APP_IS_CARD_MARKER (self), 0);
  return self->kind == APP_MARKER_ITEMS && !self->sliced ? self->shown : 0;
}
