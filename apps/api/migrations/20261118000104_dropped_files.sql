-- migrate:up

-- An upload that is being taken away: from here on it cannot become a message, so its bytes can go.
alter table chat_files add column dropped_at timestamptz;
alter table chat_files add check (stored_at is null or dropped_at is null);

-- migrate:down
alter table chat_files drop column dropped_at;
