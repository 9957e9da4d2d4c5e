/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-secrets.h"

#include "app-preset-sets.h"

#include <glib/gi18n-lib.h>

#include "mcp-object.h"
#include "mcp-property.h"

typedef struct
{
  char *label;
  char *text; /* (nullable): to be taken away */
} Change;

struct _AppPresetSecrets
{
  GObject parent_instance;

  StoreSecretVault *vault;
  AppRedactor      *redactor;
  GHashTable       *texts;   /* reference → text, wiped when it goes; NULL where there is none */
  GHashTable       *changes; /* reference → Change: what the vault was not given yet */
  guint             pause;
  char             *problem;
};

enum {
  PROP_PROBLEM = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppPresetSecrets, app_preset_secrets, G_TYPE_OBJECT)

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->label);
  store_secret_free (change->text);
  g_free (change);
}

static void
secret_free (gpointer text)
{
  store_secret_free (text);
}

static void
set_problem (AppPresetSecrets *self, const char *problem)
{
  mcp_property_take_text (self, &self->problem, g_strdup (problem), properties[PROP_PROBLEM]);
}

static void
on_stored (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppPresetSecrets) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;

  if (!store_secret_vault_store_finish (STORE_SECRET_VAULT (source), result, NULL, &error))
    /* Translators: %s is why */
    problem = g_strdup_printf (_ ("Not saved, kept until Spyglass quits: %s"),
                               error->message);
  set_problem (self, problem);
}

static void
on_cleared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!store_secret_vault_clear_finish (STORE_SECRET_VAULT (source), result, &error))
    g_info ("A secret could not be taken out of the keyring: %s", error->message);
}

static void
flush (AppPresetSecrets *self)
{
  GHashTableIter iter;
  gpointer       reference;
  gpointer       value;

  g_clear_handle_id (&self->pause, g_source_remove);
  g_hash_table_iter_init (&iter, self->changes);
  while (g_hash_table_iter_next (&iter, &reference, &value))
    {
      Change *change = value;

      if (change->text != NULL)
        store_secret_vault_store_async (self->vault, reference, change->label, change->text, NULL,
                                        on_stored, g_object_ref (self));
      else
        store_secret_vault_clear_async (self->vault, reference, NULL, on_cleared, NULL);
    }
  g_hash_table_remove_all (self->changes);
}

MCP_DEFINE_DISPOSE (AppPresetSecrets, app_preset_secrets)
{
  if (self->vault != NULL)
    flush (self);
  g_clear_object (&self->vault);
  g_clear_object (&self->redactor);
}

MCP_DEFINE_FINALIZE (AppPresetSecrets, app_preset_secrets)
{
  g_hash_table_unref (self->texts);
  g_hash_table_unref (self->changes);
  g_free (self->problem);
}

MCP_DEFINE_CLASS (AppPresetSecrets, app_preset_secrets)
{
  static const McpProperty rows[N_PROPS] = {
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING,
                       .offset = G_STRUCT_OFFSET (AppPresetSecrets, problem) },
  };

  object_class->dispose = app_preset_secrets_dispose;
  object_class->finalize = app_preset_secrets_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_preset_secrets_init (AppPresetSecrets *self)
{
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, secret_free);
  self->changes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, change_free);
}

AppPresetSecrets *
app_preset_secrets_new (StoreSecretVault *vault, AppRedactor *redactor)
{
  AppPresetSecrets *self = g_object_new (APP_TYPE_PRESET_SECRETS, NULL);

  self->vault = g_object_ref (vault);
  self->redactor = g_object_ref (redactor);
  return self;
}

/* Takes over @text. */
static void
hold (AppPresetSecrets *self, const char *reference, char *text)
{
  if (text != NULL)
    app_redactor_add_secret (self->redactor, text);
  g_hash_table_replace (self->texts, g_strdup (reference), text);
}

const char *
app_preset_secrets_lookup (AppPresetSecrets *self, const char *reference)
{
  g_return_val_if_fail (APP_IS_PRESET_SECRETS (self), NULL);
  return g_hash_table_lookup (self->texts, reference);
}

/* Returns: (transfer full): what was not looked for yet */
static GStrv
list_unknown (AppPresetSecrets *self, StoreProfile *profile)
{
  g_autoptr (StoreVariables) presets = app_preset_sets_dup_values (profile, NULL);
  const StoreVariables *lists[] = { presets,
                                    store_profile_get_decisions (profile)->pinned_arguments };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < store_variables_get_n_items (lists[i]); j++)
      {
        const char *reference = store_variables_get_secret (lists[i], j);

        if (reference != NULL && !g_hash_table_contains (self->texts, reference))
          g_strv_builder_add (builder, reference);
      }
  return g_strv_builder_end (builder);
}

gboolean
app_preset_secrets_is_loaded (AppPresetSecrets *self, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_PRESET_SECRETS (self), TRUE);

  g_auto (GStrv) unknown = list_unknown (self, profile);
  return unknown[0] == NULL;
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppPresetSecrets  *self = g_task_get_source_object (task);
  const char *const *references = g_task_get_task_data (task);
  GError            *error = NULL;
  g_autoptr (GHashTable) found =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result, &error);

  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; references[i] != NULL; i++)
    if (!g_hash_table_contains (self->texts, references[i]))
      hold (self, references[i], g_strdup (g_hash_table_lookup (found, references[i])));
  g_task_return_boolean (task, TRUE);
}

void
app_preset_secrets_load_async (AppPresetSecrets   *self,
                               StoreProfile       *profile,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (APP_IS_PRESET_SECRETS (self));
  g_return_if_fail (STORE_IS_PROFILE (profile));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_preset_secrets_load_async);
  GStrv unknown = list_unknown (self, profile);
  g_task_set_task_data (task, unknown, (GDestroyNotify)g_strfreev);
  if (unknown[0] == NULL)
    g_task_return_boolean (task, TRUE);
  else
    store_secret_vault_lookup_many_async (self->vault, (const char *const *)unknown, cancellable,
                                          on_looked_up, g_object_ref (task));
}

MCP_DEFINE_FINISH (app_preset_secrets_load_finish, AppPresetSecrets)

static void
on_pause (gpointer data)
{
  AppPresetSecrets *self = data;

  self->pause = 0;
  flush (self);
}

void
app_preset_secrets_set (AppPresetSecrets *self,
                        const char       *reference,
                        const char       *label,
                        const char       *text)
{
  g_return_if_fail (APP_IS_PRESET_SECRETS (self));
  g_return_if_fail (reference != NULL);

  hold (self, reference, g_strdup (text));
  Change *change = g_new0 (Change, 1);
  change->label = g_strdup (label);
  change->text = g_strdup (text);
  g_hash_table_replace (self->changes, g_strdup (reference), change);
  g_clear_handle_id (&self->pause, g_source_remove);
  self->pause = g_timeout_add_once (APP_PRESET_SECRETS_PAUSE_MS, on_pause, self);
}

MCP_DEFINE_GETTER (const char *, AppPresetSecrets, app_preset_secrets, problem)
