/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The fields of a StoreProfile, as rows of one table: each is a property of the object, a key of
 * the file, and something to check. What all of a kind need is written once, by those who walk the
 * table: the object, the reader, the writer and the checks.
 */

#pragma once

#include "store-profile.h"

/* Only the rows of the table know the layout; others read through the structs of the profile. */
struct _StoreProfile
{
  GObject           parent_instance;
  const char       *id;
  const char       *name;
  StoreEndpoint     endpoint;
  StoreNetwork      network;
  StoreConversation conversation;
  StoreDecisions    decisions;
};

typedef enum {
  STORE_FIELD_NAME,     /* const char *: "" where there is none */
  STORE_FIELD_TEXT,     /* const char *: %NULL where there is none */
  STORE_FIELD_NUMBER,   /* guint: milliseconds */
  STORE_FIELD_WORD,     /* an enumeration */
  STORE_FIELD_SWITCH,   /* gboolean */
  STORE_FIELD_LIST,     /* const char *const *: never %NULL */
  STORE_FIELD_TEXTS,    /* const StoreVariables *, never %NULL: texts or secrets */
  STORE_FIELD_JSON,     /* the same: JSON texts or secrets */
  STORE_FIELD_SETTINGS, /* the same: JSON objects */
  STORE_FIELD_RULES,    /* the same: words of StoreApproval */
  STORE_FIELD_LIMITS,   /* the same: milliseconds */
} StoreFieldKind;

typedef struct
{
  const char *name;    /* of the property */
  const char *section; /* (nullable): the mapping in the entry that has the key */
  const char *key;     /* (nullable): in the file; "" stands for all other keys of a section,
                        * %NULL for what is no key */
  StoreFieldKind     kind;
  gsize              offset;
  guint              limit; /* numbers and words: the largest; switches: the default */
  const char *const *words; /* (nullable): of an enumeration */
} StoreField;

/** In the order of the file. @n_fields: (out) */
const StoreField *store_profile_get_fields (guint *n_fields);
/** Where @field of @profile is. Returns: (transfer none) */
gconstpointer store_profile_peek (StoreProfile *profile, const StoreField *field);
/** The variables of a field, of whichever kind. Returns: (transfer none) (nullable): %NULL where
 * the field is of another kind */
const StoreVariables *store_profile_peek_variables (StoreProfile *profile, const StoreField *field);
/** What command and URL say of the transport where nothing else does. */
StoreTransport store_profile_guess_transport (StoreProfile *profile);
