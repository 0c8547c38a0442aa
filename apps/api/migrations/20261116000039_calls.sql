-- migrate:up

-- A session that somebody joined. The room's name is random: nobody finds a call by its session.
create table calls (
  session_id uuid primary key references sessions on delete cascade,
  room text not null unique,
  -- The media node that it was made on, by its name at the front proxy.
  node text,
  made_at timestamptz not null,
  -- Set when the room was closed for good; nobody connects after it.
  closed_at timestamptz
);
create index calls_open on calls (session_id) where closed_at is null;

-- Who was there when, a row for each stay. `connection` is the media server's name of the stay: its notices come twice,
-- late, or in the wrong order, and all of them name it.
create table presence (
  id bigint generated always as identity primary key,
  session_id uuid not null references sessions on delete cascade,
  person_id uuid not null references people,
  connection text not null unique,
  -- Null while only the end is known: such a stay counts for nothing.
  joined_at timestamptz,
  left_at timestamptz,
  -- When the sweep last saw it: where no end is told, it ended then.
  seen_at timestamptz,
  misses smallint not null default 0
);
create index presence_session on presence (session_id, person_id);

-- Notices of the media server that were taken in, so that each counts once.
create table media_events (
  id text primary key,
  at timestamptz not null
);
create index media_events_at on media_events (at);

grant select, insert, update on calls to parley_app;
grant select, insert, update on presence to parley_app;
grant select, insert, delete on media_events to parley_app;

-- migrate:down
drop table media_events, presence, calls;
