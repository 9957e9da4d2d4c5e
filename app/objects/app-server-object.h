/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppServerObject: what is known here of one object of a server's own store: the previews that the
 * server sent of it or of parts of it. It never asks; what no preview showed is not known.
 *
 * Source: the object-store servers' explorer; paths follow their rules (see app-card-preview.h).
 */

#pragma once

#include "app-object-card.h"

/* Previews that are kept of one object, the latest. */
#define APP_SERVER_OBJECT_MAX_CARDS 16u

typedef enum {
  APP_SERVER_OBJECT_SEEN,    /* on this connection */
  APP_SERVER_OBJECT_EARLIER, /* before the connection was opened again: it may be gone */
  APP_SERVER_OBJECT_GONE,    /* the server said that it does not know it any more */
} AppServerObjectState;

typedef enum {
  APP_SERVER_PLACE_UNKNOWN, /* no preview shows the place */
  APP_SERVER_PLACE_FOUND,
  APP_SERVER_PLACE_NOWHERE,   /* the previews show that there is no such place */
  APP_SERVER_PLACE_FORBIDDEN, /* the server does not let a path go there */
} AppServerPlace;

/** One place in an object, as far as it is known. */
typedef struct
{
  AppServerPlace place;
  char          *type_name; /* (nullable): "dict", "list", "str", … */
  gint64         length;    /* -1: not known, or it has none */
  char          *text;      /* (nullable): how the server printed it */
  gboolean       whole;     /* the text hides nothing */
} AppServerView;

void app_server_view_clear (AppServerView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AppServerView, app_server_view_clear)

#define APP_TYPE_SERVER_OBJECT (app_server_object_get_type ())
G_DECLARE_FINAL_TYPE (AppServerObject, app_server_object, APP, SERVER_OBJECT, GObject)

/* What is known of it; AppServerObjects, which holds it, tells when that changes. */
struct _AppServerObject
{
  GObject parent_instance;

  char                *id;       /* without "@" */
  char                *tool;     /* (nullable): what made it */
  gint64               time;     /* when it was first heard of */
  AppServerObjectState state;    /* the list sets it */
  GQueue               showings; /* private */
};

/** @id: without "@". @tool: (nullable): what made it. @time: µs since the epoch
 * Returns: (transfer full) */
AppServerObject *app_server_object_new (const char *id, const char *tool, gint64 time);

/** The server showed the object, or a part of it. @card: of kind VALUE; held */
void app_server_object_take_card (AppServerObject *self, AppObjectCard *card);
/** Returns: (transfer full): the latest preview of the whole, or else of a part; where none was
 * sent, one that shows nothing yet */
AppObjectCard *app_server_object_dup_card (AppServerObject *self);
/** @path: "" for the whole. @view: (out): to be cleared */
void app_server_object_look (AppServerObject *self, const char *path, AppServerView *view);
/** The places that are known and can be reached, directly inside of @path.
 * @max: how many at most. Returns: (transfer full) (element-type utf8): paths */
GPtrArray *app_server_object_list_children (AppServerObject *self, const char *path, guint max);
