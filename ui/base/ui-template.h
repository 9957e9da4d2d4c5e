/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Widgets that are made from a template: the beginning and the end of their class, beside what all
 * classes have in common.
 */

#pragma once

#include "mcp-object.h"

#include <gtk/gtk.h>

/** In place of G_DEFINE_FINAL_TYPE(), for a class whose instances begin with their template and
 * nothing else */
#define UI_DEFINE_TEMPLATE(TypeName, type_name, TYPE_PARENT) \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, TYPE_PARENT)     \
                                                             \
  static void type_name##_init (TypeName *self)              \
  {                                                          \
    ui_template_init (self);                                 \
  }

/** In place of class_init: begins a function of @klass and @widget_class, the same one */
#define UI_DEFINE_CLASS(TypeName, type_name) \
  MCP_DEFINE_CLASS_ (TypeName, type_name, GtkWidgetClass, GTK_WIDGET_CLASS, widget_class)

/** For class_init of a final class: its template is @file, as ui.gresource.xml names it ("ui/form/
 * ui-field-head.ui"), and its dispose ui_template_dispose(), unless the class sets its own. */
void ui_template_set (GtkWidgetClass *widget_class, const char *file);
/** The same for a window that Escape closes. */
void ui_template_set_dialog (GtkWidgetClass *widget_class, const char *file);
/** The same for a class that gives all its place to its one child. */
void ui_template_set_bin (GtkWidgetClass *widget_class, const char *file);
/** For class_init, after the template was set: the children that the template gives to fields of
 * the same names of @TypeName, and the functions that it calls. At most 80 names each. */
#define ui_template_bind_children(widget_class, TypeName, ...) \
  UI_FOR_EACH (UI_BIND_CHILD_, widget_class, TypeName, __VA_ARGS__)
#define ui_template_bind_callbacks(widget_class, ...) \
  UI_FOR_EACH (UI_BIND_CALLBACK_, widget_class, , __VA_ARGS__)
/** For class_init, before the template is set: types of which the template alone makes objects. */
#define ui_template_ensure_types(...) UI_FOR_EACH (UI_ENSURE_, , , __VA_ARGS__)

/** For class_init, after the template was set: objects that fields of the same names of @TypeName
 * hold. ui_template_dispose() has the instance watch them no more, cancels what is a GCancellable,
 * and lets go of them once the template is gone. */
#define ui_template_hold(widget_class, TypeName, ...) \
  UI_FOR_EACH (UI_HOLD_, widget_class, TypeName, __VA_ARGS__)
/** The same for a field that holds no object: it is freed once the template is gone. */
#define ui_template_own(widget_class, TypeName, field, free_function)      \
  ui_template_hold_field (widget_class, G_STRUCT_OFFSET (TypeName, field), \
                          (GDestroyNotify)(free_function))

#define UI_BIND_CHILD_(widget_class, TypeName, child) \
  gtk_widget_class_bind_template_child (widget_class, TypeName, child)
#define UI_BIND_CALLBACK_(widget_class, unused, callback) \
  gtk_widget_class_bind_template_callback (widget_class, callback)
#define UI_HOLD_(widget_class, TypeName, field) \
  ui_template_hold_field (widget_class, G_STRUCT_OFFSET (TypeName, field), NULL)
#define UI_ENSURE_(unused, unused_too, type) g_type_ensure (type)

/* C has no loop over the arguments of a macro: UI_EACH_() names itself through UI_AGAIN_() without
 * being expanded, and each of the scans that UI_SCAN_() causes expands it once more. */
#define UI_FOR_EACH(macro, a, b, ...)              \
  G_STMT_START{                                    \
    UI_SCAN_ (UI_EACH_ (macro, a, b, __VA_ARGS__)) \
  } G_STMT_END
#define UI_EACH_(macro, a, b, first, ...) \
  macro (a, b, first);                    \
  __VA_OPT__ (UI_AGAIN_ UI_PARENTHESES_ (macro, a, b, __VA_ARGS__))
#define UI_AGAIN_() UI_EACH_
#define UI_PARENTHESES_ ()
#define UI_SCAN_(...) UI_SCAN_16_ (UI_SCAN_16_ (UI_SCAN_16_ (UI_SCAN_16_ (__VA_ARGS__))))
#define UI_SCAN_16_(...) UI_SCAN_4_ (UI_SCAN_4_ (UI_SCAN_4_ (UI_SCAN_4_ (__VA_ARGS__))))
#define UI_SCAN_4_(...) UI_SCAN_1_ (UI_SCAN_1_ (UI_SCAN_1_ (UI_SCAN_1_ (__VA_ARGS__))))
#define UI_SCAN_1_(...) __VA_ARGS__

void ui_template_hold_field (GtkWidgetClass *widget_class, gsize offset, GDestroyNotify free);

/** For instance_init, in place of gtk_widget_init_template(): in the template, a page of a stack
 * may do without a GtkStackPage, and a button without words without an accessible label, where the
 * child's id and the tooltip say the same. A label that wraps needs neither xalign nor wrap-mode:
 * it begins at the start unless it is justified, and breaks a word that is longer than a line.
 * @widget: a GtkWidget */
void ui_template_init (gpointer widget);
/** For the instance_init of a window that is a dialog, in place of gtk_widget_init_template(): with
 * the first child GTK 4.8 tells assistive technology what the window is, and would say nothing. */
void ui_template_init_dialog (GtkWidget *dialog);
/** A dispose for such a class, or the end of the class's own: lets go of the template, unparents
 * what GTK would leave behind and chains up to the parent class. */
void ui_template_dispose (GObject *object);

/** In place of such a dispose: begins a function of @self, in which the class ends what its
 * template must not see any more; ui_template_dispose() is next. The class sets
 * @type_name_dispose() */
#define UI_DEFINE_DISPOSE(TypeName, type_name)             \
  static void type_name##_before_dispose (TypeName *self); \
                                                           \
  static void type_name##_dispose (GObject *object)        \
  {                                                        \
    type_name##_before_dispose ((TypeName *)object);       \
    ui_template_dispose (object);                          \
  }                                                        \
                                                           \
  static void type_name##_before_dispose (TypeName *self)

/** For a dispose, or before another takes its place: stops watching an object and lets go of it.
 * @field: of what it points to, which may be %NULL and becomes it */
void ui_clear_watched (gpointer field, gpointer watcher);

/** g_signal_connect_object() as nearly every widget wants it: @callback gets @self first, and is
 * not called any more once @self is gone. */
#define ui_connect(object, signal, callback, self) \
  g_signal_connect_object (object, signal, G_CALLBACK (callback), self, G_CONNECT_SWAPPED)
