-- What a season's standings rest on: the games that count and those that wait, by rule set with its versions, the most played first.
WITH final AS (
    SELECT rules, string_agg(DISTINCT rules_version, ', ' ORDER BY rules_version) AS version, count(*) FILTER (status = 'taken') AS games,
           count(DISTINCT game) FILTER (status = 'held') AS held
    FROM game
    WHERE status IN ('taken', 'held')
      AND ($season::TEXT IS NULL OR season = $season) AND ($event::TEXT IS NULL OR event = $event)
    GROUP BY rules
)
SELECT rules, version, games, held FROM final ORDER BY games DESC, rules
