-- What each box brought each player under one rule set: n, sum, sum of squares and strikes, over all columns.
WITH final AS (
    SELECT b.player_no, p.player, b.box, sum(b.n)::BIGINT AS n, sum(b.points)::BIGINT AS points,
           sum(b.squares)::BIGINT AS squares, sum(b.struck)::BIGINT AS struck
    FROM box_stat b JOIN player p ON p.player_no = b.player_no
    WHERE b.rules = $rules
      AND ($season::TEXT IS NULL OR b.season = $season) AND ($event::TEXT IS NULL OR b.event = $event)
    GROUP BY b.player_no, p.player, b.box
)
SELECT * FROM final WHERE n > 0 ORDER BY player, box
