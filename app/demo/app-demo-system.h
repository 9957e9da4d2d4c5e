/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoSystem: one part of the demo, modelled on one kind of real server. What it offers is
 * written as the protocol has it in definitions/NAME.json ("tools", "resources",
 * "resourceTemplates", "prompts"); what it does is a table of functions. The demo's own are listed
 * in app-demo-registry.c.
 */

#pragma once

#include "app-demo-request.h"

/** @arguments: the request's arguments; an object or no value. The function answers the request, at
 * once or later (it then holds a reference). */
typedef void (*AppDemoHandle) (AppDemoRequest *request, McpJsonValue arguments);

typedef struct
{
  const char   *name; /* of the tool or prompt; %NULL ends the table */
  AppDemoHandle handle;
  gboolean      own_task; /* in MCP 2026-07-28 the tool itself decides when it becomes a task */
} AppDemoHandler;

typedef struct
{
  const char  *reference; /* the prompt's name, or the URI template */
  const char  *argument;
  const char  *prefix;
  McpJsonValue others; /* arguments that have a value already; an object or no value */
} AppDemoCompletion;

struct _AppDemoSystem
{
  const char           *name;
  const AppDemoHandler *tools;   /* (nullable) */
  const AppDemoHandler *prompts; /* (nullable) */
  /** Writes resources that are not in the definitions into an open array; (nullable). */
  void (*list_resources) (AppDemoServer *server, McpJsonWriter *writer);
  /** Answers the request, or returns %FALSE where @uri is not one of this system's; (nullable). */
  gboolean (*read) (AppDemoRequest *request, const char *uri);
  /** Adds values that complete what was asked for; (nullable). */
  void (*complete) (AppDemoServer           *server,
                    const AppDemoCompletion *completion,
                    GPtrArray               *values);
  gboolean pydantic_errors; /* wrong arguments are reported as FastMCP reports them */
  gboolean modern_only;     /* offered to clients of MCP 2026-07-28 only */
  gboolean lax;             /* arguments are not checked before the call */
};

extern const AppDemoSystem app_demo_objects_system;
extern const AppDemoSystem app_demo_products_system;
extern const AppDemoSystem app_demo_preset_system;
extern const AppDemoSystem app_demo_search_system;
extern const AppDemoSystem app_demo_statistics_system;
extern const AppDemoSystem app_demo_content_system;
extern const AppDemoSystem app_demo_conversation_system;
extern const AppDemoSystem app_demo_asking_system;
extern const AppDemoSystem app_demo_chores_system;
extern const AppDemoSystem app_demo_addresses_system;
extern const AppDemoSystem app_demo_changes_system;
