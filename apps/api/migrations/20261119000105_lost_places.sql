-- migrate:up

-- By what names a client was in the room of a call before their link ended and took the admissions with it: the media
-- server may still have a connection that only its name can find.
alter table calls add column lost_places text[] not null default '{}';

-- migrate:down
alter table calls drop column lost_places;
