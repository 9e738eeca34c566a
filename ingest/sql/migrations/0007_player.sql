-- One row a player, and one a spelling of the name.
CREATE TABLE player (
    player_no INTEGER NOT NULL,
    player TEXT NOT NULL,
    key TEXT NOT NULL
);
CREATE TABLE spelling (
    player_no INTEGER NOT NULL,
    written TEXT NOT NULL,
    n INTEGER NOT NULL
);
