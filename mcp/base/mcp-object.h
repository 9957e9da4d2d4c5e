/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the definitions of classes have in common: a class that has no properties, signals or class
 * functions of its own is only made, and freed; a signal is for whoever listens, and returns
 * nothing.
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/** For a class that holds values and no more, made of zeros: in place of G_DEFINE_FINAL_TYPE() and
 * what it asks for; the class adds @type_name_finalize() */
#define MCP_DEFINE_OBJECT(TypeName, type_name)             \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, G_TYPE_OBJECT) \
  MCP_DEFINE_CLASS_INIT (TypeName, type_name)              \
                                                           \
  static void type_name##_init (TypeName *self)            \
  {                                                        \
  }

/** For a class that only frees itself, below its G_DEFINE_FINAL_TYPE() or the like; the class adds
 * @type_name_finalize() */
#define MCP_DEFINE_CLASS_INIT(TypeName, type_name)            \
  static void type_name##_finalize (GObject *object);         \
                                                              \
  static void type_name##_class_init (TypeName##Class *klass) \
  {                                                           \
    G_OBJECT_CLASS (klass)->finalize = type_name##_finalize;  \
  }

/** Adds to a class a signal without a result. @n_types: how many types of parameters follow
 * Returns: its number */
guint mcp_signal_new (gpointer klass, const char *name, guint n_types, ...);

G_END_DECLS
