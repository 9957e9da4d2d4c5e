/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-share-row.h"

#include "ui-widget.h"

struct _UiShareRow
{
  GtkListBoxRow parent_instance;

  const AppShareKind *kind;
};

G_DEFINE_FINAL_TYPE (UiShareRow, ui_share_row, GTK_TYPE_LIST_BOX_ROW)

static void
ui_share_row_class_init (UiShareRowClass *klass)
{
}

static void
ui_share_row_init (UiShareRow *self)
{
}

GtkWidget *
ui_share_row_new (const AppShareKind *kind)
{
  UiShareRow *self = g_object_new (UI_TYPE_SHARE_ROW, NULL);
  GtkWidget  *label = gtk_label_new (kind->title);

  self->kind = kind;
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), label);
  /* Several groups have a “Cursor”. */
  g_autofree char *name =
      g_strdup_printf ("%s, %s", kind->title, app_share_get_group_title (kind->group));
  ui_widget_name (GTK_WIDGET (self), name);
  return GTK_WIDGET (self);
}

const AppShareKind *
ui_share_row_get_kind (UiShareRow *self)
{
  g_return_val_if_fail (UI_IS_SHARE_ROW (self), NULL);

  return self->kind;
}
