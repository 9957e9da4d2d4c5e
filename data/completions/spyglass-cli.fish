# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of spyglass-cli for fish: the program itself knows what fits.

function __spyglass_cli_complete
    set -l words (commandline -opc)
    $words[1] __complete $words[2..-1] (commandline -ct) 2>/dev/null
end

complete -c spyglass-cli -a '(__spyglass_cli_complete)'
