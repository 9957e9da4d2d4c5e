/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportFormat: the forms in which the vendors of models take tools, and what each one admits:
 * how names are spelled and how many tools a request may have. What they admit moves; it stands in
 * one table.
 *
 * Source: OpenAI "Function calling" and "Structured Outputs", Anthropic "Tool use", Gemini API
 * "Function calling" and FunctionDeclaration, as of 2026.
 */

#pragma once

#include <glib.h>

typedef enum {
  APP_EXPORT_OPENAI_CHAT,      /* Chat Completions */
  APP_EXPORT_OPENAI_STRICT,    /* the same with "strict", where a schema can be that */
  APP_EXPORT_OPENAI_RESPONSES, /* Responses */
  APP_EXPORT_OPENAI_RESPONSES_STRICT,
  APP_EXPORT_ANTHROPIC,      /* Messages */
  APP_EXPORT_GEMINI,         /* functionDeclarations with parametersJsonSchema */
  APP_EXPORT_GEMINI_OPENAPI, /* the older "parameters": a part of OpenAPI's schema */
  APP_EXPORT_OLLAMA,         /* as Chat Completions, and what of it reaches no model is told */
  APP_EXPORT_N_FORMATS,
} AppExportFormat;

/** The longest name that every vendor takes, characters. */
#define APP_EXPORT_MAX_NAME 64u

/** Returns: (transfer none): "openai-chat": for programs */
const char *app_export_format_to_text (AppExportFormat self);
/** @format: (out). Returns: %FALSE where @text names none */
gboolean app_export_format_from_text (const char *text, AppExportFormat *format);
/** Returns: (transfer none): for people; names of products, not translated */
const char *app_export_format_get_title (AppExportFormat self);

gboolean app_export_format_is_strict (AppExportFormat self);
gboolean app_export_format_is_gemini (AppExportFormat self);
gboolean app_export_format_is_responses (AppExportFormat self);
/** Tools that one request may have; 0 where no limit is known. */
guint app_export_format_get_max_tools (AppExportFormat self);
/** Whether arguments may be called so. @name: UTF-8 */
gboolean app_export_format_takes_property (AppExportFormat self, const char *name);

/** The names as this vendor takes them: other characters are "_", what is too long, or would be
 * like another, ends with a hash of the whole. The same names are always spelled the same.
 * @are_properties: of arguments, no two alike; else of tools. @names: (element-type utf8)
 * Returns: (transfer full) (element-type utf8): as many, no two alike */
GPtrArray *
app_export_format_map_names (AppExportFormat self, gboolean are_properties, GPtrArray *names);
