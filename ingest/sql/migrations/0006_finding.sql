-- One thing wrong or doubtful, with its place.
CREATE TABLE finding (
    game_no INTEGER NOT NULL,
    sheet_no INTEGER,
    "column" TEXT,
    box TEXT,
    code TEXT NOT NULL,
    severity TEXT NOT NULL,
    stated TEXT,
    recomputed INTEGER,
    detail TEXT,
    row INTEGER,
    message TEXT NOT NULL
);
