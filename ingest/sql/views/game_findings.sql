-- What was found in one game, the gravest first.
WITH final AS (
    SELECT f.*, p.player, s.seat
    FROM finding f
    LEFT JOIN sheet s ON s.sheet_no = f.sheet_no
    LEFT JOIN player p ON p.player_no = s.player_no
    WHERE f.game_no = $game_no
)
SELECT * FROM final
ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, seat NULLS FIRST, "column", box
