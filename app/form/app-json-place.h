/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Where a cursor stands in JSON that is being typed, and so is broken most of the time: quotes that
 * are open end with their line, and brackets that are missing are taken as they come.
 */

#pragma once

#include <glib.h>

typedef enum {
  APP_JSON_PLACE_NONE,
  APP_JSON_PLACE_NAME,
  APP_JSON_PLACE_VALUE,
} AppJsonPlaceKind;

/* Levels that are followed. */
#define APP_JSON_PLACE_MAX_DEPTH 100u

typedef struct
{
  char *name; /* (nullable): of a member; %NULL for an item */
  guint index;
} AppJsonStep;

typedef struct
{
  AppJsonPlaceKind kind;
  GArray          *path;  /* AppJsonStep: to the object of a name, or to the value */
  GHashTable      *names; /* of the other members of a name's object */
  gsize            start; /* bytes: the beginning of what is being typed */
  gsize            end;   /* and its end, which may lie behind the cursor */
  gboolean         colon; /* one follows already */
} AppJsonPlace;

/** @cursor: bytes, at most the length of @text */
void app_json_place_init (AppJsonPlace *self, const char *text, gsize cursor);
void app_json_place_clear (AppJsonPlace *self);
