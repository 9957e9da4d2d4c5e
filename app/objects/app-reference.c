/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-reference.h"

#include <string.h>

#include "store-referenceable.h"

#define OBJECT_PREFIX "object:"

G_DEFINE_BOXED_TYPE (AppReference, app_reference, app_reference_ref, app_reference_unref)

static AppReference *
app_reference_new (AppReferenceKind kind, const char *store, const char *id, const char *path)
{
  AppReference *self = g_new0 (AppReference, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->store = g_strdup (store);
  self->id = g_strdup (id);
  self->path = g_strdup (path != NULL ? path : "");
  return self;
}

AppReference *
app_reference_new_server (const char *id, const char *path)
{
  AppReference *self;

  g_return_val_if_fail (id != NULL, NULL);

  self = app_reference_new (APP_REFERENCE_SERVER, "", id, path);
  /* The servers take everything behind the first dot for the path, brackets included. */
  self->text = g_strdup_printf ("@%s%s%s", id, self->path[0] != '\0' ? "." : "", self->path);
  return self;
}

AppReference *
app_reference_new_object (const char *store, const char *id, const char *path)
{
  AppReference *self;

  g_return_val_if_fail (store != NULL && id != NULL, NULL);

  self = app_reference_new (APP_REFERENCE_OBJECT, store, id, path);
  gboolean dot = self->path[0] != '\0' && self->path[0] != '[';
  self->text =
      g_strdup_printf (OBJECT_PREFIX "%s/%s%s%s", store, id, dot ? "." : "", self->path);
  return self;
}

static AppReference *
parse_server (const char *text)
{
  g_autofree char *id = NULL;
  AppReference    *self;
  gsize            length = strcspn (text, ".");

  if (*text == '\0')
    return NULL;
  id = g_strndup (text, length);
  self = app_reference_new_server (id, text[length] == '.' ? text + length + 1 : "");
  /* "@obj_001." is the whole object too; it is sent as it was written. */
  g_free (self->text);
  self->text = g_strconcat ("@", text, NULL);
  return self;
}

static AppReference *
parse_object (const char *text)
{
  g_autofree char *id = NULL;
  AppReference    *self;
  const char      *slash = strchr (text, '/');

  if (slash == NULL || slash == text || slash[1] == '\0')
    return NULL;
  g_autofree char *store = g_strndup (text, (gsize)(slash - text));
  const char      *path = slash + 1 + strcspn (slash + 1, ".[");
  if (path == slash + 1)
    return NULL;
  id = g_strndup (slash + 1, (gsize)(path - slash - 1));
  self = app_reference_new_object (store, id, *path == '.' ? path + 1 : path);
  g_free (self->text);
  self->text = g_strconcat (OBJECT_PREFIX, text, NULL);
  return self;
}

AppReference *
app_reference_parse (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  if (text[0] == '@')
    return parse_server (text + 1);
  if (g_str_has_prefix (text, OBJECT_PREFIX))
    return parse_object (text + strlen (OBJECT_PREFIX));
  return NULL;
}

AppReference *
app_reference_ref (AppReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
app_reference_unref (AppReference *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->store);
  g_free (self->id);
  g_free (self->path);
  g_free (self->text);
  g_free (self);
}

char *
app_reference_dup_mode (AppReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->kind == APP_REFERENCE_SERVER)
    return g_strdup ("server");
  return g_strdup_printf (OBJECT_PREFIX "%s/%s", self->store, self->id);
}

char *
app_reference_dup_forbidden (AppReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return store_referenceable_dup_forbidden (self->path);
}

gboolean
app_reference_equal (AppReference *a, AppReference *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return strcmp (a->text, b->text) == 0;
}
