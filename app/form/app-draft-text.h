/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The text of a form as it may be kept in a file: what was typed, without the values of fields that
 * are secret (see app_field_is_secret()).
 */

#pragma once

#include "app-form.h"

/* Fields that are looked at for secrets; a value with more is not kept. */
#define APP_DRAFT_TEXT_MAX_FIELDS 2000u

/**
 * @definition_form: an untouched form for the same schema; it is changed
 * Returns: (transfer full) (nullable): the JSON view's text. Text that does not parse is kept as it
 * was typed where the form has no secret fields, and is else the last that did parse; %NULL where
 * that cannot be said
 */
char *app_draft_text_dup (AppForm *form, AppForm *definition_form);
/** Returns: (transfer full): what is filled in where the schema says that it is a secret */
GStrv app_draft_text_dup_secrets (AppForm *form);
