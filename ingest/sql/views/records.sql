-- The best total of every rule set, and the most extra Yams; all holders of a record. Nothing is a record at 0.
WITH sheets AS (
    SELECT g.rules, g.title, g.game, g.played, g.season, g.play_order, p.player, s.seat, s.total, s.extra_yams,
           count(*) OVER (PARTITION BY g.rules) AS sheets
    FROM sheet s JOIN game g ON g.game_no = s.game_no JOIN player p ON p.player_no = s.player_no
    WHERE g.status = 'taken' AND s.complete AND ($season::TEXT IS NULL OR g.season = $season)
),
figures AS (
    SELECT rules, title, 'total' AS record, total AS value, player, game, played, season, play_order, seat, sheets FROM sheets
    WHERE total > 0
    UNION ALL
    SELECT rules, title, 'extra_yams', extra_yams, player, game, played, season, play_order, seat, sheets FROM sheets WHERE extra_yams > 0
),
ranked AS (
    SELECT *, rank() OVER (PARTITION BY rules, record ORDER BY value DESC) AS place FROM figures
),
final AS (
    SELECT rules, title, record, value, player, game, played, season, sheets, play_order, seat FROM ranked WHERE place = 1
)
SELECT rules, title, record, value, player, game, played, season, sheets FROM final
ORDER BY rules, record DESC, play_order, seat
