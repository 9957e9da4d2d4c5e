/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelResult: what a model is told of a tool's result: its text, images, and whether the tool
 * said that it failed. Nothing of it goes out twice, and what is left out is said so in its place,
 * with its size. Pure: no input, no state.
 *
 * Where it is too long to be told, it has the whole as a value: that is kept as an object, and the
 * model gets a preview of it, see app-model-objects.h. What a server's own object store shows is
 * told as it is.
 *
 * The texts that are added are for models, in English.
 */

#pragma once

#include "app-model-result-format.h"
#include "mcp-model-block.h"
#include "mcp-result.h"

/* A tool's own word for it, in its _meta, counts up to this. */
#define APP_MODEL_RESULT_MAX_CHARACTERS 500000u
/* Bytes of an image, and images of a result, that vendors take. */
#define APP_MODEL_RESULT_MAX_IMAGE (5u * 1024u * 1024u)
#define APP_MODEL_RESULT_MAX_IMAGES 20u

typedef struct
{
  char             *text;
  GPtrArray        *images; /* (nullable) (element-type McpModelBlock) */
  gboolean          is_error;
  AppModelFormatter formatter;    /* the one that was used: not all can be for each result */
  guint64           size;         /* bytes of the whole result as it came */
  guint64           hidden;       /* characters of its text that were cut off */
  guint             withheld;     /* blocks that are for the person alone */
  gint64            whole_tokens; /* estimated: of all its text, as the tool wrote it */
  gint64            tokens;       /* estimated: of the text that is told */
  McpJsonSlot       value;        /* the whole, where it is to be kept as an object; none else */
  char             *lead;         /* (nullable): text that goes before the preview of that */
  char             *object;       /* (nullable): the id under which it is kept */
} AppModelResult;

/** Returns: (transfer full) */
AppModelResult *app_model_result_new (const McpResult            *result,
                                      const AppModelResultFormat *result_format);
/** Of what came to no result: it failed. Returns: (transfer full) */
AppModelResult *app_model_result_new_failure (const char *text);
/** Of what is not a tool's of a server. Returns: (transfer full) */
AppModelResult *app_model_result_new_text (const char *text);
AppModelResult *app_model_result_copy (const AppModelResult *self);
void            app_model_result_free (AppModelResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelResult, app_model_result_free)

/** @text: (transfer full): told in the place of what it has */
void app_model_result_take_text (AppModelResult *self, char *text);
/** It was kept as an object. @preview: of that, @hidden: characters that were cut off it */
void app_model_result_set_object (AppModelResult *self,
                                  const char     *object,
                                  const char     *preview,
                                  guint64         hidden);

/** Whether vendors take an image of this type and of so many bytes. @type: (nullable) */
gboolean app_model_result_takes_image (const char *type, gsize size);
/** Cuts a text, and says so in its place. @hidden: (inout): characters that it hides already
 * Returns: (transfer full) */
char *app_model_result_cut (const char *text, guint characters, guint64 *hidden);
