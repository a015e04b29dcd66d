-- I23: a list that is put back is compared with everybody again: what the list between the two found, or no longer found, counts no more. Of two processes one writes, because a
-- comparison is made under a lock of the details.
alter table app.screening drop constraint screening_details_id_list_key;
create index screening_of_details on app.screening (details_id, at desc, id desc);
comment on index app.screening_of_details is 'Which version of the list some details were compared with last.';
