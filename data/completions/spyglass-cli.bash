# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of spyglass-cli for bash: the program itself knows what fits.

_spyglass_cli() {
  local line word
  COMPREPLY=()
  # Bash puts it into the command line as it is, and servers choose the names of their tools.
  while IFS= read -r line; do
    printf -v word %q "${line%%$'\t'*}"
    COMPREPLY+=("$word")
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o default -F _spyglass_cli spyglass-cli
