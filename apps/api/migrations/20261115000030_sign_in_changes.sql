-- migrate:up
-- What event streams must know at once: a sign-in that ended, a person who may hear other things than before. Each process
-- asks for what is new several times a second. `made_by` is the transaction, so that one which commits late is not missed.
create table sign_in_changes (
  made_by xid8 not null default pg_current_xact_id(),
  made_at timestamptz not null default now(),
  token_hash bytea,
  person_id uuid,
  check (num_nonnulls(token_hash, person_id) = 1)
);
create index sign_in_changes_made_by on sign_in_changes (made_by);

create function note_sign_in_end() returns trigger language plpgsql as $$
begin
  insert into sign_in_changes (token_hash) values (new.token_hash);
  return null;
end $$;
create trigger note_sign_in_end after update of ended_at on sign_in_tokens for each row
  when (old.ended_at is null and new.ended_at is not null) execute function note_sign_in_end();

create function note_person_change() returns trigger language plpgsql as $$
begin
  insert into sign_in_changes (person_id) values (new.id);
  return null;
end $$;
-- A client has no sign-in.
create trigger note_person_change after update of privs, organization_id, deleted_at on people for each row
  when (greatest(old.privs, new.privs) > 0
    and (old.privs, old.organization_id, old.deleted_at) is distinct from (new.privs, new.organization_id, new.deleted_at))
  execute function note_person_change();

grant select, insert, delete on sign_in_changes to parley_app;

-- migrate:down
drop trigger note_person_change on people;
drop trigger note_sign_in_end on sign_in_tokens;
drop function note_person_change, note_sign_in_end;
drop table sign_in_changes;
