/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestModelReplay: a recorded response of a model, read in every way in which its bytes may come:
 * cut anywhere, framed otherwise, ended early. What comes out is told in a few lines:
 *
 *   reasoning 53 The user asks for the we…for San Francisco.
 *   text Hello
 *   call call_1 weather {"city":"Paris"}
 *   stop calls tool_calls
 *   usage 307 306 - 253 227
 *   model grok-3-mini
 *   failure Rate limit
 *   error connection-lost
 *
 * A text beyond 72 bytes is told by its length and its ends, a line end as "⏎". The usage is input,
 * cached, written to the cache, output, thought. What there is none of has no line.
 */

#pragma once

#include "mcp-model-stream.h"

typedef struct
{
  const char      *file; /* below the folder of recorded streams */
  const char      *dialect;
  McpModelSwitches switches;
  const char      *expected;
} TestModelRow;

/** What came of a response. */
typedef struct
{
  McpModelTurn    *turn;
  McpModelFailure *failure; /* (nullable) */
  GError          *error;   /* (nullable) */
} TestModelOutcome;

void test_model_outcome_clear (TestModelOutcome *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestModelOutcome, test_model_outcome_clear)

/** Returns: (transfer full) (nullable): where recorded streams are kept; none where they are not */
char *test_model_dup_folder (void);
/** Returns: (transfer full): of the dialect called @dialect, which must exist */
McpModelProvider *test_model_provider_new (const char *dialect, McpModelSwitches switches);

/** Reads a response; what its events say must be what the turn says.
 * @content_type: (nullable). @length: -1 where NUL-terminated
 * @first, @step: bytes of the first piece and of each that follows; 0: all that is left
 * @stopped: whether we end it ourselves */
TestModelOutcome test_model_read (McpModelProvider *provider,
                                  const char       *content_type,
                                  const char       *bytes,
                                  gssize            length,
                                  gsize             first,
                                  gsize             step,
                                  gboolean          stopped);
/** Returns: (transfer full) */
char *test_model_describe (const TestModelOutcome *outcome);

/** A stream whose lines end with LF, read in every way. What comes of it must be @expected each
 * time; where it ends early, the beginning of it. */
void test_model_check_stream (McpModelProvider *provider, const char *text, const char *expected);
/** The same of a response that is one JSON document. */
void test_model_check_document (McpModelProvider *provider, const char *text, const char *expected);
/** Reads a recorded response: frames one JSON a line as the dialect frames it.
 * @folder: that of recorded streams */
void test_model_check_row (const char *folder, const TestModelRow *row);
