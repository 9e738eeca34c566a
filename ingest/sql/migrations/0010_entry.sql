-- The journal, for looking at.
CREATE TABLE entry (
    no INTEGER NOT NULL,
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    "when" TEXT NOT NULL,
    why TEXT,
    summary TEXT,
    undone_by INTEGER
);
