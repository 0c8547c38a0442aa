-- migrate:up
-- The key of the authenticator app is sealed by a key that only the processes hold: a copy of this table makes no codes.
-- A key that was begun and not confirmed asks nothing of its owner at sign-in yet.
alter table credentials
  add column totp_secret_enc bytea,
  add column totp_started_at timestamptz,
  add column totp_confirmed_at timestamptz,
  -- The newest step that let somebody in: no code counts twice.
  add column totp_last_step bigint,
  add check ((totp_secret_enc is null) = (totp_started_at is null)),
  add check (totp_confirmed_at is null or totp_secret_enc is not null),
  add check (totp_last_step is null or totp_confirmed_at is not null);

create table recovery_codes (
  person_id uuid not null references people,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to parley_app;

-- A token whose browser was given another in its place ends without telling that browser that it is signed out.
alter table sign_in_tokens drop constraint sign_in_tokens_end_reason_check;
alter table sign_in_tokens add constraint sign_in_tokens_end_reason_check
  check (end_reason in ('signed_out', 'role_lost', 'password_set', 'replaced'));

-- migrate:down
update sign_in_tokens set end_reason = 'password_set' where end_reason = 'replaced';
alter table sign_in_tokens drop constraint sign_in_tokens_end_reason_check;
alter table sign_in_tokens add constraint sign_in_tokens_end_reason_check
  check (end_reason in ('signed_out', 'role_lost', 'password_set'));
drop table recovery_codes;
alter table credentials
  drop column totp_secret_enc,
  drop column totp_started_at,
  drop column totp_confirmed_at,
  drop column totp_last_step;
