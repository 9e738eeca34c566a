-- A figure that the file states and that differs from the recomputed one.
CREATE TABLE stated (
    sheet_no INTEGER NOT NULL,
    "column" TEXT,
    figure TEXT NOT NULL,
    value INTEGER
);
