/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-http.h"

struct _AppDemoHttp
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE (AppDemoHttp, app_demo_http, G_TYPE_OBJECT)

static void
app_demo_http_class_init (AppDemoHttpClass *klass)
{
}

static void
app_demo_http_init (AppDemoHttp *self)
{
}

AppDemoHttp *
app_demo_http_new (AppDemoServer *server, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "HTTP is not built in");
  return NULL;
}

const char *
app_demo_http_get_url (AppDemoHttp *self)
{
  return "";
}

void
app_demo_http_run (AppDemoHttp *self)
{
}
