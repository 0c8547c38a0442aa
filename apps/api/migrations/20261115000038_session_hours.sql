-- migrate:up
-- How many sessions begin in each hour, and their minutes: figures of everything there is, in whatever zone its weeks are
-- cut, without reading it. Kept as session_counts is. Writing waits while it is filled: some seconds at 10 million.
set local lock_timeout = '2s';
lock table sessions in share row exclusive mode;

create table session_hours (
  hour timestamptz not null,
  status session_status not null,
  n bigint not null,
  minutes bigint not null,
  primary key (hour, status)
);
create table session_hour_deltas (
  hour timestamptz not null,
  status session_status not null,
  n integer not null,
  minutes integer not null
);

create or replace function count_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into session_count_deltas select organization_id, status, count(*) from new_rows group by 1, 2;
    insert into session_hour_deltas
      select date_trunc('hour', start_time, 'UTC'), status, count(*), sum(extract(epoch from end_time - start_time) / 60)
      from new_rows group by 1, 2;
  else
    insert into session_count_deltas
      select organization_id, status, sum(n) from (
        select n.organization_id, n.status, 1 as n from new_rows n
        union all
        select o.organization_id, o.status, -1 from old_rows o
      ) changed group by 1, 2 having sum(n) <> 0;
    insert into session_hour_deltas
      select hour, status, sum(n), sum(minutes) from (
        select date_trunc('hour', n.start_time, 'UTC') as hour, n.status, 1 as n,
          extract(epoch from n.end_time - n.start_time) / 60 as minutes from new_rows n
        union all
        select date_trunc('hour', o.start_time, 'UTC'), o.status, -1,
          -extract(epoch from o.end_time - o.start_time) / 60 from old_rows o
      ) changed group by 1, 2 having sum(n) <> 0 or sum(minutes) <> 0;
  end if;
  return null;
end $$;

insert into session_hours
  select date_trunc('hour', start_time, 'UTC'), status, count(*), sum(extract(epoch from end_time - start_time) / 60)
  from sessions group by 1, 2;

grant select, insert, update on session_hours to parley_app;
grant select, insert, delete on session_hour_deltas to parley_app;

-- migrate:down
create or replace function count_sessions() returns trigger language plpgsql as $$
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
drop table session_hour_deltas, session_hours;
