/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreNote: something that a person should know before a server goes to another application or
 * comes from one.
 */

#pragma once

#include <glib.h>

typedef enum {
  STORE_NOTE_INFORMATION, /* good to know */
  STORE_NOTE_LOSS,        /* something of the profile is not carried */
  STORE_NOTE_ATTENTION,   /* it may not work, or shows a secret, before the person does something */
} StoreNoteKind;

typedef struct
{
  StoreNoteKind kind;
  char         *field; /* (nullable): of the profile, e.g. "working-directory", "env/API_KEY" */
  char         *text;  /* a sentence for a person */
} StoreNote;

void store_note_free (StoreNote *note);
/** @notes: (element-type StoreNote): gets one more, unless it has as many as a person reads
 * @field: (nullable) */
void store_note_add (
    GPtrArray *notes, StoreNoteKind kind, const char *field, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
