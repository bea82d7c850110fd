-- Columns of rollups whose values repeat from row to row, which ZSTD finds after
-- T64 has taken out their common bits: 0.9 bytes less an event, read as fast.
-- Parts that stand are compressed anew as they are merged.
ALTER TABLE {database}.page_days{on_cluster}
    MODIFY COLUMN day CODEC(T64, ZSTD(1)),
    MODIFY COLUMN type CODEC(ZSTD(1)),
    MODIFY COLUMN custom_field CODEC(ZSTD(1));

ALTER TABLE {database}.page_origins{on_cluster}
    MODIFY COLUMN views CODEC(T64, ZSTD(1)),
    MODIFY COLUMN events CODEC(T64, ZSTD(1));
