/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-property.h"

#include <string.h>

static G_DEFINE_QUARK (mcp_property, rows);

/* Every specification knows the class that brought it, and the class its rows. */
static const McpProperty *
find_row (GParamSpec *spec, guint id)
{
  return (const McpProperty *)g_type_get_qdata (spec->owner_type, rows_quark ()) + id;
}

/* A value as C has it. Whatever a row's type is, it is passed as one of these. */
typedef union
{
  gconstpointer pointer; /* a string, a boxed value, an object */
  int           number;  /* a boolean, an enumeration too */
  gint64        large;
  double        real;
} Content;

typedef enum {
  KIND_POINTER,
  KIND_NUMBER,
  KIND_LARGE,
  KIND_REAL
} Kind;

static Kind
kind_of (GType type)
{
  switch (G_TYPE_FUNDAMENTAL (type))
    {
    case G_TYPE_BOOLEAN:
    case G_TYPE_INT:
    case G_TYPE_UINT:
    case G_TYPE_ENUM:
      return KIND_NUMBER;
    case G_TYPE_INT64:
    case G_TYPE_UINT64:
      return KIND_LARGE;
    case G_TYPE_DOUBLE:
      return KIND_REAL;
    default:
      return KIND_POINTER;
    }
}

/* By the getter, else of the field */
static Content
read_content (const McpProperty *row, GObject *object)
{
  gconstpointer field = (const char *)object + row->offset;

  switch (kind_of (row->type))
    {
    case KIND_NUMBER:
      return (Content){ .number = row->get != NULL ? ((int (*) (GObject *))row->get) (object)
                                                   : *(const int *)field };
    case KIND_LARGE:
      return (Content){ .large = row->get != NULL ? ((gint64 (*) (GObject *))row->get) (object)
                                                  : *(const gint64 *)field };
    case KIND_REAL:
      return (Content){ .real = row->get != NULL ? ((double (*) (GObject *))row->get) (object)
                                                 : *(const double *)field };
    default:
      return (Content){ .pointer = row->get != NULL
                                       ? ((gconstpointer (*) (GObject *))row->get) (object)
                                       : *(gconstpointer const *)field };
    }
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  const McpProperty *row = find_row (spec, id);
  Content            content = read_content (row, object);

  switch (G_TYPE_FUNDAMENTAL (row->type))
    {
    case G_TYPE_STRING:
      if (row->is_made)
        g_value_take_string (value, (char *)content.pointer);
      else
        g_value_set_string (value, content.pointer);
      break;
    case G_TYPE_BOXED:
      g_value_set_boxed (value, content.pointer);
      break;
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, content.number);
      break;
    case G_TYPE_ENUM:
      g_value_set_enum (value, content.number);
      break;
    case G_TYPE_INT:
      g_value_set_int (value, content.number);
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, (guint)content.number);
      break;
    case G_TYPE_INT64:
      g_value_set_int64 (value, content.large);
      break;
    case G_TYPE_UINT64:
      g_value_set_uint64 (value, (guint64)content.large);
      break;
    case G_TYPE_DOUBLE:
      g_value_set_double (value, content.real);
      break;
    default:
      g_value_set_object (value, (gpointer)content.pointer);
    }
}

static Content
content_of (const GValue *value)
{
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value)))
    {
    case G_TYPE_STRING:
      return (Content){ .pointer = g_value_get_string (value) };
    case G_TYPE_BOXED:
      return (Content){ .pointer = g_value_get_boxed (value) };
    case G_TYPE_BOOLEAN:
      return (Content){ .number = g_value_get_boolean (value) };
    case G_TYPE_ENUM:
      return (Content){ .number = g_value_get_enum (value) };
    case G_TYPE_INT:
      return (Content){ .number = g_value_get_int (value) };
    case G_TYPE_UINT:
      return (Content){ .number = (int)g_value_get_uint (value) };
    case G_TYPE_INT64:
      return (Content){ .large = g_value_get_int64 (value) };
    case G_TYPE_UINT64:
      return (Content){ .large = (gint64)g_value_get_uint64 (value) };
    case G_TYPE_DOUBLE:
      return (Content){ .real = g_value_get_double (value) };
    default:
      return (Content){ .pointer = g_value_get_object (value) };
    }
}

static void
call_setter (const McpProperty *row, GObject *object, Content content)
{
  switch (kind_of (row->type))
    {
    case KIND_NUMBER:
      ((void (*) (GObject *, int))row->set) (object, content.number);
      break;
    case KIND_LARGE:
      ((void (*) (GObject *, gint64))row->set) (object, content.large);
      break;
    case KIND_REAL:
      ((void (*) (GObject *, double))row->set) (object, content.real);
      break;
    default:
      ((void (*) (GObject *, gconstpointer))row->set) (object, content.pointer);
    }
}

static void
keep_pointer (GType type, gpointer *field, gconstpointer pointer)
{
  if (G_TYPE_FUNDAMENTAL (type) == G_TYPE_STRING)
    {
      g_free (*field);
      *field = g_strdup (pointer);
    }
  else if (G_TYPE_FUNDAMENTAL (type) == G_TYPE_BOXED)
    {
      if (*field != NULL)
        g_boxed_free (type, *field);
      *field = pointer != NULL ? g_boxed_copy (type, pointer) : NULL;
    }
  else
    g_set_object ((GObject **)field, (GObject *)pointer);
}

static void
keep_content (const McpProperty *row, gpointer field, Content content)
{
  static const gsize sizes[] = { 0, sizeof (int), sizeof (gint64), sizeof (double) };
  Kind               kind = kind_of (row->type);

  if (kind == KIND_POINTER)
    keep_pointer (row->type, field, content.pointer);
  else
    memcpy (field, &content, sizes[kind]);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  const McpProperty *row = find_row (spec, id);

  if (row->set != NULL)
    {
      call_setter (row, object, content_of (value));
      return;
    }
  keep_content (row, (char *)object + row->offset, content_of (value));
  g_object_notify_by_pspec (object, spec);
}

static int
first_of_enum (GType type)
{
  GEnumClass *members = g_type_class_ref (type);
  int         first = members->values[0].value;

  g_type_class_unref (members);
  return first;
}

static GParamSpec *
create_spec (const McpProperty *row)
{
  gboolean    readable = row->get != NULL || row->offset > 0;
  GParamFlags flags = row->flags | (readable ? G_PARAM_READABLE : 0) | G_PARAM_STATIC_STRINGS |
                      G_PARAM_EXPLICIT_NOTIFY;

  switch (G_TYPE_FUNDAMENTAL (row->type))
    {
    case G_TYPE_STRING:
      return g_param_spec_string (row->name, NULL, NULL, NULL, flags);
    case G_TYPE_BOOLEAN:
      return g_param_spec_boolean (row->name, NULL, NULL, FALSE, flags);
    case G_TYPE_INT:
      return g_param_spec_int (row->name, NULL, NULL, G_MININT, G_MAXINT, 0, flags);
    case G_TYPE_UINT:
      return g_param_spec_uint (row->name, NULL, NULL, 0, G_MAXUINT, 0, flags);
    case G_TYPE_INT64:
      return g_param_spec_int64 (row->name, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
    case G_TYPE_UINT64:
      return g_param_spec_uint64 (row->name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    case G_TYPE_DOUBLE:
      return g_param_spec_double (row->name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
    case G_TYPE_ENUM:
      return g_param_spec_enum (row->name, NULL, NULL, row->type, first_of_enum (row->type), flags);
    case G_TYPE_BOXED:
      return g_param_spec_boxed (row->name, NULL, NULL, row->type, flags);
    case G_TYPE_OBJECT:
    case G_TYPE_INTERFACE:
      return g_param_spec_object (row->name, NULL, NULL, row->type, flags);
    default:
      g_error ("the property “%s” has a type that McpProperty does not know", row->name);
    }
}

void
mcp_property_install (GObjectClass      *klass,
                      const McpProperty *rows,
                      GParamSpec       **specs,
                      guint              n_rows)
{
  g_return_if_fail (G_IS_OBJECT_CLASS (klass));

  g_type_set_qdata (G_OBJECT_CLASS_TYPE (klass), rows_quark (),
                    g_memdup2 (rows, n_rows * sizeof rows[0]));
  klass->get_property = get_property;
  klass->set_property = set_property;
  for (guint i = 1; i < n_rows; i++)
    specs[i] = create_spec (&rows[i]);
  g_object_class_install_properties (klass, n_rows, specs);
}

void
mcp_property_take_text (gpointer object, char **field, char *text, GParamSpec *spec)
{
  g_autofree char *other = text;

  if (g_strcmp0 (*field, text) == 0)
    return;
  other = *field;
  *field = text;
  g_object_notify_by_pspec (object, spec);
}
