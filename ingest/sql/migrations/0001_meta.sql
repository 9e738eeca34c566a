-- What the warehouse was made from, and by which migrations.
CREATE TABLE meta (
    key TEXT NOT NULL,
    value TEXT NOT NULL
);
CREATE TABLE migration (
    no INTEGER NOT NULL,
    name TEXT NOT NULL
);
