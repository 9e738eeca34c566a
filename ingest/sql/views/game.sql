-- One game by the id that is shown.
WITH final AS (SELECT * FROM game WHERE game = $game)
SELECT * FROM final ORDER BY CASE status WHEN 'duplicate' THEN 1 ELSE 0 END, game_no LIMIT 1
