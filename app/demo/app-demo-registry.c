/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-registry.h"

#include <string.h>

#define RESOURCE_PREFIX "/io/github/spyglass_mcp/Spyglass/demo/"

struct _AppDemoRegistry
{
  GPtrArray *systems;   /* AppDemoSystem, not owned */
  GPtrArray *documents; /* McpJsonDocument */
  GPtrArray *tools;
  GPtrArray *resources;
  GPtrArray *templates;
  GPtrArray *prompts;
};

/* In the order in which a newcomer meets them. */
static const AppDemoSystem *const all_systems[] = {
  &app_demo_products_system,
  &app_demo_preset_system,
  &app_demo_search_system,
  &app_demo_statistics_system,
  &app_demo_content_system,
  &app_demo_form_system,
  &app_demo_conversation_system,
  &app_demo_changes_system,
  &app_demo_asking_system,
  &app_demo_chores_system,
  &app_demo_annotated_system,
  &app_demo_addresses_system,
  &app_demo_objects_system,
};

static void
item_free (AppDemoItem *item)
{
  g_free (item->name);
  g_free (item);
}

McpJsonDocument *
app_demo_registry_load (const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCE_PREFIX, name, ".json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *compact = NULL;

  if (bytes != NULL)
    document = mcp_json_document_parse (bytes, NULL, NULL, &error);
  if (document == NULL)
    g_error ("%s: %s", path, error->message);

  compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  return mcp_json_document_parse_text (compact, -1, NULL);
}

static const AppDemoHandler *
find_handler (const AppDemoHandler *handlers, const char *name)
{
  for (; handlers != NULL && handlers->name != NULL; handlers++)
    if (strcmp (handlers->name, name) == 0)
      return handlers;
  return NULL;
}

static void
add_items (GPtrArray            *items,
           McpJsonValue          definitions,
           const char           *name_member,
           const AppDemoSystem  *system,
           const AppDemoHandler *handlers)
{
  McpJsonIter  iter;
  McpJsonValue definition;

  mcp_json_iter_init (&iter, definitions);
  while (mcp_json_iter_next (&iter, NULL, &definition))
    {
      AppDemoItem          *item = g_new0 (AppDemoItem, 1);
      const AppDemoHandler *handler;

      item->name = mcp_json_value_dup_member_string (definition, name_member);
      item->definition = definition;
      item->system = system;
      handler = find_handler (handlers, item->name);
      if (handlers != NULL && handler == NULL)
        g_error ("%s: nothing handles %s", system->name, item->name);
      item->handle = handler != NULL ? handler->handle : NULL;
      item->own_task = handler != NULL && handler->own_task;
      g_ptr_array_add (items, item);
    }
}

static void
add_system (AppDemoRegistry *self, const AppDemoSystem *system)
{
  McpJsonDocument *document = app_demo_registry_load (system->name);
  McpJsonValue     root = mcp_json_document_get_root (document);

  g_ptr_array_add (self->systems, (gpointer)system);
  g_ptr_array_add (self->documents, document);
  add_items (self->tools, mcp_json_value_get_member (root, "tools"), "name", system,
             system->tools);
  add_items (self->resources, mcp_json_value_get_member (root, "resources"), "uri", system, NULL);
  add_items (self->templates, mcp_json_value_get_member (root, "resourceTemplates"), "uriTemplate",
             system, NULL);
  add_items (self->prompts, mcp_json_value_get_member (root, "prompts"), "name", system,
             system->prompts);
}

AppDemoRegistry *
app_demo_registry_new (const AppDemoOptions *options)
{
  AppDemoRegistry            *self = g_new0 (AppDemoRegistry, 1);
  const AppDemoSystem *const *more;

  self->systems = g_ptr_array_new ();
  self->documents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  self->tools = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);
  self->resources = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);
  self->templates = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);
  self->prompts = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);

  for (guint i = 0; i < G_N_ELEMENTS (all_systems); i++)
    add_system (self, all_systems[i]);
  more = options->faults->get_systems != NULL ? options->faults->get_systems () : NULL;
  for (; more != NULL && *more != NULL; more++)
    add_system (self, *more);
  return self;
}

void
app_demo_registry_free (AppDemoRegistry *self)
{
  g_ptr_array_unref (self->tools);
  g_ptr_array_unref (self->resources);
  g_ptr_array_unref (self->templates);
  g_ptr_array_unref (self->prompts);
  g_ptr_array_unref (self->documents);
  g_ptr_array_unref (self->systems);
  g_free (self);
}

GPtrArray *
app_demo_registry_get_tools (AppDemoRegistry *self)
{
  return self->tools;
}

GPtrArray *
app_demo_registry_get_resources (AppDemoRegistry *self)
{
  return self->resources;
}

GPtrArray *
app_demo_registry_get_templates (AppDemoRegistry *self)
{
  return self->templates;
}

GPtrArray *
app_demo_registry_get_prompts (AppDemoRegistry *self)
{
  return self->prompts;
}

GPtrArray *
app_demo_registry_get_systems (AppDemoRegistry *self)
{
  return self->systems;
}

const AppDemoItem *
app_demo_registry_find (GPtrArray *items, const char *name)
{
  return app_demo_registry_find_item (items, name);
}

AppDemoItem *
app_demo_registry_find_item (GPtrArray *items, const char *name)
{
  for (guint i = 0; i < items->len; i++)
    {
      AppDemoItem *item = g_ptr_array_index (items, i);

      if (g_strcmp0 (item->name, name) == 0)
        return item;
    }
  return NULL;
}

void
app_demo_registry_redefine (AppDemoRegistry *self, AppDemoItem *item, const char *definition)
{
  McpJsonDocument *document = mcp_json_document_parse_text (definition, -1, NULL);

  g_ptr_array_add (self->documents, document);
  item->definition = mcp_json_document_get_root (document);
}

void
app_demo_registry_add (AppDemoRegistry *self,
                       GPtrArray       *items,
                       const char      *definition,
                       AppDemoHandle    handle)
{
  AppDemoItem *item = g_new0 (AppDemoItem, 1);

  app_demo_registry_redefine (self, item, definition);
  item->name = mcp_json_value_dup_member_string (item->definition,
                                                 items == self->resources ? "uri" : "name");
  item->handle = handle;
  item->system = &app_demo_changes_system;
  g_ptr_array_add (items, item);
}

gboolean
app_demo_registry_remove (GPtrArray *items, const char *name)
{
  AppDemoItem *item = app_demo_registry_find_item (items, name);

  return item != NULL && g_ptr_array_remove (items, item);
}
