/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-profile-draft.h"
#include "app-auth-token-store.h"
#include "app-bundle-folder.h"
#include "app-tool-names.h"
#include "mcp-auth-token-store.h"
#include "mcp-object.h"
#include "store-error.h"
#include "store-sign-in-list.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  char *section;
  char *name;
  char *value;
} Secret;

struct _AppProfileDraft
{
  GObject parent_instance;

  AppWorkspace *workspace;
  StoreProfile *profile;
  gboolean      is_new;
  GPtrArray    *secrets; /* of Secret, as typed */
};

G_DEFINE_FINAL_TYPE (AppProfileDraft, app_profile_draft, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppProfileDraft, app_profile_draft)

static void
secret_free (gpointer data)
{
  Secret *secret = data;

  g_free (secret->section);
  g_free (secret->name);
  store_secret_free (secret->value);
  g_free (secret);
}

MCP_DEFINE_FINALIZE (AppProfileDraft, app_profile_draft)
{
  g_clear_object (&self->workspace);
  g_clear_object (&self->profile);
  g_ptr_array_unref (self->secrets);
}

static void
app_profile_draft_init (AppProfileDraft *self)
{
  self->secrets = g_ptr_array_new_with_free_func (secret_free);
}

AppProfileDraft *
app_profile_draft_new (AppWorkspace *workspace, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (profile == NULL || STORE_IS_PROFILE (profile), NULL);

  AppProfileDraft *self = g_object_new (APP_TYPE_PROFILE_DRAFT, NULL);
  self->workspace = g_object_ref (workspace);
  self->is_new = profile == NULL;
  self->profile = profile != NULL ? store_profile_copy (profile) : store_profile_new (NULL);
  return self;
}

AppProfileDraft *
app_profile_draft_new_duplicate (AppWorkspace *workspace, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  AppProfileDraft *self = g_object_new (APP_TYPE_PROFILE_DRAFT, NULL);
  self->workspace = g_object_ref (workspace);
  self->is_new = TRUE;
  self->profile =
      store_profile_list_prepare_duplicate (app_workspace_get_book (workspace), profile);
  return self;
}

/* Takes what looks like a secret out of @variables. Returns: (transfer full): the rest */
static StoreVariables *
take_secrets (AppProfileDraft *self, const StoreVariables *variables, const char *section)
{
  StoreVariables *rest = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *value = store_variables_get_value (variables, i);
      if (value == NULL)
        store_variables_set_secret (rest, name, store_variables_get_secret (variables, i));
      else if (store_variables_looks_secret (name, value))
        {
          app_profile_draft_set_secret (self, section, name, value);
          /* It keeps its place in the list. */
          store_variables_set (rest, name, "");
        }
      else
        store_variables_set (rest, name, value);
    }
  return rest;
}

AppProfileDraft *
app_profile_draft_new_imported (AppWorkspace *workspace, StoreProfile *profile)
{
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  AppProfileDraft *self = app_profile_draft_new (workspace, NULL);
  store_profile_assign (self->profile, profile);
  g_autoptr (StoreVariables) environment = take_secrets (
      self, store_profile_get_endpoint (profile)->environment, APP_PROFILE_SECTION_ENVIRONMENT);
  g_autoptr (StoreVariables) headers = take_secrets (
      self, store_profile_get_endpoint (profile)->headers, APP_PROFILE_SECTION_HEADERS);
  g_autoptr (StoreVariables) oauth = take_secrets (
      self, store_profile_get_endpoint (profile)->oauth, APP_PROFILE_SECTION_OAUTH);
  g_object_set (self->profile, "environment", environment, "headers", headers, "oauth", oauth,
                NULL);
  return self;
}

MCP_DEFINE_GETTER (StoreProfile *, AppProfileDraft, app_profile_draft, profile)

static gboolean
to_widget (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  if (G_VALUE_HOLDS_STRING (from))
    g_value_set_string (to, g_value_get_string (from) != NULL ? g_value_get_string (from) : "");
  else if (G_VALUE_HOLDS (from, STORE_TYPE_VARIABLES))
    g_value_take_string (to, store_variables_dup_object (g_value_get_boxed (from)));
  else if (G_VALUE_HOLDS_DOUBLE (to))
    g_value_set_double (to, g_value_get_uint (from) / 1000.0);
  else if (G_VALUE_HOLDS_UINT (from) && G_VALUE_HOLDS_BOOLEAN (to))
    g_value_set_boolean (to, g_value_get_uint (from) == 0);
  else
    return g_value_transform (from, to);
  return TRUE;
}

static GStrv
dup_filled (const char *const *items)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; items != NULL && items[i] != NULL; i++)
    if (items[i][0] != '\0')
      g_strv_builder_add (builder, items[i]);
  return g_strv_builder_end (builder);
}

static gboolean
from_widget (GBinding *binding, const GValue *from, GValue *to, gpointer property)
{
  if (G_VALUE_HOLDS (to, STORE_TYPE_VARIABLES))
    {
      const char     *text = g_value_get_string (from);
      StoreVariables *members =
          store_variables_new_from_object (text != NULL ? text : "", NULL);

      g_value_take_boxed (to, members);
      return members != NULL;
    }
  if (G_VALUE_HOLDS_DOUBLE (from))
    g_value_set_uint (to, (guint)(g_value_get_double (from) * 1000));
  else if (G_VALUE_HOLDS_BOOLEAN (from) && G_VALUE_HOLDS_UINT (to))
    g_value_set_uint (to, g_value_get_boolean (from) ? 0 : 1);
  else if (G_VALUE_HOLDS (from, G_TYPE_STRV) && !g_str_equal (property, "arguments"))
    g_value_take_boxed (to, dup_filled (g_value_get_boxed (from)));
  else
    return g_value_transform (from, to);
  return TRUE;
}

void
app_profile_draft_bind (AppProfileDraft *self,
                        const char      *property,
                        gpointer         widget,
                        const char      *widget_property)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  g_object_bind_property_full (self->profile, property, widget, widget_property,
                               G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE, to_widget,
                               from_widget, (gpointer)g_intern_string (property), NULL);
}

void
app_profile_draft_set_target (AppProfileDraft *self,
                              StoreProfile    *understood,
                              StoreOrigin      origin,
                              const char      *name)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (understood);

  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));
  g_return_if_fail (STORE_IS_PROFILE (understood));

  const char *directory = endpoint->working_directory;

  g_object_set (self->profile, "transport", endpoint->transport, "command", endpoint->command,
                "arguments", endpoint->arguments, "url", endpoint->url, NULL);
  if (directory != NULL)
    g_object_set (self->profile, "working-directory", directory, NULL);
  if (self->is_new)
    g_object_set (self->profile, "origin", origin, NULL);
  if (name == NULL)
    return;
  g_autofree char *free_name =
      self->is_new
          ? store_profile_list_dup_free_name (app_workspace_get_book (self->workspace), name)
          : g_strdup (name);
  g_object_set (self->profile, "name", free_name, NULL);
}

void
app_profile_draft_clear_target (AppProfileDraft *self)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  g_object_set (self->profile, "command", NULL, "url", NULL, NULL);
}

void
app_profile_draft_set_transport (AppProfileDraft *self, StoreTransport transport)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));
  g_object_set (self->profile, "transport", transport, NULL);
}

void
app_profile_draft_set_variables (AppProfileDraft      *self,
                                 const char           *section,
                                 const StoreVariables *variables)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  if (g_str_equal (section, APP_PROFILE_SECTION_ENVIRONMENT))
    g_object_set (self->profile, "environment", variables, NULL);
  else
    g_object_set (self->profile, "headers", variables, NULL);
}

void
app_profile_draft_set_credentials (AppProfileDraft *self, const char *user, const char *secret)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  StoreAuthorization authorization = store_profile_get_endpoint (self->profile)->authorization;
  gboolean           basic = authorization == STORE_AUTHORIZATION_BASIC;
  g_autoptr (StoreVariables) credentials =
      store_variables_copy (store_profile_get_endpoint (self->profile)->credentials);

  app_profile_draft_clear_secrets (self, APP_PROFILE_SECTION_AUTHORIZATION);
  if (basic)
    store_variables_set (credentials, "user", user);
  else
    {
      store_variables_remove (credentials, "user");
      store_variables_remove (credentials, "password");
    }
  if (authorization != STORE_AUTHORIZATION_BEARER)
    store_variables_remove (credentials, "token");
  g_object_set (self->profile, "credentials", credentials, NULL);
  if (authorization != STORE_AUTHORIZATION_NONE && secret[0] != '\0')
    app_profile_draft_set_secret (self, APP_PROFILE_SECTION_AUTHORIZATION,
                                  basic ? "password" : "token", secret);
}

void
app_profile_draft_set_oauth (AppProfileDraft *self, const char *name, const char *value)
{
  const char *old;

  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));
  g_return_if_fail (name != NULL);

  value = value != NULL && value[0] != '\0' ? value : NULL;
  old = store_variables_lookup (store_profile_get_endpoint (self->profile)->oauth, name);
  if (g_strcmp0 (old, value) == 0)
    return;
  g_autoptr (StoreVariables) changed =
      store_variables_copy (store_profile_get_endpoint (self->profile)->oauth);
  if (value != NULL)
    store_variables_set (changed, name, value);
  else
    store_variables_remove (changed, name);
  g_object_set (self->profile, "oauth", changed, NULL);
}

MCP_DEFINE_FLAG (AppProfileDraft, app_profile_draft, is_new)

void
app_profile_draft_set_secret (AppProfileDraft *self,
                              const char      *section,
                              const char      *name,
                              const char      *value)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));
  g_return_if_fail (section != NULL && name != NULL);

  for (guint i = 0; i < self->secrets->len; i++)
    {
      Secret *secret = g_ptr_array_index (self->secrets, i);
      if (g_str_equal (secret->section, section) && g_str_equal (secret->name, name))
        {
          g_ptr_array_remove_index (self->secrets, i);
          break;
        }
    }
  if (value == NULL)
    return;
  Secret *secret = g_new0 (Secret, 1);
  secret->section = g_strdup (section);
  secret->name = g_strdup (name);
  secret->value = g_strdup (value);
  g_ptr_array_add (self->secrets, secret);
}

void
app_profile_draft_take_secrets (AppProfileDraft *self, const char *const *places)
{
  g_autoptr (StoreVariables) environment = NULL;
  g_autoptr (StoreVariables) headers = NULL;

  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  environment = store_variables_copy (endpoint->environment);
  headers = store_variables_copy (endpoint->headers);
  for (; places != NULL && *places != NULL; places++)
    {
      gboolean         is_header = g_str_has_prefix (*places, APP_PROFILE_SECTION_HEADERS "/");
      StoreVariables  *variables = is_header ? headers : environment;
      const char      *name = strchr (*places, '/');
      g_autofree char *value =
          name != NULL ? g_strdup (store_variables_lookup (variables, name + 1)) : NULL;

      if (value == NULL || *value == '\0')
        continue;
      app_profile_draft_set_secret (
          self, is_header ? APP_PROFILE_SECTION_HEADERS : APP_PROFILE_SECTION_ENVIRONMENT,
          name + 1, value);
      /* It keeps its place in the list. */
      store_variables_set (variables, name + 1, "");
    }
  g_object_set (self->profile, "environment", environment, "headers", headers, NULL);
}

gboolean
app_profile_draft_has_secrets (AppProfileDraft *self)
{
  g_return_val_if_fail (APP_IS_PROFILE_DRAFT (self), FALSE);
  return self->secrets->len > 0;
}

void
app_profile_draft_clear_secrets (AppProfileDraft *self, const char *section)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  for (guint i = self->secrets->len; i > 0; i--)
    {
      Secret *secret = g_ptr_array_index (self->secrets, i - 1);
      if (g_str_equal (secret->section, section))
        g_ptr_array_remove_index (self->secrets, i - 1);
    }
}

void
app_profile_draft_allow_fallback (AppProfileDraft *self, gboolean in_file)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   in_file ? STORE_VAULT_FALLBACK_FILE
                                           : STORE_VAULT_FALLBACK_MEMORY);
}

gboolean
app_profile_draft_is_keyring_error (const GError *error)
{
  return g_error_matches (error, STORE_ERROR, STORE_ERROR_NO_KEYRING);
}

/* What a profile referred to before it was changed or removed goes, unless another one refers to
 * it. */

typedef struct
{
  StoreProfile *before; /* (nullable): as it was kept */
  guint         n_left; /* secrets and sign-ins that are still to be cleared */
  char         *note;   /* (nullable): what became of the folder of a bundle */
} Clearing;

static void
clearing_free (gpointer data)
{
  Clearing *clearing = data;

  g_clear_object (&clearing->before);
  g_free (clearing->note);
  g_free (clearing);
}

/* @before: (nullable) */
static void
begin_clearing (GTask *task, StoreProfile *before)
{
  Clearing *clearing = g_new0 (Clearing, 1);

  clearing->before = before != NULL ? store_profile_copy (before) : NULL;
  g_task_set_task_data (task, clearing, clearing_free);
}

static void return_saved (GTask *task);

static void
end_if_cleared (GTask *task)
{
  Clearing *clearing = g_task_get_task_data (task);

  if (clearing->n_left > 0)
    return;
  if (g_task_get_source_tag (task) == app_profile_draft_save_async)
    return_saved (task);
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_secret_cleared (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Clearing *clearing = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (!store_secret_vault_clear_finish (STORE_SECRET_VAULT (object), result, &error))
    g_info ("A secret that nothing refers to could not be removed: %s", error->message);
  clearing->n_left--;
  end_if_cleared (task);
}

static void
clear_unused (AppWorkspace *workspace, GTask *task)
{
  Clearing *clearing = g_task_get_task_data (task);
  g_auto (GStrv) references =
      clearing->before != NULL ? store_profile_dup_secret_references (clearing->before) : NULL;

  for (guint i = 0; references != NULL && references[i] != NULL; i++)
    if (!store_profile_list_uses_secret (app_workspace_get_book (workspace), references[i], NULL))
      {
        clearing->n_left++;
        store_secret_vault_clear_async (app_workspace_get_vault (workspace), references[i], NULL,
                                        on_secret_cleared, g_object_ref (task));
      }
}

/* Saving: add the profile (the book gives it its id, on which the references depend), store each
 * secret under its reference, then let the profile refer to them. */

static void
put_reference (StoreProfile *profile, Secret *secret, const char *reference)
{
  /* Where the property is not called as the section of the reference. */
  static const char *const properties[][2] = {
    { APP_PROFILE_SECTION_ENVIRONMENT, "environment" },
    { APP_PROFILE_SECTION_AUTHORIZATION, "credentials" },
  };
  const char *property = secret->section;
  g_autoptr (StoreVariables) variables = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (g_str_equal (secret->section, properties[i][0]))
      property = properties[i][1];
  g_object_get (profile, property, &variables, NULL);
  store_variables_set_secret (variables, secret->name, reference);
  g_object_set (profile, property, variables, NULL);
}

static void
return_saved (GTask *task)
{
  AppProfileDraft  *self = g_task_get_source_object (task);
  StoreProfileList *book = app_workspace_get_book (self->workspace);
  StoreProfile     *saved = store_profile_list_find (book, store_profile_get_id (self->profile));

  g_task_return_pointer (task, g_object_ref (saved != NULL ? saved : self->profile),
                         g_object_unref);
}

static void
on_replaced (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppProfileDraft *self = g_task_get_source_object (task);
  GError          *error = NULL;

  if (!store_profile_list_replace_finish (STORE_PROFILE_LIST (object), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  clear_unused (self->workspace, task);
  end_if_cleared (task);
}

static void store_next_secret (GTask *task);

static void
on_secret_stored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppProfileDraft *self = g_task_get_source_object (task);
  GError          *error = NULL;

  if (!store_secret_vault_store_finish (STORE_SECRET_VAULT (object), result, NULL, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  Secret          *secret = g_ptr_array_index (self->secrets, 0);
  g_autofree char *reference =
      store_profile_dup_secret_reference (self->profile, secret->section, secret->name);
  put_reference (self->profile, secret, reference);
  g_ptr_array_remove_index (self->secrets, 0);
  store_next_secret (g_steal_pointer (&task));
}

/* Takes over @task. */
static void
store_next_secret (GTask *task)
{
  AppProfileDraft *self = g_task_get_source_object (task);

  if (self->secrets->len == 0)
    {
      store_profile_list_replace_async (app_workspace_get_book (self->workspace), self->profile,
                                        g_task_get_cancellable (task), on_replaced, task);
      return;
    }
  Secret          *secret = g_ptr_array_index (self->secrets, 0);
  g_autofree char *reference =
      store_profile_dup_secret_reference (self->profile, secret->section, secret->name);
  /* Translators: what the keyring's own program shows: a variable of a server */
  g_autofree char *label =
      g_strdup_printf (_ ("%s of %s"), secret->name, store_profile_get_name (self->profile));
  store_secret_vault_store_async (app_workspace_get_vault (self->workspace), reference, label,
                                  secret->value, g_task_get_cancellable (task), on_secret_stored,
                                  task);
}

static void
on_added (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppProfileDraft *self = g_task_get_source_object (task);
  GError          *error = NULL;
  g_autoptr (StoreProfile) added =
      store_profile_list_add_finish (STORE_PROFILE_LIST (object), result, &error);

  if (added == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_object_set (self->profile, "id", store_profile_get_id (added), NULL);
  self->is_new = FALSE;
  if (self->secrets->len == 0)
    return_saved (task);
  else
    store_next_secret (g_steal_pointer (&task));
}

void
app_profile_draft_save_async (AppProfileDraft    *self,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (APP_IS_PROFILE_DRAFT (self));

  GTask  *task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;
  g_task_set_source_tag (task, app_profile_draft_save_async);
  begin_clearing (task, self->is_new ? NULL
                                     : store_profile_list_find (
                                           app_workspace_get_book (self->workspace),
                                           store_profile_get_id (self->profile)));
  if (!store_profile_validate (self->profile, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else if (self->is_new)
    store_profile_list_add_async (app_workspace_get_book (self->workspace), self->profile,
                                  cancellable, on_added, task);
  else
    store_next_secret (task);
}

MCP_DEFINE_FINISH_POINTER (app_profile_draft_save_finish, AppProfileDraft, StoreProfile)

/* Removing */

static void
on_sign_in_forgotten (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Clearing *clearing = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (!mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (object), result, &error))
    g_info ("The sign-in to a server that is gone could not be removed: %s", error->message);
  clearing->n_left--;
  end_if_cleared (task);
}

/* Returns: (transfer full) (element-type AppAuthTokenStore): one for each sign-in to the server */
static GPtrArray *
find_sign_ins (AppWorkspace *workspace, StoreProfile *profile)
{
  StoreSignInList *list = app_workspace_get_sign_ins (workspace);
  GPtrArray       *found = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (g_str_equal (store_sign_in_get (entry)->key, store_profile_get_id (profile)))
        g_ptr_array_add (found, app_auth_token_store_new_for_sign_in (
                                    app_workspace_get_vault (workspace), list, entry));
    }
  return found;
}

static void
on_bundle_discarded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Clearing *clearing = g_task_get_task_data (task);

  clearing->note = app_bundle_folder_discard_finish (result);
  clearing->n_left--;
  end_if_cleared (task);
}

static void
on_book_removed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppWorkspace *workspace = g_task_get_source_object (task);
  Clearing     *clearing = g_task_get_task_data (task);
  g_autoptr (GPtrArray) sign_ins = find_sign_ins (workspace, clearing->before);
  g_autofree char *folder = app_bundle_folder_find (clearing->before);
  GError          *error = NULL;

  if (!store_profile_list_remove_finish (STORE_PROFILE_LIST (object), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  app_tool_names_forget (store_profile_get_id (clearing->before));
  clearing->n_left = sign_ins->len;
  for (guint i = 0; i < sign_ins->len; i++)
    mcp_auth_token_store_save_async (sign_ins->pdata[i], NULL, NULL, on_sign_in_forgotten,
                                     g_object_ref (task));
  if (folder != NULL)
    {
      clearing->n_left++;
      app_bundle_folder_discard_async (
          folder, store_profile_list_get_path (app_workspace_get_book (workspace)),
          on_bundle_discarded, g_object_ref (task));
    }
  clear_unused (workspace, task);
  end_if_cleared (task);
}

void
app_profile_draft_remove_async (AppWorkspace       *workspace,
                                StoreProfile       *profile,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_WORKSPACE (workspace));
  g_return_if_fail (STORE_IS_PROFILE (profile));

  GTask *task = g_task_new (workspace, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_profile_draft_remove_async);
  begin_clearing (task, profile);
  store_profile_list_remove_async (app_workspace_get_book (workspace),
                                   store_profile_get_id (profile), cancellable, on_book_removed,
                                   task);
}

gboolean
app_profile_draft_remove_finish (AppWorkspace *workspace,
                                 GAsyncResult *result,
                                 char        **note,
                                 GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, workspace), FALSE);
  *note = g_steal_pointer (&((Clearing *)g_task_get_task_data (G_TASK (result)))->note);
  return g_task_propagate_boolean (G_TASK (result), error);
}
