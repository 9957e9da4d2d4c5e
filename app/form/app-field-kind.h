/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What a place of a value is to a person, and the three states that its value may have. */

#pragma once

#include <glib.h>

typedef enum {
  APP_FIELD_STRING,
  APP_FIELD_TEXT, /* a string that wants several lines */
  APP_FIELD_NUMBER,
  APP_FIELD_INTEGER,
  APP_FIELD_BOOLEAN,
  APP_FIELD_ENUM,
  APP_FIELD_CONST, /* one value only: sent as it is where required, else switched on and off */
  APP_FIELD_ARRAY,
  APP_FIELD_OBJECT,
  APP_FIELD_JSON,    /* everything else: a row of JSON text */
  APP_FIELD_VARIANT, /* one of several forms; the one that is chosen is a field of its own */
} AppFieldKind;

typedef enum {
  APP_PRESENCE_ABSENT, /* not sent */
  APP_PRESENCE_NULL,   /* sent as null */
  APP_PRESENCE_VALUE,
} AppFieldPresence;
