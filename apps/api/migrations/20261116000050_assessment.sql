-- migrate:up

-- What a session was scored by stays known, whatever comes after it.
create table rubrics (
  version integer primary key,
  rubric jsonb not null
);

-- The answers about one client in one session. Whoever answers locks this row, so changes have an order without a gap.
create table assessments (
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null references people,
  rubric_version integer not null references rubrics,
  changes integer not null default 0 check (changes >= 0),
  primary key (session_id, person_id)
);
create index assessments_person on assessments (person_id);

-- Every change, as it came: who set what when. Nothing of it is ever changed.
create table assessment_changes (
  session_id uuid not null,
  person_id uuid not null,
  number integer not null check (number > 0),
  conversation smallint not null check (conversation between 0 and 3),
  path text not null check (length(path) <= 200),
  value boolean,
  data text check (length(data) <= 20000),
  by_id uuid not null references people,
  -- The author's own name of the change: sent twice, it is there once.
  client_id uuid,
  at timestamptz not null,
  primary key (session_id, person_id, number),
  foreign key (session_id, person_id) references assessments on delete cascade,
  unique (session_id, person_id, by_id, client_id),
  check (case when path in ('overall', 'notes') then data is not null and value is null else data is null end)
);

-- What stands now, one row for each place.
create table assessment_answers (
  session_id uuid not null,
  person_id uuid not null,
  conversation smallint not null check (conversation between 0 and 3),
  path text not null check (length(path) <= 200),
  value boolean,
  data text check (length(data) <= 20000),
  number integer not null,
  primary key (session_id, person_id, conversation, path),
  foreign key (session_id, person_id) references assessments on delete cascade
);

grant select, insert on rubrics to parley_app;
grant select, insert, update on assessments to parley_app;
grant select, insert on assessment_changes to parley_app;
grant select, insert, update on assessment_answers to parley_app;

-- migrate:down
drop table assessment_answers, assessment_changes, assessments, rubrics;
