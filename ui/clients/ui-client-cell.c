/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-cell.h"
#include "ui-client-row.h"
#include "ui-clients-page.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120
#define MAX_SENTENCE 400
#define WORD_CHARS 10

struct _UiClientCell
{
  GtkButton parent_instance;

  AppClientTarget *target;
  StoreProfile    *profile;
  AppClientList   *clients;
  AppClientTarget *source; /* (nullable): what has it, where Spyglass does not */

  GtkBox    *box;
  GtkWidget *mark;
  GtkLabel  *word;
  GtkWidget *menu; /* (nullable): once it was opened */
};

UI_DEFINE_TEMPLATE (UiClientCell, ui_client_cell, GTK_TYPE_BUTTON)

static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

/* What is invalid is mended in the file, whoever else has it. */
static gboolean
is_foreign (UiClientCell *self)
{
  return self->source != NULL && app_client_target_find (self->target, self->profile, NULL) !=
                                     APP_CLIENT_PRESENCE_INVALID;
}

/* Where the application has another one of this name that it uses. Returns: (transfer full)
 * (nullable): a sentence */
static char *
dup_overridden (UiClientCell *self, AppClientPresence presence)
{
  AppClientTarget *winner =
      presence != APP_CLIENT_PRESENCE_INVALID
          ? app_client_list_find_winner (self->clients, self->target, self->profile)
          : NULL;
  g_autofree char *title = winner != NULL ? app_client_target_dup_title (winner) : NULL;
  g_autofree char *visible = title != NULL ? app_visible_text_line (title, MAX_NAME) : NULL;

  /* Translators: an application and a folder: "Cursor in demo" */
  return visible != NULL ? g_strdup_printf (_ ("“%s” overrides it."), visible)
                         : NULL;
}

static void
update (UiClientCell *self)
{
  AppClientPresence presence = app_client_target_find (self->target, self->profile, NULL);
  g_autofree char  *overridden = dup_overridden (self, presence);
  const char       *class_name;
  const char       *icon = ui_client_row_get_mark (presence, &class_name);
  const char       *word = app_presence_get_name (presence);
  g_autofree char  *title = app_client_target_dup_title (self->target);
  g_autofree char  *application = app_visible_text_line (title, MAX_NAME);

  if (overridden != NULL)
    word = C_ ("server in an application", "Overridden");
  else if (self->source != NULL && presence == APP_CLIENT_PRESENCE_EQUAL)
    /* Nothing is here that it could be up to date with. */
    word = C_ ("server in an application", "Present");
  g_autofree char *server =
      app_visible_text_line (store_profile_get_name (self->profile), MAX_NAME);
  g_autofree char *small = g_utf8_strdown (word, -1);
  g_autofree char *spoken =
      /* Translators: a server, an application, a state: "files in Cursor: different" */
      g_strdup_printf (_ ("%s in %s: %s"), server, application, small);
  g_autofree char *fault =
      presence == APP_CLIENT_PRESENCE_INVALID
          ? app_client_target_dup_fault (self->target, self->profile)
          : g_strdup (overridden);
  g_autofree char *why = app_visible_text_block (fault, MAX_SENTENCE);
  g_autofree char *tooltip =
      *why != '\0' ? g_strdup_printf ("%s\n%s", spoken, why) : g_strdup (spoken);
  /* The head of its column says what is wrong with the whole file. */
  gboolean broken = app_client_target_get_state (self->target) == APP_CLIENT_BROKEN;

  gtk_label_set_text (self->word, broken ? "—" : word);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon != NULL ? icon : "list-add-symbolic");
  gtk_widget_set_visible (self->mark, !broken);
  ui_style_swap_class (self->mark, state_classes,
                       overridden != NULL ? "state-quiet" : class_name);
  ui_widget_set_class (self, "absent", broken || presence == APP_CLIENT_PRESENCE_ABSENT);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  ui_widget_name (self, spoken);
  ui_widget_describe (self, why);
}

/* The menu */

static void
append_presence (UiClientCell *self, GMenu *menu, AppClientPresence presence)
{
  if (is_foreign (self))
    {
      g_menu_append (menu, _ ("_Import…"), "cell.open");
      if (presence != APP_CLIENT_PRESENCE_ABSENT)
        g_menu_append (menu, _ ("_Remove…"), "cell.remove");
      return;
    }
  switch (presence)
    {
    case APP_CLIENT_PRESENCE_EQUAL:
      g_menu_append (menu, _ ("_Show…"), "cell.open");
      g_menu_append (menu, _ ("_Disable…"), "cell.disable");
      g_menu_append (menu, _ ("_Remove…"), "cell.remove");
      break;
    case APP_CLIENT_PRESENCE_DIFFERENT:
      g_menu_append (menu, _ ("_Update…"), "cell.open");
      g_menu_append (menu, _ ("_Compare"), "cell.compare");
      g_menu_append (menu, _ ("_Disable…"), "cell.disable");
      g_menu_append (menu, _ ("_Remove…"), "cell.remove");
      break;
    case APP_CLIENT_PRESENCE_DISABLED:
      g_menu_append (menu, _ ("_Enable…"), "cell.enable");
      g_menu_append (menu, _ ("_Update…"), "cell.open");
      g_menu_append (menu, _ ("_Compare"), "cell.compare");
      g_menu_append (menu, _ ("_Remove…"), "cell.remove");
      break;
    case APP_CLIENT_PRESENCE_INVALID:
      g_menu_append (menu, _ ("_Fix…"), "cell.open");
      g_menu_append (menu, _ ("_Open File"), "cell.open-file");
      break;
    case APP_CLIENT_PRESENCE_ABSENT:
    default:
      g_menu_append (menu, _ ("_Add…"), "cell.open");
    }
}

/* Which of the other files have it. */
static GMenuModel *
create_sources (UiClientCell *self)
{
  GListModel *found = app_client_list_get_found (self->clients);
  GMenu      *menu = g_menu_new ();

  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (found, i);
      g_autofree char *title = app_client_target_dup_title (target);
      g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
      StoreProfile    *entry;

      app_client_target_find (target, self->profile, &entry);
      if (target == self->target || entry == NULL)
        continue;
      g_autoptr (GMenuItem) item = g_menu_item_new (visible, NULL);
      g_menu_item_set_action_and_target (item, "cell.copy", "u", i);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static GMenuModel *
create_menu (UiClientCell *self)
{
  AppClientPresence presence = app_client_target_find (self->target, self->profile, NULL);
  GMenu            *menu = g_menu_new ();
  g_autoptr (GMenu) first = g_menu_new ();
  g_autoptr (GMenuModel) sources = create_sources (self);

  append_presence (self, first, presence);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (first));
  if (g_menu_model_get_n_items (sources) > 0 && presence != APP_CLIENT_PRESENCE_INVALID &&
      !is_foreign (self))
    {
      g_autoptr (GMenu) second = g_menu_new ();

      g_menu_append_submenu (second, _ ("Copy _From"), sources);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (second));
    }
  return G_MENU_MODEL (menu);
}

static void
show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiClientCell *self = UI_CLIENT_CELL (widget);
  g_autoptr (GMenuModel) menu = create_menu (self);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_position (GTK_POPOVER (self->menu), GTK_POS_BOTTOM);
  gtk_widget_set_parent (self->menu, widget);
  ui_connect (self->menu, "closed", gtk_widget_grab_focus, self);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
act (UiClientCell *self, UiClientVerb verb, AppClientTarget *source)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_CLIENTS_PAGE);

  /* What nobody has read and confirmed is written nowhere: it is imported first. */
  if (page != NULL && is_foreign (self) && verb == UI_CLIENT_OPEN)
    g_signal_emit_by_name (page, "import", self->profile, self->source);
  else if (page != NULL)
    ui_clients_page_act (UI_CLIENTS_PAGE (page), verb, self->profile, self->target, source);
}

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const struct
  {
    const char  *name;
    UiClientVerb verb;
  } verbs[] = {
    { "cell.open", UI_CLIENT_OPEN },
    { "cell.remove", UI_CLIENT_REMOVE },
    { "cell.enable", UI_CLIENT_ENABLE },
    { "cell.disable", UI_CLIENT_DISABLE },
    { "cell.compare", UI_CLIENT_COMPARE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (verbs[i].name, name))
      act (UI_CLIENT_CELL (widget), verbs[i].verb, NULL);
}

static void
copy_from (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiClientCell *self = UI_CLIENT_CELL (widget);
  g_autoptr (AppClientTarget) source = g_list_model_get_item (
      app_client_list_get_found (self->clients), g_variant_get_uint32 (parameter));

  if (source != NULL)
    act (self, UI_CLIENT_COPY, source);
}

static void
open_file (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_clients_page_open_file (widget, UI_CLIENT_CELL (widget)->target);
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, GtkWidget *cell)
{
  gtk_widget_grab_focus (cell);
  gtk_widget_activate_action (cell, "cell.menu", NULL);
}

/* The object */

static void
ui_client_cell_dispose (GObject *object)
{
  UiClientCell *self = UI_CLIENT_CELL (object);

  if (self->target != NULL)
    g_signal_handlers_disconnect_by_data (self->target, self);
  if (self->clients != NULL)
    g_signal_handlers_disconnect_by_data (self->clients, self);
  if (self->profile != NULL)
    g_signal_handlers_disconnect_by_data (self->profile, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->target);
  g_clear_object (&self->profile);
  g_clear_object (&self->clients);
  g_clear_object (&self->source);
  /* A button would let go of it once more. */
  gtk_button_set_child (GTK_BUTTON (self), NULL);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiClientCell, ui_client_cell)
{
  G_OBJECT_CLASS (klass)->dispose = ui_client_cell_dispose;

  ui_template_set (widget_class, "ui/clients/ui-client-cell.ui");
  ui_template_bind_children (widget_class, UiClientCell, box, mark, word);
  ui_template_bind_callbacks (widget_class, on_secondary);
  gtk_widget_class_install_action (widget_class, "cell.open", NULL, on_action);
  gtk_widget_class_install_action (widget_class, "cell.remove", NULL, on_action);
  gtk_widget_class_install_action (widget_class, "cell.enable", NULL, on_action);
  gtk_widget_class_install_action (widget_class, "cell.disable", NULL, on_action);
  gtk_widget_class_install_action (widget_class, "cell.compare", NULL, on_action);
  gtk_widget_class_install_action (widget_class, "cell.copy", "u", copy_from);
  gtk_widget_class_install_action (widget_class, "cell.open-file", NULL, open_file);
  gtk_widget_class_install_action (widget_class, "cell.menu", NULL, show_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "cell.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "cell.menu",
                                       NULL);
}

GtkWidget *
ui_client_cell_new (AppClientTarget *target, AppClientMatrixRow *row, AppClientList *clients)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (target), NULL);
  g_return_val_if_fail (APP_IS_CLIENT_MATRIX_ROW (row), NULL);
  g_return_val_if_fail (APP_IS_CLIENT_LIST (clients), NULL);

  g_auto (GStrv) projects = app_client_list_dup_projects (clients);
  UiClientCell *self = g_object_new (UI_TYPE_CLIENT_CELL, NULL);

  self->target = g_object_ref (target);
  self->profile = g_object_ref (app_client_matrix_row_get_profile (row));
  g_set_object (&self->source, app_client_matrix_row_get_source (row));
  self->clients = g_object_ref (clients);
  ui_connect (target, "changed", update, self);
  /* With a project, what overrides it may be in another file. */
  if (projects[0] != NULL)
    ui_connect (clients, "changed", update, self);
  ui_connect (self->profile, "notify", update, self);
  update (self);
  return GTK_WIDGET (self);
}

void
ui_client_cell_set_brief (UiClientCell *self, gboolean brief)
{
  g_return_if_fail (UI_IS_CLIENT_CELL (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), brief ? GTK_ORIENTATION_VERTICAL
                                                                    : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (self->box, brief ? 2 : 6);
  gtk_label_set_max_width_chars (self->word, brief ? WORD_CHARS : -1);
  ui_widget_set_class (self, "brief", brief);
}
