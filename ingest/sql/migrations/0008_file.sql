-- One row a file that counts, with the fate of its rows.
CREATE TABLE file (
    sha TEXT NOT NULL,
    entry INTEGER NOT NULL,
    name TEXT NOT NULL,
    reader TEXT,
    rows INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    held INTEGER NOT NULL,
    duplicate INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    ignored INTEGER NOT NULL,
    understood TEXT
);
