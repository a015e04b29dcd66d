-- Each module's ledger functions are in one file, named like the module: these files are gone, their functions are not.
delete from public.ledger_function where name in ('advance_watch', 'approved_now', 'check_releases', 'cool_down', 'copy_triggers', 'finish_copy_tasks', 'note_unwatched',
  'proposed_commands', 'release_limits', 'released_alone', 'stop_addresses');
