-- migrate:up

-- Of a reading: whose words were read. A person's page shows who read about them.
alter table audit_log add column about_id uuid;
create index audit_log_about on audit_log (about_id, at) where about_id is not null;

-- What keeps a person, or everybody of an organization, from being erased.
create table legal_holds (
  id uuid primary key default uuidv7(),
  person_id uuid references people,
  organization_id uuid references organizations,
  reason text not null,
  until timestamptz not null,
  made_by uuid not null references people,
  made_at timestamptz not null,
  ended_by uuid references people,
  ended_at timestamptz,
  check (num_nonnulls(person_id, organization_id) = 1),
  check ((ended_by is null) = (ended_at is null))
);
create index legal_holds_person on legal_holds (person_id) where person_id is not null;
create index legal_holds_organization on legal_holds (organization_id) where organization_id is not null;
grant select, insert, update on legal_holds to parley_app;

-- Copies of everything that is known of a person. The file itself lies in the store.
create table person_copies (
  id uuid primary key default uuidv7(),
  person_id uuid not null references people,
  asked_by uuid not null references people,
  asked_at timestamptz not null,
  made_at timestamptz,
  size_bytes bigint,
  failed_at timestamptz,
  fetched_at timestamptz,
  check ((made_at is null) = (size_bytes is null)),
  check (made_at is null or failed_at is null),
  check (fetched_at is null or made_at is not null)
);
create index person_copies_person on person_copies (person_id, asked_at);
create index person_copies_age on person_copies (asked_at);
grant select, insert, update, delete on person_copies to parley_app;

alter table organizations add column copies_told boolean not null default false;

-- migrate:down
alter table organizations drop column copies_told;
drop table person_copies;
drop table legal_holds;
drop index audit_log_about;
alter table audit_log drop column about_id;
