-- Past imports, the latest first, with what became of their rows.
WITH sums AS (
    SELECT entry, count(*) AS files, string_agg(name, ', ' ORDER BY name) AS names, list(name ORDER BY name, sha) AS file_names,
           list(sha ORDER BY name, sha) AS file_shas,
           sum(rows)::BIGINT AS rows,
           sum(taken)::BIGINT AS taken, sum(held)::BIGINT AS held, sum(duplicate)::BIGINT AS duplicate,
           sum(rejected)::BIGINT AS rejected, sum(ignored)::BIGINT AS ignored
    FROM file GROUP BY entry
),
final AS (
    SELECT e.no, e.who, e."when", e.why, e.summary, e.undone_by, s.files, s.names, s.file_names, s.file_shas, s.rows, s.taken, s.held, s.duplicate,
           s.rejected, s.ignored
    FROM entry e LEFT JOIN sums s ON s.entry = e.no
    WHERE e.kind = 'import'
)
SELECT * FROM final ORDER BY no DESC
