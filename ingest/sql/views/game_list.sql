-- The games of the book, the latest first, those without a date last; season, status and player narrow the list where they are given.
WITH best AS (
    SELECT s.game_no, string_agg(p.player, ', ' ORDER BY s.seat) AS names, count(*) AS sheets,
           max(s.total) FILTER (s.complete) AS best,
           list(p.player ORDER BY s.seat) AS seated, list(p.player ORDER BY s.seat) FILTER (s.place = 1) AS winners,
           string_agg(p.player, ', ' ORDER BY s.seat) FILTER (s.place = 1) AS winner
    FROM sheet s JOIN player p ON p.player_no = s.player_no
    GROUP BY s.game_no
),
troubles AS (
    SELECT game_no, count(*) FILTER (severity = 'error') AS errors, count(*) FILTER (severity = 'warning') AS warnings
    FROM finding GROUP BY game_no
),
final AS (
    SELECT g.game_no, g.game, g.played, g.season, g.event, g.round, g."table", g.rules, g.status, g.accepted,
           b.names, b.sheets, b.best, b.winner, b.seated, b.winners, coalesce(t.errors, 0) AS errors, coalesce(t.warnings, 0) AS warnings,
           g.play_order
    FROM game g
    LEFT JOIN best b ON b.game_no = g.game_no
    LEFT JOIN troubles t ON t.game_no = g.game_no
    WHERE ($season::TEXT IS NULL OR g.season = $season)
      AND (g.status = $status OR ($status::TEXT IS NULL AND g.status <> 'duplicate'))
      AND ($player_no::INTEGER IS NULL
           OR g.game_no IN (SELECT x.game_no FROM sheet x WHERE x.player_no = $player_no))
)
SELECT * FROM final ORDER BY played DESC NULLS LAST, play_order DESC, game_no DESC
