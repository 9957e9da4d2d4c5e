/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientValues: what kinds of values an application takes for the members of an entry, and
 * what it does with others. The table is data, of what its program or its source was seen to do.
 */

#pragma once

#include <glib.h>

/** What a member of an entry may be, and what it is about. None of the first: it must not be
 * there. */
typedef enum {
  STORE_VALUE_STRING = 1 << 0,
  STORE_VALUE_NUMBER = 1 << 1,
  STORE_VALUE_BOOLEAN = 1 << 2,
  STORE_VALUE_NULL = 1 << 3,
  STORE_VALUE_ARRAY = 1 << 4,   /* of anything */
  STORE_VALUE_STRINGS = 1 << 5, /* an array of them */
  STORE_VALUE_OBJECT = 1 << 6,
  STORE_VALUE_STRING_MAP = 1 << 7, /* an object whose values are strings */
  STORE_VALUE_SCALAR_MAP = 1 << 8, /* the same with numbers, switches and null */
  STORE_VALUE_FALSE = 1 << 9,
  STORE_VALUE_COUNT = 1 << 10,    /* a whole number above 0 */
  STORE_VALUE_DURATION = 1 << 11, /* a number that is not negative */
  STORE_VALUE_POSITIVE = 1 << 12,
  STORE_VALUE_NAMES = 1 << 15,  /* an array of strings, or of objects with a name */
  STORE_VALUE_TARGET = 1 << 13, /* it says how the server is reached */
  STORE_VALUE_OF_URL = 1 << 14, /* it has no place beside a command */
} StoreValueKinds;

/** What an application does with an entry that is not as it takes it. */
typedef enum {
  STORE_MISTAKE_UNSEEN,       /* neither its program nor its source was seen to do anything */
  STORE_MISTAKE_STOPS,        /* it does not start */
  STORE_MISTAKE_REFUSES_FILE, /* it reads nothing of the file */
  STORE_MISTAKE_SKIPS,        /* it leaves the server out */
  STORE_MISTAKE_FAILS,        /* it lists the server, and cannot use it */
  STORE_MISTAKE_WARNS,        /* it reports it, and goes on */
} StoreClientMistake;

typedef struct
{
  const char        *member;
  StoreValueKinds    kinds;
  StoreClientMistake mistake; /* where this one has another consequence than the others */
  const char *const *words;   /* (nullable): the only ones that a string may be */
  /* wrong ones with the application's consequence and not the member's: of the value, of the
   * values of an object, and of what is in an array (STORE_VALUE_STRINGS) */
  StoreValueKinds spared;
} StoreClientValue;

/** Files without a server that an application does not start with. */
typedef enum {
  STORE_BLANK_EMPTY = 1 << 0,
  STORE_BLANK_SPACE = 1 << 1, /* nothing but spaces and line ends */
} StoreClientBlank;

typedef struct
{
  const char        *id;           /* of the application */
  StoreClientMistake mistake;      /* the consequence of a value of another kind */
  StoreClientMistake no_target;    /* of no command and no URL, or another type, if not the same */
  StoreClientMistake name;         /* of a name that does not match the pattern */
  gboolean           program_type; /* an entry with a command needs its type, as one with a URL */
  gboolean           closed;       /* a member that it does not know is a mistake */
  gboolean           strict;       /* so is a member of the other transport */
  gboolean           needs_root;   /* a file without the map of servers stops it */
  StoreClientBlank   blank;
  /* an entry may be its switch alone, and one with mistakes beside a switch counts as such */
  gboolean           bare_switch;
  const char *const *inner_types; /* (nullable): types of servers that are a part of it */
  /* members that it reads besides, or takes otherwise than most; closed by an empty one */
  StoreClientValue rows[20];
} StoreClientValues;

/** Returns: (transfer none): an empty one for an application of which nothing was seen */
const StoreClientValues *store_client_values_find (const char *id);
/** The row of one member. Returns: (transfer none) (nullable) */
const StoreClientValue *store_client_values_get_row (const StoreClientValues *self,
                                                     const char              *member);
