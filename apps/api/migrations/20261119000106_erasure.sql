-- migrate:up

-- Whoever is made anonymous keeps a number, by which sessions and invoices still tell people apart.
create sequence former_people as integer;
grant usage on sequence former_people to parley_app;
alter table people add column former_number integer unique;

-- Who is to be made anonymous, and who has been: work that was cut off goes on from here.
create table erasures (
  person_id uuid primary key references people,
  -- Null: the term that their organization keeps the deleted for has passed.
  asked_by uuid references people,
  asked_at timestamptz not null,
  done_at timestamptz
);
create index erasures_open on erasures (asked_at, person_id) where done_at is null;
create index people_kept on people (deleted_at, id) where deleted_at is not null and former_number is null;
grant select, insert, update on erasures to parley_app;

-- An erased message keeps its place: a chat's numbers have no gap.
alter table chat_messages drop constraint chat_messages_check;
alter table chat_messages drop constraint chat_messages_type_check;
alter table chat_messages add constraint chat_messages_check check (case type
  when 'text' then file_id is null and body <> ''
  when 'media' then file_id is not null and body = ''
  when 'erased' then file_id is null and body = ''
  else false end);

create index chat_messages_author on chat_messages (author_id);
create index chat_files_author on chat_files (author_id);
create index call_reports_by on call_reports (by_id);
create index assessment_changes_by on assessment_changes (by_id);
create index import_rows_username on import_rows (lower(username));
create index import_rows_email on import_rows (lower(email));

grant update (type, body, file_id) on chat_messages to parley_app;
grant update (changes) on session_history to parley_app;
grant update (data) on assessment_changes to parley_app;
grant update (figures) on assessment_reports to parley_app;
grant delete on assessment_answers, assessment_changes, assessment_moments, assessment_reports to parley_app;

-- The application can only add to the audit. This is the one thing that is ever taken from it: the network addresses of
-- the erased, so many at a time.
create function audit_log_forget(people uuid[], at_most integer) returns integer
language sql security definer set search_path = pg_catalog, public as $$
  with addressed as (
    (select at, id from audit_log where by_id = any(people) and address is not null limit at_most)
    union
    (select at, id from audit_log
      where subject_id = any(people) and by_id is null and address is not null limit at_most)
  ), forgotten as (
    update audit_log a set address = null from addressed d where a.at = d.at and a.id = d.id returning 1
  )
  select count(*)::integer from forgotten
$$;
revoke all on function audit_log_forget(uuid[], integer) from public;
grant execute on function audit_log_forget(uuid[], integer) to parley_app;

-- migrate:down
drop function audit_log_forget(uuid[], integer);
revoke update (data) on assessment_changes from parley_app;
revoke update (figures) on assessment_reports from parley_app;
revoke delete on assessment_answers, assessment_changes, assessment_moments, assessment_reports from parley_app;
revoke update (changes) on session_history from parley_app;
revoke update (type, body, file_id) on chat_messages from parley_app;
drop index import_rows_email, import_rows_username, assessment_changes_by, call_reports_by, chat_files_author, chat_messages_author;
alter table chat_messages drop constraint chat_messages_check;
alter table chat_messages add constraint chat_messages_check check (case type
  when 'text' then file_id is null and body <> '' else file_id is not null and body = '' end);
alter table chat_messages add constraint chat_messages_type_check check (type in ('text', 'media'));
drop index people_kept;
drop table erasures;
alter table people drop column former_number;
drop sequence former_people;
