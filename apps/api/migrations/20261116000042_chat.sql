-- migrate:up

-- The chat of a session: how many messages it has. Whoever writes locks this row until the message is there, so numbers
-- have no gap and become visible in their order: whoever asks for what follows a number misses nothing.
create table chats (
  session_id uuid primary key references sessions on delete cascade,
  messages integer not null default 0 check (messages >= 0)
);

-- A row stands before the first byte is stored under its id, so that whatever is left of an upload can be found.
create table chat_files (
  id uuid primary key default uuidv7(),
  session_id uuid not null references chats on delete cascade,
  author_id uuid not null references people,
  filename text not null,
  size_bytes bigint not null default 0 check (size_bytes between 0 and 157286400),
  begun_at timestamptz not null,
  -- Null while it comes in.
  stored_at timestamptz
);
create index chat_files_session on chat_files (session_id);
create index chat_files_coming on chat_files (begun_at) where stored_at is null;

create table chat_messages (
  session_id uuid not null references chats on delete cascade,
  number integer not null check (number > 0),
  sid uuid not null unique default uuidv7(),
  author_id uuid not null references people,
  -- The author's own name of the message: sent twice, it is there once.
  client_id uuid not null,
  type text not null check (type in ('text', 'media')),
  body text not null,
  file_id uuid unique references chat_files on delete cascade,
  created_at timestamptz not null,
  primary key (session_id, number),
  unique (session_id, author_id, client_id),
  check (case type when 'text' then file_id is null and body <> '' else file_id is not null and body = '' end)
);

grant select, insert, update on chats to parley_app;
grant select, insert, update, delete on chat_files to parley_app;
grant select, insert on chat_messages to parley_app;

-- migrate:down
drop table chat_messages, chat_files, chats;
