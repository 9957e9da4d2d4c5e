/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTextSign: something in a text that a model reads and a person may not: what nobody sees, and
 * what speaks to the model. Pure: no input, no state. It is a sign, no proof; phrases are those of
 * known attacks, in English, and each is told once, where it stands first.
 *
 * A definition describes a tool, and what is in it besides is doubtful. Data may be anything, so
 * far fewer things are signs there: names of files, markup, writing from right to left and what a
 * manual says are none. Phrases are looked for in the first 64 KiB of a definition's text, and in
 * the first MiB of data.
 */

#pragma once

#include <glib.h>

typedef enum {
  APP_TEXT_DIRECTION,   /* it changes how the text runs, or writes what nobody sees */
  APP_TEXT_INVISIBLE,   /* characters without a shape */
  APP_TEXT_HIDDEN,      /* what windows and Markdown do not show */
  APP_TEXT_INSTRUCTION, /* it speaks to a model */
} AppTextSignKind;

typedef enum {
  APP_TEXT_DEFINITION,
  APP_TEXT_DATA,
} AppTextSource;

typedef struct
{
  AppTextSignKind kind;
  char           *text;   /* a translated sentence, which may quote the text */
  char           *quoted; /* (nullable): its beginning, at most 60 bytes */
  gsize           offset; /* bytes, into the text; so is the next */
  gsize           length;
  guint           line;   /* from 1, so is the next */
  guint           column; /* characters */
} AppTextSign;

/** @text: (nullable): UTF-8. Returns: (transfer full) (nullable) (element-type AppTextSign): %NULL
 * where there is none */
GPtrArray *app_text_signs_find (const char *text, AppTextSource source);
/** One line that says what was found, and where. Returns: (transfer full) */
char *app_text_sign_write_line (const AppTextSign *self);
/** Returns: (transfer none): "text-instruction", …: the words that programs are told, those of the
 * rules for definitions */
const char *app_text_sign_kind_to_text (AppTextSignKind kind);
