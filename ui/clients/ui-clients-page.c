/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-clients-page.h"
#include "ui-client-cell.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-client-matrix.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_NAME 200
#define MAX_PATH 1000
/* Pixels: of the page, of a server's name, of an application's column */
#define MIN_WIDTH 860
#define SERVER_WIDTH 340
#define COLUMN_WIDTH 150
#define BRIEF_COLUMN_WIDTH 90
/* Pixels that a name has at least */
#define NAME_WIDTH 180
#define MAX_WORDY_COLUMNS 4
#define BRIEF_WIDTH 76

struct _UiClientsPage
{
  GtkWidget parent_instance;

  AppClientMatrix *matrix;
  AppClientList   *clients;
  GPtrArray       *found;   /* of AppClientTarget: the columns */
  GtkSizeGroup    *servers; /* the first column */
  GtkSizeGroup    *columns; /* all cells are as wide as the widest */
  GtkSizeGroup    *ends;    /* the last column */

  UiWidthBin *width_bin;
  GtkStack   *stack;
  AdwClamp   *clamp;
  GtkBox     *header;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (UiClientsPage, ui_clients_page, GTK_TYPE_WIDGET)

static void
on_cell_clicked (UiClientsPage *self, UiClientCell *cell)
{
  g_signal_emit_by_name (self, "opened", ui_client_cell_get_profile (cell),
                         ui_client_cell_get_target (cell));
}

/* So many columns that there is no room for words. */
static gboolean
is_crowded (UiClientsPage *self)
{
  return self->found->len > MAX_WORDY_COLUMNS;
}

static gboolean
orient (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_enum (to, g_value_get_boolean (from) ? GTK_ORIENTATION_HORIZONTAL
                                                   : GTK_ORIENTATION_VERTICAL);
  return TRUE;
}

/* A box that lies beside its neighbours where there is room, and stands where there is none. */
static GtkWidget *
create_box (UiClientsPage *self, int spacing)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, spacing);

  g_object_bind_property_full (self->width_bin, "wide", box, "orientation",
                               G_BINDING_SYNC_CREATE, orient, NULL, NULL, NULL);
  return box;
}

static GtkWidget *
create_label (const char *text, const char *class_name)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  /* It gets more where there is room, and takes none from the columns. */
  gtk_label_set_max_width_chars (GTK_LABEL (label), 8);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_add_css_class (label, class_name);
  return label;
}

static void
on_profile_renamed (StoreProfile *profile, GParamSpec *pspec, GtkWidget *label)
{
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);

  gtk_label_set_text (GTK_LABEL (label), name);
  gtk_widget_set_tooltip_text (label, name);
}

/* The server's name, and where it comes from if it is not one of Spyglass. */
static GtkWidget *
create_name (AppClientMatrixRow *item)
{
  StoreProfile    *profile = app_client_matrix_row_get_profile (item);
  const char      *names = app_client_matrix_row_get_source_names (item);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);
  GtkWidget       *label = create_label (name, "heading");

  g_signal_connect_object (profile, "notify::name", G_CALLBACK (on_profile_renamed), label, 0);
  gtk_box_append (GTK_BOX (box), label);
  if (names != NULL)
    {
      g_autofree char *visible = app_visible_text_line (names, MAX_NAME);
      /* Translators: %s is a list of applications: a server that they have and Spyglass has not */
      g_autofree char *text = g_strdup_printf (_ ("Only in %s"), visible);

      gtk_box_append (GTK_BOX (box), create_label (text, "secondary"));
    }
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 6);
  return box;
}

static void
on_import_clicked (GtkButton *button, AppClientMatrixRow *item)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (button), UI_TYPE_CLIENTS_PAGE);

  g_signal_emit_by_name (page, "import", app_client_matrix_row_get_profile (item),
                         app_client_matrix_row_get_source (item));
}

static GtkWidget *
create_import (AppClientMatrixRow *item)
{
  StoreProfile    *profile = app_client_matrix_row_get_profile (item);
  GtkWidget       *button = gtk_button_new_with_label (_ ("Import…"));
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);
  /* Translators: %s is a server that another application has */
  g_autofree char *text = g_strdup_printf (_ ("Import “%s” into Spyglass"), name);

  gtk_widget_set_tooltip_text (button, text);
  ui_widget_name (button, text);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_end (button, 6);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_import_clicked), item, 0);
  return button;
}

static void
on_others_clicked (GtkButton *button, StoreProfile *profile)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (button), UI_TYPE_CLIENTS_PAGE);

  g_signal_emit_by_name (page, "opened", profile, NULL);
}

/* All applications, those that were not found and projects among them */
static GtkWidget *
create_others (UiClientsPage *self, StoreProfile *profile)
{
  GtkWidget       *button = gtk_button_new_from_icon_name ("view-more-symbolic");
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);
  /* Translators: %s is a server */
  g_autofree char *text = g_strdup_printf (_ ("Other applications for “%s”…"), name);

  gtk_widget_set_tooltip_text (button, text);
  ui_widget_name (button, text);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_add_css_class (button, "flat");
  gtk_size_group_add_widget (self->ends, button);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_others_clicked), profile, 0);
  return button;
}

static GtkWidget *
create_cells (UiClientsPage *self, StoreProfile *profile)
{
  GtkWidget *cells = create_box (self, 6);

  for (guint i = 0; i < self->found->len; i++)
    {
      GtkWidget *cell = ui_client_cell_new (g_ptr_array_index (self->found, i), profile);

      g_object_bind_property (self->width_bin, "wide", cell, "wide", G_BINDING_SYNC_CREATE);
      g_signal_connect_object (cell, "clicked", G_CALLBACK (on_cell_clicked), self,
                               G_CONNECT_SWAPPED);
      ui_client_cell_set_brief (UI_CLIENT_CELL (cell), is_crowded (self));
      gtk_size_group_add_widget (self->columns, cell);
      gtk_box_append (GTK_BOX (cells), cell);
    }
  gtk_box_append (GTK_BOX (cells), create_others (self, profile));
  return cells;
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  UiClientsPage *self = data;
  GtkWidget     *row = gtk_list_box_row_new ();
  GtkWidget     *box = create_box (self, 6);
  GtkWidget     *server = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (server), create_name (item));
  if (app_client_matrix_row_get_source (item) != NULL)
    gtk_box_append (GTK_BOX (server), create_import (item));
  gtk_size_group_add_widget (self->servers, server);
  gtk_box_append (GTK_BOX (box), server);
  gtk_box_append (GTK_BOX (box), create_cells (self, app_client_matrix_row_get_profile (item)));
  gtk_widget_add_css_class (box, "client-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static void
fill_header (UiClientsPage *self)
{
  GtkWidget *space = gtk_label_new (_ ("Server"));

  ui_widget_clear (self->header);
  gtk_label_set_xalign (GTK_LABEL (space), 0);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_widget_set_size_request (space, NAME_WIDTH, -1);
  gtk_widget_set_valign (space, GTK_ALIGN_END);
  gtk_widget_add_css_class (space, "secondary");
  gtk_size_group_add_widget (self->servers, space);
  gtk_box_append (self->header, space);
  for (guint i = 0; i < self->found->len; i++)
    {
      AppClientTarget *target = g_ptr_array_index (self->found, i);
      g_autofree char *title = app_client_target_dup_title (target);
      g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
      g_autofree char *path = app_visible_text_path (app_client_target_get_path (target), MAX_PATH);
      GtkWidget       *label = gtk_label_new (visible);

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_xalign (GTK_LABEL (label), is_crowded (self) ? 0.5F : 0);
      gtk_label_set_justify (GTK_LABEL (label),
                             is_crowded (self) ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT);
      gtk_label_set_width_chars (GTK_LABEL (label), is_crowded (self) ? 0 : 12);
      gtk_label_set_max_width_chars (GTK_LABEL (label), is_crowded (self) ? 1 : 12);
      gtk_widget_set_size_request (label, is_crowded (self) ? BRIEF_WIDTH : -1, -1);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_lines (GTK_LABEL (label), 2);
      gtk_widget_set_valign (label, GTK_ALIGN_END);
      gtk_widget_set_tooltip_text (label, path);
      gtk_widget_add_css_class (label, "secondary");
      if (!is_crowded (self))
        gtk_widget_add_css_class (label, "client-column");
      gtk_size_group_add_widget (self->columns, label);
      gtk_box_append (self->header, label);
    }
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_size_group_add_widget (self->ends, end);
  gtk_box_append (self->header, end);
}

static void
on_rows_changed (UiClientsPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->matrix));

  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "matrix" : "empty");
}

static void
fill_list (UiClientsPage *self)
{
  int column = is_crowded (self) ? BRIEF_COLUMN_WIDTH : COLUMN_WIDTH;

  adw_clamp_set_maximum_size (self->clamp,
                              MAX (MIN_WIDTH, SERVER_WIDTH + (int)self->found->len * column));
  fill_header (self);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->matrix), create_row, self, NULL);
}

static gboolean
is_same (GPtrArray *a, GPtrArray *b)
{
  return a->len == b->len &&
         (a->len == 0 || memcmp (a->pdata, b->pdata, a->len * sizeof *a->pdata) == 0);
}

static void
on_clients_changed (UiClientsPage *self)
{
  g_autoptr (GPtrArray) found = app_client_list_dup_found (self->clients);

  if (is_same (found, self->found))
    return;
  g_ptr_array_unref (self->found);
  self->found = g_steal_pointer (&found);
  fill_list (self);
}

static void
ui_clients_page_dispose (GObject *object)
{
  UiClientsPage *self = UI_CLIENTS_PAGE (object);

  if (self->matrix != NULL)
    g_signal_handlers_disconnect_by_data (self->matrix, self);
  if (self->clients != NULL)
    g_signal_handlers_disconnect_by_data (self->clients, self);
  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  ui_template_dispose (object);
  g_clear_object (&self->servers);
  g_clear_object (&self->columns);
  g_clear_object (&self->ends);
  g_clear_object (&self->matrix);
  g_clear_object (&self->clients);
  g_clear_pointer (&self->found, g_ptr_array_unref);
}

static void
ui_clients_page_class_init (UiClientsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_clients_page_dispose;

  ui_signal_new (klass, "opened", 2, STORE_TYPE_PROFILE, APP_TYPE_CLIENT_TARGET);
  ui_signal_new (klass, "import", 2, STORE_TYPE_PROFILE, APP_TYPE_CLIENT_TARGET);

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/clients/ui-clients-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiClientsPage, width_bin);
  gtk_widget_class_bind_template_child (widget_class, UiClientsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, UiClientsPage, clamp);
  gtk_widget_class_bind_template_child (widget_class, UiClientsPage, header);
  gtk_widget_class_bind_template_child (widget_class, UiClientsPage, list);
}

static void
ui_clients_page_init (UiClientsPage *self)
{
  self->servers = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->columns = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->ends = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_clients_page_new (AppWorkspace *workspace, AppClientList *clients)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (APP_IS_CLIENT_LIST (clients), NULL);

  UiClientsPage *self = g_object_new (UI_TYPE_CLIENTS_PAGE, NULL);

  self->matrix = app_client_matrix_new (workspace, clients);
  self->clients = g_object_ref (clients);
  g_signal_connect_object (self->matrix, "items-changed", G_CALLBACK (on_rows_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (clients, "items-changed", G_CALLBACK (on_clients_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (clients, "changed", G_CALLBACK (on_clients_changed), self,
                           G_CONNECT_SWAPPED);
  self->found = app_client_list_dup_found (clients);
  fill_list (self);
  on_rows_changed (self);
  return GTK_WIDGET (self);
}

AppClientList *
ui_clients_page_get_clients (UiClientsPage *self)
{
  g_return_val_if_fail (UI_IS_CLIENTS_PAGE (self), NULL);
  return self->clients;
}
