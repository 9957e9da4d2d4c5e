/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppAnsiParser: the text of what a program wrote for a terminal, and in which colours it is to be
 * shown. Colours and styles (SGR) are understood; every other escape sequence is left out, so that
 * nothing that a server prints moves a cursor, sets a title or opens a link. A sequence may lie
 * over several pieces.
 *
 * Source: ECMA-48, 5th edition, §5.4 and §8.3.117; ITU-T T.416 for 38 and 48
 */

#pragma once

#include <glib.h>

typedef enum {
  APP_ANSI_PLAIN = 0,
  APP_ANSI_BOLD = 1 << 0,
  APP_ANSI_DIM = 1 << 1,
  APP_ANSI_ITALIC = 1 << 2,
  APP_ANSI_UNDERLINE = 1 << 3,
  APP_ANSI_INVERSE = 1 << 4,
} AppAnsiFlags;

/* A colour: none, one of the 256 of a terminal, or red, green and blue in the lowest 24 bits. */
#define APP_ANSI_NO_COLOUR 0u
#define APP_ANSI_INDEX (1u << 24)
#define APP_ANSI_RGB (2u << 24)

/** A part of the text, in bytes. */
typedef struct
{
  guint        start;
  guint        length;
  AppAnsiFlags flags;
  guint32      foreground;
  guint32      background;
} AppAnsiSpan;

typedef struct _AppAnsiParser AppAnsiParser;

/** Returns: (transfer full) */
AppAnsiParser *app_ansi_parser_new (void);
void           app_ansi_parser_free (AppAnsiParser *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppAnsiParser, app_ansi_parser_free)

/** Reads the next piece. What is styled stays so until another sequence says otherwise.
 * @text: what is shown is appended to it; @spans: (element-type AppAnsiSpan): the parts of @text
 * that are not plain are appended to it, in order */
void app_ansi_parser_read (AppAnsiParser *self,
                           const char    *piece,
                           gsize          length,
                           GString       *text,
                           GArray        *spans);
