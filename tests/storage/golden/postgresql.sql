CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.bans (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    game text NOT NULL,
    by bigint,
    reason text NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.champions (
    guild_id bigint NOT NULL,
    game text NOT NULL,
    first date NOT NULL,
    months integer NOT NULL,
    number integer NOT NULL,
    measure text NOT NULL,
    place integer NOT NULL,
    user_id bigint,
    name text NOT NULL
);
CREATE TABLE public.daily_deals (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    day character varying(10) NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint,
    game text NOT NULL,
    options json NOT NULL,
    language text NOT NULL,
    secret bytea NOT NULL,
    context text NOT NULL,
    commitment text NOT NULL,
    state character varying(8) NOT NULL,
    shown character varying(8) NOT NULL,
    strong text NOT NULL,
    strong_points integer,
    thread_id bigint,
    possible_points integer,
    ends_at timestamp with time zone
);
CREATE SEQUENCE public.daily_deals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.daily_deals_id_seq OWNED BY public.daily_deals.id;
CREATE TABLE public.daily_plans (
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    games text NOT NULL,
    preset text NOT NULL,
    language text NOT NULL,
    user_id bigint,
    refused_at timestamp with time zone
);
CREATE TABLE public.daily_plays (
    id bigint NOT NULL,
    daily_id bigint NOT NULL,
    user_id bigint,
    name text NOT NULL,
    seq integer NOT NULL,
    moves text NOT NULL,
    points integer,
    finished_at timestamp with time zone,
    shared boolean NOT NULL,
    forgotten boolean NOT NULL
);
CREATE SEQUENCE public.daily_plays_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.daily_plays_id_seq OWNED BY public.daily_plays.id;
CREATE TABLE public.deal_secrets (
    table_id bigint NOT NULL,
    deal integer NOT NULL,
    secret bytea NOT NULL,
    context text NOT NULL,
    commitment text NOT NULL,
    contributions text NOT NULL,
    revealed_at timestamp with time zone
);
CREATE TABLE public.deal_shares (
    deal_id bigint NOT NULL,
    seat integer NOT NULL,
    user_id bigint,
    side integer NOT NULL,
    points integer NOT NULL,
    tricks integer NOT NULL,
    made boolean,
    "left" boolean NOT NULL,
    marks text NOT NULL
);
CREATE TABLE public.evening_entrants (
    evening_id bigint NOT NULL,
    number integer NOT NULL,
    user_id bigint,
    name text NOT NULL,
    presence character varying(8) NOT NULL
);
CREATE TABLE public.evenings (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint,
    host_id bigint,
    game text NOT NULL,
    options json NOT NULL,
    language text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    state character varying(16) NOT NULL,
    course json NOT NULL
);
CREATE SEQUENCE public.evenings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.evenings_id_seq OWNED BY public.evenings.id;
CREATE TABLE public.events (
    table_id bigint NOT NULL,
    seq integer NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    actor bigint
);
CREATE TABLE public.farewells (
    table_id bigint NOT NULL
);
CREATE TABLE public.guild_settings (
    guild_id bigint NOT NULL,
    document text NOT NULL
);
CREATE TABLE public.heartbeat (
    id integer NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.identifies (
    bucket integer NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.interactions (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.invitations (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL
);
CREATE TABLE public.last_names (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.learners (
    user_id bigint NOT NULL,
    seq integer NOT NULL,
    document text NOT NULL
);
CREATE TABLE public.lobby_seals (
    table_id bigint NOT NULL,
    commitment text NOT NULL,
    context text NOT NULL,
    contributions text NOT NULL
);
CREATE TABLE public.monthly_standings (
    guild_id bigint NOT NULL,
    game text NOT NULL,
    month date NOT NULL,
    user_id bigint NOT NULL,
    deals integer NOT NULL,
    points integer NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL
);
CREATE TABLE public.player_results (
    result_id integer NOT NULL,
    seat integer NOT NULL,
    user_id bigint NOT NULL,
    won boolean NOT NULL,
    points integer NOT NULL,
    bids_tried integer NOT NULL,
    bids_made integer NOT NULL,
    units bigint NOT NULL,
    side integer,
    "left" boolean DEFAULT false NOT NULL,
    place integer,
    rating double precision
);
CREATE TABLE public.preferences (
    user_id bigint NOT NULL,
    document text NOT NULL
);
CREATE TABLE public.processes (
    id integer NOT NULL,
    url text NOT NULL,
    beat_at timestamp with time zone NOT NULL,
    hears text DEFAULT ''::text NOT NULL,
    lease double precision DEFAULT '2'::double precision NOT NULL
);
CREATE SEQUENCE public.processes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.processes_id_seq OWNED BY public.processes.id;
CREATE TABLE public.ratings (
    guild_id bigint NOT NULL,
    game text NOT NULL,
    user_id bigint NOT NULL,
    games integer NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL
);
CREATE TABLE public.registrations (
    guild_id bigint NOT NULL,
    digest text NOT NULL,
    edition integer NOT NULL
);
CREATE TABLE public.restores (
    first_table bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.results (
    id integer NOT NULL,
    guild_id bigint NOT NULL,
    game text NOT NULL,
    table_id bigint NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    players integer NOT NULL,
    day date,
    people integer,
    evening_id bigint
);
CREATE SEQUENCE public.results_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.results_id_seq OWNED BY public.results.id;
CREATE TABLE public.rings (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    rung_at timestamp with time zone
);
CREATE TABLE public.schema_compatible (
    down_to character varying NOT NULL
);
CREATE TABLE public.scored_deals (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    game text NOT NULL,
    edition text NOT NULL,
    table_id bigint NOT NULL,
    number integer NOT NULL,
    day date NOT NULL,
    people integer NOT NULL,
    evening_id bigint,
    contract text
);
CREATE SEQUENCE public.scored_deals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.scored_deals_id_seq OWNED BY public.scored_deals.id;
CREATE TABLE public.seats (
    table_id bigint NOT NULL,
    seat integer NOT NULL,
    user_id bigint,
    name text NOT NULL,
    level text,
    dm_channel_id bigint,
    dm_open boolean NOT NULL,
    away boolean NOT NULL,
    left_by bigint
);
CREATE TABLE public.standings (
    guild_id bigint NOT NULL,
    game text NOT NULL,
    user_id bigint NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    points integer NOT NULL,
    bids_tried integer NOT NULL,
    bids_made integer NOT NULL,
    units bigint NOT NULL
);
CREATE TABLE public.tables (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    parent_channel_id bigint,
    message_id bigint,
    host_id bigint NOT NULL,
    game text NOT NULL,
    options json NOT NULL,
    language text NOT NULL,
    state character varying(8) NOT NULL,
    seq integer NOT NULL,
    deadline timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_human_at timestamp with time zone NOT NULL,
    closed_reason text,
    display json NOT NULL,
    owner integer,
    edition integer DEFAULT 0 NOT NULL,
    withheld boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE public.tables_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.tables_id_seq OWNED BY public.tables.id;
CREATE TABLE public.titles (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    game text NOT NULL,
    title text NOT NULL,
    at timestamp with time zone NOT NULL,
    table_id bigint NOT NULL
);
CREATE TABLE public.weekly_plans (
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    language text NOT NULL,
    told date NOT NULL,
    user_id bigint,
    refused_at timestamp with time zone
);
ALTER TABLE ONLY public.daily_deals ALTER COLUMN id SET DEFAULT nextval('public.daily_deals_id_seq'::regclass);
ALTER TABLE ONLY public.daily_plays ALTER COLUMN id SET DEFAULT nextval('public.daily_plays_id_seq'::regclass);
ALTER TABLE ONLY public.evenings ALTER COLUMN id SET DEFAULT nextval('public.evenings_id_seq'::regclass);
ALTER TABLE ONLY public.processes ALTER COLUMN id SET DEFAULT nextval('public.processes_id_seq'::regclass);
ALTER TABLE ONLY public.results ALTER COLUMN id SET DEFAULT nextval('public.results_id_seq'::regclass);
ALTER TABLE ONLY public.scored_deals ALTER COLUMN id SET DEFAULT nextval('public.scored_deals_id_seq'::regclass);
ALTER TABLE ONLY public.tables ALTER COLUMN id SET DEFAULT nextval('public.tables_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0027');
INSERT INTO public.daily_deals VALUES (1, 4611686018427387905, '2026-03-01', 11, NULL, 'kombinations-whist', '{"winning": "classic"}', 'sv', '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f', 'daily', 'abababababababababababababababababababababababababababababababab', 'sealed', '', '', NULL, NULL, NULL, NULL);
INSERT INTO public.daily_plans VALUES (4611686018427387905, 11, 'kombinations-whist whist', '', 'sv', NULL, NULL);
INSERT INTO public.deal_secrets VALUES (1, 1, '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f', 'table 1 deal 1', 'abababababababababababababababababababababababababababababababab', '', '2026-03-01 12:00:02+00');
INSERT INTO public.events VALUES (1, 1, '2026-03-01 12:00:01+00', 'play', '0 play S1', 101);
INSERT INTO public.events VALUES (1, 2, '2026-03-01 12:00:02+00', 'play', '0 play S2', 101);
INSERT INTO public.last_names VALUES (4611686018427387905, 101, 'Anna');
INSERT INTO public.last_names VALUES (4611686018427387905, 102, 'Bo');
INSERT INTO public.monthly_standings VALUES (4611686018427387905, 'kombinations-whist', '2026-03-01', 101, 0, 0, 1, 0);
INSERT INTO public.monthly_standings VALUES (4611686018427387905, 'kombinations-whist', '2026-03-01', 102, 0, 0, 1, 1);
INSERT INTO public.player_results VALUES (1, 0, 101, false, 0, 0, 0, 0, NULL, false, NULL, NULL);
INSERT INTO public.player_results VALUES (1, 1, 102, true, 0, 0, 0, 0, NULL, false, NULL, NULL);
INSERT INTO public.preferences VALUES (101, '{"language":"da","sorting":"descending","four_colour":false,"confirm_cards":false,"play_single":false,"invitations":true,"quiet_until":8}');
INSERT INTO public.results VALUES (1, 4611686018427387905, 'kombinations-whist', 1, '2026-03-01 12:00:00+00', 4, '2026-03-01', 4, NULL);
INSERT INTO public.schema_compatible VALUES ('0012');
INSERT INTO public.seats VALUES (1, 0, 101, 'Anna', NULL, 9001, true, false, NULL);
INSERT INTO public.seats VALUES (1, 1, 102, 'Bo', NULL, NULL, false, false, NULL);
INSERT INTO public.seats VALUES (1, 2, NULL, 'Computer 1', 'rule of thumb', NULL, false, false, NULL);
INSERT INTO public.standings VALUES (4611686018427387905, 'kombinations-whist', 101, 1, 0, 0, 0, 0, 0);
INSERT INTO public.standings VALUES (4611686018427387905, 'kombinations-whist', 102, 1, 1, 0, 0, 0, 0);
INSERT INTO public.tables VALUES (1, 4611686018427387905, 11, NULL, NULL, 101, 'kombinations-whist', '{"winning": "classic"}', 'en', 'running', 2, NULL, '2026-03-01 12:00:00+00', '2026-03-01 12:00:00+00', NULL, '{"dm": {"101": 77}}', NULL, 0, false);
SELECT pg_catalog.setval('public.daily_deals_id_seq', 1, true);
SELECT pg_catalog.setval('public.daily_plays_id_seq', 1, false);
SELECT pg_catalog.setval('public.evenings_id_seq', 1, false);
SELECT pg_catalog.setval('public.processes_id_seq', 1, false);
SELECT pg_catalog.setval('public.results_id_seq', 1, true);
SELECT pg_catalog.setval('public.scored_deals_id_seq', 1, false);
SELECT pg_catalog.setval('public.tables_id_seq', 1, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.bans
    ADD CONSTRAINT pk_bans PRIMARY KEY (guild_id, user_id, game);
ALTER TABLE ONLY public.champions
    ADD CONSTRAINT pk_champions PRIMARY KEY (guild_id, game, first, months, number);
ALTER TABLE ONLY public.daily_deals
    ADD CONSTRAINT pk_daily_deals PRIMARY KEY (id);
ALTER TABLE ONLY public.daily_plans
    ADD CONSTRAINT pk_daily_plans PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.daily_plays
    ADD CONSTRAINT pk_daily_plays PRIMARY KEY (id);
ALTER TABLE ONLY public.deal_secrets
    ADD CONSTRAINT pk_deal_secrets PRIMARY KEY (table_id, deal);
ALTER TABLE ONLY public.deal_shares
    ADD CONSTRAINT pk_deal_shares PRIMARY KEY (deal_id, seat);
ALTER TABLE ONLY public.evening_entrants
    ADD CONSTRAINT pk_evening_entrants PRIMARY KEY (evening_id, number);
ALTER TABLE ONLY public.evenings
    ADD CONSTRAINT pk_evenings PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.farewells
    ADD CONSTRAINT pk_farewells PRIMARY KEY (table_id);
ALTER TABLE ONLY public.guild_settings
    ADD CONSTRAINT pk_guild_settings PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.heartbeat
    ADD CONSTRAINT pk_heartbeat PRIMARY KEY (id);
ALTER TABLE ONLY public.identifies
    ADD CONSTRAINT pk_identifies PRIMARY KEY (bucket);
ALTER TABLE ONLY public.interactions
    ADD CONSTRAINT pk_interactions PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT pk_invitations PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.last_names
    ADD CONSTRAINT pk_last_names PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.learners
    ADD CONSTRAINT pk_learners PRIMARY KEY (user_id);
ALTER TABLE ONLY public.lobby_seals
    ADD CONSTRAINT pk_lobby_seals PRIMARY KEY (table_id);
ALTER TABLE ONLY public.monthly_standings
    ADD CONSTRAINT pk_monthly_standings PRIMARY KEY (guild_id, game, month, user_id);
ALTER TABLE ONLY public.player_results
    ADD CONSTRAINT pk_player_results PRIMARY KEY (result_id, seat);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT pk_preferences PRIMARY KEY (user_id);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT pk_processes PRIMARY KEY (id);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT pk_ratings PRIMARY KEY (guild_id, game, user_id);
ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT pk_registrations PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.restores
    ADD CONSTRAINT pk_restores PRIMARY KEY (first_table);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT pk_results PRIMARY KEY (id);
ALTER TABLE ONLY public.rings
    ADD CONSTRAINT pk_rings PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.scored_deals
    ADD CONSTRAINT pk_scored_deals PRIMARY KEY (id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT pk_standings PRIMARY KEY (guild_id, game, user_id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT pk_tables PRIMARY KEY (id);
ALTER TABLE ONLY public.titles
    ADD CONSTRAINT pk_titles PRIMARY KEY (guild_id, user_id, game, title);
ALTER TABLE ONLY public.weekly_plans
    ADD CONSTRAINT pk_weekly_plans PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT uq_results_table_id UNIQUE (table_id);
CREATE INDEX ix_champions_user_id ON public.champions USING btree (user_id);
CREATE UNIQUE INDEX ix_daily_deals_guild_id_day ON public.daily_deals USING btree (guild_id, day);
CREATE INDEX ix_daily_deals_state ON public.daily_deals USING btree (state);
CREATE INDEX ix_daily_plans_user_id ON public.daily_plans USING btree (user_id);
CREATE UNIQUE INDEX ix_daily_plays_daily_id_user_id ON public.daily_plays USING btree (daily_id, user_id);
CREATE INDEX ix_daily_plays_user_id ON public.daily_plays USING btree (user_id);
CREATE INDEX ix_deal_shares_user_id_deal_id ON public.deal_shares USING btree (user_id, deal_id);
CREATE INDEX ix_evening_entrants_user_id ON public.evening_entrants USING btree (user_id);
CREATE INDEX ix_evenings_host_id ON public.evenings USING btree (host_id);
CREATE INDEX ix_evenings_state_guild_id ON public.evenings USING btree (state, guild_id);
CREATE INDEX ix_events_actor_table_id ON public.events USING btree (actor, table_id) WHERE (actor IS NOT NULL);
CREATE INDEX ix_invitations_user_id ON public.invitations USING btree (user_id);
CREATE INDEX ix_last_names_user_id ON public.last_names USING btree (user_id);
CREATE INDEX ix_monthly_standings_user_id ON public.monthly_standings USING btree (user_id);
CREATE INDEX ix_player_results_user_id ON public.player_results USING btree (user_id);
CREATE INDEX ix_ratings_user_id ON public.ratings USING btree (user_id);
CREATE INDEX ix_results_guild_id_game ON public.results USING btree (guild_id, game);
CREATE INDEX ix_rings_user_id ON public.rings USING btree (user_id);
CREATE INDEX ix_scored_deals_guild_id_day ON public.scored_deals USING btree (guild_id, day);
CREATE UNIQUE INDEX ix_scored_deals_table_id_number ON public.scored_deals USING btree (table_id, number);
CREATE INDEX ix_seats_left_by ON public.seats USING btree (left_by);
CREATE INDEX ix_seats_user_id_table_id ON public.seats USING btree (user_id, table_id);
CREATE INDEX ix_standings_user_id ON public.standings USING btree (user_id);
CREATE INDEX ix_tables_guild_id_channel_id ON public.tables USING btree (guild_id, channel_id);
CREATE INDEX ix_tables_host_id ON public.tables USING btree (host_id);
CREATE INDEX ix_tables_owner ON public.tables USING btree (owner);
CREATE INDEX ix_tables_state_created_at ON public.tables USING btree (state, created_at);
CREATE INDEX ix_titles_user_id ON public.titles USING btree (user_id);
CREATE INDEX ix_weekly_plans_user_id ON public.weekly_plans USING btree (user_id);
ALTER TABLE ONLY public.daily_plays
    ADD CONSTRAINT fk_daily_plays_daily_id FOREIGN KEY (daily_id) REFERENCES public.daily_deals(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deal_secrets
    ADD CONSTRAINT fk_deal_secrets_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deal_shares
    ADD CONSTRAINT fk_deal_shares_deal_id FOREIGN KEY (deal_id) REFERENCES public.scored_deals(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.evening_entrants
    ADD CONSTRAINT fk_evening_entrants_evening_id FOREIGN KEY (evening_id) REFERENCES public.evenings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.farewells
    ADD CONSTRAINT fk_farewells_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT fk_invitations_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.lobby_seals
    ADD CONSTRAINT fk_lobby_seals_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.player_results
    ADD CONSTRAINT fk_player_results_result_id FOREIGN KEY (result_id) REFERENCES public.results(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
