/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModelSender: sends the frames of one response at their pace, and cuts the connection where
 * that was asked for. Ends with its message.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-model-reply.h"

G_BEGIN_DECLS

typedef struct
{
  guint delay; /* ms before the first frame */
  guint speed; /* pieces a second; 0: as fast as can be */
  int   cut;   /* pieces after which the connection breaks; -1: never */
  /* Tells when the first frame was sent, in a header, and when the client hung up. */
  gboolean has_stamps;
} AppDemoModelPace;

typedef struct _AppDemoModelSender AppDemoModelSender;

/** Answers @message, which has its status and headers.
 * @frames: (transfer full)
 * @senders: of what is being sent: the new one is in there as long as it lives */
void app_demo_model_sender_start (SoupServerMessage      *message,
                                  AppDemoModelFrames     *frames,
                                  const AppDemoModelPace *pace,
                                  GHashTable             *senders);
/** For the table of senders, whose keys they are */
void app_demo_model_sender_free (AppDemoModelSender *self);

G_END_DECLS
