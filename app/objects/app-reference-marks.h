/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppReferenceMarks: which places of a JSON text are references, kept beside the text: by JSON
 * Pointer, each with the reference that stands there as a string. The text alone never says it:
 * "@alice" stays text until it is marked. A mark holds as long as the value is that string; kept
 * with a draft, it is read back with app_reference_marks_read().
 *
 * Immutable, reference counted: every change gives another set, so that a history can keep them.
 */

#pragma once

#include "app-reference.h"
#include "mcp-json-writer.h"

/* Places of one text; a form has no more rows that anybody would set by hand. */
#define APP_REFERENCE_MARKS_MAX 1000u

typedef struct _AppReferenceMarks AppReferenceMarks;

/** Returns: (transfer full): without a mark */
AppReferenceMarks *app_reference_marks_new (void);
AppReferenceMarks *app_reference_marks_ref (AppReferenceMarks *self);
void               app_reference_marks_unref (AppReferenceMarks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppReferenceMarks, app_reference_marks_unref)

guint app_reference_marks_get_n (AppReferenceMarks *self);
/** Returns: (transfer none) (nullable) */
AppReference *app_reference_marks_get (AppReferenceMarks *self, const char *pointer);
/** Returns: (transfer none): the pointer of mark number @index, in the order of their bytes */
const char *app_reference_marks_get_pointer (AppReferenceMarks *self, guint index);

/** @reference: (nullable): %NULL takes the mark away. Returns: (transfer full) */
AppReferenceMarks *app_reference_marks_set (AppReferenceMarks *self,
                                            const char        *pointer,
                                            AppReference      *reference);
/** An item of the array at @array went from @from to @to; G_MAXUINT in place of one of them: it was
 * put in, or taken out. Returns: (transfer full) */
AppReferenceMarks *app_reference_marks_move_item (AppReferenceMarks *self,
                                                  const char        *array,
                                                  guint              from,
                                                  guint              to);
/** A member was called otherwise: what was at @from, or below it, is at @to.
 * Returns: (transfer full) */
AppReferenceMarks *app_reference_marks_rename (AppReferenceMarks *self,
                                               const char        *from,
                                               const char        *to);
/** Keeps the marks whose place in @root still holds their reference. Returns: (transfer full) */
AppReferenceMarks *app_reference_marks_prune (AppReferenceMarks *self, McpJsonValue root);

/** Writes an object, pointer to mode, such as {"/config": "object:memory/obj_001"}. */
void app_reference_marks_write (AppReferenceMarks *self, McpJsonWriter *writer);
/** Reads what was written: a mark counts where @root holds a string that is a reference of that
 * mode. @value: none where there are no marks. Returns: (transfer full) */
AppReferenceMarks *app_reference_marks_read (McpJsonValue value, McpJsonValue root);

/** JSON text to put in the place of a reference. Returns: (transfer full) (nullable): %NULL leaves
 * it as it stands; with @error set, nothing comes of the whole */
typedef char *(*AppReferenceMarksFunc) (const char   *pointer,
                                        AppReference *reference,
                                        gpointer      user_data,
                                        GError      **error);
/** Puts values in the places of references; every other byte of the text stays.
 * @root: of a document, the marks' own. Returns: (transfer full) (nullable): JSON text */
char *app_reference_marks_replace (AppReferenceMarks    *self,
                                   McpJsonValue          root,
                                   AppReferenceMarksFunc func,
                                   gpointer              user_data,
                                   GError              **error);
