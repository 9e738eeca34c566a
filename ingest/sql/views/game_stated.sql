-- The figures that a game's file stated and that differ from the recomputed ones.
WITH final AS (
    SELECT t.* FROM stated t JOIN sheet s ON s.sheet_no = t.sheet_no WHERE s.game_no = $game_no
)
SELECT * FROM final ORDER BY sheet_no, "column", figure
