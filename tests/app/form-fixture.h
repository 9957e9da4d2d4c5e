/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Forms made from the text of a schema, for tests. Every function ends the test where something is
 * not as it says. */

#pragma once

#include "app-form.h"

/** @schema: JSON text. Returns: (transfer full) */
AppForm *form_fixture_new (const char *schema, AppFormFlags flags);
/** The same with the schema in tests/data/schemas/NAME.json. Returns: (transfer full) */
AppForm *form_fixture_load (const char *name, AppFormFlags flags);
/** The field at a pointer, which is there. Returns: (transfer none) */
AppField *form_fixture_find (AppForm *form, const char *pointer);
void      form_fixture_assert_json (AppForm *form, const char *expected);
/** The keys of an object's fields, joined by spaces; labels of those that have no key. */
void form_fixture_assert_members (AppField *object, const char *expected);
/** @expected: (nullable): %NULL for no error */
void form_fixture_assert_error (AppForm *form, const char *pointer, const char *expected);
