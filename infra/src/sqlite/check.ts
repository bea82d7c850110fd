import type { DatabaseSync } from 'node:sqlite';
import { isWhole, type Value } from './checksum.ts';
import { damageIn } from './statements.ts';

/**
 * Checks the structure of the file, its indexes, and the checksum of each row; takes seconds for each gigabyte.
 * @returns the first damage that was found
 */
export function damageOf(database: DatabaseSync): string | undefined {
  try {
    const [found] = database.prepare('PRAGMA integrity_check(1)').all() as Record<string, unknown>[];
    const message = String(Object.values(found ?? {})[0]);
    if (message !== 'ok') return message.replaceAll('\n', ' ');
    return damagedRow(database);
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return damage;
  }
}

function damagedRow(database: DatabaseSync): string | undefined {
  for (const { name } of database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()) {
    const statement = database.prepare(`SELECT * FROM "${name}"`);
    statement.setReturnArrays(true);
    for (const row of statement.iterate() as unknown as Iterable<readonly Value[]>) {
      if (!isWhole(row)) return `a row of ${name} differs from its checksum`;
    }
  }
  return undefined;
}
