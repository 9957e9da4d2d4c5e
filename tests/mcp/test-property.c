/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties as rows of a table: each type is read from its field and from its getter, and kept or
 * handed to its setter. */

#include "mcp-tests.h"
#include "mcp-property.h"

#include <gio/gio.h>

typedef struct
{
  GObject       parent_instance;
  char         *word;
  gboolean      ready;
  int           low;
  guint         size;
  gint64        offset;
  guint64       total;
  double        share;
  GSocketType   socket;
  GStrv         names;
  GCancellable *cancellable;
  GListModel   *items;
  guint         n_set;
} Thing;

typedef GObjectClass ThingClass;

enum {
  PROP_WORD = 1,
  PROP_READY,
  PROP_LOW,
  PROP_SIZE,
  PROP_OFFSET,
  PROP_TOTAL,
  PROP_SHARE,
  PROP_SOCKET,
  PROP_NAMES,
  PROP_CANCELLABLE,
  PROP_ITEMS,
  PROP_DOUBLED,
  PROP_GREETING,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static GType thing_get_type (void);
G_DEFINE_TYPE (Thing, thing, G_TYPE_OBJECT)

static guint
thing_get_doubled (Thing *self)
{
  return self->size * 2;
}

static void
thing_set_doubled (Thing *self, guint doubled)
{
  self->size = doubled / 2;
  self->n_set++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOUBLED]);
}

static const char *
thing_get_greeting (Thing *self)
{
  return "hello";
}

static void
thing_finalize (GObject *object)
{
  Thing *self = (Thing *)object;

  g_free (self->word);
  g_strfreev (self->names);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (thing_parent_class)->finalize (object);
}

static void
thing_class_init (ThingClass *klass)
{
  const GParamFlags write = G_PARAM_READWRITE;
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_WORD] = { "word", G_TYPE_STRING, NULL, G_STRUCT_OFFSET (Thing, word), write },
    [PROP_READY] = { "ready", G_TYPE_BOOLEAN, NULL, G_STRUCT_OFFSET (Thing, ready), write },
    [PROP_LOW] = { "low", G_TYPE_INT, NULL, G_STRUCT_OFFSET (Thing, low), write },
    [PROP_SIZE] = { "size", G_TYPE_UINT, NULL, G_STRUCT_OFFSET (Thing, size), write },
    [PROP_OFFSET] = { "offset", G_TYPE_INT64, NULL, G_STRUCT_OFFSET (Thing, offset), write },
    [PROP_TOTAL] = { "total", G_TYPE_UINT64, NULL, G_STRUCT_OFFSET (Thing, total), write },
    [PROP_SHARE] = { "share", G_TYPE_DOUBLE, NULL, G_STRUCT_OFFSET (Thing, share), write },
    [PROP_SOCKET] = { "socket", G_TYPE_SOCKET_TYPE, NULL, G_STRUCT_OFFSET (Thing, socket), write },
    [PROP_NAMES] = { "names", G_TYPE_STRV, NULL, G_STRUCT_OFFSET (Thing, names), write },
    [PROP_CANCELLABLE] = { "cancellable", G_TYPE_CANCELLABLE, NULL,
                           G_STRUCT_OFFSET (Thing, cancellable), write },
    [PROP_ITEMS] = { "items", G_TYPE_LIST_MODEL, NULL, G_STRUCT_OFFSET (Thing, items), write },
    [PROP_DOUBLED] = { "doubled", G_TYPE_UINT, G_CALLBACK (thing_get_doubled), 0, write,
                       G_CALLBACK (thing_set_doubled) },
    [PROP_GREETING] = { "greeting", G_TYPE_STRING, G_CALLBACK (thing_get_greeting) },
  };

  klass->finalize = thing_finalize;
  mcp_property_install (klass, rows, properties, N_PROPERTIES);
}

static void
thing_init (Thing *self)
{
}

static void
count (guint *n)
{
  ++*n;
}

static void
test_values (void)
{
  const char *const pair[] = { "a", "b", NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GListStore) store = g_list_store_new (G_TYPE_OBJECT);
  Thing *thing = g_object_new (thing_get_type (), NULL);
  guint  notified = 0;

  g_signal_connect_swapped (thing, "notify", G_CALLBACK (count), &notified);
  for (int round = 0; round < 2; round++) /* what is replaced is freed */
    g_object_set (thing, "word", "w", "ready", TRUE, "low", -3, "size", 4000000000u, "offset",
                  G_MININT64, "total", G_MAXUINT64, "share", -0.5, "socket", G_SOCKET_TYPE_SEQPACKET,
                  "names", pair, "cancellable", cancellable, "items", store, NULL);
  g_assert_cmpuint (notified, ==, 22);

  g_autofree char *word = NULL;
  g_autofree char *greeting = NULL;
  g_auto (GStrv) names = NULL;
  g_autoptr (GObject) object = NULL;
  g_autoptr (GObject) items = NULL;
  gboolean    ready;
  int         low;
  guint       size;
  gint64      offset;
  guint64     total;
  double      share;
  GSocketType socket;
  g_object_get (thing, "word", &word, "ready", &ready, "low", &low, "size", &size, "offset", &offset,
                "total", &total, "share", &share, "socket", &socket, "names", &names, "cancellable",
                &object, "items", &items, "greeting", &greeting, NULL);
  g_assert_cmpstr (word, ==, "w");
  g_assert_true (ready);
  g_assert_cmpint (low, ==, -3);
  g_assert_cmpuint (size, ==, 4000000000u);
  g_assert_cmpint (offset, ==, G_MININT64);
  g_assert_cmpuint (total, ==, G_MAXUINT64);
  g_assert_cmpfloat (share, ==, -0.5);
  g_assert_cmpint (socket, ==, G_SOCKET_TYPE_SEQPACKET);
  g_assert_true (g_strv_equal ((const char *const *)names, pair));
  g_assert_true (object == (GObject *)cancellable);
  g_assert_true (items == (GObject *)store);
  g_assert_cmpstr (greeting, ==, "hello");

  g_object_set (thing, "word", NULL, "names", NULL, "cancellable", NULL, NULL);
  g_assert_null (thing->word);
  g_assert_null (thing->names);
  g_assert_null (thing->cancellable);
  g_object_unref (thing);
}

static void
test_functions (void)
{
  Thing *thing = g_object_new (thing_get_type (), NULL);
  guint  doubled;

  g_object_set (thing, "doubled", 14u, NULL);
  g_assert_cmpuint (thing->n_set, ==, 1);
  g_assert_cmpuint (thing->size, ==, 7);
  g_object_get (thing, "doubled", &doubled, NULL);
  g_assert_cmpuint (doubled, ==, 14);
  g_assert_false (properties[PROP_GREETING]->flags & G_PARAM_WRITABLE);
  g_object_unref (thing);
}

void
add_property_tests (void)
{
  g_test_add_func ("/property/values", test_values);
  g_test_add_func ("/property/functions", test_functions);
}
