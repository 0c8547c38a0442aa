-- migrate:up

-- What somebody reported of a call's technical issues, with what was known of the call then.
create table call_reports (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions on delete cascade,
  by_id uuid not null references people,
  at timestamptz not null,
  kinds text[] not null check (cardinality(kinds) between 1 and 6),
  text text not null check (length(text) <= 2000),
  -- What the browser knew: the quality of its line, and what changed when.
  statistics jsonb not null check (pg_column_size(statistics) < 131072),
  -- Who was there when, by id.
  timeline jsonb not null
);
create index call_reports_at on call_reports (at, id);
create index call_reports_session on call_reports (session_id);

grant select, insert, delete on call_reports to parley_app;

-- migrate:down
drop table call_reports;
