/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-wire.h"

#include "mcp-object.h"

struct _AppBenchWire
{
  GObject parent_instance;

  guint turn;
  char *title;
  char *summary;
  char *request;
  char *response;
  char *curl;
};

MCP_DEFINE_OBJECT (AppBenchWire, app_bench_wire)

static void
app_bench_wire_finalize (GObject *object)
{
  AppBenchWire *self = APP_BENCH_WIRE (object);

  g_free (self->title);
  g_free (self->summary);
  g_free (self->request);
  g_free (self->response);
  g_free (self->curl);
  G_OBJECT_CLASS (app_bench_wire_parent_class)->finalize (object);
}

AppBenchWire *
app_bench_wire_new_take (guint       turn,
                         const char *title,
                         const char *summary,
                         char       *request,
                         char       *response,
                         char       *curl)
{
  AppBenchWire *self = g_object_new (APP_TYPE_BENCH_WIRE, NULL);

  self->turn = turn;
  self->title = g_strdup (title);
  self->summary = g_strdup (summary);
  self->request = request;
  self->response = response;
  self->curl = curl;
  return self;
}

guint
app_bench_wire_get_turn (AppBenchWire *self)
{
  g_return_val_if_fail (APP_IS_BENCH_WIRE (self), 0);
  return self->turn;
}

const char *
app_bench_wire_get_title (AppBenchWire *self)
{
  g_return_val_if_fail (APP_IS_BENCH_WIRE (self), NULL);
  return self->title;
}

const char *
app_bench_wire_get_summary (AppBenchWire *self)
{
  g_return_val_if_fail (APP_IS_BENCH_WIRE (self), NULL);
  return self->summary;
}

const char *
app_bench_wire_get_request (AppBenchWire *self)
{
  g_return_val_if_fail (APP_IS_BENCH_WIRE (self), NULL);
  return self->request;
}

const char *
app_bench_wire_get_response (AppBenchWire *self)
{
  g_return_val_if_fail (APP_IS_BENCH_WIRE (self), NULL);
  return self->response;
}

const char *
app_bench_wire_get_curl (AppBenchWire *self)
{
  g_return_val_if_fail (APP_IS_BENCH_WIRE (self), NULL);
  return self->curl;
}
