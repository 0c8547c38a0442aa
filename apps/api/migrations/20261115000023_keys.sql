-- migrate:up

-- What the secret of a mail's link follows from. It is shown nowhere: neither the mail's id nor the link key opens anything alone.
alter table mails add column link_seed uuid;

-- Recovery codes are sealed instead of hashed by the key itself, so that the key can be changed. Older ones cannot be
-- turned into that: their owners make new ones.
delete from recovery_codes;
alter table recovery_codes rename column code_hash to code_sealed;

-- migrate:down

alter table recovery_codes rename column code_sealed to code_hash;
alter table mails drop column link_seed;
