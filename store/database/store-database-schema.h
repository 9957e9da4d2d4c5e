/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is in the file of objects and history: the tables, by the version (PRAGMA user_version) that
 * brought them. A row is never changed once it was released; what is new is a further row.
 */

#pragma once

#include <glib.h>

#define STORE_DATABASE_SCHEMA_VERSION 5
/* How many changes of objects the file remembers; a trigger forgets the others. */
#define STORE_DATABASE_CHANGES 10000

/** Row i leads from version i to i + 1. */
extern const char *const store_database_schema[STORE_DATABASE_SCHEMA_VERSION];
