/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-queue.h"

#include <gdk/gdk.h>

/* How long rows are made at a time; machines and rows differ: a number of them says little. */
#define SLICE_US 5000
/* Rows that are there when a form is seen first: about what fits a window. They are made before
 * the next frame is drawn, the others when one was. */
#define FIRST_ROWS 8u
#define BEFORE_FRAME (GDK_PRIORITY_REDRAW - 1)

typedef struct
{
  gpointer         owner; /* borrowed */
  UiFieldQueueMake make;
} Entry;

static GQueue entries = G_QUEUE_INIT; /* of Entry: what goes first is at the head */
static guint  source;
static guint  made; /* rows, since the queue was empty */

static GList *
find (gpointer owner)
{
  for (GList *link = entries.head; link != NULL; link = link->next)
    if (((Entry *)link->data)->owner == owner)
      return link;
  return NULL;
}

static void
make_one (void)
{
  Entry entry = *(Entry *)g_queue_peek_head (&entries);

  made++;
  if (!entry.make (entry.owner))
    ui_field_queue_remove (entry.owner);
}

static gboolean
make_slice (gpointer data)
{
  gint64 start = g_get_monotonic_time ();

  do
    make_one ();
  while (entries.head != NULL && g_get_monotonic_time () - start < SLICE_US);
  if (made >= FIRST_ROWS)
    g_source_set_priority (g_main_current_source (), G_PRIORITY_DEFAULT_IDLE);
  return G_SOURCE_CONTINUE;
}

void
ui_field_queue_add (gpointer owner, UiFieldQueueMake make)
{
  g_return_if_fail (owner != NULL);
  g_return_if_fail (make != NULL);

  if (find (owner) != NULL)
    return;
  Entry *entry = g_new0 (Entry, 1);
  entry->owner = owner;
  entry->make = make;
  g_queue_push_head (&entries, entry);
  if (source == 0)
    source = g_idle_add_full (BEFORE_FRAME, make_slice, NULL, NULL);
}

void
ui_field_queue_remove (gpointer owner)
{
  GList *link = find (owner);

  if (link == NULL)
    return;
  g_free (link->data);
  g_queue_delete_link (&entries, link);
  if (entries.head != NULL)
    return;
  g_clear_handle_id (&source, g_source_remove);
  made = 0;
}
