/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSamplingTranslation: what a server wants a language model to be asked, as a provider's dialect
 * has it, and the model's turn as the server gets it. Tools of such a request are run by the
 * server: nothing is called here. What a dialect has no word for is left out, and said so.
 *
 * Source: MCP 2025-11-25 and 2026-07-28, CreateMessageRequestParams, CreateMessageResult
 */

#pragma once

#include "app-model-mask.h"
#include "app-tool-export.h"
#include "mcp-model-request.h"
#include "mcp-sampling.h"

typedef struct
{
  McpSamplingRequest *request;
  GPtrArray          *turns;  /* (element-type McpModelTurn) */
  char               *system; /* (nullable) */
  AppToolExport *export;      /* (nullable) */
  char            *tools;     /* (nullable): JSON */
  McpModelChoice   choice;
  gint64           max_tokens; /* 0 where none is told */
  McpJsonDocument *parameters; /* (nullable): temperature and stop sequences */
  char           **sequences;  /* those that the dialect cannot be told: the answer is cut there */
  GPtrArray       *left_out;   /* (element-type utf8): translated sentences for the person */
} AppSamplingTranslation;

/** @mask: takes out what is secret. Returns: (transfer full) */
AppSamplingTranslation *app_sampling_translation_new (McpSamplingRequest    *request,
                                                      const McpModelDialect *dialect,
                                                      AppModelMask          *mask);
void                    app_sampling_translation_free (AppSamplingTranslation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppSamplingTranslation, app_sampling_translation_free)

/** The result for the server. @turn: the model's
 * @text: (out) (transfer full) (nullable): where it is nothing but a text whose end is its own:
 * that. Returns: (transfer full): JSON */
char *app_sampling_translation_write_result (AppSamplingTranslation *self,
                                             McpModelTurn           *turn,
                                             char                  **text);
