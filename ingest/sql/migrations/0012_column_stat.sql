-- Sums for bonus rates: columns and extra Yams of complete sheets with boxes.
CREATE TABLE column_stat (
    player_no INTEGER NOT NULL,
    season TEXT,
    event TEXT,
    rules TEXT NOT NULL,
    n INTEGER NOT NULL,
    bonus_earned INTEGER NOT NULL,
    sheets INTEGER NOT NULL,
    extra_yams INTEGER NOT NULL
);
