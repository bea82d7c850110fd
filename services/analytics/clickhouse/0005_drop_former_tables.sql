-- What 0003 and 0004 replace. The counts are folded anew from the activities.
DROP TABLE IF EXISTS {database}.activities{on_cluster} SYNC;
DROP TABLE IF EXISTS {database}.daily_counts{on_cluster} SYNC;
DROP TABLE IF EXISTS {database}.folded_until{on_cluster} SYNC;
