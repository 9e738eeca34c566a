-- How many games of a selection count, how many wait, and the last import.
WITH chosen AS (
    SELECT game, status FROM game
    WHERE ($season::TEXT IS NULL OR season = $season) AND ($event::TEXT IS NULL OR event = $event)
),
final AS (
    SELECT count(*) FILTER (status = 'taken') AS taken, count(DISTINCT game) FILTER (status = 'held') AS held,
           (SELECT max("when") FROM entry WHERE kind = 'import' AND undone_by IS NULL) AS last_import
    FROM chosen
)
SELECT taken, held, last_import FROM final
