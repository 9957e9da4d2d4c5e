/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-ecma.h"

/* The general categories by their long names and short ones. Source: Unicode's
 * PropertyValueAliases.txt */
static const char *const categories[][2] = {
  { "Letter", "L" },
  { "Cased_Letter", "L&" },
  { "LC", "L&" },
  { "Uppercase_Letter", "Lu" },
  { "Lowercase_Letter", "Ll" },
  { "Titlecase_Letter", "Lt" },
  { "Modifier_Letter", "Lm" },
  { "Other_Letter", "Lo" },
  { "Mark", "M" },
  { "Combining_Mark", "M" },
  { "Nonspacing_Mark", "Mn" },
  { "Spacing_Mark", "Mc" },
  { "Enclosing_Mark", "Me" },
  { "Number", "N" },
  { "Decimal_Number", "Nd" },
  { "digit", "Nd" },
  { "Letter_Number", "Nl" },
  { "Other_Number", "No" },
  { "Punctuation", "P" },
  { "punct", "P" },
  { "Connector_Punctuation", "Pc" },
  { "Dash_Punctuation", "Pd" },
  { "Open_Punctuation", "Ps" },
  { "Close_Punctuation", "Pe" },
  { "Initial_Punctuation", "Pi" },
  { "Final_Punctuation", "Pf" },
  { "Other_Punctuation", "Po" },
  { "Symbol", "S" },
  { "Math_Symbol", "Sm" },
  { "Currency_Symbol", "Sc" },
  { "Modifier_Symbol", "Sk" },
  { "Other_Symbol", "So" },
  { "Separator", "Z" },
  { "Space_Separator", "Zs" },
  { "Line_Separator", "Zl" },
  { "Paragraph_Separator", "Zp" },
  { "Other", "C" },
  { "Control", "Cc" },
  { "cntrl", "Cc" },
  { "Format", "Cf" },
  { "Surrogate", "Cs" },
  { "Private_Use", "Co" },
  { "Unassigned", "Cn" },
};

const char *
mcp_schema_ecma_find_category (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    if (g_str_equal (name, categories[i][0]) || g_str_equal (name, categories[i][1]))
      return categories[i][1];
  return NULL;
}
