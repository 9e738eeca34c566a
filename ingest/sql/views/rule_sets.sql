-- Rule sets that the taken games of a selection were played under, with all their versions, the most played first.
WITH final AS (
    SELECT g.rules, any_value(g.rules_base) AS rules_base, string_agg(DISTINCT g.rules_version, ', ' ORDER BY g.rules_version) AS rules_version,
           count(DISTINCT g.game_no) AS games, count(s.sheet_no) AS sheets
    FROM game g LEFT JOIN sheet s ON s.game_no = g.game_no
    WHERE g.status = 'taken'
      AND ($season::TEXT IS NULL OR g.season = $season) AND ($event::TEXT IS NULL OR g.event = $event)
    GROUP BY g.rules
)
SELECT rules, rules_base, rules_version, games, sheets FROM final ORDER BY games DESC, rules
