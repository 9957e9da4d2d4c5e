/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseMember: what an object of a file of cases may have, as rows of a table by which it is read
 * into a struct. Other than a shape of mcp-json-shape.h it takes nothing that it does not know, and
 * names what is wrong: a person wrote it.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef enum {
  APP_CASE_MEMBER_TEXT,       /* char * */
  APP_CASE_MEMBER_TEXTS,      /* GStrv: a list */
  APP_CASE_MEMBER_SOME_TEXTS, /* GStrv: a list, or one text alone */
  APP_CASE_MEMBER_FLAG,       /* gboolean */
  APP_CASE_MEMBER_COUNT,      /* guint */
  APP_CASE_MEMBER_NUMBER,     /* gint64 */
  APP_CASE_MEMBER_PART,       /* double: from 0 to 1 */
  APP_CASE_MEMBER_WORD,       /* an enum: one of the words, by its number */
  APP_CASE_MEMBER_ARRAY,      /* @read takes it; @max elements */
  APP_CASE_MEMBER_VALUE,      /* @read takes it */
} AppCaseMemberKind;

typedef struct
{
  const char        *name;
  AppCaseMemberKind  kind;
  gsize              offset; /* in the struct */
  gint64             min;    /* of a number, as the next */
  gint64             max;
  const char *const *words; /* %NULL behind the last one */
  /* Returns: %FALSE; without @error where the value is just not what the member takes */
  gboolean (*read) (gpointer field, McpJsonValue value, GError **error);
  gboolean names_errors; /* those of @read begin with the name */
} AppCaseMember;

#define APP_CASE_MAX_MEMBERS 20u

#define APP_CASE_MEMBER(name, kind, Type, field)                \
  {                                                             \
    name, APP_CASE_MEMBER_##kind, G_STRUCT_OFFSET (Type, field) \
  }
#define APP_CASE_MEMBER_IN(name, kind, Type, field, min, max)             \
  {                                                                       \
    name, APP_CASE_MEMBER_##kind, G_STRUCT_OFFSET (Type, field), min, max \
  }
#define APP_CASE_MEMBER_OF(name, Type, field, words)                       \
  {                                                                        \
    name, APP_CASE_MEMBER_WORD, G_STRUCT_OFFSET (Type, field), 0, 0, words \
  }

/** Reads what @object has; what it does not have leaves its field as it is.
 * @members: in their order; %NULL as the name of the last one
 * Returns: %FALSE with APP_ERROR_INVALID_INPUT, or with the error of a row */
gboolean app_case_members_read (const AppCaseMember *members,
                                McpJsonValue         object,
                                gpointer             record,
                                GError             **error);
/** Whether each member of an object is one that is known.
 * Returns: %FALSE with APP_ERROR_INVALID_INPUT, which names it */
gboolean
app_case_check_members (McpJsonValue object, const char *const *members, GError **error);
/** Sets that a member has not what it takes. Returns: %FALSE */
gboolean app_case_member_fail (const char *name, GError **error);
