-- Each column is compressed by what it holds: numbers close to each other
-- without their common bits (T64), ids that repeat and short texts with ZSTD,
-- the others as before with LZ4. Parts that stand are written anew as they are
-- merged.
ALTER TABLE {database}.activities_by_day{on_cluster}
    MODIFY COLUMN page_uid CODEC(ZSTD(1)),
    MODIFY COLUMN event_id CODEC(ZSTD(1)),
    MODIFY COLUMN type CODEC(ZSTD(1)),
    MODIFY COLUMN custom_field CODEC(ZSTD(1)),
    MODIFY COLUMN occurred_at CODEC(T64('bit'), LZ4),
    MODIFY COLUMN country CODEC(ZSTD(1)),
    MODIFY COLUMN source CODEC(T64, LZ4),
    MODIFY COLUMN referrer_host CODEC(ZSTD(1)),
    MODIFY COLUMN precedence CODEC(T64('bit'), LZ4);

ALTER TABLE {database}.page_days{on_cluster}
    MODIFY COLUMN rollup CODEC(T64, LZ4),
    MODIFY COLUMN page_uid CODEC(ZSTD(1)),
    MODIFY COLUMN tenure CODEC(T64, LZ4),
    MODIFY COLUMN day CODEC(T64, LZ4),
    MODIFY COLUMN type CODEC(T64, LZ4),
    MODIFY COLUMN events CODEC(T64, LZ4);

ALTER TABLE {database}.page_origins{on_cluster}
    MODIFY COLUMN rollup CODEC(T64, LZ4),
    MODIFY COLUMN page_uid CODEC(ZSTD(1)),
    MODIFY COLUMN dimension CODEC(ZSTD(1)),
    MODIFY COLUMN value CODEC(ZSTD(1)),
    MODIFY COLUMN day CODEC(T64, ZSTD(1)),
    MODIFY COLUMN events CODEC(T64, LZ4);

ALTER TABLE {database}.page_months{on_cluster}
    MODIFY COLUMN rollup CODEC(T64, LZ4),
    MODIFY COLUMN page_uid CODEC(ZSTD(1)),
    MODIFY COLUMN tenure CODEC(T64, LZ4),
    MODIFY COLUMN events CODEC(T64, LZ4),
    MODIFY COLUMN view CODEC(T64, LZ4),
    MODIFY COLUMN click_call CODEC(T64, LZ4),
    MODIFY COLUMN click_whatsapp CODEC(T64, LZ4),
    MODIFY COLUMN click_email CODEC(T64, LZ4),
    MODIFY COLUMN click_website CODEC(T64, LZ4),
    MODIFY COLUMN click_instagram CODEC(T64, LZ4),
    MODIFY COLUMN click_vcard CODEC(T64, LZ4),
    MODIFY COLUMN click_custom_field CODEC(T64, LZ4);
