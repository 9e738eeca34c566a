-- Sums for category averages: taken games, sheets that show the box.
CREATE TABLE box_stat (
    player_no INTEGER NOT NULL,
    season TEXT,
    event TEXT,
    rules TEXT NOT NULL,
    "column" TEXT NOT NULL,
    box TEXT NOT NULL,
    box_order INTEGER NOT NULL,
    n INTEGER NOT NULL,
    points BIGINT NOT NULL,
    squares BIGINT NOT NULL,
    struck INTEGER NOT NULL
);
