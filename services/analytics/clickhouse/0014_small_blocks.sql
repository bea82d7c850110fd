-- A block for each granule of a page's events. With blocks of at least 64 KiB a
-- report unpacks up to 64 granules of a column for each day that it lists, once
-- a day fills them. Rows grow by a hundredth. Parts that stand are written anew
-- as they are merged; those of the open days are young.
ALTER TABLE {database}.activities_by_day{on_cluster} MODIFY SETTING min_compress_block_size = 8192;
