-- Columns that earned the upper bonus, and extra Yams, of each player under one rule set.
WITH final AS (
    SELECT c.player_no, p.player, sum(c.n)::BIGINT AS n, sum(c.bonus_earned)::BIGINT AS earned,
           sum(c.sheets)::BIGINT AS sheets, sum(c.extra_yams)::BIGINT AS extra_yams
    FROM column_stat c JOIN player p ON p.player_no = c.player_no
    WHERE c.rules = $rules
      AND ($season::TEXT IS NULL OR c.season = $season) AND ($event::TEXT IS NULL OR c.event = $event)
    GROUP BY c.player_no, p.player
)
SELECT * FROM final ORDER BY player
