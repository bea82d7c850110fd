import type { WritableStatements } from '../../sqlite/serve-database.ts';
import type { TopicDefinition } from '../message-log.ts';
import { OFFSETS, recordsOf, TOPICS, type TopicRow } from './sqlite-tables.ts';

/** A record of a compacted topic. */
export interface EncodedRecord {
  readonly key: string;
  readonly at: number;
  readonly tombstone: boolean;
  /** Whether no byte of the superseded record may remain in the files. */
  readonly erases: boolean;
  readonly bytes: Uint8Array;
}

/** Tombstones removed in one transaction. */
const TOGETHER = 500;

/** Writes of the message log, each atomic. They run on the thread of the file. */
export const messageLogWrites = {
  defineTopics(sql: WritableStatements, definitions: readonly TopicDefinition[]): void {
    for (const definition of definitions) {
      const { name } = definition;
      sql.replace(TOPICS, [name, JSON.stringify(definition), headOf(sql, name)]);
    }
  },

  /** Each record supersedes the former one of its key. @returns the offset after the last record */
  appendRecords(
    sql: WritableStatements,
    { topic, records }: { readonly topic: string; readonly records: readonly EncodedRecord[] },
  ): number {
    const table = recordsOf(topic);
    const [, definition = '{}', head = 0] = topicOf(sql, topic) ?? [];
    let offset = head;
    for (const { key, at, tombstone, erases, bytes } of records) {
      sql.run(`DELETE FROM ${table} WHERE key = ?`, key);
      sql.insert(table, [offset, key, at, tombstone ? 1 : 0, bytes]);
      sql.hasErased ||= erases;
      offset += 1;
    }
    sql.replace(TOPICS, [topic, definition, offset]);
    return offset;
  },

  saveOffset(
    sql: WritableStatements,
    { topic, group, next }: { readonly topic: string; readonly group: string; readonly next: number },
  ): void {
    sql.replace(OFFSETS, [topic, group, next]);
  },

  /** @returns whether more of them are left */
  removeTombstones(
    sql: WritableStatements,
    { topic, before }: { readonly topic: string; readonly before: number },
  ): boolean {
    const table = recordsOf(topic);
    const old = `SELECT offset FROM ${table} WHERE tombstone = 1 AND at < ? LIMIT ${TOGETHER}`;
    return sql.run(`DELETE FROM ${table} WHERE offset IN (${old})`, before) === TOGETHER;
  },
};

function topicOf(sql: WritableStatements, name: string): TopicRow | undefined {
  return sql.row<TopicRow>(`SELECT * FROM ${TOPICS} WHERE name = ?`, name);
}

function headOf(sql: WritableStatements, name: string): number {
  return topicOf(sql, name)?.[2] ?? 0;
}
