/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is done to widgets everywhere, and needs several calls, a branch or a loop in GTK: what
 * assistive technology is told, style classes, texts that are hidden when empty, emptied lists.
 */

#pragma once

#include <gtk/gtk.h>

/** What assistive technology calls it. @widget: a GtkAccessible */
void ui_widget_name (gpointer widget, const char *name);
/** What assistive technology says besides. @widget: a GtkAccessible */
void ui_widget_describe (gpointer widget, const char *description);
/** Whether what it holds is wrong, for assistive technology. @widget: a GtkAccessible */
void ui_widget_set_invalid (gpointer widget, gboolean invalid);
/** Whether what it opens is open, for assistive technology. @widget: a GtkAccessible */
void ui_widget_set_expanded (gpointer widget, gboolean expanded);
/** Assistive technology does not mention it: words beside it say the same. */
void ui_widget_set_ornament (gpointer widget);
/** Names the lists within @widget, such as those that an expander row is made of. */
void ui_widget_name_lists (GtkWidget *widget, const char *name);

/** Returns: (transfer none) (nullable): the first one of this type that is @widget or in it, and in
 * sight where @mapped says so */
gpointer ui_widget_find (gpointer widget, GType type, gboolean mapped);
/** Adds or takes away a style class. @widget: a GtkWidget */
void ui_widget_set_class (gpointer widget, const char *class_name, gboolean on);
/** Tab comes to what is in the cells, not to the cells first. */
void ui_widget_pass_focus (GtkFlowBox *cells);
/** @text: (nullable): plain; an empty one hides the label */
void ui_widget_show_text (GtkLabel *label, const char *text);
/** A view in a column of other things is as high as its rows, up to @height pixels; 0 fills its
 * place. @view: a GtkWidget that @scroller is in */
void ui_widget_set_max_height (gpointer view, GtkScrolledWindow *scroller, int height);
/** A widget's measure(): as wide as it is given, and one line of text high. */
void ui_widget_measure_line (GtkWidget     *widget,
                             GtkOrientation orientation,
                             int            for_size,
                             int           *minimum,
                             int           *natural,
                             int           *minimum_baseline,
                             int           *natural_baseline);
/** Its one child gets all of it, and is never lower than it wants to be at its width, as what
 * scrolls could be. */
void ui_widget_keep_height (GtkWidget *widget);
/** Adds a label to a row: it fills its place, and a longer text is cut. @box: a GtkBox. Returns:
 * (transfer none) */
GtkLabel *ui_widget_add_label (GtkWidget *box);
/** In the viewport around it, so that it is in sight as far as there is room. What has just been
 * made has no place before the frame is laid out, and is shown then. */
void ui_widget_scroll_to (GtkWidget *widget);
/** Removes all children of a GtkBox or the rows of a GtkListBox. */
void ui_widget_clear (gpointer container);
/** For what takes the focus to ask something. @before: (inout) (nullable): a weak pointer to what
 * has the focus now */
void ui_widget_remember_focus (GtkWidget *asking, GtkWidget **before);
/** When @asking has been answered; where a person went elsewhere meanwhile, the focus stays there.
 * @before: (inout) (nullable): the weak pointer, cleared */
void ui_widget_give_focus_back (GtkWidget *asking, GtkWidget **before);
