-- migrate:up
-- A file is taken in as it comes and read by the worker, so that no file holds up who is served meanwhile.
create table import_pieces (
  import_id uuid not null references imports on delete cascade,
  n integer not null,
  bytes bytea not null,
  primary key (import_id, n)
);
grant select, insert, delete on import_pieces to parley_app;

alter table imports
  -- When the whole file was there; one without it is still on its way, or was cut off.
  add column received_at timestamptz,
  -- Why the file could not be read.
  add column faults text[] not null default '{}',
  drop constraint imports_state_check,
  drop constraint imports_check,
  add constraint imports_state_check
    check (state in ('reading', 'unreadable', 'preview', 'running', 'done', 'stopped')),
  add constraint imports_check
    check (state in ('reading', 'unreadable', 'preview') or run_by_id is not null),
  add constraint imports_faults_check check ((state = 'unreadable') = (faults <> '{}'));
create index imports_reading on imports (id) where state = 'reading';

-- migrate:down
delete from imports where state in ('reading', 'unreadable');
drop index imports_reading;
alter table imports
  drop constraint imports_faults_check,
  drop constraint imports_check,
  drop constraint imports_state_check,
  drop column faults,
  drop column received_at,
  add constraint imports_state_check check (state in ('preview', 'running', 'done', 'stopped')),
  add constraint imports_check check (state = 'preview' or run_by_id is not null);
drop table import_pieces;
