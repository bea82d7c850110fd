-- Ownerships that are over: what a former owner called the items of their page
-- is theirs, and their report is the only one that tells it, so it goes with
-- them. Whoever writes rows of pages looks here afterwards and takes such names
-- out again; the events stay, for the figures.
CREATE TABLE IF NOT EXISTS {database}.ended_ownerships{on_cluster}
(
    page_uid UUID,
    tenure   UInt32 COMMENT 'the last one that is over, and with it all before',
    ended_at DateTime DEFAULT now()
)
ENGINE = {engine:ReplacingMergeTree(tenure)}
ORDER BY page_uid
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
