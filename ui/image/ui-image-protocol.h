/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the window and spyglass-image say to each other over a socket, in this machine's byte order:
 * a request, then the image's bytes; a response, then its pixels or a text. One at a time. Neither
 * side believes the other: a message out of order or beyond a limit ends the connection.
 */

#pragma once

#include <glib.h>

#define UI_IMAGE_MAGIC 0x53504931u /* its last digit is the protocol's version */
/* As much as the window loads of a block to show it. */
#define UI_IMAGE_MAX_BYTES (64u * 1024u * 1024u)
/* 160 MB of memory while it is decoded; twice what the best cameras make. */
#define UI_IMAGE_MAX_PIXELS (40u * 1000u * 1000u)
/* Pixels of a side that graphics processors can be relied on to hold; Cairo has twice as many. What
 * is longer would be drawn as nothing. */
#define UI_IMAGE_MAX_SIDE 16384
#define UI_IMAGE_MAX_TEXT 500

/* Of processor time, all threads together: a photo of the most pixels takes 0.4 s, and what takes
 * five times that was made to. */
#define UI_IMAGE_WORK_MS 2000
/* There are many icons, and they are small. */
#define UI_IMAGE_ICON_WORK_MS 500
/* Of the clock, for what waits instead of working: a busy machine may give it a tenth of a core. */
#define UI_IMAGE_WAIT_SECONDS 30
/* How the process ends where it cannot enter its sandbox; from here on are the shell's and the
 * linker's too. */
#define UI_IMAGE_NOT_STARTED 2
/* That one process draws: no more work than its limit for its whole life. */
#define UI_IMAGE_MAX_IMAGES 50

typedef struct
{
  guint32 magic;
  gint32  pixels; /* of the longer side, where it is a drawing; 0 for its own size */
  guint64 length;
} UiImageRequest;

typedef enum {
  UI_IMAGE_DRAWN,     /* pixels follow, red, green, blue and where there are 4 channels alpha */
  UI_IMAGE_TOO_LARGE, /* too many pixels */
  UI_IMAGE_UNKNOWN,   /* no image, or of no format that is known */
  UI_IMAGE_REFUSED,   /* a format that is not shown; its name follows */
  UI_IMAGE_MISSING,   /* no decoder is installed; the format's name follows */
  UI_IMAGE_CUT_OFF,   /* the data ends before the image */
  UI_IMAGE_DAMAGED,   /* what the decoder says follows */
} UiImageStatus;

typedef struct
{
  guint32 magic;
  guint32 status;
  gint32  width;
  gint32  height;
  gint32  stride;
  gint32  channels;
  guint64 length; /* of what follows */
} UiImageResponse;

static inline gboolean
ui_image_size_is_allowed (gint32 width, gint32 height)
{
  return width > 0 && height > 0 && MAX (width, height) <= UI_IMAGE_MAX_SIDE &&
         (guint64)width * (guint64)height <= UI_IMAGE_MAX_PIXELS;
}

/** Whether what is said to follow is what must follow. */
static inline gboolean
ui_image_response_is_valid (const UiImageResponse *response)
{
  if (response->magic != UI_IMAGE_MAGIC || response->status > UI_IMAGE_DAMAGED)
    return FALSE;
  if (response->status != UI_IMAGE_DRAWN)
    return response->length <= UI_IMAGE_MAX_TEXT;
  return ui_image_size_is_allowed (response->width, response->height) &&
         (response->channels == 3 || response->channels == 4) &&
         response->stride >= response->width * response->channels &&
         response->stride < response->width * response->channels + 16 &&
         response->length == (guint64)response->stride * (guint64)(response->height - 1) +
                                 (guint64)response->width * (guint64)response->channels;
}
