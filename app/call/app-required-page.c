/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-required-page.h"

struct _AppRequiredPage
{
  GObject parent_instance;

  McpElicitation *elicitation;
  gboolean        opened;
  gboolean        visited;
};

enum {
  PROP_0,
  PROP_OPENED,
  PROP_VISITED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppRequiredPage, app_required_page, G_TYPE_OBJECT)

static void
app_required_page_dispose (GObject *object)
{
  g_clear_pointer (&APP_REQUIRED_PAGE (object)->elicitation, mcp_elicitation_unref);
  G_OBJECT_CLASS (app_required_page_parent_class)->dispose (object);
}

static void
app_required_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppRequiredPage *self = APP_REQUIRED_PAGE (object);

  switch (id)
    {
    case PROP_OPENED:
      g_value_set_boolean (value, self->opened);
      break;
    case PROP_VISITED:
      g_value_set_boolean (value, self->visited);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_required_page_class_init (AppRequiredPageClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_required_page_dispose;
  object_class->get_property = app_required_page_get_property;

  properties[PROP_OPENED] = g_param_spec_boolean ("opened", NULL, NULL, FALSE, flags);
  properties[PROP_VISITED] = g_param_spec_boolean ("visited", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_required_page_init (AppRequiredPage *self)
{
}

AppRequiredPage *
app_required_page_new (McpElicitation *elicitation)
{
  AppRequiredPage *self;

  g_return_val_if_fail (elicitation != NULL, NULL);

  self = g_object_new (APP_TYPE_REQUIRED_PAGE, NULL);
  self->elicitation = mcp_elicitation_ref (elicitation);
  return self;
}

const char *
app_required_page_get_message (AppRequiredPage *self)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), NULL);
  return self->elicitation->message;
}

McpUrlReview *
app_required_page_get_url (AppRequiredPage *self)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), NULL);
  return self->elicitation->url;
}

gboolean
app_required_page_is_opened (AppRequiredPage *self)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), FALSE);
  return self->opened;
}

void
app_required_page_set_opened (AppRequiredPage *self)
{
  g_return_if_fail (APP_IS_REQUIRED_PAGE (self));

  if (self->opened)
    return;
  self->opened = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPENED]);
}

gboolean
app_required_page_is_visited (AppRequiredPage *self)
{
  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), FALSE);
  return self->visited;
}

gboolean
app_required_page_take_complete (AppRequiredPage *self, McpJsonValue id)
{
  McpJsonValue own;

  g_return_val_if_fail (APP_IS_REQUIRED_PAGE (self), FALSE);

  own = self->elicitation->id;
  if (!mcp_json_value_exists (own) || !mcp_json_value_equal (own, id))
    return FALSE;
  if (!self->visited)
    {
      self->visited = TRUE;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VISITED]);
    }
  return TRUE;
}
