-- migrate:up

-- What the answers of one assessment come to, by conversation and category: at most sixteen rows, so that the figures of
-- an organization's year are read without its answers.
create table assessment_counts (
  session_id uuid not null,
  person_id uuid not null,
  conversation smallint not null,
  category text not null,
  shown integer not null check (shown >= 0),
  answered integer not null check (answered >= shown),
  primary key (session_id, person_id, conversation, category),
  foreign key (session_id, person_id) references assessments on delete cascade
);

insert into assessment_counts
  select session_id, person_id, conversation, split_part(path, '/', 1), count(*) filter (where value), count(*)
  from assessment_answers where value is not null group by 1, 2, 3, 4;

-- Whoever answers has locked the assessment, so nobody else counts in it meanwhile.
create function count_assessment() returns trigger language plpgsql as $$
declare
  before boolean := case when tg_op = 'UPDATE' then old.value end;
begin
  insert into assessment_counts as k (session_id, person_id, conversation, category, shown, answered)
  values (new.session_id, new.person_id, new.conversation, split_part(new.path, '/', 1), 0, 0)
  on conflict do nothing;
  update assessment_counts k set
    shown = k.shown + (new.value is true)::integer - (before is true)::integer,
    answered = k.answered + (new.value is not null)::integer - (before is not null)::integer
  where k.session_id = new.session_id and k.person_id = new.person_id
    and k.conversation = new.conversation and k.category = split_part(new.path, '/', 1);
  return null;
end $$;
create trigger count_assessment after insert or update of value on assessment_answers
  for each row when (new.path not in ('overall', 'notes')) execute function count_assessment();

-- A report that was sent, as it stood then: the worker draws it again for every try.
create table assessment_reports (
  id uuid primary key default uuidv7(),
  person_id uuid not null references people,
  -- The newest session in it.
  session_id uuid not null references sessions on delete cascade,
  sent_by uuid not null references people,
  at timestamptz not null,
  figures jsonb not null
);
create index assessment_reports_session on assessment_reports (session_id, at);
create index assessment_reports_person on assessment_reports (person_id);

grant select, insert, update on assessment_counts to parley_app;
grant select, insert on assessment_reports to parley_app;

-- migrate:down
drop table assessment_reports;
drop trigger count_assessment on assessment_answers;
drop function count_assessment();
drop table assessment_counts;
