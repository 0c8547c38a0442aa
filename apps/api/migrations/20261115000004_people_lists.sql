-- migrate:up
create extension if not exists btree_gin;

-- Words are found from their first letter on, so the text begins with a space like every word in it.
alter table people add column search text collate "C" not null
  generated always as (' ' || fold(first_name || ' ' || last_name || ' ' || username || ' ' || email)) stored;
alter table people alter column search set statistics 1000;

-- Every list is read in the order of an index: all people, one organization, and both again for whoever may sign in.
create index people_first on people (first_name, last_name, id);
create index people_last on people (last_name, first_name, id);
create index people_name on people (username, id);
create index people_org_first on people (organization_id, first_name, last_name, id);
create index people_org_last on people (organization_id, last_name, first_name, id);
create index people_org_name on people (organization_id, username, id);
create index people_staff_first on people (first_name, last_name, id) where privs >= 1;
create index people_staff_last on people (last_name, first_name, id) where privs >= 1;
create index people_staff_name on people (username, id) where privs >= 1;
create index people_org_staff_first on people (organization_id, first_name, last_name, id) where privs >= 1;
create index people_org_staff_last on people (organization_id, last_name, first_name, id) where privs >= 1;
create index people_org_staff_name on people (organization_id, username, id) where privs >= 1;
create index people_deleted on people (first_name, last_name, id) where deleted_at is not null;
create index people_search on people using gin (organization_id, search gin_trgm_ops);
create index people_email on people (lower(email));
drop index people_organization; -- people_org_first serves it.
create index organizations_display on organizations (display_name, id);

-- Exact counts without a scan: kept numbers plus what has come since; a job folds the second into the first.
create table people_counts (
  organization_id uuid,
  privs smallint not null,
  is_deleted boolean not null,
  n bigint not null,
  unique nulls not distinct (organization_id, privs, is_deleted)
);
create table people_count_deltas (
  organization_id uuid,
  privs smallint not null,
  is_deleted boolean not null,
  n integer not null
);

-- Who is there already is counted once.
insert into people_counts select organization_id, privs, deleted_at is not null, count(*) from people group by 1, 2, 3;

create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_count_deltas select organization_id, privs, deleted_at is not null, count(*) from new_rows group by 1, 2, 3;
  else
    insert into people_count_deltas
      select organization_id, privs, is_deleted, sum(n) from (
        select n.organization_id, n.privs, n.deleted_at is not null as is_deleted, 1 as n from new_rows n
        union all
        select o.organization_id, o.privs, o.deleted_at is not null, -1 from old_rows o
      ) changed group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on people referencing new table as new_rows
  for each statement execute function count_people();
create trigger count_updated after update on people referencing new table as new_rows old table as old_rows
  for each statement execute function count_people();

-- The last person who may do everything stays. The lock keeps two from lowering each other at once.
create function keep_a_super() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_a_super'));
  if not exists (select from people where privs = 10 and deleted_at is null and id <> old.id) then
    raise exception 'this is the last Super' using errcode = 'check_violation', constraint = 'people_last_super';
  end if;
  return new;
end $$;
create trigger keep_a_super before update on people for each row
  when (old.privs = 10 and old.deleted_at is null and (new.privs <> 10 or new.deleted_at is not null))
  execute function keep_a_super();

grant select, insert, update on people_counts to parley_app;
grant select, insert, delete on people_count_deltas to parley_app;

-- migrate:down
drop trigger keep_a_super on people;
drop trigger count_updated on people;
drop trigger count_inserted on people;
drop function keep_a_super(), count_people();
drop table people_count_deltas, people_counts;
drop index organizations_display;
alter table people drop column search;
