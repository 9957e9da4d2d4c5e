/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-item.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-object.h"

/* A container's taste: members, and characters of each. */
#define TASTE_ITEMS 4u
#define TASTE_CHARACTERS 24u
/* Of one row of a text, and such rows that one step shows. */
#define PIECE_CHARACTERS 2000u
#define PIECES 10u
/* Entries of a list or dict that one step shows. */
#define MAX_ENTRIES 1000u
/* Characters of a value, or of a key, in its row. */
#define MAX_CHARACTERS 2000u

/* A preview with what it needs to be shown; its rows share it. */
typedef struct
{
  AppObjectCard  *card;
  AppCardPreview *preview; /* (nullable): the card is shown as text */
  AppCardTools    tools;
} Source;

struct _AppCardItem
{
  GObject parent_instance;

  AppTreeKind    kind;
  Source        *source;
  guint          node;     /* of the preview, where the row is one */
  GListStore    *list;     /* weak: where the row stands */
  GListStore    *children; /* made when they are first asked for */
  AppCardMarker *marker;   /* (nullable): of what a row of kind MORE hides */
  AppCardItem   *problem;  /* (nullable): the row that says why it could not be brought */
  guint64        known;    /* MORE of a container: entries before the first that it hides */
  gsize          position; /* MORE of a text: where it goes on in the card's body */
  char          *name;
  char          *preview;
  char          *note;
  gboolean       value; /* stands for a node */
  gboolean       member;
  gboolean       unfolded;
  gboolean       is_loading;
};

static void init_item (AppTreeItemInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCardItem,
                               app_card_item,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_TREE_ITEM, init_item))
MCP_DEFINE_INIT (AppCardItem, app_card_item)
MCP_DEFINE_CLASS_INIT (AppCardItem, app_card_item)

static void
source_clear (gpointer data)
{
  Source *source = data;

  g_object_unref (source->card);
  g_clear_pointer (&source->preview, app_card_preview_free);
}

static void
source_unref (Source *source)
{
  g_rc_box_release_full (source, source_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Source, source_unref)

MCP_DEFINE_FINALIZE (AppCardItem, app_card_item)
{
  g_clear_weak_pointer (&self->list);
  g_clear_object (&self->children);
  g_clear_object (&self->marker);
  g_clear_object (&self->problem);
  g_clear_pointer (&self->source, source_unref);
  g_free (self->name);
  g_free (self->preview);
  g_free (self->note);
}

/* @preview: (transfer full) */
static AppCardItem *
new_item (Source *source, AppTreeKind kind, char *preview)
{
  AppCardItem *self = g_object_new (APP_TYPE_CARD_ITEM, NULL);

  self->kind = kind;
  self->source = g_rc_box_acquire (source);
  self->name = g_strdup ("");
  self->preview = preview;
  self->note = g_strdup ("");
  return self;
}

/* @item: (transfer full) */
static void
add_row (GPtrArray *rows, GListStore *list, AppCardItem *item)
{
  g_set_weak_pointer (&item->list, list);
  g_ptr_array_add (rows, item);
}

/* What is hidden: a row that brings it, or that says why nothing can. */
static void
add_marker (GPtrArray *rows, GListStore *list, Source *source, AppCardMarker *marker)
{
  AppCardItem *row;

  if (app_card_marker_get_call (marker, source->tools, NULL) == NULL)
    row = new_item (source, APP_TREE_NOTE, app_card_marker_dup_reason (marker, source->tools));
  else
    {
      row = new_item (source, APP_TREE_MORE, g_strdup (app_card_marker_get_label (marker)));
      row->marker = g_object_ref (marker);
    }
  add_row (rows, list, row);
}

/* Values, as every tree writes them */

static const AppCardNode *
get_node (Source *source, guint number)
{
  return &g_array_index (source->preview->nodes, AppCardNode, number);
}

/* Returns: (nullable): the place that hides the rest of the value */
static const AppCardPlace *
get_place (Source *source, const AppCardNode *node)
{
  return node->place != G_MAXUINT
             ? &g_array_index (source->preview->places, AppCardPlace, node->place)
             : NULL;
}

static AppTreeKind
choose_kind (const AppCardNode *node)
{
  static const struct
  {
    const char *type_name;
    AppTreeKind kind;
  } kinds[] = {
    { "dict", APP_TREE_OBJECT },
    { "list", APP_TREE_ARRAY },
    { "str", APP_TREE_STRING },
    { "bool", APP_TREE_BOOLEAN },
    { "NoneType", APP_TREE_NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (node->type_name, kinds[i].type_name) == 0)
      return kinds[i].kind;
  return APP_TREE_NUMBER;
}

/* Lines that were broken go on: below a dict behind eight spaces. Returns: (transfer full) */
static GString *
join_lines (Source *source, gsize start, gsize end)
{
  const char *body = app_object_card_get_body (source->card);
  GString    *text = g_string_sized_new (end - start);

  for (gsize i = start; i < end; i++)
    {
      if (body[i] != '\n')
        g_string_append_c (text, body[i]);
      else
        for (guint j = 0; body[0] == '{' && j < 8 && i + 1 < end && body[i + 1] == ' '; j++)
          i++;
    }
  return text;
}

/* What stands between the quotes of a Python string, between those of JSON. */
static void
append_string (GString *text, const char *at, const char *end)
{
  while (at < end)
    {
      if (*at == '"')
        g_string_append (text, "\\\"");
      else if (*at == '\\' && at + 1 < end && at[1] == '\'')
        g_string_append_c (text, *++at);
      else if (*at == '\\' && at + 1 < end)
        {
          g_string_append_len (text, at, 2);
          at++;
        }
      else
        g_string_append_c (text, *at);
      at++;
    }
}

static char *
dup_string (Source *source, gsize start, gsize end, gboolean cut)
{
  gsize quoted = !cut && end > start + 1 ? end - 1 : end;
  g_autoptr (GString) inner = join_lines (source, start + 1, MAX (quoted, start + 1));
  g_autoptr (GString) text = g_string_new ("\"");

  append_string (text, inner->str, inner->str + inner->len);
  g_string_append (text, cut ? "…\"" : "\"");
  return app_visible_text_line (text->str, MAX_CHARACTERS);
}

/* A value that is not a container. */
static char *
dup_scalar (Source *source, const AppCardNode *node)
{
  const AppCardPlace *place = get_place (source, node);
  const char         *body = app_object_card_get_body (source->card);
  g_autofree char    *text = NULL;

  switch (choose_kind (node))
    {
    case APP_TREE_STRING:
      if (place == NULL)
        return dup_string (source, node->start, node->end, FALSE);
      /* The mark stands behind the closing quote; where a word was cut there is none. */
      return dup_string (source, node->start,
                         place->offset - (place->kind == APP_MARKER_CHARACTERS ? 1 : 0), TRUE);
    case APP_TREE_BOOLEAN:
      return g_strdup (body[node->start] == 'T' ? "true" : "false");
    case APP_TREE_NULL:
      return g_strdup ("null");
    default:
      text = g_strndup (body + node->start, node->end - node->start);
      return app_visible_text_line (text, MAX_CHARACTERS);
    }
}

/* A key as printed, without its quotes. */
static char *
dup_name (Source *source, const AppCardNode *node)
{
  if (node->name_end - node->name_start < 2)
    return g_strdup ("");
  g_autoptr (GString) name = join_lines (source, node->name_start + 1, node->name_end - 1);
  return app_visible_text_line (name->str, MAX_CHARACTERS);
}

/* The next entry of the container @parent behind the node @number, or its first for itself.
 * Returns: G_MAXUINT: there is none */
static guint
find_entry (Source *source, guint parent, guint number)
{
  GArray            *nodes = source->preview->nodes;
  const AppCardNode *container = get_node (source, parent);

  for (guint i = number + 1; i < nodes->len; i++)
    {
      const AppCardNode *node = get_node (source, i);

      if (node->parent == parent)
        return i;
      if (node->start >= container->end)
        break;
    }
  return G_MAXUINT;
}

static gboolean
is_container (const AppCardNode *node)
{
  AppTreeKind kind = choose_kind (node);

  return kind == APP_TREE_OBJECT || kind == APP_TREE_ARRAY;
}

static gboolean
is_folded (Source *source, const AppCardNode *node)
{
  const AppCardPlace *place = get_place (source, node);

  return place != NULL && place->kind == APP_MARKER_DEPTH;
}

static void
append_taste (GString *taste, Source *source, guint number)
{
  const AppCardNode *node = get_node (source, number);
  gboolean           object = choose_kind (node) == APP_TREE_OBJECT;

  if (node->name_end > 0)
    {
      g_autofree char *name = dup_name (source, node);
      g_autofree char *shown = app_visible_text_line (name, TASTE_CHARACTERS);

      g_string_append_printf (taste, "\"%s\": ", shown);
    }
  if (is_container (node) && !is_folded (source, node) &&
      find_entry (source, number, number) == G_MAXUINT && node->all)
    g_string_append (taste, object ? "{}" : "[]");
  else if (is_container (node))
    g_string_append (taste, object ? "{…}" : "[…]");
  else
    {
      g_autofree char *text = dup_scalar (source, node);
      g_autofree char *shown = app_visible_text_line (text, TASTE_CHARACTERS);

      g_string_append (taste, shown);
      if (text[0] == '"' && g_str_has_suffix (shown, "…"))
        g_string_append_c (taste, '"');
    }
}

static char *
dup_taste (Source *source, guint number)
{
  const AppCardNode *node = get_node (source, number);
  gboolean           object = choose_kind (node) == APP_TREE_OBJECT;
  GString           *taste = g_string_new (object ? "{" : "[");
  guint              entry = find_entry (source, number, number);

  for (guint i = 0; i < TASTE_ITEMS && entry != G_MAXUINT; i++)
    {
      if (i > 0)
        g_string_append (taste, ", ");
      append_taste (taste, source, entry);
      entry = find_entry (source, number, entry);
    }
  if (entry != G_MAXUINT || !node->all)
    g_string_append (taste, taste->len > 1 ? ", …" : "…");
  g_string_append_c (taste, object ? '}' : ']');
  return g_string_free (taste, FALSE);
}

/* "object · 42"; without the number where the preview does not tell it. */
static char *
dup_container_note (Source *source, guint number)
{
  const AppCardNode  *node = get_node (source, number);
  const AppCardPlace *place = get_place (source, node);
  const char         *kind = choose_kind (node) == APP_TREE_OBJECT ? "object" : "array";
  guint64             count = 0;

  if (is_folded (source, node) || (place == NULL && !node->all))
    return g_strdup (kind);
  for (guint entry = number; (entry = find_entry (source, number, entry)) != G_MAXUINT;)
    count++;
  if (place != NULL)
    count += place->hidden;
  return g_strdup_printf ("%s · %'" G_GUINT64_FORMAT, kind, count);
}

/* What a string's row says of what it does not show. */
static char *
dup_string_note (Source *source, const AppCardNode *node)
{
  const AppCardPlace *place = get_place (source, node);

  if (place == NULL)
    return g_strdup ("");
  if (place->kind == APP_MARKER_CUT)
    return g_strdup (_ ("cut off"));
  g_autoptr (AppCardMarker) marker = app_card_marker_new (NULL, place);
  return g_strdup (app_card_marker_get_label (marker));
}

static AppCardItem *
new_value (Source *source, guint number)
{
  const AppCardNode *node = get_node (source, number);
  gboolean           container = is_container (node);
  AppCardItem       *self = new_item (source,
                                      choose_kind (node),
                                container ? dup_taste (source, number)
                                                : dup_scalar (source, node));

  self->node = number;
  self->value = TRUE;
  self->member = node->name_end > 0;
  g_free (self->name);
  self->name = self->member ? dup_name (source, node)
                            : g_strdup_printf ("%" G_GUINT64_FORMAT, node->index);
  g_free (self->note);
  self->note = container ? dup_container_note (source, number) : dup_string_note (source, node);
  return self;
}

/* Rows */

/* @known: entries that are shown already */
static void
add_entries (GPtrArray *rows, GListStore *list, Source *source, guint parent, guint64 known)
{
  const AppCardPlace *place = get_place (source, get_node (source, parent));
  guint64             count = 0;

  for (guint entry = parent; (entry = find_entry (source, parent, entry)) != G_MAXUINT; count++)
    if (count >= known && count < known + MAX_ENTRIES)
      add_row (rows, list, new_value (source, entry));
  if (count > known + MAX_ENTRIES)
    {
      guint64      hidden = count - known - MAX_ENTRIES + (place != NULL ? place->hidden : 0);
      AppCardItem *more = new_item (source, APP_TREE_MORE,
                                    g_strdup_printf (_ ("… %'u more"), (guint)hidden));

      more->node = parent;
      more->known = known + MAX_ENTRIES;
      add_row (rows, list, more);
    }
  else if (place != NULL)
    {
      g_autoptr (AppCardMarker) marker =
          app_card_marker_new (app_object_card_get_object_id (source->card), place);

      add_marker (rows, list, source, marker);
    }
}

/* The length of a row of a text: whole lines where they are not too long. */
static gsize
measure_piece (const char *text)
{
  const char *line = NULL;
  const char *at = text;

  for (guint i = 0; i < PIECE_CHARACTERS && *at != '\0'; i++)
    {
      at++;
      while (((guint8)*at & 0xc0) == 0x80)
        at++;
      if (at[-1] == '\n')
        line = at;
    }
  return (gsize)((*at != '\0' && line != NULL ? line : at) - text);
}

static void
add_text (GPtrArray *rows, GListStore *list, Source *source, gsize position)
{
  const char *body = app_object_card_get_body (source->card);

  for (guint i = 0; i < PIECES && body[position] != '\0'; i++)
    {
      gsize            length = measure_piece (body + position);
      gboolean         ended = length > 0 && body[position + length - 1] == '\n';
      g_autofree char *piece = g_strndup (body + position, length - (ended ? 1 : 0));

      add_row (rows, list, new_item (source, APP_TREE_PIECE, app_visible_text_block (piece, 0)));
      position += length;
    }
  if (body[position] != '\0')
    {
      g_autofree char *size = app_visible_text_size (strlen (body + position));
      AppCardItem     *more = new_item (source, APP_TREE_MORE, g_strdup_printf ("+ %s", size));

      more->position = position;
      add_row (rows, list, more);
    }
}

/* Where the one list or dict among the outermost is what the rest is about. */
static void
unfold_single (GPtrArray *rows)
{
  AppCardItem *single = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      AppCardItem *row = rows->pdata[i];

      if (!row->value || !app_tree_item_is_container (APP_TREE_ITEM (row)))
        continue;
      if (single != NULL)
        return;
      single = row;
    }
  if (single != NULL && !is_folded (single->source, get_node (single->source, single->node)))
    single->unfolded = TRUE;
}

static void
add_card (GPtrArray *rows, GListStore *list, Source *source, guint64 known)
{
  AppObjectCard *card = source->card;
  const char    *body = app_object_card_get_body (card);
  const char    *id = app_object_card_get_object_id (card);

  if (app_object_card_is_container (card))
    source->preview = app_card_preview_new (body,
                                            strlen (body),
                                            id[0] != '\0' ? app_object_card_get_path (card) : NULL,
                                            app_object_card_get_start (card));
  if (source->preview != NULL && source->preview->understood &&
      is_container (get_node (source, 0)) && !is_folded (source, get_node (source, 0)))
    {
      guint first = rows->len;

      add_entries (rows, list, source, 0, known);
      if (rows->len == first && known == 0)
        add_row (rows, list, new_item (source, APP_TREE_NOTE, g_strdup (_ ("Empty"))));
      return;
    }
  if (source->preview != NULL)
    add_row (rows, list,
             new_item (source, APP_TREE_NOTE,
                       g_strdup (_ ("The preview is not in the form that the server’s objects "
                                    "have, so it is shown as text."))));
  if (body[0] == '\0')
    add_row (rows, list, new_item (source, APP_TREE_NOTE, g_strdup (_ ("Empty"))));
  add_text (rows, list, source, 0);
}

static Source *
new_source (AppObjectCard *card, AppCardTools tools)
{
  Source *source = g_rc_box_new0 (Source);

  source->card = g_object_ref (card);
  source->tools = tools;
  return source;
}

GListModel *
app_card_item_list_new (AppObjectCard *card, AppCardTools tools)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GListStore *list = g_list_store_new (APP_TYPE_CARD_ITEM);

  g_return_val_if_fail (APP_IS_OBJECT_CARD (card), G_LIST_MODEL (list));

  g_autoptr (Source) source = new_source (card, tools);
  add_card (rows, list, source, 0);
  unfold_single (rows);
  g_list_store_splice (list, 0, 0, rows->pdata, rows->len);
  return G_LIST_MODEL (list);
}

static gboolean
has_children (AppCardItem *self)
{
  const AppCardNode *node;

  if (!self->value)
    return FALSE;
  node = get_node (self->source, self->node);
  return get_place (self->source, node) != NULL ||
         (is_container (node) && find_entry (self->source, self->node, self->node) != G_MAXUINT);
}

/* They stay: what was brought is there when the row is unfolded again. */
static GListModel *
create_children (AppTreeItem *item)
{
  AppCardItem *self = APP_CARD_ITEM (item);
  g_autoptr (GPtrArray) rows = NULL;

  if (!has_children (self))
    return NULL;
  if (self->children == NULL)
    {
      rows = g_ptr_array_new_with_free_func (g_object_unref);
      self->children = g_list_store_new (APP_TYPE_CARD_ITEM);
      add_entries (rows, self->children, self->source, self->node, 0);
      g_list_store_splice (self->children, 0, 0, rows->pdata, rows->len);
    }
  return g_object_ref (G_LIST_MODEL (self->children));
}

/* Calls and what they bring */

MCP_DEFINE_GETTER (AppCardMarker *, AppCardItem, app_card_item, marker)
MCP_DEFINE_FLAG (AppCardItem, app_card_item, is_loading)

static void
show_state (AppCardItem *self, gboolean loading)
{
  self->is_loading = loading;
  g_free (self->preview);
  self->preview = g_strdup (loading ? _ ("Loading…") : app_card_marker_get_label (self->marker));
  app_tree_item_changed (APP_TREE_ITEM (self));
}

static void
forget_problem (AppCardItem *self)
{
  guint position;

  if (self->problem != NULL && self->list != NULL &&
      g_list_store_find (self->list, self->problem, &position))
    g_list_store_remove (self->list, position);
  g_clear_object (&self->problem);
}

void
app_card_item_set_loading (AppCardItem *self)
{
  g_return_if_fail (APP_IS_CARD_ITEM (self) && self->marker != NULL);

  forget_problem (self);
  show_state (self, TRUE);
}

void
app_card_item_set_problem (AppCardItem *self, const char *problem)
{
  guint position;

  g_return_if_fail (APP_IS_CARD_ITEM (self) && self->marker != NULL);

  forget_problem (self);
  show_state (self, FALSE);
  if (problem == NULL || self->list == NULL ||
      !g_list_store_find (self->list, self, &position))
    return;
  self->problem =
      new_item (self->source, APP_TREE_PROBLEM, app_visible_text_block (problem, MAX_CHARACTERS));
  g_list_store_insert (self->list, position + 1, self->problem);
}

gboolean
app_card_item_set_response (AppCardItem *self, const char *text, GError **error)
{
  g_autoptr (AppCardMarker) rest = NULL;
  g_autoptr (Source) source = NULL;
  guint position;

  g_return_val_if_fail (APP_IS_CARD_ITEM (self) && self->marker != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  g_autoptr (AppObjectCard) card = app_card_marker_read (self->marker, text, &rest, error);
  if (card == NULL)
    return FALSE;
  forget_problem (self);
  if (self->list == NULL || !g_list_store_find (self->list, self, &position))
    return TRUE;
  g_autoptr (AppCardItem) keep = g_object_ref (self);
  source = new_source (card, self->source->tools);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  add_card (rows, self->list, source, app_card_marker_get_known (self->marker));
  if (rest != NULL)
    add_marker (rows, self->list, source, rest);
  g_list_store_splice (self->list, position, 1, rows->pdata, rows->len);
  return TRUE;
}

/* @rows: (nullable): of AppCardItem. Returns: (transfer full) (nullable): the texts that came, one
 * after the other */
static char *
join_pieces (GListModel *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Source *last = NULL;

  for (guint i = 0; rows != NULL && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (AppCardItem) row = g_list_model_get_item (rows, i);

      if (row->kind == APP_TREE_PIECE && row->source != last)
        g_string_append (text, app_object_card_get_body (row->source->card));
      last = row->source;
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

char *
app_card_item_dup_text (AppCardItem *self)
{
  g_return_val_if_fail (APP_IS_CARD_ITEM (self), NULL);

  if (self->kind == APP_TREE_PIECE)
    return join_pieces (G_LIST_MODEL (self->list));
  return self->kind == APP_TREE_STRING ? join_pieces (G_LIST_MODEL (self->children)) : NULL;
}

/* What the preview has and does not show yet is here; the rest is the server's. */
static gboolean
reveal (AppTreeItem *item)
{
  AppCardItem *self = APP_CARD_ITEM (item);
  g_autoptr (AppCardItem) keep = g_object_ref (self);
  guint position;

  if (self->kind != APP_TREE_MORE || self->marker != NULL || self->list == NULL ||
      !g_list_store_find (self->list, self, &position))
    return FALSE;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  if (self->known > 0)
    add_entries (rows, self->list, self->source, self->node, self->known);
  else
    add_text (rows, self->list, self->source, self->position);
  g_list_store_splice (self->list, position, 1, rows->pdata, rows->len);
  return TRUE;
}

/* AppTreeItem */

static AppTreeKind
get_kind (AppTreeItem *item)
{
  return APP_CARD_ITEM (item)->kind;
}

static const char *
get_name (AppTreeItem *item)
{
  return APP_CARD_ITEM (item)->name;
}

static const char *
get_preview (AppTreeItem *item)
{
  return APP_CARD_ITEM (item)->preview;
}

static const char *
get_note (AppTreeItem *item)
{
  return APP_CARD_ITEM (item)->note;
}

static gboolean
is_member (AppTreeItem *item)
{
  return APP_CARD_ITEM (item)->member;
}

static gboolean
starts_unfolded (AppTreeItem *item)
{
  return APP_CARD_ITEM (item)->unfolded;
}

static char *
dup_path (AppTreeItem *item)
{
  AppCardItem *self = APP_CARD_ITEM (item);

  return self->value ? g_strdup (get_node (self->source, self->node)->path) : NULL;
}

static void
init_item (AppTreeItemInterface *iface)
{
  iface->get_kind = get_kind;
  iface->get_name = get_name;
  iface->get_preview = get_preview;
  iface->get_note = get_note;
  iface->is_member = is_member;
  iface->starts_unfolded = starts_unfolded;
  iface->create_children = create_children;
  iface->reveal = reveal;
  iface->dup_path = dup_path;
}
