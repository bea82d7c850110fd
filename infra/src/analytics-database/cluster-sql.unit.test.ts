import { expect, it } from 'vitest';
import { renderSql } from './cluster-sql.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS {database}.counts{on_cluster} (n UInt64)
ENGINE = {engine:ReplacingMergeTree(n)} ORDER BY n;
CREATE TABLE marks{on_cluster} (n UInt64) ENGINE = {engine:MergeTree} ORDER BY n;
ALTER TABLE counts{on_cluster} DROP COLUMN x;`;

it('omits the cluster clause for a single node', () => {
  expect(renderSql(TABLE, undefined)).toBe(`CREATE TABLE IF NOT EXISTS {database}.counts (n UInt64)
ENGINE = ReplacingMergeTree(n) ORDER BY n;
CREATE TABLE marks (n UInt64) ENGINE = MergeTree ORDER BY n;
ALTER TABLE counts DROP COLUMN x;`);
});

it('creates replicated tables on every node of a cluster', () => {
  expect(renderSql(TABLE, 'main')).toBe(`CREATE TABLE IF NOT EXISTS {database}.counts ON CLUSTER main (n UInt64)
ENGINE = ReplicatedReplacingMergeTree(n) ORDER BY n;
CREATE TABLE marks ON CLUSTER main (n UInt64) ENGINE = ReplicatedMergeTree ORDER BY n;
ALTER TABLE counts ON CLUSTER main DROP COLUMN x;`);
});
