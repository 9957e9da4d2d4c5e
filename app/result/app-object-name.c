/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-name.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-object-words.h"
#include "app-visible-text.h"

#define ID_PREFIX "obj_"
/* Of an id that many machines share: enough to tell it from the others. */
#define SHORT_ID 8
#define MAX_NAME 100

char *
app_object_name_dup_for_id (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  const char *rest = g_str_has_prefix (id, ID_PREFIX) ? id + strlen (ID_PREFIX) : id;
  guint64     number;

  /* Translators: the results of calls, numbered, or with what tells them apart */
  if (g_ascii_string_to_unsigned (rest, 10, 1, G_MAXUINT, &number, NULL))
    return g_strdup_printf (_ ("Result %u"), (guint)number);
  if (rest == id)
    return g_strdup (id);
  return g_strdup_printf (_ ("Result %.*s"), SHORT_ID, rest);
}

char *
app_object_name_dup (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  const char *id = store_object_get_id (object);

  return id != NULL ? app_object_name_dup_for_id (id) : g_strdup (_ ("Result"));
}

char *
app_object_name_dup_for_facts (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);
  return facts->name != NULL ? app_visible_text_line (facts->name, MAX_NAME)
                             : app_object_name_dup_for_id (facts->id);
}

static char *
dup_type (StoreObjectKind kind, const char *type_name, gint64 length)
{
  /* Translators: of data that is no text */
  if (kind == STORE_OBJECT_BLOB)
    return g_strdup (_ ("binary"));
  return app_object_dup_type (type_name, length);
}

char *
app_object_name_dup_type (StoreObject *object)
{
  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);
  return dup_type (store_object_get_kind (object), store_object_get_type_name (object),
                   store_object_get_length (object));
}

char *
app_object_name_dup_type_for_facts (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  return dup_type (facts->kind, facts->type_name, facts->length);
}

char *
app_object_name_dup_age (gint64 time)
{
  gint64 minutes = (g_get_real_time () - time) / G_USEC_PER_SEC / 60;

  if (time == 0)
    return g_strdup ("");
  if (minutes < 1)
    return g_strdup (_ ("just now"));
  if (minutes < 60)
    return g_strdup_printf (_ ("%d min ago"), (int)minutes);
  if (minutes < 24 * 60)
    return g_strdup_printf (_ ("%d h ago"), (int)(minutes / 60));

  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);

  return when != NULL ? g_date_time_format (when, "%x %H:%M") : g_strdup ("");
}

char *
app_object_name_dup_expiry (gint64 time)
{
  gint64 seconds = MAX (time - g_get_real_time (), 0) / G_USEC_PER_SEC;

  if (time == 0)
    return NULL;
  if (seconds < 120)
    return g_strdup_printf (_ ("expires in %d s"), (int)seconds);
  if (seconds < 120 * 60)
    return g_strdup_printf (_ ("expires in %d min"), (int)((seconds + 30) / 60));
  if (seconds < 48 * 60 * 60)
    return g_strdup_printf (_ ("expires in %d h"), (int)((seconds + 1800) / 3600));
  return g_strdup_printf (_ ("expires in %d days"), (int)((seconds + 43200) / 86400));
}
