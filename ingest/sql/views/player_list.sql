-- Every player with the spellings found in files, the games that count and the last one.
WITH played AS (
    SELECT s.player_no, count(DISTINCT s.game_no) FILTER (g.status = 'taken') AS games,
           count(DISTINCT g.game) FILTER (g.status = 'held') AS held,
           min(g.played) AS first_played, max(g.played) AS last_played
    FROM sheet s JOIN game g ON g.game_no = s.game_no
    WHERE g.status IN ('taken', 'held')
    GROUP BY s.player_no
),
written AS (
    SELECT player_no, list(written ORDER BY n DESC, written) AS spellings FROM spelling GROUP BY player_no
),
final AS (
    SELECT p.player, p.player_no, coalesce(d.games, 0) AS games, coalesce(d.held, 0) AS held, d.first_played, d.last_played,
           w.spellings
    FROM player p LEFT JOIN played d ON d.player_no = p.player_no LEFT JOIN written w ON w.player_no = p.player_no
)
SELECT player, games, held, first_played, last_played, spellings FROM final ORDER BY player
