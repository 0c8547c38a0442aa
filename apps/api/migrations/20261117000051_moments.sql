-- migrate:up

-- What an assessor marked while it happened. Its id is chosen by its author's device, so that it is there once however
-- often it is sent; one that was removed stays as a mark, so that a late copy does not bring it back.
create table assessment_moments (
  id uuid primary key,
  session_id uuid not null,
  person_id uuid not null,
  conversation smallint check (conversation between 0 and 3),
  path text check (length(path) <= 200),
  at timestamptz,
  note text not null default '' check (length(note) <= 2000),
  by_id uuid not null references people,
  -- Its author's count of their changes: an older one that comes late changes nothing.
  version integer not null default 1 check (version > 0),
  deleted_at timestamptz,
  foreign key (session_id, person_id) references assessments on delete cascade,
  -- What was removed before it came has nothing but its id, and what was removed after has no words.
  check (deleted_at is not null or (conversation is not null and path is not null and at is not null)),
  check (deleted_at is null or note = '')
);
create index assessment_moments_of on assessment_moments (session_id, person_id, at);

grant select, insert, update on assessment_moments to parley_app;

-- migrate:down
drop table assessment_moments;
