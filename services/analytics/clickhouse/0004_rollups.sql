-- Days that no event can reach any more, folded into plain counts, so that a
-- report costs the same however much went before. A rollup is the folded days
-- of one month: written once under a number of its own, then named in
-- `folded_months`, and never changed after. Of the rows that name a month the
-- one with the highest number holds, so whoever folds late or twice changes
-- nothing. Rows leave after 25 months by being left out of the next fold.
CREATE TABLE IF NOT EXISTS {database}.folded_months{on_cluster}
(
    month     UInt32 COMMENT 'YYYYMM',
    number    UInt64 COMMENT 'a ticket, and with it the time at which the rows were read',
    rollup    UInt64,
    until     Date COMMENT 'first day that is not in the rollup; the first of the next month where the month is whole',
    folded_at DateTime DEFAULT now()
)
ENGINE = {engine:ReplacingMergeTree(number)}
ORDER BY month
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Numbers, taken before the first row is read, so that of two who fold the same
-- month the one that has read later has the higher number.
CREATE TABLE IF NOT EXISTS {database}.fold_tickets{on_cluster}
(
    number UInt64,
    at     DateTime DEFAULT now()
)
ENGINE = {engine:MergeTree}
ORDER BY number
TTL at + INTERVAL 1 YEAR
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS {database}.page_days{on_cluster}
(
    rollup       UInt64,
    page_uid     UUID,
    tenure       UInt32,
    day          Date,
    type         Enum8('VIEW' = 1, 'CLICK_CALL' = 2, 'CLICK_WHATSAPP' = 3, 'CLICK_EMAIL' = 4, 'CLICK_WEBSITE' = 5, 'CLICK_INSTAGRAM' = 6, 'CLICK_VCARD' = 7, 'CLICK_CUSTOM_FIELD' = 8),
    custom_field String,
    by_owner     Bool,
    events       UInt64
)
ENGINE = {engine:MergeTree}
PARTITION BY rollup
ORDER BY (page_uid, tenure, day, type, by_owner, custom_field)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1,
    non_replicated_deduplication_window = 0, replicated_deduplication_window = 0;

-- Where the events of a page came from: each event once per dimension.
CREATE TABLE IF NOT EXISTS {database}.page_origins{on_cluster}
(
    rollup    UInt64,
    page_uid  UUID,
    dimension Enum8('country' = 1, 'referrer' = 2),
    value     LowCardinality(String) COMMENT 'empty: unknown, or none',
    day       Date,
    events    UInt64
)
ENGINE = {engine:MergeTree}
PARTITION BY rollup
ORDER BY (page_uid, dimension, value, day)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1,
    non_replicated_deduplication_window = 0, replicated_deduplication_window = 0;

-- All of a page's folded days of the month in one row for each ownership, with
-- a column for each type of event, for lists of pages and for totals.
CREATE TABLE IF NOT EXISTS {database}.page_months{on_cluster}
(
    rollup             UInt64,
    page_uid           UUID,
    tenure             UInt32,
    events             UInt64,
    view               UInt64,
    click_call         UInt64,
    click_whatsapp     UInt64,
    click_email        UInt64,
    click_website      UInt64,
    click_instagram    UInt64,
    click_vcard        UInt64,
    click_custom_field UInt64
)
ENGINE = {engine:MergeTree}
PARTITION BY rollup
ORDER BY (page_uid, tenure)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1,
    non_replicated_deduplication_window = 0, replicated_deduplication_window = 0;

-- Pages that are erased: whoever writes rows looks here afterwards and takes
-- those of an erased page out again, so that no replay brings them back.
CREATE TABLE IF NOT EXISTS {database}.erased_pages{on_cluster}
(
    page_uid  UUID,
    erased_at DateTime DEFAULT now()
)
ENGINE = {engine:ReplacingMergeTree}
ORDER BY page_uid
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
