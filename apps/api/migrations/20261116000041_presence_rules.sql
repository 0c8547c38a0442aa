-- migrate:up

-- When a guest's browser was in the waiting room: from its first sign of life to its last. It is kept apart from presence,
-- which is of the call alone.
create table waiting_stays (
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null references people,
  browser text not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (session_id, person_id, browser, began_at),
  constraint waiting_stays_order check (seen_at >= began_at)
);

-- When the sweep last got an answer about this call, and when it was judged whether the session took place by itself.
alter table calls add column swept_at timestamptz, add column judged_at timestamptz;
update calls set swept_at = closed_at;
create index calls_unjudged on calls (session_id) where judged_at is null;

-- Whether somebody is in a call, and until when they were, is asked when their sign-in is about to expire.
create index presence_person on presence (person_id, joined_at);

grant select, insert, update on waiting_stays to parley_app;

-- migrate:down
drop index presence_person;
drop index calls_unjudged;
alter table calls drop column swept_at, drop column judged_at;
drop table waiting_stays;
