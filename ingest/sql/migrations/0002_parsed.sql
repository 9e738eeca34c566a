-- The hash of each file under parsed/, so that a damaged one is read again from raw/.
CREATE TABLE parsed (
    key TEXT NOT NULL,
    sha256 TEXT NOT NULL
);
