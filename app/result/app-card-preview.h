/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCardPreview: the Python-style preview of a list or dict, read: the values that it shows, and
 * the places where it was cut. The preview is display text (long lines are broken, long words cut),
 * so reading is tolerant, and a path is given only where it is sure.
 */

#pragma once

#include <gio/gio.h>

/* Containers within each other; the servers' own limit is 1 000. */
#define APP_CARD_PREVIEW_MAX_DEPTH 1100u

typedef enum {
  APP_MARKER_ITEMS,      /* "... +5": items or members behind the last one shown */
  APP_MARKER_CHARACTERS, /* "'abc'+40" */
  APP_MARKER_DEPTH,      /* "{...}", "[...]" */
  APP_MARKER_CUT,        /* "…": a word wider than the server's console */
  APP_MARKER_SLICE,      /* what a person asks for; in no preview */
} AppMarkerKind;

typedef struct
{
  AppMarkerKind kind;
  char         *path;    /* (nullable) */
  char         *barrier; /* (nullable): the key, as printed, because of which there is no path */
  gboolean      in_list;
  guint64       shown;  /* items or characters before the place */
  guint64       hidden; /* 0 unknown */
  gsize         offset; /* of the mark in the text, bytes */
} AppCardPlace;

/** One value that a preview shows. */
typedef struct
{
  char       *path;      /* (nullable): not reachable on the server, or not sure */
  const char *type_name; /* static: dict, list, str, int, float, bool, NoneType */
  gsize       start;     /* in the text, bytes */
  gsize       end;
  gsize       name_start; /* of a member: its key as printed, with its quotes */
  gsize       name_end;   /* 0: not a member */
  guint64     index;      /* of an item: in the list that it is from */
  guint       parent;     /* number of the container; G_MAXUINT for the outermost */
  guint       place;      /* number of that which hides the rest of it; G_MAXUINT: none */
  gboolean    whole;      /* nothing of it is hidden */
  gboolean    all;        /* a container: all its entries are there, folded or not */
} AppCardNode;

typedef struct
{
  GArray  *nodes;      /* of AppCardNode, as in the text, a container before its entries */
  GArray  *places;     /* of AppCardPlace, in the order of the text */
  gboolean understood; /* everything could be told apart; else the nodes are those that are sure */
} AppCardPreview;

/** @path: (nullable): of the value in its object; %NULL when it is not known
 * @start: the index of the first item, for a slice
 * Returns: (transfer full) */
AppCardPreview *app_card_preview_new (const char *text,
                                      gsize       length,
                                      const char *path,
                                      guint64     start);
void            app_card_preview_free (AppCardPreview *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCardPreview, app_card_preview_free)

/** Whether the servers admit @path: its parts (between "." and brackets, quotes taken off) follow
 * their rule: digits, or a letter and then letters, digits and "_".
 * @part: (out) (optional) (transfer full) (nullable): the first that does not */
gboolean app_card_preview_is_path (const char *path, char **part);
