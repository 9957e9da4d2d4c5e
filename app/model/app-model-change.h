/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelChange: one place where what is sent is not what the model gave. A plain struct.
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  APP_MODEL_REFERENCE,    /* an object was put in its place */
  APP_MODEL_DEFAULT,      /* an overlay's default was put in */
  APP_MODEL_UNQUOTED,     /* a number or boolean stood in quotes */
  APP_MODEL_PARSED,       /* an object or a list stood in quotes */
  APP_MODEL_WRAPPED,      /* a list was made of one value */
  APP_MODEL_UNWRAPPED,    /* a list of one value became that */
  APP_MODEL_DROPPED,      /* there is no such member */
  APP_MODEL_NULL_DROPPED, /* null where a member need not be there */
  APP_MODEL_RENAMED,      /* the model had other names of arguments than the server */
} AppModelChangeKind;

typedef struct
{
  AppModelChangeKind kind;
  char              *pointer; /* RFC 6901, in the arguments */
  char              *before;  /* (nullable): JSON text */
  char              *after;   /* (nullable): JSON text; the beginning, where it is long */
} AppModelChange;

/* Bytes of a value that are kept to be shown. */
#define APP_MODEL_CHANGE_BYTES 4096u

/** @pointer: copied. @before: may be none. @after: (nullable): JSON text. Returns: (transfer
 * full) */
AppModelChange *app_model_change_new (AppModelChangeKind kind,
                                      const char        *pointer,
                                      McpJsonValue       before,
                                      const char        *after);
void            app_model_change_free (AppModelChange *self);

/** Returns: (transfer none): "reference", …: for programs */
const char *app_model_change_kind_to_text (AppModelChangeKind kind);
