-- The activities in the order of time within each page and day: ids of version 7
-- tell it, others count as the first moment there is. So what came lately is
-- found without reading the day, and of the rows of several parts FINAL has to
-- merge few, as parts hold one time each. Names, columns and rows stay, and an
-- older version reads and writes the table as before. A view copies what others
-- write meanwhile. Run again from the beginning it copies once more, which does
-- not matter to a set.
DROP VIEW IF EXISTS {database}.activities_copying{on_cluster} SYNC;
DROP TABLE IF EXISTS {database}.activities_anew{on_cluster} SYNC;

CREATE TABLE IF NOT EXISTS {database}.activities_anew{on_cluster} AS {database}.activities_by_day
ENGINE = {engine:ReplacingMergeTree(precedence)}
PARTITION BY toYYYYMM(day)
PRIMARY KEY (day, page_uid, UUIDv7ToDateTime(event_id))
ORDER BY (day, page_uid, UUIDv7ToDateTime(event_id), event_id)
TTL day + INTERVAL 25 MONTH
-- As before, see 0003.
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024,
    non_replicated_deduplication_window = 0, replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {database}.activities_copying{on_cluster} TO {database}.activities_anew
AS SELECT * FROM {database}.activities_by_day;

INSERT INTO {database}.activities_anew SELECT * FROM {database}.activities_by_day;

EXCHANGE TABLES {database}.activities_anew AND {database}.activities_by_day{on_cluster};

DROP VIEW IF EXISTS {database}.activities_copying{on_cluster} SYNC;
DROP TABLE IF EXISTS {database}.activities_anew{on_cluster} SYNC;
