/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-object.h"

#include <string.h>

#include "app-card-preview.h"
#include "mcp-object.h"

/* How much of a value is shown beside a field. Bytes. */
#define MAX_TEXT 4096u

/* One preview. */
typedef struct
{
  AppObjectCard *card;
  char          *steps; /* its path, see dup_steps() */
  GArray        *nodes; /* (nullable): of AppCardNode, with the card's type; %NULL until they are
                         * asked for */
} Showing;

G_DEFINE_FINAL_TYPE (AppServerObject, app_server_object, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppServerObject, app_server_object)

static void
showing_free (gpointer data)
{
  Showing *showing = data;

  g_object_unref (showing->card);
  g_free (showing->steps);
  g_clear_pointer (&showing->nodes, g_array_unref);
  g_free (showing);
}

void
app_server_view_clear (AppServerView *self)
{
  g_clear_pointer (&self->type_name, g_free);
  g_clear_pointer (&self->text, g_free);
}

MCP_DEFINE_FINALIZE (AppServerObject, app_server_object)
{
  g_queue_clear_full (&self->showings, showing_free);
  g_free (self->id);
  g_free (self->tool);
}

static void
app_server_object_init (AppServerObject *self)
{
  g_queue_init (&self->showings);
}

AppServerObject *
app_server_object_new (const char *id, const char *tool, gint64 time)
{
  AppServerObject *self = g_object_new (APP_TYPE_SERVER_OBJECT, NULL);

  self->id = g_strdup (id);
  self->tool = g_strdup (tool);
  self->time = time;
  return self;
}

/* A path in one spelling: its parts, each behind a "/", without quotes. "a.0" and "a[0]" lead to
 * the same item of a list. */
static char *
dup_steps (const char *path)
{
  GString *steps = g_string_new (NULL);
  gboolean in_brackets = FALSE;
  gboolean begun = FALSE;

  for (const char *at = path; *at != '\0'; at++)
    {
      gboolean quote = in_brackets && (*at == '\'' || *at == '"');

      if (*at == '[' || *at == ']' || (*at == '.' && !in_brackets))
        begun = FALSE;
      else if (!quote)
        {
          if (!begun)
            g_string_append_c (steps, '/');
          begun = TRUE;
          g_string_append_c (steps, *at);
        }
      if (*at == '[' || *at == ']')
        in_brackets = *at == '[';
    }
  return g_string_free (steps, FALSE);
}

void
app_server_object_take_card (AppServerObject *self, AppObjectCard *card)
{
  g_return_if_fail (APP_IS_SERVER_OBJECT (self));
  g_return_if_fail (APP_IS_OBJECT_CARD (card));

  Showing *showing = g_new0 (Showing, 1);
  showing->card = g_object_ref (card);
  showing->steps = dup_steps (app_object_card_get_path (card));
  g_queue_push_head (&self->showings, showing);
  while (self->showings.length > APP_SERVER_OBJECT_MAX_CARDS)
    showing_free (g_queue_pop_tail (&self->showings));
  self->state = APP_SERVER_OBJECT_SEEN;
}

AppObjectCard *
app_server_object_dup_card (AppServerObject *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OBJECT (self), NULL);

  Showing         *latest = g_queue_peek_head (&self->showings);
  g_autofree char *text = g_strdup_printf ("@%s → object\n\n…", self->id);

  for (GList *each = self->showings.head; each != NULL; each = each->next)
    if (*((Showing *)each->data)->steps == '\0')
      return g_object_ref (((Showing *)each->data)->card);
  return latest != NULL ? g_object_ref (latest->card) : app_object_card_new_for_text (text, -1);
}

static gboolean
is_container (const char *type_name)
{
  return g_strcmp0 (type_name, "dict") == 0 || g_strcmp0 (type_name, "list") == 0;
}

/* The values that a preview shows; of anything but a list or dict it is the value itself. */
static GArray *
get_nodes (Showing *showing)
{
  const char *body = app_object_card_get_body (showing->card);
  gsize       length = strlen (body);
  const char *type_name = app_object_card_get_type_name (showing->card);
  AppCardNode node = { .type_name = type_name, .end = length, .parent = G_MAXUINT };
  gboolean    readable = app_object_card_is_container (showing->card);
  g_autoptr (AppCardPreview) preview = NULL;

  if (showing->nodes != NULL)
    return showing->nodes;
  preview = app_card_preview_new (body,
                                  readable ? length : 0,
                                  app_object_card_get_path (showing->card),
                                  0);
  showing->nodes = g_steal_pointer (&preview->nodes);
  if (!readable)
    g_array_set_size (showing->nodes, 0);
  if (showing->nodes->len == 0)
    {
      /* The explorer never cuts a string that is the whole preview. */
      node.whole = node.all = !is_container (type_name);
      node.path = g_strdup (app_object_card_get_path (showing->card));
      g_array_append_val (showing->nodes, node);
    }
  return showing->nodes;
}

/* Lines but the first begin where the value does: where its last line, a closing bracket, is. */
static char *
dup_dedented (const char *text, gsize length)
{
  gsize indent = 0;

  for (gsize i = length; i > 0; i--)
    if (text[i - 1] == '\n')
      {
        indent = strspn (text + i, " ");
        break;
      }
  while (length > MAX_TEXT || (length > 0 && length == MAX_TEXT && (text[length] & 0xc0) == 0x80))
    length = length > MAX_TEXT ? MAX_TEXT : length - 1;
  g_autofree char *cut = g_strndup (text, length);
  g_auto (GStrv) lines = g_strsplit (cut, "\n", -1);
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    {
      gsize spaces = MIN (indent, strspn (lines[i], " "));

      memmove (lines[i], lines[i] + spaces, strlen (lines[i] + spaces) + 1);
    }
  return g_strjoinv ("\n", lines);
}

/* How many entries a container shows. */
static guint
count_children (GArray *nodes, guint index)
{
  guint count = 0;

  for (guint i = index + 1; i < nodes->len; i++)
    count += g_array_index (nodes, AppCardNode, i).parent == index;
  return count;
}

static void
show_node (Showing *showing, guint index, AppServerView *view)
{
  const AppCardNode *node = &g_array_index (showing->nodes, AppCardNode, index);
  const char        *body = app_object_card_get_body (showing->card);

  view->place = APP_SERVER_PLACE_FOUND;
  view->type_name = g_strdup (node->type_name);
  view->whole = node->whole;
  view->text = dup_dedented (body + node->start, node->end - node->start);
  view->length = -1;
  if (index == 0)
    view->length = app_object_card_get_length (showing->card);
  else if (node->whole && is_container (node->type_name))
    view->length = count_children (showing->nodes, index);
}

/* Whether @steps lie below @outer; the same does not. */
static gboolean
is_below (const char *steps, const char *outer)
{
  gsize length = strlen (outer);

  return strncmp (steps, outer, length) == 0 && steps[length] == '/';
}

/* Looks into one preview. Returns: whether it says anything of the place */
static gboolean
look_into (Showing *showing, const char *steps, AppServerView *view)
{
  GArray *nodes = get_nodes (showing);
  guint   nearest = G_MAXUINT;
  gsize   nearest_length = 0;

  if (strcmp (steps, showing->steps) != 0 && !is_below (steps, showing->steps))
    return FALSE;
  for (guint i = 0; i < nodes->len; i++)
    {
      const AppCardNode *node = &g_array_index (nodes, AppCardNode, i);
      g_autofree char   *own = node->path != NULL ? dup_steps (node->path) : NULL;

      if (own == NULL)
        continue;
      if (strcmp (own, steps) == 0)
        {
          show_node (showing, i, view);
          return TRUE;
        }
      if (is_below (steps, own) && (nearest == G_MAXUINT || strlen (own) > nearest_length))
        {
          nearest = i;
          nearest_length = strlen (own);
        }
    }
  /* A container that shows all entries has nothing else; a scalar has nothing in it. */
  if (nearest == G_MAXUINT)
    return FALSE;
  const AppCardNode *outer = &g_array_index (nodes, AppCardNode, nearest);
  if (is_container (outer->type_name) && !outer->all)
    return FALSE;
  view->place = APP_SERVER_PLACE_NOWHERE;
  return TRUE;
}

void
app_server_object_look (AppServerObject *self, const char *path, AppServerView *view)
{
  g_return_if_fail (APP_IS_SERVER_OBJECT (self));
  g_return_if_fail (path != NULL && view != NULL);

  *view = (AppServerView){ .length = -1 };
  if (!app_card_preview_is_path (path, NULL))
    {
      view->place = APP_SERVER_PLACE_FORBIDDEN;
      return;
    }
  g_autofree char *steps = dup_steps (path);
  for (GList *link = self->showings.head; link != NULL; link = link->next)
    {
      g_auto (AppServerView) seen = { .length = -1 };

      if (!look_into (link->data, steps, &seen))
        continue;
      /* The latest that shows the place counts, unless an earlier one shows more of it. */
      if (view->place != APP_SERVER_PLACE_FOUND || (seen.whole && !view->whole))
        {
          app_server_view_clear (view);
          *view = seen;
          seen = (AppServerView){ .length = -1 };
        }
    }
}

GPtrArray *
app_server_object_list_children (AppServerObject *self, const char *path, guint max)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_return_val_if_fail (APP_IS_SERVER_OBJECT (self), paths);
  g_return_val_if_fail (path != NULL, paths);

  g_autofree char *steps = dup_steps (path);
  for (GList *link = self->showings.head; link != NULL; link = link->next)
    {
      GArray *nodes = get_nodes (link->data);

      for (guint i = 0; i < nodes->len && paths->len < max; i++)
        {
          const char      *own = g_array_index (nodes, AppCardNode, i).path;
          g_autofree char *own_steps = own != NULL ? dup_steps (own) : NULL;

          if (own_steps == NULL || !is_below (own_steps, steps) ||
              strchr (own_steps + strlen (steps) + 1, '/') != NULL)
            continue;
          if (g_hash_table_add (known, g_steal_pointer (&own_steps)))
            g_ptr_array_add (paths, g_strdup (own));
        }
    }
  return paths;
}
