--
-- PostgreSQL database dump
--

\restrict parley


SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: btree_gin; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;


--
-- Name: EXTENSION btree_gin; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';


--
-- Name: btree_gist; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;


--
-- Name: EXTENSION btree_gist; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION btree_gist IS 'support for indexing common datatypes in GiST';


--
-- Name: pg_trgm; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;


--
-- Name: EXTENSION pg_trgm; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';


--
-- Name: unaccent; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;


--
-- Name: EXTENSION unaccent; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION unaccent IS 'text search dictionary that removes accents';


--
-- Name: session_status; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.session_status AS ENUM (
    'Cancelled',
    'Completed',
    'NoShow',
    'Scheduled'
);


--
-- Name: audit_log_forget(uuid[], integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_log_forget(people uuid[], at_most integer) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
  with addressed as (
    (select at, id from audit_log where by_id = any(people) and address is not null limit at_most)
    union
    (select at, id from audit_log
      where subject_id = any(people) and by_id is null and address is not null limit at_most)
  ), forgotten as (
    update audit_log a set address = null from addressed d where a.at = d.at and a.id = d.id returning 1
  )
  select count(*)::integer from forgotten
$$;


--
-- Name: audit_log_make_months(date, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_log_make_months(first date, months integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public'
    AS $$
declare
  month date;
begin
  for i in 0 .. months - 1 loop
    month := (date_trunc('month', first) + make_interval(months => i))::date;
    execute format('create table if not exists public.audit_log_%s partition of public.audit_log for values from (%L) to (%L)',
      to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;


--
-- Name: count_assessment(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_assessment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  before boolean := case when tg_op = 'UPDATE' then old.value end;
begin
  insert into assessment_counts as k (session_id, person_id, conversation, category, shown, answered)
  values (new.session_id, new.person_id, new.conversation, split_part(new.path, '/', 1), 0, 0)
  on conflict do nothing;
  update assessment_counts k set
    shown = k.shown + (new.value is true)::integer - (before is true)::integer,
    answered = k.answered + (new.value is not null)::integer - (before is not null)::integer
  where k.session_id = new.session_id and k.person_id = new.person_id
    and k.conversation = new.conversation and k.category = split_part(new.path, '/', 1);
  return null;
end $$;


--
-- Name: count_people(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into people_count_deltas select organization_id, privs, deleted_at is not null, count(*) from new_rows group by 1, 2, 3;
  else
    insert into people_count_deltas
      select organization_id, privs, is_deleted, sum(n) from (
        select n.organization_id, n.privs, n.deleted_at is not null as is_deleted, 1 as n from new_rows n
        union all
        select o.organization_id, o.privs, o.deleted_at is not null, -1 from old_rows o
      ) changed group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;


--
-- Name: count_sessions(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into session_count_deltas select organization_id, status, count(*) from new_rows group by 1, 2;
    insert into session_hour_deltas
      select date_trunc('hour', start_time, 'UTC'), status, count(*), sum(extract(epoch from end_time - start_time) / 60)
      from new_rows group by 1, 2;
  else
    insert into session_count_deltas
      select organization_id, status, sum(n) from (
        select n.organization_id, n.status, 1 as n from new_rows n
        union all
        select o.organization_id, o.status, -1 from old_rows o
      ) changed group by 1, 2 having sum(n) <> 0;
    insert into session_hour_deltas
      select hour, status, sum(n), sum(minutes) from (
        select date_trunc('hour', n.start_time, 'UTC') as hour, n.status, 1 as n,
          extract(epoch from n.end_time - n.start_time) / 60 as minutes from new_rows n
        union all
        select date_trunc('hour', o.start_time, 'UTC'), o.status, -1,
          -extract(epoch from o.end_time - o.start_time) / 60 from old_rows o
      ) changed group by 1, 2 having sum(n) <> 0 or sum(minutes) <> 0;
  end if;
  return null;
end $$;


--
-- Name: fold(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));


--
-- Name: is_invoiced(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_invoiced(session uuid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from run_sessions r
    where r.session_id = session and not exists (
      select from invoices i where i.run_id = r.run_id and i.status = 3 and i.reissued_as is null))
$$;


--
-- Name: keep_a_super(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.keep_a_super() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_a_super'));
  if not exists (select from people where privs = 10 and deleted_at is null and id <> old.id) then
    raise exception 'this is the last Super' using errcode = 'check_violation', constraint = 'people_last_super';
  end if;
  return new;
end $$;


--
-- Name: keep_invoiced(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.keep_invoiced() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  billed_until timestamptz;
begin
  select begins_at into billed_until from billing_clocks where organization_id = new.organization_id for share;
  if is_invoiced(new.id) then
    raise exception 'session % is on an invoice', new.id using errcode = 'check_violation', constraint = 'session_invoiced';
  end if;
  if new.start_time < billed_until then
    if new.status in ('Completed', 'NoShow') then
      insert into late_sessions
        select new.id, new.organization_id
        where not exists (select from run_sessions where session_id = new.id)
          and exists (select from billing_runs r
            where r.organization_id = new.organization_id and r.begins_at <= new.start_time)
        on conflict do nothing;
    else
      delete from late_sessions where session_id = new.id;
    end if;
  end if;
  return null;
end $$;


--
-- Name: note_person_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_person_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into sign_in_changes (person_id) values (new.id);
  return null;
end $$;


--
-- Name: note_second_factor_required(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_second_factor_required() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into sign_in_changes (organization_id) values (new.id);
  return null;
end $$;


--
-- Name: note_sign_in_end(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_sign_in_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into sign_in_changes (token_hash) values (new.token_hash);
  return null;
end $$;


--
-- Name: remember_guest(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remember_guest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into organization_guests
    select old.organization_id, new.id
    where exists (select from sessions where user_id = new.id and organization_id = old.organization_id)
      or exists (select from sessions where coach_id = new.id and organization_id = old.organization_id)
    on conflict do nothing;
  return null;
end $$;


--
-- Name: reset_billing_clock(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.reset_billing_clock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update billing_clocks set ends_at = null where organization_id = new.id;
  return null;
end $$;


--
-- Name: start_billing_clock(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.start_billing_clock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into billing_clocks (organization_id) values (new.id);
  return null;
end $$;


--
-- Name: touch(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: admissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.admissions (
    id uuid DEFAULT uuidv7() NOT NULL,
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    browser text NOT NULL,
    state text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    told_at timestamp with time zone,
    decided_at timestamp with time zone,
    decided_by uuid,
    checked jsonb,
    promised_at timestamp with time zone,
    CONSTRAINT admissions_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'admitted'::text, 'turned_away'::text, 'replaced'::text, 'removed'::text])))
);


--
-- Name: assessment_answers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assessment_answers (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    conversation smallint NOT NULL,
    path text NOT NULL,
    value boolean,
    data text,
    number integer NOT NULL,
    CONSTRAINT assessment_answers_conversation_check CHECK (((conversation >= 0) AND (conversation <= 3))),
    CONSTRAINT assessment_answers_data_check CHECK ((length(data) <= 20000)),
    CONSTRAINT assessment_answers_path_check CHECK ((length(path) <= 200))
);


--
-- Name: assessment_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assessment_changes (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    number integer NOT NULL,
    conversation smallint NOT NULL,
    path text NOT NULL,
    value boolean,
    data text,
    by_id uuid NOT NULL,
    client_id uuid,
    at timestamp with time zone NOT NULL,
    CONSTRAINT assessment_changes_check CHECK (
CASE
    WHEN (path = ANY (ARRAY['overall'::text, 'notes'::text])) THEN ((data IS NOT NULL) AND (value IS NULL))
    ELSE (data IS NULL)
END),
    CONSTRAINT assessment_changes_conversation_check CHECK (((conversation >= 0) AND (conversation <= 3))),
    CONSTRAINT assessment_changes_data_check CHECK ((length(data) <= 20000)),
    CONSTRAINT assessment_changes_number_check CHECK ((number > 0)),
    CONSTRAINT assessment_changes_path_check CHECK ((length(path) <= 200))
);


--
-- Name: assessment_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assessment_counts (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    conversation smallint NOT NULL,
    category text NOT NULL,
    shown integer NOT NULL,
    answered integer NOT NULL,
    CONSTRAINT assessment_counts_check CHECK ((answered >= shown)),
    CONSTRAINT assessment_counts_shown_check CHECK ((shown >= 0))
);


--
-- Name: assessment_moments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assessment_moments (
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    conversation smallint,
    path text,
    at timestamp with time zone,
    note text DEFAULT ''::text NOT NULL,
    by_id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT assessment_moments_check CHECK (((deleted_at IS NOT NULL) OR ((conversation IS NOT NULL) AND (path IS NOT NULL) AND (at IS NOT NULL)))),
    CONSTRAINT assessment_moments_check1 CHECK (((deleted_at IS NULL) OR (note = ''::text))),
    CONSTRAINT assessment_moments_conversation_check CHECK (((conversation >= 0) AND (conversation <= 3))),
    CONSTRAINT assessment_moments_note_check CHECK ((length(note) <= 2000)),
    CONSTRAINT assessment_moments_path_check CHECK ((length(path) <= 200)),
    CONSTRAINT assessment_moments_version_check CHECK ((version > 0))
);


--
-- Name: assessment_reports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assessment_reports (
    id uuid DEFAULT uuidv7() NOT NULL,
    person_id uuid NOT NULL,
    session_id uuid NOT NULL,
    sent_by uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    figures jsonb NOT NULL
);


--
-- Name: assessments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.assessments (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    rubric_version integer NOT NULL,
    changes integer DEFAULT 0 NOT NULL,
    CONSTRAINT assessments_changes_check CHECK ((changes >= 0))
);


--
-- Name: audit_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    address inet,
    action text NOT NULL,
    organization_id uuid,
    subject_kind text NOT NULL,
    subject_id uuid,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    request_id text,
    by_link boolean DEFAULT false NOT NULL,
    history_id bigint,
    about_id uuid
)
PARTITION BY RANGE (at);


--
-- Name: audit_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit_log_rest; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log_rest (
    id bigint CONSTRAINT audit_log_id_not_null NOT NULL,
    at timestamp with time zone CONSTRAINT audit_log_at_not_null NOT NULL,
    by_id uuid,
    address inet,
    action text CONSTRAINT audit_log_action_not_null NOT NULL,
    organization_id uuid,
    subject_kind text CONSTRAINT audit_log_subject_kind_not_null NOT NULL,
    subject_id uuid,
    detail jsonb DEFAULT '{}'::jsonb CONSTRAINT audit_log_detail_not_null NOT NULL,
    request_id text,
    by_link boolean DEFAULT false CONSTRAINT audit_log_by_link_not_null NOT NULL,
    history_id bigint,
    about_id uuid
);


--
-- Name: billing_clocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.billing_clocks (
    organization_id uuid NOT NULL,
    start_date date,
    begins_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    CONSTRAINT billing_clocks_check CHECK ((ends_at > begins_at)),
    CONSTRAINT billing_clocks_start_date_check CHECK ((EXTRACT(day FROM start_date) = (1)::numeric))
);


--
-- Name: billing_runs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.billing_runs (
    id uuid DEFAULT uuidv7() NOT NULL,
    organization_id uuid NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    begins_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    rate_cents integer NOT NULL,
    no_show_billed boolean NOT NULL,
    ran_at timestamp with time zone NOT NULL,
    CONSTRAINT billing_runs_check CHECK ((end_date = (start_date + '1 mon'::interval))),
    CONSTRAINT billing_runs_check1 CHECK ((ends_at > begins_at)),
    CONSTRAINT billing_runs_rate_cents_check CHECK ((rate_cents > 0)),
    CONSTRAINT billing_runs_start_date_check CHECK ((EXTRACT(day FROM start_date) = (1)::numeric))
);


--
-- Name: calendar_feeds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.calendar_feeds (
    secret_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_read_at timestamp with time zone
);


--
-- Name: call_reports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.call_reports (
    id uuid DEFAULT uuidv7() NOT NULL,
    session_id uuid NOT NULL,
    by_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    kinds text[] NOT NULL,
    text text NOT NULL,
    statistics jsonb NOT NULL,
    timeline jsonb NOT NULL,
    CONSTRAINT call_reports_kinds_check CHECK (((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 6))),
    CONSTRAINT call_reports_statistics_check CHECK ((pg_column_size(statistics) < 131072)),
    CONSTRAINT call_reports_text_check CHECK ((length(text) <= 2000))
);


--
-- Name: calls; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.calls (
    session_id uuid NOT NULL,
    room text NOT NULL,
    node text,
    made_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    swept_at timestamp with time zone,
    judged_at timestamp with time zone,
    shown_instance smallint,
    lost_places text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT calls_shown_instance_check CHECK (((shown_instance >= 1) AND (shown_instance <= 3)))
);


--
-- Name: chat_files; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_files (
    id uuid DEFAULT uuidv7() NOT NULL,
    session_id uuid NOT NULL,
    author_id uuid NOT NULL,
    filename text NOT NULL,
    size_bytes bigint DEFAULT 0 NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone,
    dropped_at timestamp with time zone,
    CONSTRAINT chat_files_check CHECK (((stored_at IS NULL) OR (dropped_at IS NULL))),
    CONSTRAINT chat_files_size_bytes_check CHECK (((size_bytes >= 0) AND (size_bytes <= 157286400)))
);


--
-- Name: chat_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat_messages (
    session_id uuid NOT NULL,
    number integer NOT NULL,
    sid uuid DEFAULT uuidv7() NOT NULL,
    author_id uuid NOT NULL,
    client_id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    file_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT chat_messages_check CHECK (
CASE type
    WHEN 'text'::text THEN ((file_id IS NULL) AND (body <> ''::text))
    WHEN 'media'::text THEN ((file_id IS NOT NULL) AND (body = ''::text))
    WHEN 'erased'::text THEN ((file_id IS NULL) AND (body = ''::text))
    ELSE false
END),
    CONSTRAINT chat_messages_number_check CHECK ((number > 0))
);


--
-- Name: chats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chats (
    session_id uuid NOT NULL,
    messages integer DEFAULT 0 NOT NULL,
    CONSTRAINT chats_messages_check CHECK ((messages >= 0))
);


--
-- Name: checkouts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.checkouts (
    id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    stripe_id text,
    url text,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT checkouts_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT checkouts_check CHECK (((stripe_id IS NULL) = (url IS NULL)))
);


--
-- Name: credentials; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.credentials (
    person_id uuid NOT NULL,
    password_hash text NOT NULL,
    password_set_at timestamp with time zone NOT NULL,
    totp_secret_enc bytea,
    totp_started_at timestamp with time zone,
    totp_confirmed_at timestamp with time zone,
    totp_last_step bigint,
    CONSTRAINT credentials_check CHECK (((totp_secret_enc IS NULL) = (totp_started_at IS NULL))),
    CONSTRAINT credentials_check1 CHECK (((totp_confirmed_at IS NULL) OR (totp_secret_enc IS NOT NULL))),
    CONSTRAINT credentials_check2 CHECK (((totp_last_step IS NULL) OR (totp_confirmed_at IS NOT NULL)))
);


--
-- Name: erasures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.erasures (
    person_id uuid NOT NULL,
    asked_by uuid,
    asked_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);


--
-- Name: eula_acceptances; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.eula_acceptances (
    person_id uuid NOT NULL,
    version text NOT NULL,
    accepted_at timestamp with time zone NOT NULL
);


--
-- Name: former_people; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.former_people
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: former_terms; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.former_terms (
    organization_id uuid NOT NULL,
    until date NOT NULL,
    rate_cents integer NOT NULL,
    no_show_billed boolean NOT NULL,
    CONSTRAINT former_terms_rate_cents_check CHECK ((rate_cents > 0)),
    CONSTRAINT former_terms_until_check CHECK ((EXTRACT(day FROM until) = (1)::numeric))
);


--
-- Name: guest_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guest_links (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    number integer DEFAULT 1 NOT NULL
);


--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    person_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status smallint NOT NULL,
    response jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: import_pieces; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.import_pieces (
    import_id uuid NOT NULL,
    n integer NOT NULL,
    bytes bytea NOT NULL
);


--
-- Name: import_rows; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.import_rows (
    import_id uuid NOT NULL,
    "row" integer NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    coach_username text NOT NULL,
    time_zone text NOT NULL,
    organization text NOT NULL,
    state text NOT NULL,
    error_field text,
    error_message text,
    person_id uuid,
    CONSTRAINT import_rows_check CHECK (((state = 'error'::text) = ((error_field IS NOT NULL) AND (error_message IS NOT NULL)))),
    CONSTRAINT import_rows_check1 CHECK (((state = 'written'::text) = (person_id IS NOT NULL))),
    CONSTRAINT import_rows_state_check CHECK ((state = ANY (ARRAY['good'::text, 'error'::text, 'written'::text])))
);


--
-- Name: imports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.imports (
    id uuid DEFAULT uuidv7() NOT NULL,
    by_id uuid NOT NULL,
    organization_id uuid,
    filename text NOT NULL,
    columns text[] NOT NULL,
    delimiter text NOT NULL,
    state text NOT NULL,
    run_by_id uuid,
    created_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone,
    faults text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT imports_check CHECK (((state = ANY (ARRAY['reading'::text, 'unreadable'::text, 'preview'::text])) OR (run_by_id IS NOT NULL))),
    CONSTRAINT imports_faults_check CHECK (((state = 'unreadable'::text) = (faults <> '{}'::text[]))),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'unreadable'::text, 'preview'::text, 'running'::text, 'done'::text, 'stopped'::text])))
);


--
-- Name: invoice_history; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoice_history (
    id bigint NOT NULL,
    invoice_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    action text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);


--
-- Name: invoice_history_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.invoice_history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: invoice_lines; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoice_lines (
    invoice_id uuid NOT NULL,
    coach_id uuid NOT NULL,
    name text NOT NULL,
    billed_minutes integer NOT NULL,
    unbilled_minutes integer NOT NULL,
    subtotal_cents bigint NOT NULL,
    CONSTRAINT invoice_lines_billed_minutes_check CHECK ((billed_minutes >= 0)),
    CONSTRAINT invoice_lines_subtotal_cents_check CHECK ((subtotal_cents >= 0)),
    CONSTRAINT invoice_lines_unbilled_minutes_check CHECK ((unbilled_minutes >= 0))
);


--
-- Name: invoice_number; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoice_number (
    is_only boolean DEFAULT true NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT invoice_number_is_only_check CHECK (is_only)
);


--
-- Name: invoices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoices (
    id uuid DEFAULT uuidv7() NOT NULL,
    invoice_num bigint NOT NULL,
    run_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    due date NOT NULL,
    status smallint DEFAULT 0 NOT NULL,
    status_at timestamp with time zone NOT NULL,
    rate_cents integer NOT NULL,
    no_show_billed boolean NOT NULL,
    amount_cents bigint NOT NULL,
    billed_name text NOT NULL,
    billed_address text NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    past_due_at timestamp with time zone,
    reissued_as uuid,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    issued_by text[] NOT NULL,
    time_zone text NOT NULL,
    CONSTRAINT invoices_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT invoices_check CHECK (((reissued_as IS NULL) OR (status = 3))),
    CONSTRAINT invoices_invoice_num_check CHECK ((invoice_num > 0)),
    CONSTRAINT invoices_rate_cents_check CHECK ((rate_cents > 0)),
    CONSTRAINT invoices_status_check CHECK (((status >= 0) AND (status <= 3)))
);


--
-- Name: late_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.late_sessions (
    session_id uuid NOT NULL,
    organization_id uuid NOT NULL
);


--
-- Name: legal_holds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.legal_holds (
    id uuid DEFAULT uuidv7() NOT NULL,
    person_id uuid,
    organization_id uuid,
    reason text NOT NULL,
    until timestamp with time zone NOT NULL,
    made_by uuid NOT NULL,
    made_at timestamp with time zone NOT NULL,
    ended_by uuid,
    ended_at timestamp with time zone,
    CONSTRAINT legal_holds_check CHECK ((num_nonnulls(person_id, organization_id) = 1)),
    CONSTRAINT legal_holds_check1 CHECK (((ended_by IS NULL) = (ended_at IS NULL)))
);


--
-- Name: link_browsers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.link_browsers (
    browser_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mails (
    id uuid NOT NULL,
    message_id text NOT NULL,
    dedupe text,
    kind text NOT NULL,
    person_id uuid,
    organization_id uuid,
    to_address text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    log jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    session_id uuid,
    detail jsonb,
    link_seed uuid,
    invoice_id uuid,
    CONSTRAINT mails_check CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
    CONSTRAINT mails_check1 CHECK (((person_id IS NOT NULL) OR (invoice_id IS NOT NULL))),
    CONSTRAINT mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);


--
-- Name: media_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.media_events (
    id text NOT NULL,
    at timestamp with time zone NOT NULL
);


--
-- Name: one_time_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.one_time_links (
    token_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    purpose text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    detail text,
    CONSTRAINT one_time_links_check CHECK (((purpose = 'confirm-email'::text) = (detail IS NOT NULL))),
    CONSTRAINT one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['set-password'::text, 'confirm-email'::text])))
);


--
-- Name: organization_guests; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.organization_guests (
    organization_id uuid NOT NULL,
    person_id uuid NOT NULL
);


--
-- Name: organizations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.organizations (
    id uuid DEFAULT uuidv7() NOT NULL,
    name text NOT NULL,
    display_name text NOT NULL COLLATE pg_catalog."und-x-icu",
    billing_address text NOT NULL,
    rate_cents integer NOT NULL,
    time_zone text DEFAULT 'America/New_York'::text NOT NULL,
    contact text DEFAULT ''::text NOT NULL,
    billing_email text,
    no_show_billed boolean DEFAULT false NOT NULL,
    waiting_room boolean DEFAULT true NOT NULL,
    chat_files boolean DEFAULT true NOT NULL,
    streamed_app boolean DEFAULT true NOT NULL,
    two_factor_required boolean DEFAULT false NOT NULL,
    retention_days integer DEFAULT 30 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    copies_told boolean DEFAULT false NOT NULL,
    CONSTRAINT organizations_rate_cents_check CHECK ((rate_cents > 0)),
    CONSTRAINT organizations_retention_days_check CHECK ((retention_days >= 30)),
    CONSTRAINT organizations_time_zone CHECK (((time_zone = 'UTC'::text) OR (time_zone ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.'::text)))
);


--
-- Name: payment_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payment_events (
    id text NOT NULL,
    at timestamp with time zone NOT NULL
);


--
-- Name: payments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payments (
    id uuid DEFAULT uuidv7() NOT NULL,
    invoice_id uuid NOT NULL,
    stripe_id text NOT NULL,
    amount_cents bigint,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    paid_at timestamp with time zone,
    counts boolean DEFAULT false NOT NULL,
    failed_at timestamp with time zone,
    failure text,
    currency text NOT NULL,
    CONSTRAINT payments_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payments_check CHECK (((paid_at IS NULL) = (amount_cents IS NULL))),
    CONSTRAINT payments_check1 CHECK (((NOT counts) OR (paid_at IS NOT NULL))),
    CONSTRAINT payments_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
    CONSTRAINT payments_refunded_cents_check CHECK ((refunded_cents >= 0))
);


--
-- Name: people; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.people (
    id uuid DEFAULT uuidv7() NOT NULL,
    organization_id uuid,
    coach_id uuid,
    privs smallint NOT NULL,
    username text NOT NULL COLLATE pg_catalog."und-x-icu",
    email text NOT NULL,
    first_name text NOT NULL COLLATE pg_catalog."und-x-icu",
    last_name text NOT NULL COLLATE pg_catalog."und-x-icu",
    time_zone text,
    working_hours jsonb,
    is_assessor boolean DEFAULT false NOT NULL,
    deleted_at timestamp with time zone,
    anonymized_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    search text GENERATED ALWAYS AS ((' '::text || public.fold(((((((first_name || ' '::text) || last_name) || ' '::text) || username) || ' '::text) || email)))) STORED NOT NULL COLLATE pg_catalog."C",
    former_number integer,
    CONSTRAINT people_check CHECK (((privs >= 3) OR (organization_id IS NOT NULL))),
    CONSTRAINT people_privs_check CHECK ((privs = ANY (ARRAY[0, 1, 2, 3, 10]))),
    CONSTRAINT people_time_zone CHECK (((time_zone = 'UTC'::text) OR (time_zone ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.'::text))),
    CONSTRAINT people_username_check CHECK ((username ~ '^[a-z0-9._-]{3,64}$'::text))
);
ALTER TABLE ONLY public.people ALTER COLUMN search SET STATISTICS 1000;


--
-- Name: people_count_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.people_count_deltas (
    organization_id uuid,
    privs smallint NOT NULL,
    is_deleted boolean NOT NULL,
    n integer NOT NULL
);


--
-- Name: people_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.people_counts (
    organization_id uuid,
    privs smallint NOT NULL,
    is_deleted boolean NOT NULL,
    n bigint NOT NULL
);


--
-- Name: person_copies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.person_copies (
    id uuid DEFAULT uuidv7() NOT NULL,
    person_id uuid NOT NULL,
    asked_by uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    made_at timestamp with time zone,
    size_bytes bigint,
    failed_at timestamp with time zone,
    fetched_at timestamp with time zone,
    CONSTRAINT person_copies_check CHECK (((made_at IS NULL) = (size_bytes IS NULL))),
    CONSTRAINT person_copies_check1 CHECK (((made_at IS NULL) OR (failed_at IS NULL))),
    CONSTRAINT person_copies_check2 CHECK (((fetched_at IS NULL) OR (made_at IS NOT NULL)))
);


--
-- Name: presence; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.presence (
    id bigint NOT NULL,
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    connection text NOT NULL,
    joined_at timestamp with time zone,
    left_at timestamp with time zone,
    seen_at timestamp with time zone,
    misses smallint DEFAULT 0 NOT NULL
);


--
-- Name: presence_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.presence ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.presence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: recovery_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recovery_codes (
    person_id uuid NOT NULL,
    code_sealed bytea CONSTRAINT recovery_codes_code_hash_not_null NOT NULL,
    used_at timestamp with time zone
);


--
-- Name: rubrics; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.rubrics (
    version integer NOT NULL,
    rubric jsonb NOT NULL
);


--
-- Name: run_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.run_sessions (
    session_id uuid NOT NULL,
    run_id uuid NOT NULL,
    coach_id uuid NOT NULL,
    status public.session_status NOT NULL,
    billable boolean NOT NULL,
    coach_stayed boolean NOT NULL,
    minutes smallint NOT NULL,
    CONSTRAINT run_sessions_minutes_check CHECK ((minutes > 0))
);


--
-- Name: schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migrations (
    version character varying NOT NULL
);


--
-- Name: session_busy; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_busy (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    during tstzrange NOT NULL
);


--
-- Name: session_count_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_count_deltas (
    organization_id uuid NOT NULL,
    status public.session_status NOT NULL,
    n integer NOT NULL
);


--
-- Name: session_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_counts (
    organization_id uuid NOT NULL,
    status public.session_status NOT NULL,
    n bigint NOT NULL
);


--
-- Name: session_history; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_history (
    id bigint NOT NULL,
    session_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    action text NOT NULL,
    changes jsonb DEFAULT '{}'::jsonb NOT NULL
);


--
-- Name: session_history_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.session_history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.session_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: session_hour_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_hour_deltas (
    hour timestamp with time zone NOT NULL,
    status public.session_status NOT NULL,
    n integer NOT NULL,
    minutes integer NOT NULL
);


--
-- Name: session_hours; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_hours (
    hour timestamp with time zone NOT NULL,
    status public.session_status NOT NULL,
    n bigint NOT NULL,
    minutes bigint NOT NULL
);


--
-- Name: session_participants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_participants (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id uuid DEFAULT uuidv7() NOT NULL,
    organization_id uuid NOT NULL,
    coach_id uuid NOT NULL,
    user_id uuid NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone NOT NULL,
    status public.session_status DEFAULT 'Scheduled'::public.session_status NOT NULL,
    title text NOT NULL,
    instance_count smallint DEFAULT 1 NOT NULL,
    use_server boolean DEFAULT true NOT NULL,
    billable boolean DEFAULT true NOT NULL,
    ics_sequence integer DEFAULT 0 NOT NULL,
    created_by uuid,
    search text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sessions_check CHECK (((end_time > start_time) AND (end_time <= (start_time + '08:00:00'::interval)))),
    CONSTRAINT sessions_instance_count_check CHECK (((instance_count >= 0) AND (instance_count <= 3)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.01');
ALTER TABLE ONLY public.sessions ALTER COLUMN search SET STATISTICS 1000;


--
-- Name: sign_in_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sign_in_changes (
    made_by xid8 DEFAULT pg_current_xact_id() NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    token_hash bytea,
    person_id uuid,
    organization_id uuid,
    CONSTRAINT sign_in_changes_check CHECK ((num_nonnulls(token_hash, person_id, organization_id) = 1))
);


--
-- Name: sign_in_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sign_in_tokens (
    token_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    address inet NOT NULL,
    agent text NOT NULL,
    CONSTRAINT sign_in_tokens_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
    CONSTRAINT sign_in_tokens_end_reason_check CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'role_lost'::text, 'password_set'::text, 'replaced'::text])))
);


--
-- Name: stream_instances; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.stream_instances (
    session_id uuid NOT NULL,
    number smallint NOT NULL,
    epoch integer DEFAULT 1 NOT NULL,
    status text NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    ref text,
    begun_at timestamp with time zone NOT NULL,
    holder_id uuid,
    CONSTRAINT stream_instances_number_check CHECK (((number >= 1) AND (number <= 3))),
    CONSTRAINT stream_instances_status_check CHECK ((status = ANY (ARRAY['starting'::text, 'ready'::text, 'failed'::text, 'ended'::text])))
);


--
-- Name: waiting_stays; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.waiting_stays (
    session_id uuid NOT NULL,
    person_id uuid NOT NULL,
    browser text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT waiting_stays_order CHECK ((seen_at >= began_at))
);


--
-- Name: audit_log_rest; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log ATTACH PARTITION public.audit_log_rest DEFAULT;


--
-- Name: admissions admissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.admissions
    ADD CONSTRAINT admissions_pkey PRIMARY KEY (id);


--
-- Name: admissions admissions_session_id_person_id_browser_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.admissions
    ADD CONSTRAINT admissions_session_id_person_id_browser_key UNIQUE (session_id, person_id, browser);


--
-- Name: assessment_answers assessment_answers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_answers
    ADD CONSTRAINT assessment_answers_pkey PRIMARY KEY (session_id, person_id, conversation, path);


--
-- Name: assessment_changes assessment_changes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_changes
    ADD CONSTRAINT assessment_changes_pkey PRIMARY KEY (session_id, person_id, number);


--
-- Name: assessment_changes assessment_changes_session_id_person_id_by_id_client_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_changes
    ADD CONSTRAINT assessment_changes_session_id_person_id_by_id_client_id_key UNIQUE (session_id, person_id, by_id, client_id);


--
-- Name: assessment_counts assessment_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_counts
    ADD CONSTRAINT assessment_counts_pkey PRIMARY KEY (session_id, person_id, conversation, category);


--
-- Name: assessment_moments assessment_moments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_moments
    ADD CONSTRAINT assessment_moments_pkey PRIMARY KEY (id);


--
-- Name: assessment_reports assessment_reports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_reports
    ADD CONSTRAINT assessment_reports_pkey PRIMARY KEY (id);


--
-- Name: assessments assessments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessments
    ADD CONSTRAINT assessments_pkey PRIMARY KEY (session_id, person_id);


--
-- Name: audit_log audit_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (at, id);


--
-- Name: audit_log_rest audit_log_rest_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log_rest
    ADD CONSTRAINT audit_log_rest_pkey PRIMARY KEY (at, id);


--
-- Name: billing_clocks billing_clocks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.billing_clocks
    ADD CONSTRAINT billing_clocks_pkey PRIMARY KEY (organization_id);


--
-- Name: billing_runs billing_runs_organization_id_start_date_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.billing_runs
    ADD CONSTRAINT billing_runs_organization_id_start_date_key UNIQUE (organization_id, start_date);


--
-- Name: billing_runs billing_runs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.billing_runs
    ADD CONSTRAINT billing_runs_pkey PRIMARY KEY (id);


--
-- Name: calendar_feeds calendar_feeds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_pkey PRIMARY KEY (secret_hash);


--
-- Name: call_reports call_reports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.call_reports
    ADD CONSTRAINT call_reports_pkey PRIMARY KEY (id);


--
-- Name: calls calls_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (session_id);


--
-- Name: calls calls_room_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_room_key UNIQUE (room);


--
-- Name: chat_files chat_files_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_files
    ADD CONSTRAINT chat_files_pkey PRIMARY KEY (id);


--
-- Name: chat_messages chat_messages_file_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_file_id_key UNIQUE (file_id);


--
-- Name: chat_messages chat_messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_pkey PRIMARY KEY (session_id, number);


--
-- Name: chat_messages chat_messages_session_id_author_id_client_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_session_id_author_id_client_id_key UNIQUE (session_id, author_id, client_id);


--
-- Name: chat_messages chat_messages_sid_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_sid_key UNIQUE (sid);


--
-- Name: chats chats_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_pkey PRIMARY KEY (session_id);


--
-- Name: checkouts checkouts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_pkey PRIMARY KEY (id);


--
-- Name: checkouts checkouts_stripe_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_stripe_id_key UNIQUE (stripe_id);


--
-- Name: credentials credentials_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (person_id);


--
-- Name: erasures erasures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (person_id);


--
-- Name: eula_acceptances eula_acceptances_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.eula_acceptances
    ADD CONSTRAINT eula_acceptances_pkey PRIMARY KEY (person_id, version);


--
-- Name: former_terms former_terms_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.former_terms
    ADD CONSTRAINT former_terms_pkey PRIMARY KEY (organization_id, until);


--
-- Name: guest_links guest_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guest_links
    ADD CONSTRAINT guest_links_pkey PRIMARY KEY (session_id, person_id);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (person_id, route, key);


--
-- Name: import_pieces import_pieces_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_pieces
    ADD CONSTRAINT import_pieces_pkey PRIMARY KEY (import_id, n);


--
-- Name: import_rows import_rows_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, "row");


--
-- Name: imports imports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);


--
-- Name: invoice_history invoice_history_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_history
    ADD CONSTRAINT invoice_history_pkey PRIMARY KEY (id);


--
-- Name: invoice_lines invoice_lines_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_lines
    ADD CONSTRAINT invoice_lines_pkey PRIMARY KEY (invoice_id, coach_id);


--
-- Name: invoice_number invoice_number_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_number
    ADD CONSTRAINT invoice_number_pkey PRIMARY KEY (is_only);


--
-- Name: invoices invoices_invoice_num_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_invoice_num_key UNIQUE (invoice_num);


--
-- Name: invoices invoices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);


--
-- Name: invoices invoices_reissued_as_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_reissued_as_key UNIQUE (reissued_as);


--
-- Name: late_sessions late_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.late_sessions
    ADD CONSTRAINT late_sessions_pkey PRIMARY KEY (session_id);


--
-- Name: legal_holds legal_holds_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_pkey PRIMARY KEY (id);


--
-- Name: link_browsers link_browsers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.link_browsers
    ADD CONSTRAINT link_browsers_pkey PRIMARY KEY (browser_hash);


--
-- Name: mails mails_dedupe_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_dedupe_key UNIQUE (dedupe);


--
-- Name: mails mails_message_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_message_id_key UNIQUE (message_id);


--
-- Name: mails mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);


--
-- Name: media_events media_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.media_events
    ADD CONSTRAINT media_events_pkey PRIMARY KEY (id);


--
-- Name: one_time_links one_time_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_pkey PRIMARY KEY (token_hash);


--
-- Name: organization_guests organization_guests_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organization_guests
    ADD CONSTRAINT organization_guests_pkey PRIMARY KEY (organization_id, person_id);


--
-- Name: organizations organizations_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_name_key UNIQUE (name);


--
-- Name: organizations organizations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);


--
-- Name: payment_events payment_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (id);


--
-- Name: payments payments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);


--
-- Name: payments payments_stripe_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_stripe_id_key UNIQUE (stripe_id);


--
-- Name: people_counts people_counts_organization_id_privs_is_deleted_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people_counts
    ADD CONSTRAINT people_counts_organization_id_privs_is_deleted_key UNIQUE NULLS NOT DISTINCT (organization_id, privs, is_deleted);


--
-- Name: people people_former_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_former_number_key UNIQUE (former_number);


--
-- Name: people people_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);


--
-- Name: person_copies person_copies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_copies
    ADD CONSTRAINT person_copies_pkey PRIMARY KEY (id);


--
-- Name: presence presence_connection_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_connection_key UNIQUE (connection);


--
-- Name: presence presence_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (id);


--
-- Name: recovery_codes recovery_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_sealed);


--
-- Name: rubrics rubrics_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rubrics
    ADD CONSTRAINT rubrics_pkey PRIMARY KEY (version);


--
-- Name: run_sessions run_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.run_sessions
    ADD CONSTRAINT run_sessions_pkey PRIMARY KEY (session_id);


--
-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);


--
-- Name: session_busy session_busy_no_overlap; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_busy
    ADD CONSTRAINT session_busy_no_overlap EXCLUDE USING gist (person_id WITH =, during WITH &&);


--
-- Name: session_busy session_busy_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_busy
    ADD CONSTRAINT session_busy_pkey PRIMARY KEY (session_id, person_id);


--
-- Name: session_counts session_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_counts
    ADD CONSTRAINT session_counts_pkey PRIMARY KEY (organization_id, status);


--
-- Name: session_history session_history_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_history
    ADD CONSTRAINT session_history_pkey PRIMARY KEY (id);


--
-- Name: session_hours session_hours_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_hours
    ADD CONSTRAINT session_hours_pkey PRIMARY KEY (hour, status);


--
-- Name: session_participants session_participants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_participants
    ADD CONSTRAINT session_participants_pkey PRIMARY KEY (session_id, person_id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: sign_in_tokens sign_in_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_tokens
    ADD CONSTRAINT sign_in_tokens_pkey PRIMARY KEY (token_hash);


--
-- Name: stream_instances stream_instances_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stream_instances
    ADD CONSTRAINT stream_instances_pkey PRIMARY KEY (session_id, number);


--
-- Name: waiting_stays waiting_stays_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.waiting_stays
    ADD CONSTRAINT waiting_stays_pkey PRIMARY KEY (session_id, person_id, browser, began_at);


--
-- Name: admissions_place; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX admissions_place ON public.admissions USING btree (session_id, person_id) WHERE (state = 'admitted'::text);


--
-- Name: assessment_changes_by; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assessment_changes_by ON public.assessment_changes USING btree (by_id);


--
-- Name: assessment_moments_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assessment_moments_of ON public.assessment_moments USING btree (session_id, person_id, at);


--
-- Name: assessment_reports_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assessment_reports_person ON public.assessment_reports USING btree (person_id);


--
-- Name: assessment_reports_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assessment_reports_session ON public.assessment_reports USING btree (session_id, at);


--
-- Name: assessments_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX assessments_person ON public.assessments USING btree (person_id);


--
-- Name: audit_log_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_about ON ONLY public.audit_log USING btree (about_id, at) WHERE (about_id IS NOT NULL);


--
-- Name: audit_log_action; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_action ON ONLY public.audit_log USING btree (action, organization_id, at);


--
-- Name: audit_log_by; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_by ON ONLY public.audit_log USING btree (by_id, at);


--
-- Name: audit_log_organization; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_organization ON ONLY public.audit_log USING btree (organization_id, at);


--
-- Name: audit_log_rest_about_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_rest_about_id_at_idx ON public.audit_log_rest USING btree (about_id, at) WHERE (about_id IS NOT NULL);


--
-- Name: audit_log_rest_action_organization_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_rest_action_organization_id_at_idx ON public.audit_log_rest USING btree (action, organization_id, at);


--
-- Name: audit_log_rest_by_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_rest_by_id_at_idx ON public.audit_log_rest USING btree (by_id, at);


--
-- Name: audit_log_rest_organization_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_rest_organization_id_at_idx ON public.audit_log_rest USING btree (organization_id, at);


--
-- Name: audit_log_subject; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_subject ON ONLY public.audit_log USING btree (subject_id, at);


--
-- Name: audit_log_rest_subject_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_rest_subject_id_at_idx ON public.audit_log_rest USING btree (subject_id, at);


--
-- Name: billing_clocks_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX billing_clocks_due ON public.billing_clocks USING btree (ends_at NULLS FIRST);


--
-- Name: calendar_feeds_person; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX calendar_feeds_person ON public.calendar_feeds USING btree (person_id);


--
-- Name: call_reports_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX call_reports_at ON public.call_reports USING btree (at, id);


--
-- Name: call_reports_by; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX call_reports_by ON public.call_reports USING btree (by_id);


--
-- Name: call_reports_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX call_reports_session ON public.call_reports USING btree (session_id);


--
-- Name: calls_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX calls_open ON public.calls USING btree (session_id) WHERE (closed_at IS NULL);


--
-- Name: calls_unjudged; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX calls_unjudged ON public.calls USING btree (session_id) WHERE (judged_at IS NULL);


--
-- Name: chat_files_author; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_files_author ON public.chat_files USING btree (author_id);


--
-- Name: chat_files_coming; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_files_coming ON public.chat_files USING btree (begun_at) WHERE (stored_at IS NULL);


--
-- Name: chat_files_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_files_session ON public.chat_files USING btree (session_id);


--
-- Name: chat_messages_author; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX chat_messages_author ON public.chat_messages USING btree (author_id);


--
-- Name: checkouts_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX checkouts_open ON public.checkouts USING btree (invoice_id) WHERE (closed_at IS NULL);


--
-- Name: erasures_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX erasures_open ON public.erasures USING btree (asked_at, person_id) WHERE (done_at IS NULL);


--
-- Name: idempotency_keys_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);


--
-- Name: import_rows_email; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_rows_email ON public.import_rows USING btree (lower(email));


--
-- Name: import_rows_person; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX import_rows_person ON public.import_rows USING btree (person_id) WHERE (person_id IS NOT NULL);


--
-- Name: import_rows_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_rows_state ON public.import_rows USING btree (import_id, state, "row");


--
-- Name: import_rows_username; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_rows_username ON public.import_rows USING btree (lower(username));


--
-- Name: imports_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX imports_created ON public.imports USING btree (created_at);


--
-- Name: imports_reading; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX imports_reading ON public.imports USING btree (id) WHERE (state = 'reading'::text);


--
-- Name: imports_running; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX imports_running ON public.imports USING btree (id) WHERE (state = 'running'::text);


--
-- Name: invoice_history_invoice; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoice_history_invoice ON public.invoice_history USING btree (invoice_id, id);


--
-- Name: invoices_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_of ON public.invoices USING btree (organization_id, invoice_num);


--
-- Name: invoices_one_per_period; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX invoices_one_per_period ON public.invoices USING btree (organization_id, start_date) WHERE (status <> 3);


--
-- Name: invoices_pending; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_pending ON public.invoices USING btree (due) WHERE ((status = 0) AND (past_due_at IS NULL));


--
-- Name: invoices_run; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_run ON public.invoices USING btree (run_id);


--
-- Name: late_sessions_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX late_sessions_of ON public.late_sessions USING btree (organization_id);


--
-- Name: legal_holds_organization; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX legal_holds_organization ON public.legal_holds USING btree (organization_id) WHERE (organization_id IS NOT NULL);


--
-- Name: legal_holds_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX legal_holds_person ON public.legal_holds USING btree (person_id) WHERE (person_id IS NOT NULL);


--
-- Name: link_browsers_expires; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX link_browsers_expires ON public.link_browsers USING btree (expires_at);


--
-- Name: mails_invoice; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_invoice ON public.mails USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);


--
-- Name: mails_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_newest ON public.mails USING btree (created_at DESC, id DESC);


--
-- Name: mails_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_person ON public.mails USING btree (person_id, created_at DESC);


--
-- Name: mails_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_session ON public.mails USING btree (session_id, person_id) WHERE (session_id IS NOT NULL);


--
-- Name: mails_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_state ON public.mails USING btree (state, created_at DESC, id DESC);


--
-- Name: media_events_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX media_events_at ON public.media_events USING btree (at);


--
-- Name: one_time_links_expires; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX one_time_links_expires ON public.one_time_links USING btree (expires_at);


--
-- Name: one_time_links_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX one_time_links_person ON public.one_time_links USING btree (person_id);


--
-- Name: organizations_display; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX organizations_display ON public.organizations USING btree (display_name, id);


--
-- Name: organizations_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX organizations_search ON public.organizations USING gin (((' '::text || public.fold(display_name))) public.gin_trgm_ops);


--
-- Name: payment_events_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payment_events_at ON public.payment_events USING btree (at);


--
-- Name: payments_invoice; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_invoice ON public.payments USING btree (invoice_id);


--
-- Name: payments_to_refund; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_to_refund ON public.payments USING btree (paid_at) WHERE ((paid_at IS NOT NULL) AND (NOT counts) AND (refunded_cents < amount_cents));


--
-- Name: people_coach; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_coach ON public.people USING btree (coach_id, first_name, last_name, id) WHERE (coach_id IS NOT NULL);


--
-- Name: people_deleted; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_deleted ON public.people USING btree (first_name, last_name, id) WHERE (deleted_at IS NOT NULL);


--
-- Name: people_email; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_email ON public.people USING btree (lower(email));


--
-- Name: people_email_sign_in; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX people_email_sign_in ON public.people USING btree (lower(email)) WHERE ((privs >= 1) AND (deleted_at IS NULL));


--
-- Name: people_first; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_first ON public.people USING btree (first_name, last_name, id);


--
-- Name: people_kept; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_kept ON public.people USING btree (deleted_at, id) WHERE ((deleted_at IS NOT NULL) AND (former_number IS NULL));


--
-- Name: people_last; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_last ON public.people USING btree (last_name, first_name, id);


--
-- Name: people_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_name ON public.people USING btree (username, id);


--
-- Name: people_org_first; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_org_first ON public.people USING btree (organization_id, first_name, last_name, id);


--
-- Name: people_org_last; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_org_last ON public.people USING btree (organization_id, last_name, first_name, id);


--
-- Name: people_org_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_org_name ON public.people USING btree (organization_id, username, id);


--
-- Name: people_org_staff_first; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_org_staff_first ON public.people USING btree (organization_id, first_name, last_name, id) WHERE (privs >= 1);


--
-- Name: people_org_staff_last; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_org_staff_last ON public.people USING btree (organization_id, last_name, first_name, id) WHERE (privs >= 1);


--
-- Name: people_org_staff_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_org_staff_name ON public.people USING btree (organization_id, username, id) WHERE (privs >= 1);


--
-- Name: people_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_search ON public.people USING gin (organization_id, search public.gin_trgm_ops);


--
-- Name: people_staff_first; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_staff_first ON public.people USING btree (first_name, last_name, id) WHERE (privs >= 1);


--
-- Name: people_staff_last; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_staff_last ON public.people USING btree (last_name, first_name, id) WHERE (privs >= 1);


--
-- Name: people_staff_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_staff_name ON public.people USING btree (username, id) WHERE (privs >= 1);


--
-- Name: people_username; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX people_username ON public.people USING btree (lower(username));


--
-- Name: person_copies_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX person_copies_age ON public.person_copies USING btree (asked_at);


--
-- Name: person_copies_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX person_copies_person ON public.person_copies USING btree (person_id, asked_at);


--
-- Name: presence_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX presence_open ON public.presence USING btree (person_id) WHERE (left_at IS NULL);


--
-- Name: presence_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX presence_person ON public.presence USING btree (person_id, joined_at);


--
-- Name: presence_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX presence_session ON public.presence USING btree (session_id, person_id);


--
-- Name: run_sessions_run; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX run_sessions_run ON public.run_sessions USING btree (run_id, coach_id);


--
-- Name: session_history_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_history_session ON public.session_history USING btree (session_id, id);


--
-- Name: session_participants_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_participants_person ON public.session_participants USING btree (person_id, session_id);


--
-- Name: sessions_all; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_all ON public.sessions USING btree (status, start_time, id) INCLUDE (search);


--
-- Name: sessions_coach; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_coach ON public.sessions USING btree (coach_id, status, start_time, id);


--
-- Name: sessions_org; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_org ON public.sessions USING btree (organization_id, status, start_time, id) INCLUDE (search);


--
-- Name: sessions_org_title; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_org_title ON public.sessions USING btree (organization_id, split_part(search, '
'::text, 1), id);


--
-- Name: sessions_title; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_title ON public.sessions USING btree (split_part(search, '
'::text, 1), id);


--
-- Name: sessions_title_trgm; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_title_trgm ON public.sessions USING gin (organization_id, split_part(search, '
'::text, 1) public.gin_trgm_ops);


--
-- Name: sessions_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_user ON public.sessions USING btree (user_id, status, start_time, id);


--
-- Name: sign_in_changes_made_by; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_changes_made_by ON public.sign_in_changes USING btree (made_by);


--
-- Name: sign_in_tokens_last_used; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_tokens_last_used ON public.sign_in_tokens USING btree (last_used_at);


--
-- Name: sign_in_tokens_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_tokens_person ON public.sign_in_tokens USING btree (person_id);


--
-- Name: stream_instances_running; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX stream_instances_running ON public.stream_instances USING btree (session_id, number) WHERE (status = ANY (ARRAY['starting'::text, 'ready'::text]));


--
-- Name: audit_log_rest_about_id_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_about ATTACH PARTITION public.audit_log_rest_about_id_at_idx;


--
-- Name: audit_log_rest_action_organization_id_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_action ATTACH PARTITION public.audit_log_rest_action_organization_id_at_idx;


--
-- Name: audit_log_rest_by_id_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_by ATTACH PARTITION public.audit_log_rest_by_id_at_idx;


--
-- Name: audit_log_rest_organization_id_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_organization ATTACH PARTITION public.audit_log_rest_organization_id_at_idx;


--
-- Name: audit_log_rest_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_pkey ATTACH PARTITION public.audit_log_rest_pkey;


--
-- Name: audit_log_rest_subject_id_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_subject ATTACH PARTITION public.audit_log_rest_subject_id_at_idx;


--
-- Name: assessment_answers count_assessment; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_assessment AFTER INSERT OR UPDATE OF value ON public.assessment_answers FOR EACH ROW WHEN ((new.path <> ALL (ARRAY['overall'::text, 'notes'::text]))) EXECUTE FUNCTION public.count_assessment();


--
-- Name: people count_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_inserted AFTER INSERT ON public.people REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_people();


--
-- Name: sessions count_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_inserted AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_sessions();


--
-- Name: people count_updated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_updated AFTER UPDATE ON public.people REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_people();


--
-- Name: sessions count_updated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_updated AFTER UPDATE ON public.sessions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_sessions();


--
-- Name: people keep_a_super; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_a_super BEFORE UPDATE ON public.people FOR EACH ROW WHEN (((old.privs = 10) AND (old.deleted_at IS NULL) AND ((new.privs <> 10) OR (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION public.keep_a_super();


--
-- Name: sessions keep_invoiced; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_invoiced AFTER UPDATE OF status, billable ON public.sessions FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.billable IS DISTINCT FROM new.billable))) EXECUTE FUNCTION public.keep_invoiced();


--
-- Name: people note_person_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER note_person_change AFTER UPDATE OF privs, organization_id, deleted_at ON public.people FOR EACH ROW WHEN (((GREATEST(old.privs, new.privs) > 0) AND (((old.privs IS DISTINCT FROM new.privs) OR (old.organization_id IS DISTINCT FROM new.organization_id)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION public.note_person_change();


--
-- Name: organizations note_second_factor_required; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER note_second_factor_required AFTER UPDATE OF two_factor_required ON public.organizations FOR EACH ROW WHEN ((new.two_factor_required AND (NOT old.two_factor_required))) EXECUTE FUNCTION public.note_second_factor_required();


--
-- Name: sign_in_tokens note_sign_in_end; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER note_sign_in_end AFTER UPDATE OF ended_at ON public.sign_in_tokens FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION public.note_sign_in_end();


--
-- Name: people remember_guest; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER remember_guest AFTER UPDATE ON public.people FOR EACH ROW WHEN (((old.organization_id IS NOT NULL) AND (old.organization_id IS DISTINCT FROM new.organization_id))) EXECUTE FUNCTION public.remember_guest();


--
-- Name: organizations reset_billing_clock; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER reset_billing_clock AFTER UPDATE OF time_zone ON public.organizations FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION public.reset_billing_clock();


--
-- Name: organizations start_billing_clock; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER start_billing_clock AFTER INSERT ON public.organizations FOR EACH ROW EXECUTE FUNCTION public.start_billing_clock();


--
-- Name: invoices touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: organizations touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.organizations FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: people touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.people FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: sessions touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.sessions FOR EACH ROW WHEN (((old.search = new.search) OR ((to_jsonb(old.*) - 'search'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'search'::text)))) EXECUTE FUNCTION public.touch();


--
-- Name: admissions admissions_decided_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.admissions
    ADD CONSTRAINT admissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.people(id);


--
-- Name: admissions admissions_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.admissions
    ADD CONSTRAINT admissions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: admissions admissions_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.admissions
    ADD CONSTRAINT admissions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: assessment_answers assessment_answers_session_id_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_answers
    ADD CONSTRAINT assessment_answers_session_id_person_id_fkey FOREIGN KEY (session_id, person_id) REFERENCES public.assessments(session_id, person_id) ON DELETE CASCADE;


--
-- Name: assessment_changes assessment_changes_by_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_changes
    ADD CONSTRAINT assessment_changes_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.people(id);


--
-- Name: assessment_changes assessment_changes_session_id_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_changes
    ADD CONSTRAINT assessment_changes_session_id_person_id_fkey FOREIGN KEY (session_id, person_id) REFERENCES public.assessments(session_id, person_id) ON DELETE CASCADE;


--
-- Name: assessment_counts assessment_counts_session_id_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_counts
    ADD CONSTRAINT assessment_counts_session_id_person_id_fkey FOREIGN KEY (session_id, person_id) REFERENCES public.assessments(session_id, person_id) ON DELETE CASCADE;


--
-- Name: assessment_moments assessment_moments_by_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_moments
    ADD CONSTRAINT assessment_moments_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.people(id);


--
-- Name: assessment_moments assessment_moments_session_id_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_moments
    ADD CONSTRAINT assessment_moments_session_id_person_id_fkey FOREIGN KEY (session_id, person_id) REFERENCES public.assessments(session_id, person_id) ON DELETE CASCADE;


--
-- Name: assessment_reports assessment_reports_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_reports
    ADD CONSTRAINT assessment_reports_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: assessment_reports assessment_reports_sent_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_reports
    ADD CONSTRAINT assessment_reports_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES public.people(id);


--
-- Name: assessment_reports assessment_reports_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessment_reports
    ADD CONSTRAINT assessment_reports_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: assessments assessments_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessments
    ADD CONSTRAINT assessments_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: assessments assessments_rubric_version_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessments
    ADD CONSTRAINT assessments_rubric_version_fkey FOREIGN KEY (rubric_version) REFERENCES public.rubrics(version);


--
-- Name: assessments assessments_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.assessments
    ADD CONSTRAINT assessments_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: billing_clocks billing_clocks_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.billing_clocks
    ADD CONSTRAINT billing_clocks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: billing_runs billing_runs_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.billing_runs
    ADD CONSTRAINT billing_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: calendar_feeds calendar_feeds_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: call_reports call_reports_by_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.call_reports
    ADD CONSTRAINT call_reports_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.people(id);


--
-- Name: call_reports call_reports_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.call_reports
    ADD CONSTRAINT call_reports_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: calls calls_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: chat_files chat_files_author_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_files
    ADD CONSTRAINT chat_files_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.people(id);


--
-- Name: chat_files chat_files_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_files
    ADD CONSTRAINT chat_files_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.chats(session_id) ON DELETE CASCADE;


--
-- Name: chat_messages chat_messages_author_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.people(id);


--
-- Name: chat_messages chat_messages_file_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.chat_files(id) ON DELETE CASCADE;


--
-- Name: chat_messages chat_messages_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.chats(session_id) ON DELETE CASCADE;


--
-- Name: chats chats_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chats
    ADD CONSTRAINT chats_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: checkouts checkouts_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);


--
-- Name: credentials credentials_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: erasures erasures_asked_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.people(id);


--
-- Name: erasures erasures_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: eula_acceptances eula_acceptances_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.eula_acceptances
    ADD CONSTRAINT eula_acceptances_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: former_terms former_terms_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.former_terms
    ADD CONSTRAINT former_terms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: guest_links guest_links_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guest_links
    ADD CONSTRAINT guest_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: guest_links guest_links_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guest_links
    ADD CONSTRAINT guest_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: idempotency_keys idempotency_keys_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: import_pieces import_pieces_import_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_pieces
    ADD CONSTRAINT import_pieces_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;


--
-- Name: import_rows import_rows_import_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;


--
-- Name: import_rows import_rows_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: imports imports_by_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.people(id);


--
-- Name: imports imports_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: imports imports_run_by_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_run_by_id_fkey FOREIGN KEY (run_by_id) REFERENCES public.people(id);


--
-- Name: invoice_history invoice_history_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_history
    ADD CONSTRAINT invoice_history_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);


--
-- Name: invoice_lines invoice_lines_coach_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_lines
    ADD CONSTRAINT invoice_lines_coach_id_fkey FOREIGN KEY (coach_id) REFERENCES public.people(id);


--
-- Name: invoice_lines invoice_lines_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_lines
    ADD CONSTRAINT invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);


--
-- Name: invoices invoices_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: invoices invoices_reissued_as_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_reissued_as_fkey FOREIGN KEY (reissued_as) REFERENCES public.invoices(id);


--
-- Name: invoices invoices_run_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.billing_runs(id);


--
-- Name: legal_holds legal_holds_ended_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES public.people(id);


--
-- Name: legal_holds legal_holds_made_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.people(id);


--
-- Name: legal_holds legal_holds_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: legal_holds legal_holds_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: link_browsers link_browsers_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.link_browsers
    ADD CONSTRAINT link_browsers_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: mails mails_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);


--
-- Name: mails mails_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: mails mails_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: mails mails_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id);


--
-- Name: one_time_links one_time_links_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: organization_guests organization_guests_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organization_guests
    ADD CONSTRAINT organization_guests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: organization_guests organization_guests_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organization_guests
    ADD CONSTRAINT organization_guests_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: payments payments_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);


--
-- Name: people people_coach_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_coach_id_fkey FOREIGN KEY (coach_id) REFERENCES public.people(id);


--
-- Name: people people_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: person_copies person_copies_asked_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_copies
    ADD CONSTRAINT person_copies_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.people(id);


--
-- Name: person_copies person_copies_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person_copies
    ADD CONSTRAINT person_copies_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: presence presence_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: presence presence_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: recovery_codes recovery_codes_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: session_busy session_busy_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_busy
    ADD CONSTRAINT session_busy_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: session_history session_history_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_history
    ADD CONSTRAINT session_history_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: session_participants session_participants_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_participants
    ADD CONSTRAINT session_participants_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: session_participants session_participants_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_participants
    ADD CONSTRAINT session_participants_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: sessions sessions_coach_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_coach_id_fkey FOREIGN KEY (coach_id) REFERENCES public.people(id);


--
-- Name: sessions sessions_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.people(id);


--
-- Name: sessions sessions_organization_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);


--
-- Name: sessions sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.people(id);


--
-- Name: sign_in_tokens sign_in_tokens_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_tokens
    ADD CONSTRAINT sign_in_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: stream_instances stream_instances_holder_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stream_instances
    ADD CONSTRAINT stream_instances_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES public.people(id);


--
-- Name: stream_instances stream_instances_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stream_instances
    ADD CONSTRAINT stream_instances_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: waiting_stays waiting_stays_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.waiting_stays
    ADD CONSTRAINT waiting_stays_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: waiting_stays waiting_stays_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.waiting_stays
    ADD CONSTRAINT waiting_stays_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA public TO parley_app;


--
-- Name: FUNCTION audit_log_forget(people uuid[], at_most integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.audit_log_forget(people uuid[], at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_log_forget(people uuid[], at_most integer) TO parley_app;


--
-- Name: FUNCTION audit_log_make_months(first date, months integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.audit_log_make_months(first date, months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_log_make_months(first date, months integer) TO parley_app;


--
-- Name: TABLE admissions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.admissions TO parley_app;


--
-- Name: TABLE assessment_answers; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assessment_answers TO parley_app;


--
-- Name: TABLE assessment_changes; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.assessment_changes TO parley_app;


--
-- Name: COLUMN assessment_changes.data; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(data) ON TABLE public.assessment_changes TO parley_app;


--
-- Name: TABLE assessment_counts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.assessment_counts TO parley_app;


--
-- Name: TABLE assessment_moments; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assessment_moments TO parley_app;


--
-- Name: TABLE assessment_reports; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.assessment_reports TO parley_app;


--
-- Name: COLUMN assessment_reports.figures; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(figures) ON TABLE public.assessment_reports TO parley_app;


--
-- Name: TABLE assessments; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.assessments TO parley_app;


--
-- Name: TABLE audit_log; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.audit_log TO parley_app;


--
-- Name: TABLE billing_clocks; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.billing_clocks TO parley_app;


--
-- Name: TABLE billing_runs; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.billing_runs TO parley_app;


--
-- Name: TABLE calendar_feeds; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendar_feeds TO parley_app;


--
-- Name: TABLE call_reports; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.call_reports TO parley_app;


--
-- Name: TABLE calls; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.calls TO parley_app;


--
-- Name: TABLE chat_files; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.chat_files TO parley_app;


--
-- Name: TABLE chat_messages; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.chat_messages TO parley_app;


--
-- Name: COLUMN chat_messages.type; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(type) ON TABLE public.chat_messages TO parley_app;


--
-- Name: COLUMN chat_messages.body; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(body) ON TABLE public.chat_messages TO parley_app;


--
-- Name: COLUMN chat_messages.file_id; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(file_id) ON TABLE public.chat_messages TO parley_app;


--
-- Name: TABLE chats; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.chats TO parley_app;


--
-- Name: TABLE checkouts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.checkouts TO parley_app;


--
-- Name: TABLE credentials; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.credentials TO parley_app;


--
-- Name: TABLE erasures; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.erasures TO parley_app;


--
-- Name: TABLE eula_acceptances; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.eula_acceptances TO parley_app;


--
-- Name: SEQUENCE former_people; Type: ACL; Schema: public; Owner: -
--

GRANT USAGE ON SEQUENCE public.former_people TO parley_app;


--
-- Name: TABLE former_terms; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.former_terms TO parley_app;


--
-- Name: TABLE guest_links; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.guest_links TO parley_app;


--
-- Name: TABLE idempotency_keys; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_keys TO parley_app;


--
-- Name: TABLE import_pieces; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.import_pieces TO parley_app;


--
-- Name: TABLE import_rows; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_rows TO parley_app;


--
-- Name: TABLE imports; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.imports TO parley_app;


--
-- Name: TABLE invoice_history; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.invoice_history TO parley_app;


--
-- Name: TABLE invoice_lines; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.invoice_lines TO parley_app;


--
-- Name: TABLE invoice_number; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.invoice_number TO parley_app;


--
-- Name: TABLE invoices; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.invoices TO parley_app;


--
-- Name: TABLE late_sessions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.late_sessions TO parley_app;


--
-- Name: TABLE legal_holds; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.legal_holds TO parley_app;


--
-- Name: TABLE link_browsers; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.link_browsers TO parley_app;


--
-- Name: TABLE mails; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mails TO parley_app;


--
-- Name: TABLE media_events; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.media_events TO parley_app;


--
-- Name: TABLE one_time_links; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.one_time_links TO parley_app;


--
-- Name: TABLE organization_guests; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.organization_guests TO parley_app;


--
-- Name: TABLE organizations; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.organizations TO parley_app;


--
-- Name: TABLE payment_events; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.payment_events TO parley_app;


--
-- Name: TABLE payments; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.payments TO parley_app;


--
-- Name: TABLE people; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.people TO parley_app;


--
-- Name: TABLE people_count_deltas; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.people_count_deltas TO parley_app;


--
-- Name: TABLE people_counts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.people_counts TO parley_app;


--
-- Name: TABLE person_copies; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_copies TO parley_app;


--
-- Name: TABLE presence; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.presence TO parley_app;


--
-- Name: TABLE recovery_codes; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_codes TO parley_app;


--
-- Name: TABLE rubrics; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.rubrics TO parley_app;


--
-- Name: TABLE run_sessions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.run_sessions TO parley_app;


--
-- Name: TABLE session_busy; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session_busy TO parley_app;


--
-- Name: TABLE session_count_deltas; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.session_count_deltas TO parley_app;


--
-- Name: TABLE session_counts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.session_counts TO parley_app;


--
-- Name: TABLE session_history; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.session_history TO parley_app;


--
-- Name: COLUMN session_history.changes; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(changes) ON TABLE public.session_history TO parley_app;


--
-- Name: TABLE session_hour_deltas; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.session_hour_deltas TO parley_app;


--
-- Name: TABLE session_hours; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.session_hours TO parley_app;


--
-- Name: TABLE session_participants; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.session_participants TO parley_app;


--
-- Name: TABLE sessions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.sessions TO parley_app;


--
-- Name: TABLE sign_in_changes; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.sign_in_changes TO parley_app;


--
-- Name: TABLE sign_in_tokens; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_tokens TO parley_app;


--
-- Name: TABLE stream_instances; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.stream_instances TO parley_app;


--
-- Name: TABLE waiting_stays; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.waiting_stays TO parley_app;


--
-- PostgreSQL database dump complete
--

\unrestrict parley

