/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreTemplateOption: one way to run or reach a server: the inputs that it has, and the parts that
 * its command line, environment, address and headers are put together from. Built by the readers of
 * this room, immutable from then on.
 */

#pragma once

#include "store-profile.h"
#include "store-template-input.h"

/* More than any person fills in or any server has; what is beyond is refused. */
#define STORE_TEMPLATE_MAX_INPUTS 200u
#define STORE_TEMPLATE_MAX_PARTS 500u

typedef enum {
  STORE_PART_COMMAND,
  STORE_PART_ARGUMENT,
  STORE_PART_VARIABLE, /* of the environment */
  STORE_PART_URL,
  STORE_PART_HEADER,
} StorePartPlace;

typedef struct _StoreTemplatePart   StoreTemplatePart;
typedef struct _StoreTemplateOption StoreTemplateOption;

/** @word: what kind it is: "npm", "pypi", "oci", "nuget", "mcpb", "streamable-http", "sse" */
StoreTemplateOption *store_template_option_new (const char *word);
void                 store_template_option_free (StoreTemplateOption *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreTemplateOption, store_template_option_free)

/* Building it */

void store_template_option_set_label (StoreTemplateOption *self, const char *label);
void store_template_option_set_transport (StoreTemplateOption *self, StoreTransport transport);
/** It cannot be run from here. @link: (nullable): where a person goes on */
void store_template_option_set_problem (StoreTemplateOption *self,
                                        const char          *link,
                                        const char          *format,
                                        ...) G_GNUC_PRINTF (3, 4);
/** It may not work, or not as it looks; each is said once. */
void store_template_option_add_remark (StoreTemplateOption *self,
                                       const char          *format,
                                       ...) G_GNUC_PRINTF (2, 3);

/** Texts are copied, the key is made unique.
 * Returns: (transfer none) (nullable): %NULL where there are too many */
const StoreTemplateInput *store_template_option_add_input (StoreTemplateOption      *self,
                                                           const StoreTemplateInput *input);

/** Adds an empty part, to be filled by the functions below.
 * @name: (nullable): of a variable or a header; of an argument the option that is written before
 * its value, in the same word where it ends with "="
 * Returns: (transfer none): the last of them again where there are too many, which resolving
 * refuses */
StoreTemplatePart *store_template_option_add_part (StoreTemplateOption *self,
                                                   StorePartPlace       place,
                                                   const char          *name);
void
store_template_part_add_text (StoreTemplatePart *self, const char *text, gssize length);
void
store_template_part_add_input (StoreTemplatePart *self, const StoreTemplateInput *input);
/** Here goes the folder that a bundle is unpacked into. */
void store_template_part_add_folder (StoreTemplatePart *self);
/** The option alone is written where the input, which is boolean, is true. */
void store_template_part_set_switch (StoreTemplatePart *self);
/** Returns: (transfer none) (nullable) */
const char *store_template_part_get_name (const StoreTemplatePart *self);
/** It is written only where @other is. */
void store_template_part_set_follows (StoreTemplatePart *self, const StoreTemplatePart *other);

/* What it has; the texts are not %NULL but where it says so */

const char *store_template_option_get_word (const StoreTemplateOption *self);
const char *store_template_option_get_label (const StoreTemplateOption *self);
const char *store_template_option_get_problem (const StoreTemplateOption *self);
const char *store_template_option_get_link (const StoreTemplateOption *self);
/** (nullable): a sentence a line */
const char *store_template_option_get_remark (const StoreTemplateOption *self);
/** Returns: (transfer none) (element-type StoreTemplateInput) */
GPtrArray *store_template_option_get_inputs (const StoreTemplateOption *self);

/** @values: (nullable) (element-type utf8 GStrv); @folder: (nullable); @secrets: (out)
 * (optional): see store_server_template_resolve().
 * Returns: whether @profile got it all */
gboolean store_template_option_resolve (const StoreTemplateOption *self,
                                        GHashTable                *values,
                                        const char                *folder,
                                        StoreProfile              *profile,
                                        GStrv                     *secrets,
                                        GError                   **error);
/** What it looks like so far, to be shown and not to be run: a required input that is still missing
 * stands in it as ‹its title›, whatever its kind. @values, @folder, @secrets: as above
 * Returns: (transfer full) (nullable): %NULL where it cannot be run from here */
StoreProfile *store_template_option_preview (const StoreTemplateOption *self,
                                             GHashTable                *values,
                                             const char                *folder,
                                             GStrv                     *secrets);
