-- Days that no event can reach any more, folded from `activities` into plain
-- counts, so that a report costs the same however much went before. A month is
-- always replaced whole.
CREATE TABLE IF NOT EXISTS {database}.daily_counts{on_cluster}
(
    page_uid     UUID,
    tenure       UInt32,
    day          Date,
    type         Enum8('VIEW' = 1, 'CLICK_CALL' = 2, 'CLICK_WHATSAPP' = 3, 'CLICK_EMAIL' = 4, 'CLICK_WEBSITE' = 5, 'CLICK_INSTAGRAM' = 6, 'CLICK_VCARD' = 7, 'CLICK_CUSTOM_FIELD' = 8),
    custom_field String,
    by_owner     Bool,
    events       UInt64
)
ENGINE = {engine:MergeTree}
PARTITION BY toYYYYMM(day)
ORDER BY (page_uid, tenure, day, type, by_owner, custom_field)
TTL day + INTERVAL 25 MONTH
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The first day that is not folded is the highest one here. Reports take days
-- before it from `daily_counts` and the others from `activities`. A report that
-- knows an older value is right too: `activities` keeps the folded days.
CREATE TABLE IF NOT EXISTS {database}.folded_until{on_cluster}
(
    day       Date,
    folded_at DateTime DEFAULT now()
)
ENGINE = {engine:MergeTree}
ORDER BY day
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
