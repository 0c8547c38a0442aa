-- migrate:up

-- Money counts in the currency that the invoice asks for, and in no other.
alter table payments add column currency text not null default 'usd' check (currency ~ '^[a-z]{3}$');
alter table payments alter column currency drop default;

-- Paid and not wholly given back, though it counts for nothing: what Admins have to refund.
drop index payments_to_refund;
create index payments_to_refund on payments (paid_at)
  where paid_at is not null and not counts and refunded_cents < amount_cents;

-- migrate:down
drop index payments_to_refund;
create index payments_to_refund on payments (paid_at) where paid_at is not null and not counts;
alter table payments drop column currency;
