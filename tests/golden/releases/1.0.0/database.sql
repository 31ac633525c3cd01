BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0029');
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
	strong_points INTEGER, 
	possible_points INTEGER, 
	thread_id BIGINT, 
	ends_at DATETIME
);
CREATE TABLE daily_plans (
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	games TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	language TEXT NOT NULL, 
	user_id BIGINT, 
	refused_at DATETIME, 
	CONSTRAINT pk_daily_plans PRIMARY KEY (guild_id)
);
CREATE TABLE daily_plays (
	finished_at DATETIME, 
	forgotten BOOLEAN NOT NULL, 
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	daily_id INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	moves TEXT NOT NULL, 
	points INTEGER, 
	shared BOOLEAN NOT NULL, 
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
INSERT INTO "deal_secrets" VALUES(1,1,X'50E3B8CBD140C937F77399E5F9BFBE5817188DF4978BABFB4D379D9C60616F1BCF5DDFEDF0260470DC092D39CC42EA58','table=1 deal=1 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2 draw=dealer','fbbf06f0cf1d0295262e5f53aa7d01b6b3da4e97f44e9e26ed42b4026605e60c','0 1004','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(1,2,X'80ABDF08CC4F8760975EBA2F710DD7E279B123628DEEEEF08D87BF0A037865CB2B216613CD2F8DEBA5AF56AEA71D4563','table=1 deal=2 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','d4ad7234b803fa40d2b70e08730bcb136ec8b18941c9d236842b37f09615b890','0 1005
1 1006
2 1007
3 1008','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(1,3,X'74D18AFD8BC8AC5B695E6EEFCEA4B1D9043DDA9FC1C797223DB5DEEF0A77496A984BC71C64A68FF558DB35AA66E1B5F0','table=1 deal=3 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','0d22903f734cc440b3087c4b2847a49a857f093968d875fb0b585b134bc81805','0 1009
1 1010
2 1011
3 1012','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(1,4,X'EEA9537593300B2D2B378F1A38CE1A4C43509CC983FB7F02016D67CEC104F6F1A1275C7CEF4F2951290EF6C8B1166CEF','table=1 deal=4 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','92c1bdeefb78ca9fbde39de128271009a47b946e008503b788e59ecf7d12b8ce','0 1013
1 1014
2 1015
3 1016','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(1,5,X'FEA181467E3022136EFBB7FA93E66BC310BBF02A445074D2F02AF8B589BBCA9573FD91D1FF1D2CA75654E356487682E8','table=1 deal=5 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','631adea446e3593cb3ea37f658b511c16b2c797653a1f3f2274c521ae4b56246','0 1017
1 1018
2 1019
3 1020','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(1,6,X'542DC9BD7F11A174EEAF3FE43E37208F174AF01B8AC2E1D6D5E31C76E9B1491D53401CCE2711D2642C1FB5F1D9152F4D','table=1 deal=6 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','f4e8035a6c1bc2c427b827dab3da51aefe1a7f50ce566272ba15b8a1e88ba19b','0 1021
1 1022
2 1023
3 1024','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(1,7,X'12E8AD128C3C040097A8FA051019FF126C5BEFCC665702A7853A81B875689535C156D1C4881E2BD4F127A6C9287775A8','table=1 deal=7 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','1fdcc0e6702dd907615a87d8766eac8b06ff4874c20ad3a5533e6429dec58770','0 1025
1 1026
2 1027
3 1028','2026-01-01 12:00:00.000000');
INSERT INTO "deal_secrets" VALUES(2,1,X'C7D2AA7901567970E806EB3924A9F7059FFF6380E9F6954712DD0F7D21A7939A6D7D7D36D02C3CA1ACA4D46047F1B82A','table=2 deal=1 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2 draw=dealer','c31f2484a96f311bd856399480428b994b721b92dfa6b20978fa01e0371bd3bb','0 1032',NULL);
INSERT INTO "deal_secrets" VALUES(3,1,X'D35E11BBEF4D8C2AD8A7E51612E033978E7BF547285B7046F1A7187776C100D4237131B64671BB517D094FDA3F6B5399','table=3 deal=1 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2 draw=dealer','0da4935ab5fefff192da39c9d947485fc799fad395c9d21aed5cacac9666d765','',NULL);
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
INSERT INTO "deal_shares" VALUES(1,0,1,0,0,2,NULL,0,'');
INSERT INTO "deal_shares" VALUES(1,1,2,1,-4,1,0,0,'');
INSERT INTO "deal_shares" VALUES(1,2,3,2,0,5,NULL,0,'');
INSERT INTO "deal_shares" VALUES(1,3,4,3,0,2,NULL,0,'');
INSERT INTO "deal_shares" VALUES(2,0,1,0,0,3,NULL,0,'');
INSERT INTO "deal_shares" VALUES(2,1,2,1,0,3,NULL,0,'');
INSERT INTO "deal_shares" VALUES(2,2,3,2,0,2,NULL,0,'');
INSERT INTO "deal_shares" VALUES(2,3,4,3,-4,2,0,0,'');
INSERT INTO "deal_shares" VALUES(3,0,1,0,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(3,1,2,1,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(3,2,3,2,-4,1,0,0,'');
INSERT INTO "deal_shares" VALUES(3,3,4,3,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(4,0,1,0,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(4,1,2,1,-4,1,0,0,'');
INSERT INTO "deal_shares" VALUES(4,2,3,2,0,1,NULL,0,'');
INSERT INTO "deal_shares" VALUES(4,3,4,3,0,1,NULL,0,'');
INSERT INTO "deal_shares" VALUES(5,0,1,0,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(5,1,2,1,1,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(5,2,3,2,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(5,3,4,3,-4,1,0,0,'');
INSERT INTO "deal_shares" VALUES(6,0,1,0,-4,2,0,0,'');
INSERT INTO "deal_shares" VALUES(6,1,2,1,1,1,NULL,0,'');
INSERT INTO "deal_shares" VALUES(6,2,3,2,0,3,NULL,0,'');
INSERT INTO "deal_shares" VALUES(6,3,4,3,1,5,NULL,0,'');
INSERT INTO "deal_shares" VALUES(7,0,1,0,-4,1,0,0,'');
INSERT INTO "deal_shares" VALUES(7,1,2,1,1,1,NULL,0,'');
INSERT INTO "deal_shares" VALUES(7,2,3,2,0,0,NULL,0,'');
INSERT INTO "deal_shares" VALUES(7,3,4,3,1,0,NULL,0,'');
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
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	actor BIGINT, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1,1,'start','whist-record 1
game kombinations-whist
rules 1
option winning=limited
option rounds=1
player 0 Anna
player 1 Bo
player 2 Cleo
player 3 Dag','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,2,'commit','1 - fbbf06f0cf1d0295262e5f53aa7d01b6b3da4e97f44e9e26ed42b4026605e60c table=1 deal=1 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2 draw=dealer','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,3,'press','0 1004','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,4,'deal','deal 1 dealer=2
hand 0 SA ST S2 HT H5 H3 DQ D5 C9 C8 C7 C4 C3
hand 1 SQ S5 S4 HA HJ H8 H7 DA DT D7 D3 CQ C6
hand 2 SK SJ S9 S8 HK H6 H2 D8 D4 CA CK CT C5
hand 3 S7 S6 S3 HQ H9 H4 DK DJ D9 D6 D2 CJ C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,5,'action','3 pass','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,6,'action','0 pass','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,7,'action','1 bid mastartrumf+rattvisa+lattja+potential+jarn+girighet+sluthund+oppentrumf+las+straff+pest','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,8,'action','2 bid spel+bradska+mastarbrev+las+pest+oppenhand','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,9,'action','1 bid mastartrumf+lattja+jarn+brev+atelje+mastarbrev+straff+pest','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,10,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,11,'action','3 state D 5','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,12,'action','0 state H 4','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,13,'action','2 suit H','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,14,'action','1 suit S','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,15,'action','1 direction right','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,16,'action','0 cards SA ST C3','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,17,'action','1 cards HA H7 CQ','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,18,'action','2 cards SK CA CT','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,19,'action','3 cards DJ D9 C2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,20,'action','0 cards H7 H3 C4','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,21,'action','2 cards H6 D9 C2','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,22,'action','3 cards H9 D6 C3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,23,'action','1 cards SQ S5 H8 CT','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,24,'action','0 play C7','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,25,'action','2 play C5','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,26,'action','3 play C4','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,27,'action','1 play C6','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,28,'action','0 play C8','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,29,'action','2 play CK','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,30,'action','3 play CJ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,31,'action','1 play CT','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,32,'action','1 cards D3','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,33,'action','2 play D4','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,34,'action','3 play DK','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,35,'action','0 play D9','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,36,'action','1 play DT','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,37,'action','3 play H7','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,38,'action','0 play H5','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,39,'action','2 play H2','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,40,'action','1 play HJ','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,41,'action','1 play D7','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,42,'action','2 play D6','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,43,'action','3 play D2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,44,'action','0 play DQ','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,45,'action','0 play C2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,46,'action','2 play C3','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,47,'action','3 play S7','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,48,'action','1 play CA','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,49,'action','2 play S8','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,50,'action','3 play S3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,51,'action','0 play S2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,52,'action','1 play S4','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,53,'action','2 play SJ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,54,'action','3 play ST','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,55,'action','0 play C9','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,56,'action','1 play S5','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,57,'action','1 cards SK','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,58,'action','2 play HK','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,59,'action','3 play H3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,60,'action','0 play HA','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,61,'action','1 play H8','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,62,'action','1 cards DA','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,63,'action','2 play D8','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,64,'action','3 play HQ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,65,'action','0 play D5','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,66,'action','1 play D3','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,67,'commit','2 3 d4ad7234b803fa40d2b70e08730bcb136ec8b18941c9d236842b37f09615b890 table=1 deal=2 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,68,'ready','0 1005','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,69,'ready','1 1006','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,70,'ready','2 1007','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,71,'ready','3 1008','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,72,'deal','deal 2 dealer=3
hand 0 SQ SJ S5 S2 HA HJ H2 DA D8 D4 CJ C7 C2
hand 1 S8 HK HQ HT H6 H4 DQ D6 CK CT C9 C5 C4
hand 2 SA SK S9 S6 S3 H9 H8 H5 DK DJ D9 D7 D3
hand 3 ST S7 S4 H7 H3 DT D5 D2 CA CQ C8 C6 C3','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,73,'action','0 bid mastarskambud+rattvisa+bradska+jarn+brev+mastarbrev+sluthund+las+straff','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,74,'action','1 pass','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,75,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,76,'action','3 bid spel+rattvisa+potential+bradska+atelje+mastarbrev+sluthund+las+straff+pest','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,77,'action','0 pass','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,78,'action','3 suit C','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,79,'action','3 card D9','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,80,'action','0 cards SQ HJ H2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,81,'action','1 cards S8 D6 C9','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,82,'action','2 cards S9 DJ D9','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,83,'action','3 cards ST S7 DT CQ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,84,'action','3 play S7','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,85,'action','3 cards S4','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,86,'action','0 play S2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,87,'action','1 play S9','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,88,'action','2 play SQ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,89,'action','2 play S3','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,90,'action','3 play S4','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,91,'action','3 cards D5','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,92,'action','0 play S8','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,93,'action','1 play H4','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,94,'action','0 play S5','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,95,'action','1 play HT','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,96,'action','2 play SA','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,97,'action','3 play ST','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,98,'action','3 cards C6','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,99,'action','2 play H8','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,100,'action','3 play H3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,101,'action','0 play HA','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,102,'action','1 play H6','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,103,'action','0 play CJ','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,104,'action','1 play C4','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,105,'action','2 play D7','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,106,'action','3 play CA','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,107,'action','3 play H7','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,108,'action','0 play D4','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,109,'action','1 play HQ','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,110,'action','2 play H5','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,111,'action','1 play D9','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,112,'action','2 play DK','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,113,'action','3 play D5','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,114,'action','3 cards C8','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,115,'action','0 play D6','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,116,'action','3 player 1','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,117,'action','1 play CT','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,118,'action','2 play H9','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,119,'action','3 play CQ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,120,'action','3 cards D2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,121,'action','0 play C7','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,122,'action','3 play D2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,123,'action','3 cards C3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,124,'action','0 play D8','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,125,'action','1 play DJ','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,126,'action','2 play D3','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,127,'action','1 play C5','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,128,'action','2 play S6','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,129,'action','3 play C3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,130,'action','0 play C9','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,131,'commit','3 0 0d22903f734cc440b3087c4b2847a49a857f093968d875fb0b585b134bc81805 table=1 deal=3 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,132,'ready','0 1009','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,133,'ready','1 1010','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,134,'ready','2 1011','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,135,'ready','3 1012','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,136,'deal','deal 3 dealer=0
hand 0 SA SQ SJ ST HK HT DQ D7 D6 CA CJ C9 C2
hand 1 S7 HA HQ H9 H4 DA DJ D5 D3 D2 C8 C7 C5
hand 2 S9 S8 S6 S4 S3 HJ H7 H6 H5 D4 CQ C6 C3
hand 3 SK S5 S2 H8 H3 H2 DK DT D9 D8 CK CT C4','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,137,'action','1 bid mastarspel+potential+bradska+jarn+girighet+sluthund+straff+pest','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,138,'action','2 bid limbo+rattvisa+jarn+brev+girighet+mastarbrev+sluthund+las+pest+oppenhand','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,139,'action','3 pass','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,140,'action','0 pass','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,141,'action','1 bid trumf+lattja+jarn+mastarbrev+sluthund+las+straff+pest','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,142,'action','2 bid subtrumf+brev+girighet+atelje+oppentrumf+las+straff+pest','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,143,'action','1 pass','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,144,'action','2 suit H','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,145,'action','2 suit S','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,146,'action','2 direction across','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,147,'action','0 cards SJ D7 CA','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,148,'action','1 cards H9 DJ D5','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,149,'action','2 cards S4 CQ C3','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,150,'action','3 cards H8 D9 D8','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,151,'action','2 cards S6 S3 D7 D4','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,152,'action','1 play S7','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,153,'action','2 play S8','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,154,'action','3 play S2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,155,'action','0 play S4','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,156,'commit','4 1 92c1bdeefb78ca9fbde39de128271009a47b946e008503b788e59ecf7d12b8ce table=1 deal=4 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,157,'ready','0 1013','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,158,'ready','1 1014','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,159,'ready','2 1015','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,160,'ready','3 1016','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,161,'deal','deal 4 dealer=1
hand 0 SK SJ HQ H8 H6 D8 D7 D3 D2 CA CT C7 C6
hand 1 ST S7 HK HT H9 H4 DQ D9 D5 CK CJ C5 C3
hand 2 SA SQ S9 S5 S4 S2 HJ DJ DT D6 D4 C9 C2
hand 3 S8 S6 S3 HA H7 H5 H3 H2 DA DK CQ C8 C4','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,162,'action','2 bid blocktrumf+lattja+brev+girighet+sluthund+straff','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,163,'action','3 pass','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,164,'action','0 bid limbo+jarn+girighet+atelje+sluthund+straff','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,165,'action','1 bid obesudlat+potential+mastarbrev+straff','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,166,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,167,'action','0 pass','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,168,'action','0 cards HQ H8 H6','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,169,'action','2 cards S4 HJ C9','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,170,'action','3 cards H5 H3 H2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,171,'action','0 play SJ','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,172,'action','1 play S7','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,173,'action','2 play SQ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,174,'action','3 play S3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,175,'action','2 play C2','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,176,'action','3 play C8','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,177,'action','0 play CT','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,178,'action','1 play CK','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,179,'action','1 play DQ','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,180,'action','2 play DJ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,181,'action','3 play DK','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,182,'action','0 play D8','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,183,'commit','5 2 631adea446e3593cb3ea37f658b511c16b2c797653a1f3f2274c521ae4b56246 table=1 deal=5 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,184,'ready','0 1017','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,185,'ready','1 1018','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,186,'ready','2 1019','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,187,'ready','3 1020','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,188,'deal','deal 5 dealer=2
hand 0 SQ S9 S7 S2 HK HJ H9 H3 H2 D7 D6 D2 C9
hand 1 SJ S8 S4 DA DQ DJ DT D5 CK C8 C7 C4 C2
hand 2 SA SK S6 S5 S3 HA HQ HT H6 D3 CT C5 C3
hand 3 ST H8 H7 H5 H4 DK D9 D8 D4 CA CQ CJ C6','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,189,'action','3 bid spel+lattja+jarn+sluthund+pest+oppenhand','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,190,'action','0 bid rangtrumf+lattja+bradska+mastarbrev+las+oppenhand','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,191,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,192,'action','3 bid mastarspel+sluthund+pest+oppenhand','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,193,'action','0 bid obesudlat+mastarbrev+sluthund+pest','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,194,'action','3 bid blocktrumf+mastarbrev+sluthund+straff+pest+oppenhand','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,195,'action','0 bid rangtrumf+atelje+mastarbrev+oppentrumf+las+straff+pest','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,196,'action','3 bid mastartrumf+jarn+girighet+sluthund+las+straff+pest+oppenhand','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,197,'action','0 pass','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,198,'action','1 state H 1','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,199,'action','2 state S 4','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,200,'action','0 suit C','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,201,'action','3 suit C','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,202,'action','2 play C3','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,203,'action','3 play CJ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,204,'action','0 play C9','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,205,'action','1 play C4','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,206,'commit','6 3 f4e8035a6c1bc2c427b827dab3da51aefe1a7f50ce566272ba15b8a1e88ba19b table=1 deal=6 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,207,'ready','0 1021','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,208,'ready','1 1022','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,209,'ready','2 1023','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,210,'ready','3 1024','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,211,'deal','deal 6 dealer=3
hand 0 ST S2 HQ H2 DJ D8 D6 CK C9 C7 C6 C4 C2
hand 1 SQ S7 S6 S3 HK HT H9 H8 D9 D7 D5 C8 C3
hand 2 S4 HA H7 H5 H4 H3 DK DQ DT D4 D3 CT C5
hand 3 SA SK SJ S9 S8 S5 HJ H6 DA D2 CA CQ CJ','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,212,'action','0 bid mastarspel+rattvisa+bradska+mastarbrev+straff+oppenhand','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,213,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,214,'action','0 card SK','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,215,'action','1 cards HK D5 C3','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,216,'action','2 cards H3 DK DQ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,217,'action','3 cards SK SJ H6','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,218,'action','0 play C7','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,219,'action','1 play C8','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,220,'action','2 play CT','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,221,'action','3 play CJ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,222,'action','3 play S5','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,223,'action','0 play S2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,224,'action','1 play S6','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,225,'action','2 play SJ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,226,'action','2 play HA','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,227,'action','3 play HK','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,228,'action','0 play H2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,229,'action','1 play H9','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,230,'action','2 play H6','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,231,'action','3 play HJ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,232,'action','0 play HQ','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,233,'action','1 play H8','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,234,'action','0 play DJ','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,235,'action','1 play D7','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,236,'action','2 play DT','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,237,'action','3 play D2','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,238,'action','0 play C6','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,239,'action','1 play HT','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,240,'action','2 play C5','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,241,'action','3 play CQ','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,242,'action','3 play SA','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,243,'action','0 play ST','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,244,'action','1 play SQ','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,245,'action','2 play S4','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,246,'action','3 play CA','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,247,'action','0 play C4','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,248,'action','1 play S3','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,249,'action','2 play H5','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,250,'action','3 play S9','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,251,'action','0 play C2','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,252,'action','1 play S7','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,253,'action','2 play SK','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,254,'action','0 player 1','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,255,'action','1 play H3','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,256,'action','2 play H7','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,257,'action','3 play C3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,258,'action','0 play D8','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,259,'action','2 play D4','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,260,'action','3 play DA','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,261,'action','0 play D6','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,262,'action','1 play DK','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,263,'commit','7 0 1fdcc0e6702dd907615a87d8766eac8b06ff4874c20ad3a5533e6429dec58770 table=1 deal=7 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,264,'ready','0 1025','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,265,'ready','1 1026','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,266,'ready','2 1027','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,267,'ready','3 1028','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,268,'deal','deal 7 dealer=0
hand 0 SQ S2 HA HJ H2 DQ D8 D7 D6 CJ CT C5 C2
hand 1 ST S9 S7 S4 HT H8 H7 H4 DK D5 CA CQ C9
hand 2 SA S8 S6 S5 HK H9 H5 D9 D4 D3 C8 C7 C4
hand 3 SK SJ S3 HQ H6 H3 DA DJ DT D2 CK C6 C3','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(1,269,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,270,'action','0 bid maxtrumf+lattja+potential+bradska+jarn+girighet+atelje+mastarbrev+sluthund+las+straff','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,271,'action','0 suit H','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,272,'action','1 cards S9 H8 DK','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,273,'action','2 cards S6 S5 HK','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,274,'action','3 cards SJ H6 CK','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,275,'action','0 cards HA HJ H2 C5','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,276,'action','0 play C5','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,277,'action','0 cards D6','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(1,278,'action','1 play C9','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,279,'action','2 play C8','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,280,'action','3 play C6','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,281,'action','1 play S4','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(1,282,'action','2 play SJ','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(1,283,'action','3 play S3','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(1,284,'action','0 play SQ','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(2,1,'start','whist-record 1
game kombinations-whist
rules 1
option winning=limited
option rounds=2
player 0 Anna
player 1 Bo
player 2 Cleo
player 3 Dag','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(2,2,'commit','1 - c31f2484a96f311bd856399480428b994b721b92dfa6b20978fa01e0371bd3bb table=2 deal=1 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2 draw=dealer','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,3,'press','0 1032','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,4,'deal','deal 1 dealer=1
hand 0 SA S9 S6 S4 S3 HA H6 H2 DA D7 CQ C6 C3
hand 1 SQ SJ S8 S7 S5 H4 DQ DT D8 CA CJ CT C9
hand 2 SK S2 HQ H9 H8 H5 D2 CK C8 C7 C5 C4 C2
hand 3 ST HK HJ HT H7 H3 DK DJ D9 D6 D5 D4 D3','2026-01-01 12:00:00.000000',NULL);
INSERT INTO "events" VALUES(2,5,'action','2 pass','2026-01-01 12:00:00.000000',3);
INSERT INTO "events" VALUES(2,6,'action','3 pass','2026-01-01 12:00:00.000000',4);
INSERT INTO "events" VALUES(2,7,'action','0 bid maxtrumf+rattvisa+potential+jarn+straff+pest+oppenhand','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(2,8,'action','1 bid ungefar+atelje+mastarbrev+las+straff','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(2,9,'action','0 bid rangtrumf+jarn+girighet+sluthund+straff+pest+oppenhand','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(2,10,'action','1 bid rangtrumf+potential+atelje+mastarbrev+sluthund+oppentrumf+straff+pest','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(2,11,'action','0 pass','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(2,12,'action','0 card S6','2026-01-01 12:00:00.000000',1);
INSERT INTO "events" VALUES(2,13,'action','1 card S5','2026-01-01 12:00:00.000000',2);
INSERT INTO "events" VALUES(2,14,'action','2 card H8','2026-01-01 12:00:00.000000',3);
CREATE TABLE farewells (
	table_id INTEGER NOT NULL, 
	CONSTRAINT pk_farewells PRIMARY KEY (table_id), 
	CONSTRAINT fk_farewells_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "farewells" VALUES(1);
CREATE TABLE guild_settings (
	guild_id BIGINT NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_guild_settings PRIMARY KEY (guild_id)
);
INSERT INTO "guild_settings" VALUES(10,'{"language":"da"}');
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,'2026-01-01 12:00:00.000000');
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
INSERT INTO "last_names" VALUES(10,1,'Anna');
INSERT INTO "last_names" VALUES(10,2,'Bo');
INSERT INTO "last_names" VALUES(10,3,'Cleo');
INSERT INTO "last_names" VALUES(10,4,'Dag');
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
INSERT INTO "lobby_seals" VALUES(3,'0da4935ab5fefff192da39c9d947485fc799fad395c9d21aed5cacac9666d765','table=3 deal=1 cards=SA,SK,SQ,SJ,ST,S9,S8,S7,S6,S5,S4,S3,S2,HA,HK,HQ,HJ,HT,H9,H8,H7,H6,H5,H4,H3,H2,DA,DK,DQ,DJ,DT,D9,D8,D7,D6,D5,D4,D3,D2,CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2 draw=dealer','');
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
INSERT INTO "monthly_standings" VALUES(10,'kombinations-whist','2026-01-01',1,7,-8,1,0);
INSERT INTO "monthly_standings" VALUES(10,'kombinations-whist','2026-01-01',2,7,-5,1,0);
INSERT INTO "monthly_standings" VALUES(10,'kombinations-whist','2026-01-01',3,7,-4,1,1);
INSERT INTO "monthly_standings" VALUES(10,'kombinations-whist','2026-01-01',4,7,-6,1,0);
CREATE TABLE player_results (
	result_id INTEGER NOT NULL, 
	rating DOUBLE, 
	user_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	points INTEGER NOT NULL, 
	bids_tried INTEGER NOT NULL, 
	bids_made INTEGER NOT NULL, 
	units BIGINT NOT NULL, 
	side INTEGER, 
	"left" BOOLEAN DEFAULT 0 NOT NULL, 
	place INTEGER, 
	CONSTRAINT pk_player_results PRIMARY KEY (result_id, seat), 
	CONSTRAINT fk_player_results_result_id FOREIGN KEY(result_id) REFERENCES results (id) ON DELETE CASCADE
);
INSERT INTO "player_results" VALUES(1,22.364611,1,0,0,-8,2,0,0,NULL,0,4);
INSERT INTO "player_results" VALUES(1,25.878463,2,1,0,-5,2,0,0,NULL,0,2);
INSERT INTO "player_results" VALUES(1,27.635389,3,2,1,-4,1,0,0,NULL,0,1);
INSERT INTO "player_results" VALUES(1,24.121537,4,3,0,-6,2,0,0,NULL,0,3);
CREATE TABLE preferences (
	user_id BIGINT NOT NULL, 
	document TEXT NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (user_id)
);
INSERT INTO "preferences" VALUES(2,'{"language":"sv"}');
CREATE TABLE processes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	url TEXT NOT NULL, 
	beat_at DATETIME NOT NULL, 
	hears TEXT DEFAULT '' NOT NULL, 
	lease DOUBLE DEFAULT '2' NOT NULL
);
CREATE TABLE ratings (
	guild_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (guild_id, game, user_id)
);
INSERT INTO "ratings" VALUES(10,'kombinations-whist',1,1,22.364611,8.065901);
INSERT INTO "ratings" VALUES(10,'kombinations-whist',2,1,25.878463,8.065901);
INSERT INTO "ratings" VALUES(10,'kombinations-whist',3,1,27.635389,8.065901);
INSERT INTO "ratings" VALUES(10,'kombinations-whist',4,1,24.121537,8.065901);
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
	players INTEGER NOT NULL, 
	people INTEGER, 
	day DATE, 
	evening_id INTEGER, 
	CONSTRAINT uq_results_table_id UNIQUE (table_id)
);
INSERT INTO "results" VALUES(1,10,'kombinations-whist',1,'2026-01-01 12:00:00.000000',4,4,'2026-01-01',NULL);
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
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	people INTEGER NOT NULL, 
	day DATE NOT NULL, 
	edition TEXT NOT NULL, 
	evening_id INTEGER, 
	contract TEXT
);
INSERT INTO "scored_deals" VALUES(1,10,'kombinations-whist',1,1,4,'2026-01-01','1.4',NULL,'mastartrumf+lattja+jarn+brev+atelje+mastarbrev+straff+pest');
INSERT INTO "scored_deals" VALUES(2,10,'kombinations-whist',1,2,4,'2026-01-01','1.4',NULL,'spel+rattvisa+potential+bradska+atelje+mastarbrev+sluthund+las+straff+pest');
INSERT INTO "scored_deals" VALUES(3,10,'kombinations-whist',1,3,4,'2026-01-01','1.4',NULL,'subtrumf+brev+girighet+atelje+oppentrumf+las+straff+pest');
INSERT INTO "scored_deals" VALUES(4,10,'kombinations-whist',1,4,4,'2026-01-01','1.4',NULL,'obesudlat+potential+mastarbrev+straff');
INSERT INTO "scored_deals" VALUES(5,10,'kombinations-whist',1,5,4,'2026-01-01','1.4',NULL,'mastartrumf+jarn+girighet+sluthund+las+straff+pest+oppenhand');
INSERT INTO "scored_deals" VALUES(6,10,'kombinations-whist',1,6,4,'2026-01-01','1.4',NULL,'mastarspel+rattvisa+bradska+mastarbrev+straff+oppenhand');
INSERT INTO "scored_deals" VALUES(7,10,'kombinations-whist',1,7,4,'2026-01-01','1.4',NULL,'maxtrumf+lattja+potential+bradska+jarn+girighet+atelje+mastarbrev+sluthund+las+straff');
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	level TEXT, 
	dm_channel_id BIGINT, 
	dm_open BOOLEAN NOT NULL, 
	away BOOLEAN NOT NULL, 
	left_by BIGINT, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES(1,0,1,'Anna',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(1,1,2,'Bo',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(1,2,3,'Cleo',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(1,3,4,'Dag',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(2,0,1,'Anna',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(2,1,2,'Bo',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(2,2,3,'Cleo',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(2,3,4,'Dag',NULL,NULL,1,0,NULL);
INSERT INTO "seats" VALUES(3,0,4,'Dag',NULL,NULL,1,0,NULL);
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
INSERT INTO "standings" VALUES(10,'kombinations-whist',1,1,0,-8,2,0,0);
INSERT INTO "standings" VALUES(10,'kombinations-whist',2,1,0,-5,2,0,0);
INSERT INTO "standings" VALUES(10,'kombinations-whist',3,1,1,-4,1,0,0);
INSERT INTO "standings" VALUES(10,'kombinations-whist',4,1,0,-6,2,0,0);
CREATE TABLE tables (
	owner INTEGER, 
	edition INTEGER DEFAULT '0' NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	parent_channel_id BIGINT, 
	message_id BIGINT, 
	host_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	options JSON NOT NULL, 
	language TEXT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	deadline DATETIME, 
	created_at DATETIME NOT NULL, 
	display JSON NOT NULL, 
	withheld BOOLEAN DEFAULT 0 NOT NULL, 
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	seq INTEGER NOT NULL, 
	last_human_at DATETIME NOT NULL, 
	closed_reason TEXT
);
INSERT INTO "tables" VALUES(NULL,0,10,20,NULL,NULL,1,'kombinations-whist','{"edition": "1.4", "bids": "all", "winning": "limited", "rounds": "1", "impossible_bids": "forbid", "early_stop": "on", "level": "normal", "pace": "normal", "hints": "off", "time_first_bid": "60", "time_bid": "20", "time_choice": "60", "time_card": "60", "close_after_hours": "24", "seats": "3", "look": "picture", "hand": "dm", "take_back": "on"}','en','closed',NULL,'2026-01-01 12:00:00.000000','{}',0,1,284,'2026-01-01 12:00:00.000000','over');
INSERT INTO "tables" VALUES(NULL,0,10,20,NULL,NULL,1,'kombinations-whist','{"edition": "1.4", "bids": "all", "winning": "limited", "rounds": "2", "impossible_bids": "forbid", "early_stop": "on", "level": "normal", "pace": "normal", "hints": "off", "time_first_bid": "60", "time_bid": "20", "time_choice": "60", "time_card": "60", "close_after_hours": "24", "seats": "3", "look": "picture", "hand": "dm", "take_back": "on"}','en','running','2026-01-01 12:01:00.000000','2026-01-01 12:00:00.000000','{}',0,2,14,'2026-01-01 12:00:00.000000',NULL);
INSERT INTO "tables" VALUES(NULL,0,10,21,NULL,NULL,4,'kombinations-whist','{"edition": "1.4", "bids": "all", "winning": "classic", "rounds": "3", "impossible_bids": "forbid", "early_stop": "on", "level": "normal", "pace": "normal", "hints": "off", "time_first_bid": "60", "time_bid": "20", "time_choice": "60", "time_card": "60", "close_after_hours": "24", "seats": "4", "look": "picture", "hand": "dm", "take_back": "on"}','en','lobby',NULL,'2026-01-01 12:00:00.000000','{}',0,3,0,'2026-01-01 12:00:00.000000',NULL);
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
	told DATE NOT NULL, 
	user_id BIGINT, 
	refused_at DATETIME, 
	CONSTRAINT pk_weekly_plans PRIMARY KEY (guild_id)
);
CREATE INDEX ix_tables_guild_id_channel_id ON tables (guild_id, channel_id);
CREATE INDEX ix_tables_state_created_at ON tables (state, created_at);
CREATE INDEX ix_tables_host_id ON tables (host_id);
CREATE INDEX ix_tables_owner ON tables (owner);
CREATE INDEX ix_rings_user_id ON rings (user_id);
CREATE INDEX ix_results_guild_id_game ON results (guild_id, game);
CREATE INDEX ix_scored_deals_guild_id_day ON scored_deals (guild_id, day);
CREATE UNIQUE INDEX ix_scored_deals_table_id_number ON scored_deals (table_id, number);
CREATE INDEX ix_monthly_standings_user_id ON monthly_standings (user_id);
CREATE INDEX ix_champions_user_id ON champions (user_id);
CREATE INDEX ix_standings_user_id ON standings (user_id);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE INDEX ix_last_names_user_id ON last_names (user_id);
CREATE INDEX ix_titles_user_id ON titles (user_id);
CREATE INDEX ix_evenings_host_id ON evenings (host_id);
CREATE INDEX ix_evenings_state_guild_id ON evenings (state, guild_id);
CREATE INDEX ix_daily_plans_user_id ON daily_plans (user_id);
CREATE INDEX ix_weekly_plans_user_id ON weekly_plans (user_id);
CREATE INDEX ix_daily_deals_state ON daily_deals (state);
CREATE UNIQUE INDEX ix_daily_deals_guild_id_day ON daily_deals (guild_id, day);
CREATE INDEX ix_seats_left_by ON seats (left_by);
CREATE INDEX ix_seats_user_id_table_id ON seats (user_id, table_id);
CREATE INDEX ix_events_actor_table_id ON events (actor, table_id) WHERE actor IS NOT NULL;
CREATE INDEX ix_invitations_user_id ON invitations (user_id);
CREATE INDEX ix_player_results_user_id ON player_results (user_id);
CREATE INDEX ix_deal_shares_user_id_deal_id ON deal_shares (user_id, deal_id);
CREATE INDEX ix_evening_entrants_user_id ON evening_entrants (user_id);
CREATE UNIQUE INDEX ix_daily_plays_daily_id_user_id ON daily_plays (daily_id, user_id);
CREATE INDEX ix_daily_plays_user_id ON daily_plays (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',3);
INSERT INTO "sqlite_sequence" VALUES('scored_deals',7);
INSERT INTO "sqlite_sequence" VALUES('results',1);
COMMIT;
