-- migrate:up

-- Pages on which an invoice can be paid, at the payment service. At most one of an invoice is open: whoever presses Pay
-- twice, or is cut off after the service has made it, gets the same.
create table checkouts (
  -- The key under which the service makes it once.
  id uuid primary key,
  invoice_id uuid not null references invoices,
  amount_cents bigint not null check (amount_cents > 0),
  -- Null until the service has answered.
  stripe_id text unique,
  url text,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  check ((stripe_id is null) = (url is null))
);
create unique index checkouts_open on checkouts (invoice_id) where closed_at is null;

-- Money that came or did not. What the service tells of one payment may come in any order, and twice.
create table payments (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null references invoices,
  -- The service's name of it.
  stripe_id text not null unique,
  amount_cents bigint check (amount_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  paid_at timestamptz,
  -- It made the invoice Paid. One that came all the same is to be refunded.
  counts boolean not null default false,
  failed_at timestamptz,
  failure text,
  check ((paid_at is null) = (amount_cents is null)),
  check (not counts or paid_at is not null)
);
create index payments_invoice on payments (invoice_id);
create index payments_to_refund on payments (paid_at) where paid_at is not null and not counts;

-- What the payment service told, each once.
create table payment_events (
  id text primary key,
  at timestamptz not null
);
create index payment_events_at on payment_events (at);

grant select, insert, update on checkouts, payments to parley_app;
grant select, insert, delete on payment_events to parley_app;

-- migrate:down
drop table payment_events, payments, checkouts;
