/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-objects.h"

#include <string.h>

#include "app-session.h"
#include "mcp-array-list.h"
#include "mcp-object.h"

/* Text of a result that is looked through for what it says of objects. */
#define MAX_TEXT (64u * 1024u)

/* The connection that a card came with. */
#define CONNECTION "app-server-objects-connection"

struct _AppServerObjects
{
  GObject parent_instance;

  GListStore *objects;
  guint       connection; /* counted */
  GHashTable *by_id;      /* borrowed from the objects */
};

static guint changed_signal;

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppServerObjects,
                               app_server_objects,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_INNER_LIST (AppServerObjects,
                                                         objects,
                                                         APP_TYPE_SERVER_OBJECT)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

MCP_DEFINE_FINALIZE (AppServerObjects, app_server_objects)
{
  g_hash_table_unref (self->by_id);
  g_object_unref (self->objects);
}

static void
app_server_objects_class_init (AppServerObjectsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_server_objects_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_server_objects_init (AppServerObjects *self)
{
  self->objects = g_list_store_new (APP_TYPE_SERVER_OBJECT);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  mcp_signal_connect (self->objects, "items-changed", g_list_model_items_changed, self);
}

static void
remove_object (AppServerObjects *self, AppServerObject *object)
{
  guint position;

  g_hash_table_remove (self->by_id, object->id);
  if (g_list_store_find (self->objects, object, &position))
    g_list_store_remove (self->objects, position);
}

/* A store that was started again counts from the beginning: what has the name of an object of an
 * earlier connection is another one. */
static AppServerObject *
add_object (AppServerObjects *self, const char *id, const char *tool)
{
  AppServerObject *object = g_hash_table_lookup (self->by_id, id);

  if (object != NULL && object->state == APP_SERVER_OBJECT_SEEN)
    return object;
  if (object != NULL)
    remove_object (self, object);
  guint n_objects = g_list_model_get_n_items (G_LIST_MODEL (self->objects));
  if (n_objects >= APP_SERVER_OBJECTS_MAX)
    {
      g_autoptr (AppServerObject) oldest =
          g_list_model_get_item (G_LIST_MODEL (self->objects), n_objects - 1);

      g_hash_table_remove (self->by_id, oldest->id);
      g_list_store_remove (self->objects, n_objects - 1);
    }
  g_autoptr (AppServerObject) fresh = app_server_object_new (id, tool, g_get_real_time ());
  g_hash_table_insert (self->by_id, (gpointer)fresh->id, fresh);
  g_list_store_insert (self->objects, 0, fresh);
  return fresh;
}

/* The names that a pattern's first group finds in a text. */
static GPtrArray *
find_names (const char *text, const char *pattern)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
  g_autoptr (GMatchInfo) info = NULL;

  g_regex_match (regex, text, 0, &info);
  while (g_match_info_matches (info) && names->len < APP_SERVER_OBJECTS_MAX)
    {
      g_ptr_array_add (names, g_match_info_fetch (info, 1));
      g_match_info_next (info, NULL);
    }
  return names;
}

/* "Result stored as @obj_002." says that there is one, without showing it. */
static GPtrArray *
find_stored (const char *text)
{
  return strstr (text, "stored as @") != NULL
             ? find_names (text, "stored as @(obj_[A-Za-z0-9-]+)\\.")
             : g_ptr_array_new ();
}

static void
take_text (AppServerObjects *self, const char *text, const char *tool)
{
  g_autoptr (GPtrArray) names = find_stored (text);

  for (guint i = 0; i < names->len; i++)
    add_object (self, g_ptr_array_index (names, i), tool)->state = APP_SERVER_OBJECT_SEEN;
}

/* "Object @obj_999 not found or expired": what is behind the id's first dot is a path. */
static void
take_error (AppServerObjects *self, const char *text)
{
  g_autoptr (GPtrArray) names = NULL;

  if (strstr (text, " not found or expired") == NULL)
    return;
  names = find_names (text, "Object @?([^\\s.@]+)(?:\\.\\S*)? not found or expired");
  for (guint i = 0; i < names->len; i++)
    {
      AppServerObject *object = g_hash_table_lookup (self->by_id, g_ptr_array_index (names, i));

      if (object != NULL)
        object->state = APP_SERVER_OBJECT_GONE;
    }
}

static void
take_result (AppServerObjects *self, AppResult *result, const char *tool)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (result)); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), i);
      AppObjectCard   *card = app_block_get_card (block);
      g_autofree char *text = NULL;

      if (card != NULL)
        g_object_set_data (G_OBJECT (card), CONNECTION, GUINT_TO_POINTER (self->connection));
      if (card != NULL && app_object_card_get_kind (card) == APP_CARD_VALUE)
        {
          app_server_object_take_card (
              add_object (self, app_object_card_get_object_id (card), tool), card);
          continue;
        }
      if (app_block_get_kind (block) == APP_BLOCK_TEXT)
        text = app_block_dup_text (block, MAX_TEXT, NULL);
      if (text != NULL && app_result_is_error (result))
        take_error (self, text);
      else if (text != NULL)
        take_text (self, text, tool);
    }
  g_signal_emit (self, changed_signal, 0);
}

AppServerObject *
app_server_objects_find (AppServerObjects *self, const char *id)
{
  g_return_val_if_fail (APP_IS_SERVER_OBJECTS (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->by_id, id);
}

AppObjectCard *
app_server_objects_dup_card (AppServerObjects *self, AppServerObject *object)
{
  g_return_val_if_fail (APP_IS_SERVER_OBJECTS (self), NULL);

  AppObjectCard *card = app_server_object_dup_card (object);

  if (object->state == APP_SERVER_OBJECT_SEEN)
    g_object_set_data (G_OBJECT (card), CONNECTION, GUINT_TO_POINTER (self->connection));
  return card;
}

gboolean
app_server_objects_is_earlier (AppServerObjects *self, AppObjectCard *card)
{
  g_return_val_if_fail (APP_IS_SERVER_OBJECTS (self), FALSE);
  g_return_val_if_fail (APP_IS_OBJECT_CARD (card), FALSE);

  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (card), CONNECTION)) != self->connection;
}

/* What was seen until now belongs to an earlier connection. */
static void
app_server_objects_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppServerObjects *self = APP_SERVER_OBJECTS (feature);

  self->connection++;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->objects)); i++)
    {
      g_autoptr (AppServerObject) object =
          g_list_model_get_item (G_LIST_MODEL (self->objects), i);

      if (object->state == APP_SERVER_OBJECT_SEEN)
        object->state = APP_SERVER_OBJECT_EARLIER;
    }
  g_signal_emit (self, changed_signal, 0);
}

static void
app_server_objects_ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  if (app_call_get_kind (call) == APP_CALL_TOOL && app_call_get_blocks (call) != NULL)
    take_result (APP_SERVER_OBJECTS (feature), app_call_get_blocks (call),
                 app_call_get_target (call));
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_server_objects_opening;
  iface->ended = app_server_objects_ended;
}

char *
app_server_objects_dup_reference (AppResult *result)
{
  guint n = result != NULL ? g_list_model_get_n_items (G_LIST_MODEL (result)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), i);
      AppObjectCard *card = app_block_get_card (block);

      if (card != NULL && app_object_card_get_kind (card) == APP_CARD_VALUE)
        return g_strconcat ("@", app_object_card_get_object_id (card),
                            *app_object_card_get_path (card) != '\0' ? "." : "",
                            app_object_card_get_path (card), NULL);
      if (app_block_get_kind (block) != APP_BLOCK_TEXT)
        continue;
      g_autofree char *text = app_block_dup_text (block, MAX_TEXT, NULL);
      g_autoptr (GPtrArray) names = text != NULL ? find_stored (text) : NULL;
      if (names != NULL && names->len > 0)
        return g_strconcat ("@", g_ptr_array_index (names, names->len - 1), NULL);
    }
  return NULL;
}

gint64
app_server_objects_get_expiry (AppSession *session, AppServerObject *object)
{
  g_return_val_if_fail (APP_IS_SESSION (session), 0);
  g_return_val_if_fail (APP_IS_SERVER_OBJECT (object), 0);

  guint seconds = store_profile_get_decisions (app_session_get_profile (session))->object_lifetime;
  if (seconds == G_MAXUINT)
    return 0;
  return object->time +
         (gint64)(seconds > 0 ? seconds : APP_SERVER_OBJECT_LIFETIME) * G_USEC_PER_SEC;
}
