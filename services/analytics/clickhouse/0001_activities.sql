-- Every view and click, once. The key says which activity a row is; a second
-- delivery of the same one (a retry of the browser, a replay of the log) is
-- another row with the same key, of which queries (FINAL) and merges keep the
-- one with the highest precedence: the first that reached the log.
CREATE TABLE IF NOT EXISTS {database}.activities{on_cluster}
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
ORDER BY (page_uid, day, event_id)
TTL day + INTERVAL 25 MONTH
-- The offsets of the log are committed after an insert, so the insert has to outlive a power cut,
-- and ClickHouse must never take a replayed batch for a repeated one and drop it.
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 0;
