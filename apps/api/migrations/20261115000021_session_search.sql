-- migrate:up

-- What only makes a session findable is no change of it: a form that is open on it is not refused as stale.
drop trigger touch on sessions;
create trigger touch before update on sessions for each row
  when (old.search = new.search or to_jsonb(old) - 'search' is distinct from to_jsonb(new) - 'search')
  execute function touch();

-- migrate:down

drop trigger touch on sessions;
create trigger touch before update on sessions for each row execute function touch();
