-- migrate:up
-- An organization that begins to require a second factor: the streams of its people are looked at as well.
set local lock_timeout = '2s';
alter table sign_in_changes add column organization_id uuid;
alter table sign_in_changes drop constraint sign_in_changes_check;
alter table sign_in_changes add constraint sign_in_changes_check
  check (num_nonnulls(token_hash, person_id, organization_id) = 1) not valid;
alter table sign_in_changes validate constraint sign_in_changes_check;

create function note_second_factor_required() returns trigger language plpgsql as $$
begin
  insert into sign_in_changes (organization_id) values (new.id);
  return null;
end $$;
create trigger note_second_factor_required after update of two_factor_required on organizations for each row
  when (new.two_factor_required and not old.two_factor_required) execute function note_second_factor_required();

-- migrate:down
drop trigger note_second_factor_required on organizations;
drop function note_second_factor_required;
delete from sign_in_changes where organization_id is not null;
alter table sign_in_changes drop column organization_id;
alter table sign_in_changes add constraint sign_in_changes_check check (num_nonnulls(token_hash, person_id) = 1);
