-- One row a player's sheet in a game: what counts.
CREATE TABLE sheet (
    sheet_no INTEGER NOT NULL,
    game_no INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player_no INTEGER NOT NULL,
    written TEXT NOT NULL,
    total INTEGER,
    bonus INTEGER,
    extra_yams INTEGER,
    extra_points INTEGER,
    complete BOOLEAN NOT NULL,
    evidence TEXT,
    place INTEGER,
    points_e4 BIGINT,
    row INTEGER,
    file_sheet INTEGER NOT NULL
);
