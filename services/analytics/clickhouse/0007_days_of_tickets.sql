-- Closed days that received rows, of which whoever folds their month afterwards
-- has to count the rows: a rollup copies the days that it does not count, and
-- who refolds another day of the month may have begun before this one was named.
ALTER TABLE {database}.fold_tickets{on_cluster}
    ADD COLUMN IF NOT EXISTS days Array(Date) COMMENT 'that received rows before the ticket was taken';
