/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-media.h"

#include <math.h>
#include <string.h>

#define SAMPLE_RATE 16000
#define BYTES_PER_PIXEL 3

static guint32
crc (const guchar *data, gsize size)
{
  guint32 value = 0xffffffffu;

  for (gsize i = 0; i < size; i++)
    {
      value ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
    }
  return ~value;
}

static void
append_big_endian (GByteArray *array, guint32 number)
{
  guint32 bytes = GUINT32_TO_BE (number);

  g_byte_array_append (array, (const guint8 *)&bytes, sizeof bytes);
}

static void
append_chunk (GByteArray *png, const char *type, const guint8 *data, gsize size)
{
  append_big_endian (png, size);
  gsize start = png->len;
  g_byte_array_append (png, (const guint8 *)type, 4);
  if (size > 0)
    g_byte_array_append (png, data, size);
  append_big_endian (png, crc (png->data + start, png->len - start));
}

static void
mix (guint8 *pixel, const guint8 *from, const guint8 *to, double share)
{
  for (int i = 0; i < BYTES_PER_PIXEL; i++)
    pixel[i] = from[i] + (to[i] - from[i]) * share;
}

static void
paint (guint8 *pixel, double x, double y)
{
  static const guint8 sky_top[] = { 53, 79, 133 }, sky_bottom[] = { 246, 193, 155 };
  static const guint8 sun[] = { 255, 240, 214 };
  static const guint8 hills[][BYTES_PER_PIXEL] = { { 122, 133, 168 },
                                                   { 79, 96, 132 },
                                                   { 42, 58, 92 } };

  mix (pixel, sky_top, sky_bottom, MIN (y * 1.4, 1));
  if (hypot ((x - 0.68) * 1.6, y - 0.46) < 0.09)
    memcpy (pixel, sun, BYTES_PER_PIXEL);
  for (guint i = 0; i < G_N_ELEMENTS (hills); i++)
    if (y > 0.55 + 0.14 * i + 0.05 * sin (x * (5 + 3 * i) + i * 2) + 0.02 * sin (x * 17 + i))
      memcpy (pixel, hills[i], BYTES_PER_PIXEL);
}

static GBytes *
compress (const guint8 *data, gsize size)
{
  g_autoptr (GZlibCompressor)
      compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream)
      stream = g_converter_output_stream_new (memory, G_CONVERTER (compressor));

  g_output_stream_write_all (stream, data, size, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

GBytes *
app_demo_media_make_picture (guint width, guint height)
{
  static const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  gsize               row_size = 1 + (gsize)width * BYTES_PER_PIXEL;
  g_autofree guint8  *rows = g_malloc0 (row_size * height);
  g_autoptr (GByteArray) header = g_byte_array_new ();
  GByteArray *png = g_byte_array_new ();

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      paint (rows + y * row_size + 1 + x * BYTES_PER_PIXEL, x / (double)width, y / (double)height);
  g_autoptr (GBytes) compressed = compress (rows, row_size * height);

  append_big_endian (header, width);
  append_big_endian (header, height);
  /* eight bits a channel, red green blue, deflate, adaptive filters, not interlaced */
  g_byte_array_append (header, (const guint8[]){ 8, 2, 0, 0, 0 }, 5);

  g_byte_array_append (png, signature, sizeof signature);
  append_chunk (png, "IHDR", header->data, header->len);
  append_chunk (png, "IDAT", g_bytes_get_data (compressed, NULL), g_bytes_get_size (compressed));
  append_chunk (png, "IEND", NULL, 0);
  return g_byte_array_free_to_bytes (png);
}

/* A WAVE file's beginning: little-endian, without gaps. */
typedef struct
{
  char    riff[4];
  guint32 size; /* of all that follows */
  char    wave[8];
  guint32 format_size;
  guint16 format; /* 1: PCM */
  guint16 n_channels;
  guint32 sample_rate;
  guint32 byte_rate;
  guint16 frame_size;
  guint16 bits;
  char    data[4];
  guint32 data_size;
} WaveHeader;

GBytes *
app_demo_media_make_tone (double hertz, guint milliseconds)
{
  guint            n_samples = SAMPLE_RATE * milliseconds / 1000;
  guint32          size = n_samples * sizeof (gint16);
  const WaveHeader header = {
    "RIFF", GUINT32_TO_LE (36 + size), "WAVEfmt ", GUINT32_TO_LE (16), GUINT16_TO_LE (1),
    GUINT16_TO_LE (1), GUINT32_TO_LE (SAMPLE_RATE), GUINT32_TO_LE (SAMPLE_RATE * 2),
    GUINT16_TO_LE (2), GUINT16_TO_LE (16), "data", GUINT32_TO_LE (size)
  };
  GByteArray *wave = g_byte_array_new ();

  g_byte_array_append (wave, (const guint8 *)&header, sizeof header);
  for (guint i = 0; i < n_samples; i++)
    {
      double fade = 1 - i / (double)n_samples;
      gint16 sample = 12000 * fade * fade * sin (2 * G_PI * hertz * i / SAMPLE_RATE);

      sample = GINT16_TO_LE (sample);
      g_byte_array_append (wave, (const guint8 *)&sample, sizeof sample);
    }
  return g_byte_array_free_to_bytes (wave);
}
