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
-- Name: fold(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));


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
    request_id text
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


SET default_table_access_method = heap;

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
    request_id text
);


--
-- Name: credentials; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.credentials (
    person_id uuid NOT NULL,
    password_hash text NOT NULL,
    password_set_at timestamp with time zone NOT NULL
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
-- Name: link_browsers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.link_browsers (
    browser_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
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
    CONSTRAINT one_time_links_purpose_check CHECK ((purpose = 'set-password'::text))
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
    CONSTRAINT organizations_rate_cents_check CHECK ((rate_cents > 0)),
    CONSTRAINT organizations_retention_days_check CHECK ((retention_days >= 30))
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
    CONSTRAINT people_check CHECK (((privs >= 3) OR (organization_id IS NOT NULL))),
    CONSTRAINT people_privs_check CHECK ((privs = ANY (ARRAY[0, 1, 2, 3, 10]))),
    CONSTRAINT people_username_check CHECK ((username ~ '^[a-z0-9._-]{3,64}$'::text))
);


--
-- Name: schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migrations (
    version character varying NOT NULL
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
    CONSTRAINT sign_in_tokens_end_reason_check CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'role_lost'::text, 'password_set'::text])))
);


--
-- Name: audit_log_rest; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log ATTACH PARTITION public.audit_log_rest DEFAULT;


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
-- Name: credentials credentials_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (person_id);


--
-- Name: eula_acceptances eula_acceptances_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.eula_acceptances
    ADD CONSTRAINT eula_acceptances_pkey PRIMARY KEY (person_id, version);


--
-- Name: link_browsers link_browsers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.link_browsers
    ADD CONSTRAINT link_browsers_pkey PRIMARY KEY (browser_hash);


--
-- Name: one_time_links one_time_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_pkey PRIMARY KEY (token_hash);


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
-- Name: people people_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);


--
-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);


--
-- Name: sign_in_tokens sign_in_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_tokens
    ADD CONSTRAINT sign_in_tokens_pkey PRIMARY KEY (token_hash);


--
-- Name: audit_log_organization; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_organization ON ONLY public.audit_log USING btree (organization_id, at);


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
-- Name: link_browsers_expires; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX link_browsers_expires ON public.link_browsers USING btree (expires_at);


--
-- Name: one_time_links_expires; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX one_time_links_expires ON public.one_time_links USING btree (expires_at);


--
-- Name: one_time_links_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX one_time_links_person ON public.one_time_links USING btree (person_id);


--
-- Name: people_coach; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_coach ON public.people USING btree (coach_id, first_name, last_name, id) WHERE (coach_id IS NOT NULL);


--
-- Name: people_email_sign_in; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX people_email_sign_in ON public.people USING btree (lower(email)) WHERE ((privs >= 1) AND (deleted_at IS NULL));


--
-- Name: people_organization; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_organization ON public.people USING btree (organization_id);


--
-- Name: people_username; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX people_username ON public.people USING btree (lower(username));


--
-- Name: sign_in_tokens_last_used; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_tokens_last_used ON public.sign_in_tokens USING btree (last_used_at);


--
-- Name: sign_in_tokens_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_tokens_person ON public.sign_in_tokens USING btree (person_id);


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
-- Name: organizations touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.organizations FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: people touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.people FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: credentials credentials_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: eula_acceptances eula_acceptances_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.eula_acceptances
    ADD CONSTRAINT eula_acceptances_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: link_browsers link_browsers_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.link_browsers
    ADD CONSTRAINT link_browsers_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: one_time_links one_time_links_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


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
-- Name: sign_in_tokens sign_in_tokens_person_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_tokens
    ADD CONSTRAINT sign_in_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA public TO parley_app;


--
-- Name: FUNCTION audit_log_make_months(first date, months integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.audit_log_make_months(first date, months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_log_make_months(first date, months integer) TO parley_app;


--
-- Name: TABLE audit_log; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.audit_log TO parley_app;


--
-- Name: TABLE credentials; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.credentials TO parley_app;


--
-- Name: TABLE eula_acceptances; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.eula_acceptances TO parley_app;


--
-- Name: TABLE link_browsers; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.link_browsers TO parley_app;


--
-- Name: TABLE one_time_links; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.one_time_links TO parley_app;


--
-- Name: TABLE organizations; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.organizations TO parley_app;


--
-- Name: TABLE people; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.people TO parley_app;


--
-- Name: TABLE sign_in_tokens; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_tokens TO parley_app;


--
-- PostgreSQL database dump complete
--

\unrestrict parley

