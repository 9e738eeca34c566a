-- Held games with their gravest findings, the oldest first.
WITH final AS (
    SELECT g.game_no, g.game, g.played, g.season, g.rules, g.rules_base, g.file_name, g.file_sha, g.worksheet, g.place, g.first_row, g.last_row, g.play_order,
           f.sheet_no, f."column", f.box, f.code, f.severity, f.stated, f.recomputed, f.detail, f.row, f.message,
           s.player_no, p.player, s.seat
    FROM game g
    LEFT JOIN finding f ON f.game_no = g.game_no AND f.severity = 'error'
    LEFT JOIN sheet s ON s.sheet_no = f.sheet_no
    LEFT JOIN player p ON p.player_no = s.player_no
    WHERE g.status = 'held'
)
SELECT * FROM final ORDER BY play_order, game_no, seat NULLS FIRST, "column", box
