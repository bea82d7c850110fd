/** [name, definition as JSON, offset after the last record of a compacted topic, checksum] */
export type TopicRow = readonly [string, string, number, number];
/** [topic, group, next offset, checksum] */
export type OffsetRow = readonly [string, string, number, number];
/** [offset, key, epoch milliseconds, 1 for a tombstone, encoded record, checksum] */
export type RecordRow = readonly [number, string, number, number, Uint8Array, number];

export const TOPICS = 'log_topics';
export const OFFSETS = 'log_offsets';

export const LOG_TABLES = {
  [TOPICS]: `CREATE TABLE ${TOPICS} (name TEXT PRIMARY KEY, definition TEXT NOT NULL, head INTEGER NOT NULL,
    checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  [OFFSETS]: `CREATE TABLE ${OFFSETS} (topic TEXT NOT NULL, reader TEXT NOT NULL, next INTEGER NOT NULL,
    checksum INTEGER NOT NULL, PRIMARY KEY (topic, reader)) STRICT, WITHOUT ROWID`,
};

/** Table of a compacted topic. */
export function recordsOf(topic: string): string {
  return `log_records_${topic.replaceAll(/\W/g, '_')}`;
}

export function definitionOf(topic: string): Readonly<Record<string, string>> {
  const table = recordsOf(topic);
  return {
    [table]: `CREATE TABLE ${table} (offset INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
      tombstone INTEGER NOT NULL, bytes BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT;
      CREATE INDEX ${table}_tombstones ON ${table} (at) WHERE tombstone = 1`,
  };
}
