-- Besides where the events of a page came from: through which medium, at which
-- hour of Paris, and how many visitors there were, by ownership and with the
-- owner's own visits apart. Each event once per dimension that it has a value
-- of; of the visitors, `all`, those who `called`, and those who `contacted`.
-- An older version reads and writes the table as before.
ALTER TABLE {database}.page_origins{on_cluster}
    MODIFY COLUMN dimension Enum8('country' = 1, 'referrer' = 2, 'source' = 3, 'hour' = 4, 'visitors' = 5) CODEC(ZSTD(1));

ALTER TABLE {database}.page_origins{on_cluster}
    ADD COLUMN IF NOT EXISTS tenure UInt32 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS by_owner Bool,
    ADD COLUMN IF NOT EXISTS views UInt64 COMMENT 'of the events' CODEC(T64, LZ4),
    MODIFY ORDER BY (page_uid, dimension, value, day, tenure, by_owner);

-- Months folded by an older version lack these rows. They are counted from the
-- activities until they are folded again, which the next hourly run does.
ALTER TABLE {database}.folded_months{on_cluster}
    ADD COLUMN IF NOT EXISTS detailed Bool COMMENT 'whether page_origins has all its dimensions';
