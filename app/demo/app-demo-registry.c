/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-registry.h"

#include "app-demo-prepared.h"

#include <string.h>

#define RESOURCE_PREFIX "/io/github/spyglass_mcp/Spyglass/demo/"

/* What each kind is called in the definitions and in lists, and what tells its items apart. */
static const struct
{
  const char *list;
  const char *name;
} kinds[] = {
  [APP_DEMO_TOOLS] = { "tools", "name" },
  [APP_DEMO_RESOURCES] = { "resources", "uri" },
  [APP_DEMO_TEMPLATES] = { "resourceTemplates", "uriTemplate" },
  [APP_DEMO_PROMPTS] = { "prompts", "name" },
};

/* These have nothing but what is prepared for them. Wrong arguments of the form are answered like
 * right ones: a person may want to see what was sent. */
static const AppDemoSystem form_system = { .name = "form", .lax = TRUE };
static const AppDemoSystem annotated_system = { .name = "annotated", .modern_only = TRUE };

/* In the order in which a newcomer meets them. */
static const AppDemoSystem *const all_systems[] = {
  &app_demo_products_system,
  &app_demo_preset_system,
  &app_demo_search_system,
  &app_demo_statistics_system,
  &app_demo_content_system,
  &form_system,
  &app_demo_conversation_system,
  &app_demo_changes_system,
  &app_demo_asking_system,
  &app_demo_chores_system,
  &annotated_system,
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

  if (bytes != NULL)
    document = mcp_json_document_parse (bytes, NULL, NULL, &error);
  if (document == NULL)
    g_error ("%s: %s", path, error->message);

  g_autofree char *compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
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
add_items (AppDemoRegistry      *self,
           AppDemoKind           kind,
           McpJsonValue          root,
           const AppDemoSystem  *system,
           const AppDemoHandler *handlers)
{
  McpJsonValue responses = mcp_json_value_get_member (root, "responses");

  for (McpJsonWalk definition = mcp_json_walk (mcp_json_value_get_member (root, kinds[kind].list));
       mcp_json_walk_next (&definition);)
    {
      AppDemoItem *item = g_new0 (AppDemoItem, 1);

      item->name = mcp_json_value_dup_member_string (definition.value, kinds[kind].name);
      item->definition = definition.value;
      item->response = mcp_json_value_get_member (responses, item->name);
      item->system = system;
      const AppDemoHandler *handler = find_handler (handlers, item->name);
      if ((kind == APP_DEMO_TOOLS || kind == APP_DEMO_PROMPTS) && handler == NULL &&
          !mcp_json_value_exists (item->response))
        g_error ("%s: nothing handles %s", system->name, item->name);
      item->handle = handler != NULL ? handler->handle : app_demo_prepared_respond;
      item->own_task = handler != NULL && handler->own_task;
      g_ptr_array_add (self->items[kind], item);
    }
}

static void
add_system (AppDemoRegistry *self, const AppDemoSystem *system)
{
  McpJsonDocument *document = app_demo_registry_load (system->name);
  McpJsonValue     root = mcp_json_document_get_root (document);

  g_ptr_array_add (self->systems, (gpointer)system);
  g_ptr_array_add (self->documents, document);
  for (AppDemoKind kind = 0; kind < APP_DEMO_N_KINDS; kind++)
    add_items (self, kind, root, system,
               kind == APP_DEMO_PROMPTS ? system->prompts : system->tools);
}

AppDemoRegistry *
app_demo_registry_new (const AppDemoOptions *options)
{
  AppDemoRegistry            *self = g_new0 (AppDemoRegistry, 1);
  const AppDemoSystem *const *more;

  self->systems = g_ptr_array_new ();
  self->documents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  for (AppDemoKind kind = 0; kind < APP_DEMO_N_KINDS; kind++)
    self->items[kind] = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);

  for (guint i = 0; i < G_N_ELEMENTS (all_systems); i++)
    add_system (self, all_systems[i]);
  more = app_demo_options_call (options, get_systems, NULL);
  for (; more != NULL && *more != NULL; more++)
    add_system (self, *more);
  return self;
}

void
app_demo_registry_free (AppDemoRegistry *self)
{
  for (AppDemoKind kind = 0; kind < APP_DEMO_N_KINDS; kind++)
    g_ptr_array_unref (self->items[kind]);
  g_ptr_array_unref (self->documents);
  g_ptr_array_unref (self->systems);
  g_free (self);
}

const char *
app_demo_registry_get_list (AppDemoKind kind)
{
  return kinds[kind].list;
}

McpJsonValue
app_demo_registry_get_data (AppDemoRegistry *self, const AppDemoSystem *system, const char *pointer)
{
  guint index = 0;

  g_ptr_array_find (self->systems, system, &index);
  return mcp_json_value_resolve_pointer (
      mcp_json_document_get_root (g_ptr_array_index (self->documents, index)), pointer);
}

AppDemoItem *
app_demo_registry_find (AppDemoRegistry *self, AppDemoKind kind, const char *name)
{
  for (guint i = 0; i < self->items[kind]->len; i++)
    {
      AppDemoItem *item = g_ptr_array_index (self->items[kind], i);

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

AppDemoItem *
app_demo_registry_add (AppDemoRegistry     *self,
                       AppDemoKind          kind,
                       const char          *definition,
                       const AppDemoSystem *system)
{
  AppDemoItem *item = g_new0 (AppDemoItem, 1);

  app_demo_registry_redefine (self, item, definition);
  item->name = mcp_json_value_dup_member_string (item->definition, kinds[kind].name);
  item->handle = app_demo_prepared_respond;
  item->system = system;
  g_ptr_array_add (self->items[kind], item);
  return item;
}
