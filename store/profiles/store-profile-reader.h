/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreProfileReader: from the YAML of the book to profiles. What a profile cannot be made of is an
 * error of the whole file only where the file's shape is not ours; everything smaller is a finding,
 * and the rest is still read.
 */

#pragma once

#include "store-profile-list.h"
#include "store-yaml-tree.h"

/* More of one kind in one server is some program's output, not a person's configuration. */
#define STORE_PROFILE_MAX_VARIABLES 2000
/* Nobody reads on after these. */
#define STORE_PROFILE_MAX_FINDINGS 500

/**
 * store_profile_reader_read:
 * @findings: (element-type StoreProfileFinding): gets what is found
 * Returns: (transfer full) (element-type StoreProfile) (nullable): in the file's order;
 * STORE_ERROR_SYNTAX where the root or `servers` is no mapping
 */
GPtrArray *store_profile_reader_read (StoreYamlTree *tree, GPtrArray *findings, GError **error);

/** Reads one entry. @key, @value: of the mapping of servers. Returns: (transfer full) (nullable) */
StoreProfile *
store_profile_reader_read_entry (StoreYamlNode *key, StoreYamlNode *value, GPtrArray *findings);

void store_profile_finding_free (StoreProfileFinding *finding);
