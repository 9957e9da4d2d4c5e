/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCardPreview: reads the Python-style preview of a list or dict for the places where it was cut.
 * The preview is display text (long lines are broken, long words cut), so reading is tolerant, and
 * a path is given only where it is sure.
 */

#pragma once

#include "app-card-marker.h"

G_BEGIN_DECLS

/* Containers within each other; the servers' own limit is 1 000. */
#define APP_CARD_PREVIEW_MAX_DEPTH 1100u

typedef struct
{
  AppMarkerKind kind;
  char         *path; /* (nullable) */
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
  guint       parent; /* index of the container; G_MAXUINT for the outermost */
  gboolean    whole;  /* nothing of it is hidden */
  gboolean    all;    /* a container: all its entries are there, folded or not */
} AppCardNode;

/** @path: (nullable): of the value in its object; %NULL when it is not known
 * @start: the index of the first item, for a slice
 * @understood: (out): whether everything could be told apart
 * Returns: (transfer full) (element-type AppCardPlace): in the order of the text */
GArray *app_card_preview_read (const char *text,
                               gsize       length,
                               const char *path,
                               guint64     start,
                               gboolean   *understood);

/** Returns: (transfer full) (element-type AppCardNode): a list for nodes, which owns their paths */
GArray *app_card_preview_new_nodes (void);
/** The values that the preview of a list or dict shows, as far as they can be told apart.
 * @path: of the outermost in its object
 * Returns: (transfer full) (element-type AppCardNode): in the order of the text, a container before
 * what is in it */
GArray *app_card_preview_list_nodes (const char *text, gsize length, const char *path);

/** Whether the servers admit @path: its parts (between "." and brackets, quotes taken off) follow
 * their rule: digits, or a letter and then letters, digits and "_".
 * @part: (out) (optional) (transfer full) (nullable): the first that does not */
gboolean app_card_preview_is_path (const char *path, char **part);

G_END_DECLS
