-- migrate:up
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The application's own role. It owns nothing; what it may do is granted table by table.
do $$
begin
  create role parley_app login;
exception when duplicate_object or unique_violation then
  null; -- Another database of this cluster made it already.
end $$;
grant usage on schema public to parley_app;

-- One way to fold text for search and comparison, in stored columns and in what a person types.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;

create table organizations (
  id uuid primary key default uuidv7(),
  name text not null unique,
  display_name text collate "und-x-icu" not null,
  billing_address text not null,
  rate_cents integer not null check (rate_cents > 0),
  time_zone text not null default 'America/New_York',
  contact text not null default '',
  billing_email text,
  no_show_billed boolean not null default false,
  waiting_room boolean not null default true,
  chat_files boolean not null default true,
  streamed_app boolean not null default true,
  two_factor_required boolean not null default false,
  retention_days integer not null default 30 check (retention_days >= 30),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on organizations for each row execute function touch();

create table people (
  id uuid primary key default uuidv7(),
  -- Admin and Super may belong to none.
  organization_id uuid references organizations,
  coach_id uuid references people,
  privs smallint not null check (privs in (0, 1, 2, 3, 10)),
  username text collate "und-x-icu" not null check (username ~ '^[a-z0-9._-]{3,64}$'),
  email text not null,
  first_name text collate "und-x-icu" not null,
  last_name text collate "und-x-icu" not null,
  time_zone text,
  working_hours jsonb,
  is_assessor boolean not null default false,
  deleted_at timestamptz,
  anonymized_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (privs >= 3 or organization_id is not null)
);
create trigger touch before update on people for each row execute function touch();
create unique index people_username on people (lower(username));
-- Clients may share an address; whoever can sign in may not.
create unique index people_email_sign_in on people (lower(email)) where privs >= 1 and deleted_at is null;
create index people_organization on people (organization_id);
create index people_coach on people (coach_id, first_name, last_name, id) where coach_id is not null;

grant select, insert, update on organizations, people to parley_app;

-- migrate:down
drop table people, organizations;
drop function touch(), fold(text);
