-- The rollups by page, summed up by day and type within each part: figures over
-- all pages read a few thousand rows of it, however many pages there are.
-- ClickHouse keeps it in step with the rows by itself, also where they are
-- deleted, and reads the rows where a part has no such sums yet.
ALTER TABLE {database}.page_days{on_cluster}
    ADD PROJECTION IF NOT EXISTS totals_of_days (SELECT rollup, day, type, sum(events) GROUP BY rollup, day, type);

ALTER TABLE {database}.page_days{on_cluster} MATERIALIZE PROJECTION IF EXISTS totals_of_days;
