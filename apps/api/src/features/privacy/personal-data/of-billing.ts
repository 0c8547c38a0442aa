import { by, kept, type Tables } from './entries.ts'

const law = 'invoices are kept as long as the law requires'

export const ofBilling: Tables<
  | 'billing_clocks'
  | 'billing_runs'
  | 'run_sessions'
  | 'late_sessions'
  | 'former_terms'
  | 'invoices'
  | 'invoice_lines'
  | 'invoice_history'
  | 'invoice_number'
  | 'checkouts'
  | 'payments'
  | 'payment_events'
> = {
  billing_clocks: {
    about: 'What is billed next',
    whose: 'the organization',
    lifetime: 'until the next run',
    columns: { organization_id: 'plain', start_date: 'plain', begins_at: 'plain', ends_at: 'plain' },
  },
  billing_runs: {
    about: 'What was billed, and on which terms',
    whose: 'the organization',
    lifetime: 'no fixed end',
    columns: {
      id: 'plain',
      organization_id: 'plain',
      start_date: 'plain',
      end_date: 'plain',
      begins_at: 'plain',
      ends_at: 'plain',
      rate_cents: 'plain',
      no_show_billed: 'plain',
      ran_at: 'plain',
    },
  },
  run_sessions: {
    about: 'Which sessions an invoice counts',
    whose: 'the coach',
    lifetime: 'no fixed end',
    copied: { not: 'The sessions say the same' },
    columns: {
      run_id: 'plain',
      session_id: 'plain',
      coach_id: 'plain',
      coach_stayed: 'plain',
      status: kept('how it ended', law),
      billable: 'plain',
      minutes: kept('how long it was', law),
    },
  },
  late_sessions: {
    about: 'Sessions that go on the next invoice',
    whose: 'nobody',
    lifetime: 'until that invoice',
    columns: { session_id: 'plain', organization_id: 'plain' },
  },
  former_terms: {
    about: 'The terms of a month that is not billed yet',
    whose: 'the organization',
    lifetime: 'until its run',
    columns: { organization_id: 'plain', until: 'plain', rate_cents: 'plain', no_show_billed: 'plain' },
  },
  invoices: {
    about: 'Invoices',
    whose: 'the organization',
    lifetime: 'no fixed end',
    copied: { not: 'It belongs to the organization' },
    columns: {
      id: 'plain',
      invoice_num: 'plain',
      organization_id: 'plain',
      run_id: 'plain',
      start_date: 'plain',
      end_date: 'plain',
      due: 'plain',
      status: 'plain',
      status_at: 'plain',
      amount_cents: 'plain',
      rate_cents: 'plain',
      no_show_billed: 'plain',
      time_zone: 'plain',
      billed_name: kept('the recipient', law),
      billed_address: kept('the address of the recipient', law),
      issued_by: kept('who issued it', law),
      issued_at: 'plain',
      past_due_at: 'plain',
      reissued_as: 'plain',
      created_at: 'plain',
      updated_at: 'plain',
      version: 'plain',
    },
  },
  invoice_lines: {
    about: 'The lines of an invoice, one for each coach',
    whose: 'the coach',
    lifetime: 'no fixed end',
    copied: [by('coach_id')],
    columns: {
      invoice_id: 'plain',
      coach_id: 'plain',
      name: kept('the coach’s name as it was billed', law),
      billed_minutes: 'plain',
      unbilled_minutes: 'plain',
      subtotal_cents: 'plain',
    },
  },
  invoice_history: {
    about: 'What happened to an invoice',
    whose: 'the organization',
    lifetime: 'no fixed end',
    columns: {
      id: 'plain',
      invoice_id: 'plain',
      at: 'plain',
      by_id: 'plain',
      action: 'plain',
      detail: 'plain',
    },
  },
  invoice_number: {
    about: 'The last number that was assigned',
    whose: 'nobody',
    lifetime: 'no fixed end',
    columns: { is_only: 'plain', last: 'plain' },
  },
  checkouts: {
    about: 'A page of Stripe on which an invoice is paid',
    whose: 'the organization',
    lifetime: 'no fixed end',
    columns: {
      id: 'plain',
      invoice_id: 'plain',
      amount_cents: 'plain',
      stripe_id: 'plain',
      url: 'plain',
      made_at: 'plain',
      expires_at: 'plain',
      closed_at: 'plain',
    },
  },
  payments: {
    about: 'What was paid',
    whose: 'the organization',
    lifetime: 'no fixed end',
    copied: { not: 'It belongs to the organization' },
    columns: {
      id: 'plain',
      invoice_id: 'plain',
      stripe_id: 'plain',
      amount_cents: 'plain',
      currency: 'plain',
      counts: 'plain',
      paid_at: 'plain',
      refunded_cents: 'plain',
      failed_at: 'plain',
      failure: kept('Stripe’s reason for a failed payment', law),
    },
  },
  payment_events: {
    about: 'Which of Stripe’s webhooks were processed',
    whose: 'nobody',
    lifetime: 'for 90 days',
    columns: { id: 'plain', at: 'plain' },
  },
}
