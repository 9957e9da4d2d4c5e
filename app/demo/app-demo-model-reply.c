/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-reply.h"

#include <string.h>

#define BYTES_A_TOKEN 4
/* Letters of the longest piece. */
#define MAX_PIECE 12

static void
call_free (gpointer data)
{
  AppDemoModelCall *call = data;

  g_free (call->id);
  g_free (call->name);
  g_free (call);
}

static AppDemoModelCall *
make_call (AppDemoModelReply        *self,
           const McpModelScriptCall *scripted,
           const char *const        *tools,
           guint                     index)
{
  AppDemoModelCall *call = g_new0 (AppDemoModelCall, 1);
  const char       *name = mcp_model_script_find_tool (tools, scripted->tool);

  call->name = g_strdup (name != NULL ? name : scripted->tool);
  call->id = scripted->id != NULL
                 ? g_strdup (scripted->id)
                 : g_strdup_printf ("call_%06u%03u", self->ask->n_turns + 1, index + 1);
  call->arguments = scripted->arguments;
  if (scripted->is_object)
    call->object = scripted->arguments;
  else if (*scripted->arguments == '\0')
    call->object = "{}";
  return call;
}

static gint64
count (const char *text)
{
  return text != NULL ? ((gint64)strlen (text) + BYTES_A_TOKEN - 1) / BYTES_A_TOKEN : 0;
}

static void
measure (AppDemoModelReply *self)
{
  self->usage = (McpModelUsage){ self->ask->size, 0, 0, count (self->say), count (self->think) };
  for (guint i = 0; i < self->calls->len; i++)
    {
      const AppDemoModelCall *call = self->calls->pdata[i];

      self->usage.output += count (call->name) + count (call->arguments);
    }
  self->usage.output += self->usage.reasoning;
  mcp_model_usage_update (&self->usage, &self->step->usage);
}

AppDemoModelReply *
app_demo_model_reply_new (AppDemoModelAsk          *ask,
                          const McpModelScriptStep *step,
                          const char               *model,
                          guint                     number)
{
  AppDemoModelReply  *self = g_new0 (AppDemoModelReply, 1);
  McpModelScriptPlace place;

  app_demo_model_ask_get_place (ask, &place);
  self->ask = ask;
  self->step = step;
  self->number = number;
  self->created = g_get_real_time () / G_USEC_PER_SEC;
  self->id = g_strdup_printf ("%08x", number);
  self->model = g_strdup (ask->model != NULL ? ask->model : model);
  self->calls = g_ptr_array_new_with_free_func (call_free);
  for (guint i = 0; i < step->calls->len && !ask->may_not_call; i++)
    g_ptr_array_add (self->calls, make_call (self, step->calls->pdata[i], place.tools, i));
  if (step->think != NULL && step->think_tags)
    self->say = g_strconcat ("<think>", step->think, "</think>", step->say, NULL);
  else
    self->say = g_strdup (step->say != NULL ? step->say : "");
  if (!step->think_tags)
    self->think = g_strdup (step->think);
  /* Whoever may not call still has to say something. */
  if (*self->say == '\0' && self->calls->len < step->calls->len)
    {
      g_free (self->say);
      self->say = g_strdup ("I may not call a tool now, so this is all that I can say.");
    }
  self->stop = step->stop != MCP_MODEL_STOP_NONE ? step->stop
               : self->calls->len > 0            ? MCP_MODEL_STOP_CALLS
                                                 : MCP_MODEL_STOP_END;
  measure (self);
  return self;
}

void
app_demo_model_reply_free (AppDemoModelReply *self)
{
  g_free (self->id);
  g_free (self->model);
  g_free (self->think);
  g_free (self->say);
  g_ptr_array_unref (self->calls);
  g_free (self);
}

/* Frames */

static void
frame_free (gpointer data)
{
  AppDemoModelFrame *frame = data;

  g_bytes_unref (frame->data);
  g_free (frame);
}

AppDemoModelFrames *
app_demo_model_frames_new (AppDemoModelFraming framing)
{
  AppDemoModelFrames *self = g_new0 (AppDemoModelFrames, 1);

  self->framing = framing;
  self->list = g_ptr_array_new_with_free_func (frame_free);
  return self;
}

void
app_demo_model_frames_free (AppDemoModelFrames *self)
{
  g_ptr_array_unref (self->list);
  g_free (self);
}

static void
add (AppDemoModelFrames *self, gboolean is_piece, char *text)
{
  AppDemoModelFrame *frame = g_new0 (AppDemoModelFrame, 1);

  frame->data = g_bytes_new_take (text, strlen (text));
  frame->is_piece = is_piece;
  g_ptr_array_add (self->list, frame);
}

void
app_demo_model_frames_add (AppDemoModelFrames *self,
                           gboolean            is_piece,
                           const char         *type,
                           char               *json)
{
  switch (self->framing)
    {
    case APP_DEMO_MODEL_NAMED_EVENTS:
      add (self, is_piece, g_strdup_printf ("event: %s\ndata: %s\n\n", type, json));
      break;
    case APP_DEMO_MODEL_EVENTS:
      add (self, is_piece, g_strdup_printf ("data: %s\n\n", json));
      break;
    case APP_DEMO_MODEL_LINES:
      add (self, is_piece, g_strdup_printf ("%s\n", json));
      break;
    case APP_DEMO_MODEL_ARRAY:
      add (self, is_piece, g_strconcat (self->list->len == 0 ? "[" : ",\n", json, NULL));
      break;
    }
  g_free (json);
}

void
app_demo_model_frames_add_raw (AppDemoModelFrames *self, const char *text)
{
  add (self, FALSE, g_strdup (text));
}

GStrv
app_demo_model_split (const char *text)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();

  while (*text != '\0')
    {
      const char      *end = g_utf8_next_char (text);
      g_autofree char *piece = NULL;

      for (guint n = 1; n < MAX_PIECE && *end != '\0' && *end != ' ' && *end != '\n'; n++)
        end = g_utf8_next_char (end);
      piece = g_strndup (text, (gsize)(end - text));
      g_strv_builder_add (pieces, piece);
      text = end;
    }
  return g_strv_builder_end (pieces);
}
