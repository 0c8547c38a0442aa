-- migrate:up transaction:false
-- A search reads rows in the order of time until a page is full: with the searched text in the index it need not visit them.
create index concurrently sessions_all_search on sessions (status, start_time, id) include (search);

-- migrate:down transaction:false
drop index concurrently sessions_all_search;
