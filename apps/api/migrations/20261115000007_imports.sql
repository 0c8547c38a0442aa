-- migrate:up
create table imports (
  id uuid primary key default uuidv7(),
  by_id uuid not null references people,
  -- Where its rows go; null: an Admin's, each row names its own.
  organization_id uuid references organizations,
  filename text not null,
  -- As the file had them, so that the file of errors looks like it.
  columns text[] not null,
  delimiter text not null,
  state text not null check (state in ('preview', 'running', 'done', 'stopped')),
  -- Whose right the rows are written by, asked again before each batch.
  run_by_id uuid references people,
  created_at timestamptz not null,
  check (state = 'preview' or run_by_id is not null)
);
create index imports_created on imports (created_at);
create index imports_running on imports (id) where state = 'running';

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  row integer not null, -- as a spreadsheet counts: the header is row 1
  first_name text not null,
  last_name text not null,
  username text not null,
  email text not null,
  coach_username text not null,
  time_zone text not null,
  organization text not null,
  state text not null check (state in ('good', 'error', 'written')),
  error_field text,
  error_message text,
  person_id uuid references people,
  primary key (import_id, row),
  check ((state = 'error') = (error_field is not null and error_message is not null)),
  check ((state = 'written') = (person_id is not null))
);
create index import_rows_state on import_rows (import_id, state, row);
create unique index import_rows_person on import_rows (person_id) where person_id is not null;

grant select, insert, update, delete on imports, import_rows to parley_app;

-- migrate:down
drop table import_rows, imports;
