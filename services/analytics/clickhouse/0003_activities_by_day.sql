-- The activities once more, ordered by day before page: reports on all pages
-- read the days that are still open and nothing else, however much the month
-- before them holds. Copying twice is harmless, the table is a set.
CREATE TABLE IF NOT EXISTS {database}.activities_by_day{on_cluster}
(
    page_uid      UUID,
    day           Date COMMENT 'in Europe/Paris',
    event_id      UUID,
    tenure        UInt32 COMMENT 'ownership of the page at the time',
    type          Enum8('VIEW' = 1, 'CLICK_CALL' = 2, 'CLICK_WHATSAPP' = 3, 'CLICK_EMAIL' = 4, 'CLICK_WEBSITE' = 5, 'CLICK_INSTAGRAM' = 6, 'CLICK_VCARD' = 7, 'CLICK_CUSTOM_FIELD' = 8),
    custom_field  String,
    by_owner      Bool,
    occurred_at   DateTime64(3, 'UTC'),
    country       LowCardinality(String),
    source        Enum8('' = 0, 'qr' = 1, 'nfc' = 2, 'link' = 3),
    referrer_host String,
    visitor       UInt64 COMMENT 'hash under a salt that lived one day',
    precedence    UInt64 COMMENT 'falls with the time of arrival in the log'
)
ENGINE = {engine:ReplacingMergeTree(precedence)}
PARTITION BY toYYYYMM(day)
ORDER BY (day, page_uid, event_id)
TTL day + INTERVAL 25 MONTH
-- The offsets of the log are committed after an insert, so the insert has to outlive a power cut,
-- and ClickHouse must never take a replayed batch for a repeated one and drop it. Small granules, so that
-- one page's events of a busy day are found without reading its neighbours'.
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024,
    non_replicated_deduplication_window = 0, replicated_deduplication_window = 0;

INSERT INTO {database}.activities_by_day SELECT * FROM {database}.activities;
