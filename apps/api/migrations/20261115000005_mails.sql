-- migrate:up
-- The delivery log. What has to be sent is a job, made in the same transaction as its row here.
create table mails (
  id uuid primary key,
  -- A mail that goes out twice carries this twice, so that programs that read mail show it once.
  message_id text not null unique,
  -- Names what a mail is for where the same may not be told twice.
  dedupe text unique,
  kind text not null,
  person_id uuid not null references people,
  organization_id uuid references organizations,
  to_address text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- Each attempt's beginning and end, oldest first: {at, event, answer}. A beginning without an end was cut off,
  -- and the mail server may have taken the mail all the same.
  log jsonb not null default '[]',
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_state on mails (state, created_at desc, id desc);
create index mails_person on mails (person_id, created_at desc);

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links
  add check (purpose in ('set-password', 'confirm-email')),
  -- The address that a link confirms.
  add column detail text,
  add check ((purpose = 'confirm-email') = (detail is not null));

grant select, insert, update on mails to parley_app;

-- migrate:down
delete from one_time_links where purpose <> 'set-password';
alter table one_time_links drop column detail;
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check check (purpose in ('set-password'));
drop table mails;
