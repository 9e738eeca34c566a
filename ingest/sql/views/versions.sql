-- All versions of a game: it and those from other files that bear the same shown id.
WITH final AS (
    SELECT g.game_no, g.game, g.file_sha, g.file_name, g.worksheet, g.place, g.first_row, g.last_row, g.status, g.entry
    FROM game g WHERE g.game = $game AND g.status = 'held'
)
SELECT * FROM final ORDER BY entry, game_no
