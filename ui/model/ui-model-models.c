/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-models.h"
#include "ui-provider-list.h"
#include "ui-popover-fit.h"
#include "ui-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-model-providers.h"
#include "app-provider-draft.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 80

struct _UiModelModels
{
  GtkPopover parent_instance;

  AppModelChoice   *choice;
  GHashTable       *drafts; /* id of an entry → AppProviderDraft, with the models it offers */
  AppProviderDraft *shown;  /* (nullable): one of them */

  GtkListBox     *list;
  GtkWidget      *offered;
  GtkLabel       *heading;
  UiProviderList *models;
};

G_DEFINE_FINAL_TYPE (UiModelModels, ui_model_models, GTK_TYPE_POPOVER)

/* Rows: each has the entry of its provider, and that of the scripted model none. */

static void
add_row (UiModelModels *self, AppModelEntry *entry, const char *title, const char *subtitle)
{
  GtkWidget *row = ui_row_new_choice (title, subtitle, entry);

  ui_widget_name (row, title);
  ui_widget_describe (row, subtitle);
  gtk_list_box_append (self->list, row);
}

static void
update_marks (UiModelModels *self)
{
  AppModelEntry *asked = app_model_choice_get_entry (self->choice);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      AppModelEntry *entry = ui_row_get_item (row);

      ui_row_set_chosen (row, entry != NULL ? entry == asked
                                            : app_model_choice_is_script (self->choice));
    }
}

static void
fill (UiModelModels *self)
{
  GListModel *providers = G_LIST_MODEL (app_model_choice_get_providers (self->choice));
  guint       n = g_list_model_get_n_items (providers);

  ui_widget_clear (self->list);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelEntry) entry = g_list_model_get_item (providers, i);
      McpModelProvider *provider = app_model_entry_get_provider (entry);
      const char       *model = app_model_entry_get_model (entry);

      if (provider != NULL)
        add_row (self, entry, provider->title, model != NULL ? model : _ ("No model yet"));
    }
  add_row (self, NULL, _ ("Scripted Model"),
           _ ("Comes with Spyglass, and nothing leaves this computer"));
  update_marks (self);
}

/* What one of them offers */

static void
show_offered (UiModelModels *self, AppModelEntry *entry)
{
  AppProviderDraft *draft = NULL;
  const char       *id = entry != NULL ? app_model_entry_get_id (entry) : NULL;

  gtk_widget_set_visible (self->offered, entry != NULL);
  if (entry != NULL)
    draft = g_hash_table_lookup (self->drafts, id);
  if (entry != NULL && draft == NULL)
    {
      draft =
          app_provider_draft_new_for_entry (app_model_choice_get_providers (self->choice),
                                            entry);
      g_hash_table_insert (self->drafts, g_strdup (id), draft);
    }
  self->shown = draft;
  ui_provider_list_set_draft (self->models, draft);
  if (entry == NULL)
    return;
  g_autofree char *name = app_visible_text_line (app_model_entry_get_provider (entry)->title,
                                                 MAX_NAME);
  /* Translators: %s is a provider of language models */
  g_autofree char *heading = g_strdup_printf (_ ("Models of %s"), name);
  gtk_label_set_text (self->heading, heading);
  ui_provider_list_set_model (self->models, app_model_entry_get_model (entry));
}

static AppModelEntry *
find_entry (UiModelModels *self)
{
  AppModelEntry *entry =
      app_model_choice_get_entry (self->choice);

  return entry != NULL && app_model_entry_get_provider (entry) != NULL ? entry : NULL;
}

static void
on_shown (UiModelModels *self)
{
  if (self->choice == NULL)
    return;
  fill (self);
  show_offered (self, find_entry (self));
}

/* What was offered may have changed with the address or the key. */
static void
on_providers_changed (UiModelModels *self)
{
  self->shown = NULL;
  ui_provider_list_set_draft (self->models, NULL);
  g_hash_table_remove_all (self->drafts);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    on_shown (self);
  else
    fill (self);
}

static void
on_row_activated (UiModelModels *self, GtkListBoxRow *row)
{
  AppModelEntry *named = ui_row_get_item (row);
  g_autoptr (AppModelEntry) entry = named != NULL ? g_object_ref (named) : NULL;

  if (entry == NULL)
    {
      app_model_choice_choose (self->choice, APP_MODEL_SCRIPT_ID, "", TRUE);
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  if (app_model_entry_get_model (entry) != NULL)
    app_model_choice_choose (self->choice,
                             app_model_entry_get_id (entry), app_model_entry_get_model (entry),
                             TRUE);
  update_marks (self);
  show_offered (self, entry);
  gtk_widget_grab_focus (GTK_WIDGET (self->models));
}

static void
on_model_chosen (UiModelModels *self, const char *model)
{
  if (self->shown != NULL)
    app_model_choice_choose (self->choice,
                             app_provider_draft_get_id (self->shown), model, TRUE);
  gtk_popover_popdown (GTK_POPOVER (self));
}

UI_DEFINE_DISPOSE (UiModelModels, ui_model_models)
{
  self->shown = NULL;
  if (self->models != NULL)
    ui_provider_list_set_draft (self->models, NULL);
  g_clear_pointer (&self->drafts, g_hash_table_unref);
}

UI_DEFINE_CLASS (UiModelModels, ui_model_models)
{
  g_type_ensure (UI_TYPE_PROVIDER_LIST);
  ui_template_set (widget_class, "ui/model/ui-model-models.ui");
  ui_template_hold (widget_class, UiModelModels, choice);
  G_OBJECT_CLASS (klass)->dispose = ui_model_models_dispose;
  ui_template_bind_children (widget_class, UiModelModels, list, offered, heading, models);
  ui_template_bind_callbacks (widget_class, on_shown, on_row_activated, on_model_chosen);
}

static void
ui_model_models_init (UiModelModels *self)
{
  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  ui_template_init (self);
  ui_popover_fit (GTK_POPOVER (self), 300, 400);
}

void
ui_model_models_set_choice (UiModelModels *self, AppModelChoice *choice)
{
  g_return_if_fail (UI_IS_MODEL_MODELS (self));
  g_return_if_fail (APP_IS_MODEL_CHOICE (choice));

  g_set_object (&self->choice, choice);
  ui_connect (app_model_choice_get_providers (choice), "items-changed", on_providers_changed, self);
  ui_connect (choice, "changed", update_marks, self);
  fill (self);
}
