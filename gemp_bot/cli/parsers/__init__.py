"""The options of the commands, a file a group. No command is loaded here."""
