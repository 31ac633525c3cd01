BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0027');
CREATE TABLE bans (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	"by" BIGINT, 
	reason TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_bans PRIMARY KEY (guild_id, user_id, game)
);
CREATE TABLE champions (
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	first DATE NOT NULL, 
	months INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	measure TEXT NOT NULL, 
	place INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_champions PRIMARY KEY (guild_id, game, first, months, number)
);
CREATE TABLE daily_deals (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	game TEXT NOT NULL, 
	options JSON NOT NULL, 
	language TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	context TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	shown VARCHAR(8) NOT NULL, 
	strong TEXT NOT NULL, 
	strong_points INTEGER
, thread_id BIGINT, possible_points INTEGER, ends_at DATETIME);
INSERT INTO "daily_deals" VALUES(1,4611686018427387905,'2026-03-01',11,NULL,'kombinations-whist','{"winning": "classic"}','sv',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F','daily','abababababababababababababababababababababababababababababababab','sealed','','',NULL,NULL,NULL,NULL);
CREATE TABLE daily_plans (
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	games TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	language TEXT NOT NULL, user_id BIGINT, refused_at DATETIME, 
	CONSTRAINT pk_daily_plans PRIMARY KEY (guild_id)
);
INSERT INTO "daily_plans" VALUES(4611686018427387905,11,'kombinations-whist whist','','sv',NULL,NULL);
CREATE TABLE daily_plays (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	daily_id INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	moves TEXT NOT NULL, 
	points INTEGER, 
	finished_at DATETIME, 
	shared BOOLEAN NOT NULL, 
	forgotten BOOLEAN NOT NULL, 
	CONSTRAINT fk_daily_plays_daily_id FOREIGN KEY(daily_id) REFERENCES daily_deals (id) ON DELETE CASCADE
);
CREATE TABLE deal_secrets (
	table_id INTEGER NOT NULL, 
	deal INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	context TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	contributions TEXT NOT NULL, 
	revealed_at DATETIME, 
	CONSTRAINT pk_deal_secrets PRIMARY KEY (table_id, deal), 
	CONSTRAINT fk_deal_secrets_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "deal_secrets" VALUES(1,1,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F','table 1 deal 1','abababababababababababababababababababababababababababababababab','','2026-03-01 12:00:02.000000');
CREATE TABLE deal_shares (
	deal_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	side INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	tricks INTEGER NOT NULL, 
	made BOOLEAN, 
	"left" BOOLEAN NOT NULL, 
	marks TEXT NOT NULL, 
	CONSTRAINT pk_deal_shares PRIMARY KEY (deal_id, seat), 
	CONSTRAINT fk_deal_shares_deal_id FOREIGN KEY(deal_id) REFERENCES scored_deals (id) ON DELETE CASCADE
);
CREATE TABLE evening_entrants (
	evening_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	presence VARCHAR(8) NOT NULL, 
	CONSTRAINT pk_evening_entrants PRIMARY KEY (evening_id, number), 
	CONSTRAINT fk_evening_entrants_evening_id FOREIGN KEY(evening_id) REFERENCES evenings (id) ON DELETE CASCADE
);
CREATE TABLE evenings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	host_id BIGINT, 
	game TEXT NOT NULL, 
	options JSON NOT NULL, 
	language TEXT NOT NULL, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	course JSON NOT NULL
);
CREATE TABLE events (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	actor BIGINT, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1,1,'2026-03-01 12:00:01.000000','play','0 play S1',101);
INSERT INTO "events" VALUES(1,2,'2026-03-01 12:00:02.000000','play','0 play S2',101);
CREATE TABLE farewells (
	table_id INTEGER NOT NULL, 
	CONSTRAINT pk_farewells PRIMARY KEY (table_id), 
	CONSTRAINT fk_farewells_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE guild_settings (
	guild_id BIGINT NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_guild_settings PRIMARY KEY (guild_id)
);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id)
);
CREATE TABLE identifies (
	bucket INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_identifies PRIMARY KEY (bucket)
);
CREATE TABLE interactions (
	id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_interactions PRIMARY KEY (id)
);
CREATE TABLE invitations (
	table_id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (table_id, user_id), 
	CONSTRAINT fk_invitations_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE last_names (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_last_names PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "last_names" VALUES(4611686018427387905,101,'Anna');
INSERT INTO "last_names" VALUES(4611686018427387905,102,'Bo');
CREATE TABLE learners (
	user_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_learners PRIMARY KEY (user_id)
);
CREATE TABLE lobby_seals (
	table_id INTEGER NOT NULL, 
	commitment TEXT NOT NULL, 
	context TEXT NOT NULL, 
	contributions TEXT NOT NULL, 
	CONSTRAINT pk_lobby_seals PRIMARY KEY (table_id), 
	CONSTRAINT fk_lobby_seals_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE monthly_standings (
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	month DATE NOT NULL, 
	user_id BIGINT NOT NULL, 
	deals INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	CONSTRAINT pk_monthly_standings PRIMARY KEY (guild_id, game, month, user_id)
);
INSERT INTO "monthly_standings" VALUES(4611686018427387905,'kombinations-whist','2026-03-01',101,0,0,1,0);
INSERT INTO "monthly_standings" VALUES(4611686018427387905,'kombinations-whist','2026-03-01',102,0,0,1,1);
CREATE TABLE player_results (
	result_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	won BOOLEAN NOT NULL, 
	points INTEGER NOT NULL, 
	bids_tried INTEGER NOT NULL, 
	bids_made INTEGER NOT NULL, 
	units BIGINT NOT NULL, side INTEGER, "left" BOOLEAN DEFAULT 0 NOT NULL, place INTEGER, rating DOUBLE, 
	CONSTRAINT pk_player_results PRIMARY KEY (result_id, seat), 
	CONSTRAINT fk_player_results_result_id FOREIGN KEY(result_id) REFERENCES results (id) ON DELETE CASCADE
);
INSERT INTO "player_results" VALUES(1,0,101,0,0,0,0,0,NULL,0,NULL,NULL);
INSERT INTO "player_results" VALUES(1,1,102,1,0,0,0,0,NULL,0,NULL,NULL);
CREATE TABLE preferences (
	user_id BIGINT NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (user_id)
);
INSERT INTO "preferences" VALUES(101,'{"language":"da","sorting":"descending","four_colour":false,"confirm_cards":false,"play_single":false,"invitations":true,"quiet_until":8}');
CREATE TABLE processes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	url TEXT NOT NULL, 
	beat_at DATETIME NOT NULL
, hears TEXT DEFAULT '' NOT NULL, lease DOUBLE DEFAULT '2' NOT NULL);
CREATE TABLE ratings (
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (guild_id, game, user_id)
);
CREATE TABLE registrations (
	guild_id BIGINT NOT NULL, 
	digest TEXT NOT NULL, 
	edition INTEGER NOT NULL, 
	CONSTRAINT pk_registrations PRIMARY KEY (guild_id)
);
CREATE TABLE restores (
	first_table BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_restores PRIMARY KEY (first_table)
);
CREATE TABLE results (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	table_id INTEGER NOT NULL, 
	finished_at DATETIME NOT NULL, 
	players INTEGER NOT NULL, day DATE, people INTEGER, evening_id INTEGER, 
	CONSTRAINT uq_results_table_id UNIQUE (table_id)
);
INSERT INTO "results" VALUES(1,4611686018427387905,'kombinations-whist',1,'2026-03-01 12:00:00.000000',4,'2026-03-01',4,NULL);
CREATE TABLE rings (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	rung_at DATETIME, 
	CONSTRAINT pk_rings PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE scored_deals (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	edition TEXT NOT NULL, 
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	day DATE NOT NULL, 
	people INTEGER NOT NULL, 
	evening_id INTEGER, 
	contract TEXT
);
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	level TEXT, 
	dm_channel_id BIGINT, 
	dm_open BOOLEAN NOT NULL, 
	away BOOLEAN NOT NULL, left_by BIGINT, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES(1,0,101,'Anna',NULL,9001,1,0,NULL);
INSERT INTO "seats" VALUES(1,1,102,'Bo',NULL,NULL,0,0,NULL);
INSERT INTO "seats" VALUES(1,2,NULL,'Computer 1','rule of thumb',NULL,0,0,NULL);
CREATE TABLE standings (
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	bids_tried INTEGER NOT NULL, 
	bids_made INTEGER NOT NULL, 
	units BIGINT NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (guild_id, game, user_id)
);
INSERT INTO "standings" VALUES(4611686018427387905,'kombinations-whist',101,1,0,0,0,0,0);
INSERT INTO "standings" VALUES(4611686018427387905,'kombinations-whist',102,1,1,0,0,0,0);
CREATE TABLE tables (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	parent_channel_id BIGINT, 
	message_id BIGINT, 
	host_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	options JSON NOT NULL, 
	language TEXT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	seq INTEGER NOT NULL, 
	deadline DATETIME, 
	created_at DATETIME NOT NULL, 
	last_human_at DATETIME NOT NULL, 
	closed_reason TEXT, 
	display JSON NOT NULL
, owner INTEGER, edition INTEGER DEFAULT '0' NOT NULL, withheld BOOLEAN DEFAULT 0 NOT NULL);
INSERT INTO "tables" VALUES(1,4611686018427387905,11,NULL,NULL,101,'kombinations-whist','{"winning": "classic"}','en','running',2,NULL,'2026-03-01 12:00:00.000000','2026-03-01 12:00:00.000000',NULL,'{"dm": {"101": 77}}',NULL,0,0);
CREATE TABLE titles (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	title TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	table_id INTEGER NOT NULL, 
	CONSTRAINT pk_titles PRIMARY KEY (guild_id, user_id, game, title)
);
CREATE TABLE weekly_plans (
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	language TEXT NOT NULL, 
	told DATE NOT NULL, user_id BIGINT, refused_at DATETIME, 
	CONSTRAINT pk_weekly_plans PRIMARY KEY (guild_id)
);
CREATE INDEX ix_results_guild_id_game ON results (guild_id, game);
CREATE INDEX ix_player_results_user_id ON player_results (user_id);
CREATE INDEX ix_tables_guild_id_channel_id ON tables (guild_id, channel_id);
CREATE INDEX ix_tables_host_id ON tables (host_id);
CREATE INDEX ix_seats_user_id_table_id ON seats (user_id, table_id);
CREATE INDEX ix_titles_user_id ON titles (user_id);
CREATE INDEX ix_standings_user_id ON standings (user_id);
CREATE INDEX ix_tables_owner ON tables (owner);
CREATE INDEX ix_invitations_user_id ON invitations (user_id);
CREATE INDEX ix_rings_user_id ON rings (user_id);
CREATE INDEX ix_evenings_state_guild_id ON evenings (state, guild_id);
CREATE INDEX ix_evenings_host_id ON evenings (host_id);
CREATE INDEX ix_evening_entrants_user_id ON evening_entrants (user_id);
CREATE INDEX ix_seats_left_by ON seats (left_by);
CREATE UNIQUE INDEX ix_scored_deals_table_id_number ON scored_deals (table_id, number);
CREATE INDEX ix_monthly_standings_user_id ON monthly_standings (user_id);
CREATE UNIQUE INDEX ix_daily_deals_guild_id_day ON daily_deals (guild_id, day);
CREATE INDEX ix_daily_deals_state ON daily_deals (state);
CREATE UNIQUE INDEX ix_daily_plays_daily_id_user_id ON daily_plays (daily_id, user_id);
CREATE INDEX ix_daily_plays_user_id ON daily_plays (user_id);
CREATE INDEX ix_champions_user_id ON champions (user_id);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE INDEX ix_scored_deals_guild_id_day ON scored_deals (guild_id, day);
CREATE INDEX ix_deal_shares_user_id_deal_id ON deal_shares (user_id, deal_id);
CREATE INDEX ix_tables_state_created_at ON tables (state, created_at);
CREATE INDEX ix_events_actor_table_id ON events (actor, table_id) WHERE actor IS NOT NULL;
CREATE INDEX ix_last_names_user_id ON last_names (user_id);
CREATE INDEX ix_daily_plans_user_id ON daily_plans (user_id);
CREATE INDEX ix_weekly_plans_user_id ON weekly_plans (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',1);
INSERT INTO "sqlite_sequence" VALUES('results',1);
INSERT INTO "sqlite_sequence" VALUES('daily_deals',1);
COMMIT;
