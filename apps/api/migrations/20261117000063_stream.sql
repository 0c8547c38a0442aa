-- migrate:up

-- The instances of a session's application, a row for each that was ever asked for.
create table stream_instances (
  session_id uuid not null references sessions on delete cascade,
  number smallint not null check (number between 1 and 3),
  -- Each start anew is another run: what one before still says counts for nothing.
  epoch integer not null default 1,
  status text not null check (status in ('starting', 'ready', 'failed', 'ended')),
  -- How often this start was tried.
  tries smallint not null default 0,
  -- What its provider calls the run; null until it has one.
  ref text,
  -- Since when this run is asked for.
  begun_at timestamptz not null,
  -- Who was given control; null while it is with the session's coach.
  holder_id uuid references people,
  primary key (session_id, number)
);
create index stream_instances_running on stream_instances (session_id, number) where status in ('starting', 'ready');

-- The instance that everybody in the call looks at.
alter table calls add column shown_instance smallint check (shown_instance between 1 and 3);

grant select, insert, update on stream_instances to parley_app;

-- migrate:down
alter table calls drop column shown_instance;
drop table stream_instances;
