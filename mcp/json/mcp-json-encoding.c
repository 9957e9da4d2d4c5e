/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-encoding.h"

/* As much of a text as is looked at, in bytes. */
#define ENOUGH 4096u
/* A single character before a NUL is rather the end of a C string. */
#define FEWEST_CHARACTERS 2u

typedef struct
{
  const char *name;
  guint       width; /* of a unit, in bytes */
  gboolean    big_endian;
} Encoding;

/* The byte order mark of UTF-16 is the beginning of that of UTF-32. */
static const Encoding encodings[] = {
  { "UTF-32", 4, FALSE },
  { "UTF-32", 4, TRUE },
  { "UTF-16", 2, FALSE },
  { "UTF-16", 2, TRUE },
};

static guint32
read_unit (const Encoding *encoding, const guchar *p)
{
  guint32 unit = 0;

  for (guint i = 0; i < encoding->width; i++)
    unit = unit << 8 | p[encoding->big_endian ? i : encoding->width - 1 - i];
  return unit;
}

/* What no text has. */
static gboolean
is_strange (guint32 c)
{
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != 0x1b) || (c & 0xfffe) == 0xfffe ||
         c > 0x10ffff;
}

/* JSON and logs are ASCII for the most part; only a mark says of other text what it is. */
static gboolean
is_written_in (const Encoding *encoding, const guchar *text, gsize size)
{
  const guchar *end = text + size;
  const guchar *p = text;
  gboolean      marked = size >= encoding->width && read_unit (encoding, text) == 0xfeff;
  gboolean      high = FALSE; /* the first half of a pair was last */
  guint         n = 0;
  guint         n_ascii = 0;

  for (p += marked ? encoding->width : 0; (gsize)(end - p) >= encoding->width; p += encoding->width)
    {
      guint32  c = read_unit (encoding, p);
      gboolean low = c >= 0xdc00 && c < 0xe000;

      if (is_strange (c) || low != high || (encoding->width == 4 && c >= 0xd800 && c < 0xe000))
        return FALSE;
      high = c >= 0xd800 && c < 0xdc00;
      n++;
      n_ascii += c < 0x80;
    }
  return marked ? n > 0 : n >= FEWEST_CHARACTERS && n_ascii * 2 >= n;
}

const char *
mcp_json_encoding_guess (const guchar *text, gsize size)
{
  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    if (is_written_in (&encodings[i], text, MIN (size, ENOUGH)))
      return encodings[i].name;
  return NULL;
}
