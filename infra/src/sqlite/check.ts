import type { DatabaseSync } from 'node:sqlite';
import { isWhole, type Value } from './checksum.ts';
import { damageIn } from './statements.ts';

/**
 * `quick`: the structure of the file. `whole`: also that indexes belong to their tables, and the checksum of each row,
 * which takes seconds for each gigabyte.
 */
export type Scope = 'quick' | 'whole';

/** @returns the first damage that was found */
export function damageOf(database: DatabaseSync, scope: Scope): string | undefined {
  try {
    const check = scope === 'quick' ? 'quick_check' : 'integrity_check';
    const [found] = database.prepare(`PRAGMA ${check}(1)`).all() as Record<string, unknown>[];
    const message = String(Object.values(found ?? {})[0]);
    if (message !== 'ok') return message.replaceAll('\n', ' ');
    return scope === 'quick' ? undefined : damagedRow(database);
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return damage;
  }
}

function damagedRow(database: DatabaseSync): string | undefined {
  for (const { name } of database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()) {
    const statement = database.prepare(`SELECT * FROM ${name}`);
    statement.setReturnArrays(true);
    for (const row of statement.iterate() as unknown as Iterable<readonly Value[]>) {
      if (!isWhole(row)) return `a row of ${name} differs from its checksum`;
    }
  }
  return undefined;
}
