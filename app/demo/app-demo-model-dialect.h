/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModelDialect: how one API of language models is served. One row of a table each, in a file
 * of its own; written after what the vendors tell, and apart from the client's side, so that both
 * cannot share a misreading.
 */

#pragma once

#include "app-demo-model-reply.h"

G_BEGIN_DECLS

typedef struct
{
  const char         *content_type; /* of a stream */
  AppDemoModelFraming framing;
  gboolean            demands_results; /* a conversation whose calls have none is refused */
  /* Reads the conversation. */
  void (*read) (AppDemoModelAsk *ask);
  /* The response as a stream */
  void (*stream) (const AppDemoModelReply *reply, AppDemoModelFrames *frames);
  /* The response in one piece. Returns: (transfer full): JSON */
  char *(*whole) (const AppDemoModelReply *reply);
  /* Returns: (transfer full): the body of an error */
  char *(*fail) (const AppDemoModelError *error);
  /* An error that ends a stream. @reply: which is not whole */
  void (*stream_failure) (const AppDemoModelReply *reply,
                          const AppDemoModelError *error,
                          AppDemoModelFrames      *frames);
  /* Returns: (transfer full): the tokens of a request, in JSON. (nullable): where there is no such
   * endpoint */
  char *(*count) (const AppDemoModelAsk *ask);
} AppDemoModelDialect;

extern const AppDemoModelDialect app_demo_model_chat;
extern const AppDemoModelDialect app_demo_model_responses;
extern const AppDemoModelDialect app_demo_model_anthropic;
extern const AppDemoModelDialect app_demo_model_gemini;
extern const AppDemoModelDialect app_demo_model_ollama;

G_END_DECLS
