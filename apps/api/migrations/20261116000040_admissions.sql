-- migrate:up

-- Who asked to be let into a call, a row for each browser, and what became of it. `browser` is the hash of that browser's
-- key: the media token of one browser is good for no other. A signed-in person needs no admission and has a row, with no
-- browser, only once they were taken out of a call.
create table admissions (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null references people,
  browser text not null,
  state text not null check (state in ('waiting', 'admitted', 'turned_away', 'replaced', 'removed')),
  asked_at timestamptz not null,
  -- The page said that it is still there; who said nothing for a while does not wait any more.
  seen_at timestamptz not null,
  -- When the coach's browser was first told of it.
  told_at timestamptz,
  decided_at timestamptz,
  -- Null where nobody was asked.
  decided_by uuid references people,
  -- What the device check found, for the coach to see.
  checked jsonb,
  unique (session_id, person_id, browser)
);
-- One place for each client, whatever is pressed at once.
create unique index admissions_place on admissions (session_id, person_id) where state = 'admitted';

-- Whoever is deleted is found in the calls that they are in.
create index presence_open on presence (person_id) where left_at is null;

grant select, insert, update, delete on admissions to parley_app;

-- migrate:down
drop index presence_open;
drop table admissions;
