/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the definitions of classes have in common: a class that has no properties, signals or class
 * functions of its own is only made, and freed; a signal is for whoever listens, and returns
 * nothing; a getter returns its field; what is shared counts who has it.
 */

#pragma once

#include <glib-object.h>

/** For a class that holds values and no more, made of zeros: in place of G_DEFINE_FINAL_TYPE() and
 * what it asks for; the class adds @type_name_finalize() */
#define MCP_DEFINE_OBJECT(TypeName, type_name)                \
  MCP_DEFINE_ZEROED_TYPE (TypeName, type_name, G_TYPE_OBJECT) \
  MCP_DEFINE_CLASS_INIT (TypeName, type_name)

/** For a class that only frees itself, below its G_DEFINE_FINAL_TYPE() or the like; the class adds
 * @type_name_finalize() */
#define MCP_DEFINE_CLASS_INIT(TypeName, type_name)            \
  static void type_name##_finalize (GObject *object);         \
                                                              \
  static void type_name##_class_init (TypeName##Class *klass) \
  {                                                           \
    G_OBJECT_CLASS (klass)->finalize = type_name##_finalize;  \
  }

/** For a class with more to set up: begins a function of @klass and @object_class, the same one */
#define MCP_DEFINE_CLASS(TypeName, type_name) \
  MCP_DEFINE_CLASS_ (TypeName, type_name, GObjectClass, G_OBJECT_CLASS, object_class)

#define MCP_DEFINE_CLASS_(TypeName, type_name, ParentClass, PARENT_CLASS, parent)  \
  static void type_name##_set_class (TypeName##Class *klass, ParentClass *parent); \
                                                                                   \
  static void type_name##_class_init (TypeName##Class *klass)                      \
  {                                                                                \
    type_name##_set_class (klass, PARENT_CLASS (klass));                           \
  }                                                                                \
                                                                                   \
  static void type_name##_set_class (TypeName##Class *klass, ParentClass *parent)

/** For a class made of zeros: in place of an empty init, below its G_DEFINE_…_TYPE_WITH_CODE() */
#define MCP_DEFINE_INIT(TypeName, type_name)    \
  static void type_name##_init (TypeName *self) \
  {                                             \
  }

/** The same for one that has more to set up: in place of G_DEFINE_FINAL_TYPE() as well */
#define MCP_DEFINE_ZEROED_TYPE(TypeName, type_name, TYPE_PARENT) \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, TYPE_PARENT)         \
  MCP_DEFINE_INIT (TypeName, type_name)

/** The finalize() of a class: begins a function of @self, in which the class frees what it holds;
 * what its parent holds is freed next */
#define MCP_DEFINE_FINALIZE(TypeName, type_name) MCP_DEFINE_END_ (TypeName, type_name, finalize)

/** The same for dispose(), where the class lets go of others */
#define MCP_DEFINE_DISPOSE(TypeName, type_name) MCP_DEFINE_END_ (TypeName, type_name, dispose)

#define MCP_DEFINE_END_(TypeName, type_name, end)            \
  static void type_name##_before_##end (TypeName *self);     \
                                                             \
  static void type_name##_##end (GObject *object)            \
  {                                                          \
    type_name##_before_##end ((TypeName *)object);           \
    G_OBJECT_CLASS (type_name##_parent_class)->end (object); \
  }                                                          \
                                                             \
  static void type_name##_before_##end (TypeName *self)

/** Defines @ReturnedType @type_name_get_@field (TypeName *self), which its header declares: 0 where
 * @self is no instance of the class */
#define MCP_DEFINE_GETTER(ReturnedType, TypeName, type_name, field)   \
  MCP_DEFINE_READER (ReturnedType, type_name##_get_##field, TypeName, \
                     G_TYPE_CHECK_INSTANCE_TYPE (self, type_name##_get_type ()), field)
/** The same for what is or has something: @type_name_@field (), for @field is "is_…" or "has_…" */
#define MCP_DEFINE_FLAG(TypeName, type_name, field)           \
  MCP_DEFINE_READER (gboolean, type_name##_##field, TypeName, \
                     G_TYPE_CHECK_INSTANCE_TYPE (self, type_name##_get_type ()), field)
/** The same two for a struct that is no GObject */
#define MCP_DEFINE_PLAIN_GETTER(ReturnedType, TypeName, type_name, field) \
  MCP_DEFINE_READER (ReturnedType, type_name##_get_##field, TypeName, self != NULL, field)
#define MCP_DEFINE_PLAIN_FLAG(TypeName, type_name, field) \
  MCP_DEFINE_READER (gboolean, type_name##_##field, TypeName, self != NULL, field)
/* What these are made of. @check: what is true of an instance */
#define MCP_DEFINE_READER(ReturnedType, function, TypeName, check, field) \
  ReturnedType function (TypeName *self)                                  \
  {                                                                       \
    g_return_val_if_fail (check, 0);                                      \
    return self->field;                                                   \
  }

/** For a plain struct that several have, made by g_atomic_rc_box_new0(): defines @type_name_ref(),
 * which returns its parameter, and @type_name_unref(), which its header declares; above it the file
 * has @type_name_clear(), which frees what the struct holds */
#define MCP_DEFINE_SHARED(TypeName, type_name)                              \
  TypeName *type_name##_ref (TypeName *self)                                \
  {                                                                         \
    return g_atomic_rc_box_acquire (self);                                  \
  }                                                                         \
                                                                            \
  void type_name##_unref (TypeName *self)                                   \
  {                                                                         \
    g_atomic_rc_box_release_full (self, (GDestroyNotify)type_name##_clear); \
  }

/* Definitions of functions of GIO that only hand over what their task ended with */

/** gboolean @function (TypeName *self, GAsyncResult *result, GError **error) */
#define MCP_DEFINE_FINISH(function, TypeName)                              \
  gboolean function (TypeName *self, GAsyncResult *result, GError **error) \
  {                                                                        \
    g_return_val_if_fail (g_task_is_valid (result, self), FALSE);          \
    return g_task_propagate_boolean (G_TASK (result), error);              \
  }
/** ReturnedType *@function (TypeName *self, GAsyncResult *result, GError **error). Returns:
 * (transfer full) */
#define MCP_DEFINE_FINISH_POINTER(function, TypeName, ReturnedType)             \
  ReturnedType *function (TypeName *self, GAsyncResult *result, GError **error) \
  {                                                                             \
    g_return_val_if_fail (g_task_is_valid (result, self), NULL);                \
    return g_task_propagate_pointer (G_TASK (result), error);                   \
  }
/** ReturnedType *@function (GAsyncResult *result, GError **error), of a task without a source.
 * Returns: (transfer full) */
#define MCP_DEFINE_FINISH_ALONE(function, ReturnedType)          \
  ReturnedType *function (GAsyncResult *result, GError **error)  \
  {                                                              \
    g_return_val_if_fail (g_task_is_valid (result, NULL), NULL); \
    return g_task_propagate_pointer (G_TASK (result), error);    \
  }

/** Adds to a class a signal without a result. @n_types: how many types of parameters follow
 * Returns: its number */
guint mcp_signal_new (gpointer klass, const char *name, guint n_types, ...);

/** g_signal_connect_object() as nearly every object wants it: @callback gets @object first, and is
 * not called any more once @object is gone. */
#define mcp_signal_connect(instance, signal, callback, object) \
  g_signal_connect_object (instance, signal, G_CALLBACK (callback), object, G_CONNECT_SWAPPED)
