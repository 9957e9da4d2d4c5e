/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Responses that stand in the definitions: what they hold, and what is asked for before. Within
 * their strings {name} stands for an argument, or for what the client answered under this name;
 * {json name} for its JSON text, {pretty name} for the same on several lines; {picture WIDTH
 * HEIGHT} and {tone HERTZ MILLISECONDS} for Base64, where a name may stand for a number. A string
 * that is nothing but {=name} stands for the value itself.
 *
 * Members of a response, all optional:
 *   result     what is sent; without it the answers are shown as they came
 *   values     what a name stands for where the client says nothing
 *   choose     the name by which one of the members of “among” becomes the value “chosen”
 *   rounds     what is asked for, one after the other: “questions”, each with method and params,
 * and “keepState”, where a request state is sent even if it holds nothing declined   the text of
 * the tool's error where a person did not accept
 */

#pragma once

#include "app-demo-request.h"

/** Responds as it is prepared for the tool, the prompt or the resource that is asked for. */
void app_demo_prepared_respond (AppDemoRequest *request, McpJsonValue arguments);
/** The same, with values that are not among the arguments. @more: (nullable): is empty then */
void app_demo_prepared_respond_with (AppDemoRequest *request,
                                     McpJsonValue    arguments,
                                     GHashTable     *more);
/** @values: (element-type utf8 utf8): JSON text by name
 * Returns: (transfer full): JSON text of @prepared, with @values in it */
char *app_demo_prepared_fill (McpJsonValue prepared, GHashTable *values);
/** Adds a value to be filled in. @json: (transfer full): JSON text */
void app_demo_prepared_set (GHashTable *values, const char *name, char *json);
/** Adds every member of an object. */
void app_demo_prepared_add (GHashTable *values, McpJsonValue object);
/** Returns: (transfer full): for app_demo_prepared_set() */
GHashTable *app_demo_prepared_new_values (void);
/** Shows what the client answered to one question, as it came. @user_data: unused */
void
app_demo_prepared_show_answer (AppDemoRequest *request, McpJsonValue answer, gpointer user_data);
