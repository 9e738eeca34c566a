-- The figures that one sheet's file states otherwise than they add up, with the recomputed ones.
WITH final AS (
    SELECT t.sheet_no, t."column", t.figure, t.value, f.recomputed
    FROM stated t
    JOIN finding f ON f.sheet_no = t.sheet_no AND f."column" IS NOT DISTINCT FROM t."column"
        AND coalesce(f.box, replace(f.code, '_mismatch', '')) = t.figure AND f.code LIKE '%\_mismatch' ESCAPE '\'
    WHERE t.sheet_no = $sheet_no AND f.recomputed IS NOT NULL
)
SELECT * FROM final ORDER BY "column", figure
