-- All folded months of a page in one row for each ownership: lists of pages and
-- the pages with most events read a row where they read one for each month.
-- Written once under a number of its own from the rollups that
-- `totalled_rollups` names beside it, and believed as long as these are the
-- ones that hold; otherwise the months are read.
CREATE TABLE IF NOT EXISTS {database}.page_totals{on_cluster}
(
    rollup   UInt64 CODEC(T64, LZ4),
    page_uid UUID CODEC(ZSTD(1)),
    tenure   UInt32 CODEC(T64, LZ4),
    events   UInt64 CODEC(T64, LZ4),
    view     UInt64 CODEC(T64, LZ4)
)
ENGINE = {engine:MergeTree}
PARTITION BY rollup
ORDER BY (page_uid, tenure)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1,
    non_replicated_deduplication_window = 0, replicated_deduplication_window = 0;

CREATE TABLE IF NOT EXISTS {database}.totalled_rollups{on_cluster}
(
    totals  UInt64 COMMENT 'rollup of page_totals; a ticket',
    rollups Array(UInt64) COMMENT 'of page_months, by month'
)
ENGINE = {engine:MergeTree}
ORDER BY totals
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
