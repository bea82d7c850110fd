-- Through which of the cards that were added to a page its visitors came. Pages
-- have few of them, and most events none: the column takes next to nothing. An
-- older version reads and writes the tables as before.
ALTER TABLE {database}.activities_by_day{on_cluster}
    ADD COLUMN IF NOT EXISTS card LowCardinality(String) COMMENT 'key of an added card; empty: the address of the page itself' CODEC(ZSTD(1));

ALTER TABLE {database}.page_origins{on_cluster}
    MODIFY COLUMN dimension Enum8('country' = 1, 'referrer' = 2, 'source' = 3, 'hour' = 4, 'visitors' = 5, 'card' = 6) CODEC(ZSTD(1));
