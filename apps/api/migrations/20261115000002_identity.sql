-- migrate:up
create table credentials (
  person_id uuid primary key references people,
  password_hash text not null,
  password_set_at timestamptz not null
);

-- A token is 256 random bits that only its browser holds; a copy of this table lets nobody in.
-- An ended token stays until the sweep, so that its browser can be told why it ended.
create table sign_in_tokens (
  token_hash bytea primary key,
  person_id uuid not null references people,
  issued_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'role_lost', 'password_set')),
  address inet not null,
  agent text not null,
  check ((ended_at is null) = (end_reason is null))
);
create index sign_in_tokens_person on sign_in_tokens (person_id);
create index sign_in_tokens_last_used on sign_in_tokens (last_used_at);

create table one_time_links (
  token_hash bytea primary key,
  person_id uuid not null references people,
  purpose text not null check (purpose in ('set-password')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_links_person on one_time_links (person_id);
create index one_time_links_expires on one_time_links (expires_at);

-- Browsers that opened a person's link: wrong tries elsewhere do not lock these out.
create table link_browsers (
  browser_hash bytea primary key,
  person_id uuid not null references people,
  expires_at timestamptz not null
);
create index link_browsers_expires on link_browsers (expires_at);

create table eula_acceptances (
  person_id uuid not null references people,
  version text not null,
  accepted_at timestamptz not null,
  primary key (person_id, version)
);

grant select, insert, update, delete on credentials, sign_in_tokens, one_time_links, link_browsers to parley_app;
-- Who accepted which terms when is evidence: written once.
grant select, insert on eula_acceptances to parley_app;

-- migrate:down
drop table eula_acceptances, link_browsers, one_time_links, sign_in_tokens, credentials;
