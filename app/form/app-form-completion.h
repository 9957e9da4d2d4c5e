/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the schema of a form proposes while its arguments are typed as JSON: names of members that
 * are not there yet, and values.
 */

#pragma once

#include "app-form.h"

/* More is not listed: somebody types another letter. */
#define APP_FORM_COMPLETION_MAX 500u

/* Plain text, all of it. */
typedef struct
{
  char    *label;
  char    *insert;  /* JSON text */
  char    *detail;  /* what type it is, whether it is required; perhaps "" */
  char    *comment; /* one line; perhaps "" */
  gboolean required;
} AppFormProposal;

typedef struct
{
  gsize      start; /* bytes of the text that a proposal replaces */
  gsize      end;
  GPtrArray *proposals; /* AppFormProposal: required names first */
} AppFormCompletion;

/** @text: perhaps broken, as it is while it is typed. @cursor: bytes
 * @asked: somebody asked for proposals; else a number gets none, nor a value that stands there.
 * Returns: (transfer full) */
AppFormCompletion      *
app_form_completion_new (AppForm *form, const char *text, gsize cursor, gboolean asked);
void app_form_completion_free (AppFormCompletion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppFormCompletion, app_form_completion_free)

void app_form_proposal_free (AppFormProposal *self);
