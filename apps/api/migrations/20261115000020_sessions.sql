-- migrate:up
create extension if not exists btree_gist;

-- Alphabetical, so that it sorts as its labels do.
create type session_status as enum ('Cancelled', 'Completed', 'NoShow', 'Scheduled');

create table sessions (
  id uuid primary key default uuidv7(),
  -- The coach's at creation, never changed: scope, zone, policy and invoice follow it.
  organization_id uuid not null references organizations,
  coach_id uuid not null references people,
  -- The client; in a session of type Org the coach again.
  user_id uuid not null references people,
  start_time timestamptz not null,
  end_time timestamptz not null,
  status session_status not null default 'Scheduled',
  title text not null,
  instance_count smallint not null default 1 check (instance_count between 0 and 3),
  use_server boolean not null default true,
  billable boolean not null default true,
  -- Rises with every change that calendars must learn of.
  ics_sequence integer not null default 0,
  created_by uuid references people,
  -- Folded title, client and coach on lines of their own, each word after a space. Written with the row; a rename
  -- rewrites it in batches.
  search text collate "C" not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (end_time > start_time and end_time <= start_time + interval '8 hours')
);
create trigger touch before update on sessions for each row execute function touch();
alter table sessions alter column search set statistics 1000;
alter table sessions set (autovacuum_vacuum_insert_scale_factor = 0.01);

-- One shape for every scope: all, an organization, a coach, a client.
create index sessions_all on sessions (status, start_time, id);
create index sessions_org on sessions (organization_id, status, start_time, id);
create index sessions_coach on sessions (coach_id, status, start_time, id);
create index sessions_user on sessions (user_id, status, start_time, id);
-- The first line of `search` is the folded title: read from there, since to fold it anew for every row that a search
-- looks at takes longer than all the rest.
create index sessions_title on sessions (split_part(search, E'\n', 1), id);
create index sessions_org_title on sessions (organization_id, split_part(search, E'\n', 1), id);
create index sessions_title_trgm on sessions using gin (organization_id, split_part(search, E'\n', 1) gin_trgm_ops);

-- Offered to filter by. To fold thousands of names for each letter that is typed takes longer than all the rest.
create index organizations_search on organizations using gin ((' ' || fold(display_name)) gin_trgm_ops);

-- Sessions of type Org only: whoever else is in them.
create table session_participants (
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null references people,
  primary key (session_id, person_id)
);
create index session_participants_person on session_participants (person_id, session_id);

-- Nobody is in two Scheduled sessions at once. A row for each person of each Scheduled session, taken away in the
-- transaction that settles it, so the index holds the future alone.
create table session_busy (
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null,
  during tstzrange not null,
  primary key (session_id, person_id),
  constraint session_busy_no_overlap exclude using gist (person_id with =, during with &&)
);

-- Somebody may leave an organization while their sessions stay: lists by name find them here.
create table organization_guests (
  organization_id uuid not null references organizations,
  person_id uuid not null references people,
  primary key (organization_id, person_id)
);

create function remember_guest() returns trigger language plpgsql as $$
begin
  insert into organization_guests
    select old.organization_id, new.id
    where exists (select from sessions where user_id = new.id and organization_id = old.organization_id)
      or exists (select from sessions where coach_id = new.id and organization_id = old.organization_id)
    on conflict do nothing;
  return null;
end $$;
create trigger remember_guest after update on people for each row
  when (old.organization_id is not null and old.organization_id is distinct from new.organization_id)
  execute function remember_guest();

create table session_counts (
  organization_id uuid not null,
  status session_status not null,
  n bigint not null,
  primary key (organization_id, status)
);
create table session_count_deltas (
  organization_id uuid not null,
  status session_status not null,
  n integer not null
);

create function count_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into session_count_deltas select organization_id, status, count(*) from new_rows group by 1, 2;
  else
    insert into session_count_deltas
      select organization_id, status, sum(n) from (
        select n.organization_id, n.status, 1 as n from new_rows n
        union all
        select o.organization_id, o.status, -1 from old_rows o
      ) changed group by 1, 2 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on sessions referencing new table as new_rows
  for each statement execute function count_sessions();
create trigger count_updated after update on sessions referencing new table as new_rows old table as old_rows
  for each statement execute function count_sessions();

create table session_history (
  id bigint generated always as identity primary key,
  session_id uuid not null references sessions on delete cascade,
  at timestamptz not null,
  by_id uuid, -- null: the system
  action text not null,
  changes jsonb not null default '{}'
);
create index session_history_session on session_history (session_id, id);

create table idempotency_keys (
  person_id uuid not null references people,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  response jsonb not null,
  created_at timestamptz not null,
  primary key (person_id, route, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- No secret: a link's is derived by HMAC over session, person and number; revoking raises the number.
create table guest_links (
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null references people,
  number integer not null default 1,
  primary key (session_id, person_id)
);

create table calendar_feeds (
  secret_hash bytea primary key,
  person_id uuid not null references people,
  created_at timestamptz not null,
  last_read_at timestamptz
);
create unique index calendar_feeds_person on calendar_feeds (person_id);

-- What a mail about a session told its reader: sequence, times, people. The next one is made from what has changed since.
alter table mails add column session_id uuid references sessions, add column detail jsonb;
create index mails_session on mails (session_id, person_id) where session_id is not null;

grant select, insert, update on sessions, session_counts, guest_links to parley_app;
grant select, insert, delete on session_participants, session_count_deltas, organization_guests to parley_app;
grant select, insert, update, delete on session_busy, idempotency_keys, calendar_feeds to parley_app;
-- What happened stays as it was written.
grant select, insert on session_history to parley_app;

-- migrate:down
alter table mails drop column session_id, drop column detail;
drop table calendar_feeds, guest_links, idempotency_keys, session_history, session_count_deltas, session_counts,
  organization_guests, session_busy, session_participants, sessions;
drop index organizations_search;
drop trigger remember_guest on people;
drop function count_sessions(), remember_guest();
drop type session_status;
