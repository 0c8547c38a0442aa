-- migrate:up

-- When the coach said 'Join and admit': the client is let in once the coach is in the call.
alter table admissions add column promised_at timestamptz;

-- migrate:down
alter table admissions drop column promised_at;
