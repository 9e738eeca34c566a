-- A row of a file that is in no taken or held game, and why.
CREATE TABLE source_row (
    entry INTEGER NOT NULL,
    file_sha TEXT NOT NULL,
    worksheet TEXT,
    row INTEGER NOT NULL,
    fate TEXT NOT NULL,
    code TEXT,
    message TEXT
);
