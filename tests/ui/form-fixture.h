/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the tests of forms share: a form in a window, its rows, what it would send.
 */

#pragma once

#include "ui-field-row.h"
#include "ui-form-view.h"
#include "ui-fixture.h"

/* One field of every kind. */
#define EVERYTHING                                                                       \
  "{\"type\":\"object\",\"required\":[\"city\",\"sure\"],\"properties\":{"               \
  "\"city\":{\"type\":\"string\",\"minLength\":2,\"description\":\"Name of the city\"}," \
  "\"nick\":{\"type\":[\"string\",\"null\"],\"default\":\"Al\"},"                        \
  "\"message\":{\"type\":\"string\"},"                                                   \
  "\"count\":{\"type\":\"integer\"},"                                                    \
  "\"sure\":{\"type\":\"boolean\"},"                                                     \
  "\"loud\":{\"type\":[\"boolean\",\"null\"]},"                                          \
  "\"mode\":{\"enum\":[\"fast\",2,null]},"                                               \
  "\"kind\":{\"const\":\"report\"},"                                                     \
  "\"password\":{\"type\":\"string\"},"                                                  \
  "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"                       \
  "\"place\":{\"type\":\"object\",\"required\":[\"street\"],\"properties\":{"            \
  "\"street\":{\"type\":\"string\"},\"more\":{\"type\":\"object\",\"properties\":{"      \
  "\"deep\":{\"type\":\"number\"}}}}},"                                                  \
  "\"any\":{}}}"

typedef struct
{
  AppForm   *form;
  GtkWidget *view;
  GtkWindow *window;
  guint      submitted;       /* times */
  guint      presets_changed; /* times, and what came last */
  char      *path;
  char      *lexeme;
} FormFixture;

/** Shows the form of @schema. */
void form_fixture_open (FormFixture *fixture, const char *schema);
/** Closes it; form and view must end. */
void form_fixture_close (FormFixture *fixture);
/** Returns: (transfer none) (nullable) */
UiFieldRow *form_fixture_find_row (FormFixture *fixture, const char *pointer);
/** Rows that were made. */
guint form_fixture_count_rows (FormFixture *fixture);
/** What is edited in a row. Returns: (transfer none) */
GtkWidget *form_fixture_control (FormFixture *fixture, const char *pointer);
GtkWidget *form_fixture_control_of (UiFieldRow *row);
/** Opens the options of a UiChoiceButton and picks one. */
void form_fixture_pick (gpointer choice, const char *label);
/** Returns: (transfer none): what a UiChoiceButton shows */
const char *form_fixture_chosen (gpointer choice);
/** Turns a boolean to "Unset", "null", "false" or "true". */
void form_fixture_set_boolean (FormFixture *fixture, const char *pointer, const char *label);
/** Compares what would be sent. */
void form_fixture_assert_json (FormFixture *fixture, const char *expected);
void form_fixture_act (FormFixture *fixture, const char *pointer, const char *action);
void form_fixture_act_on (UiFieldRow *row, const char *action);
/** A schema with @n strings, f0 and on; f3 is required. Returns: (transfer full) */
char *form_fixture_dup_wide_schema (guint n);

/** Returns: (transfer none): the form of the first row in @view */
AppForm *form_fixture_form_of (gpointer view);
/** What a call of that form would send, secrets and all. Returns: (transfer full) */
char *form_fixture_dup_sent (gpointer view);
