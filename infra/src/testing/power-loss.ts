import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * `strace` arguments that record writes, syncs and printed lines of a program. Data are in hexadecimal, whole.
 * @param file of the record
 */
export function tracing(file: string): readonly string[] {
  const calls = 'openat,write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,unlink';
  // As a grandchild, so that the program itself is the child, and can be killed.
  return ['strace', '-D', '-f', '-y', '-xx', '-s', '1000000', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', file];
}

/** What a disk is told: a change of a file, a sync of it, or a line that the program printed meanwhile. */
export type DiskCall =
  | { readonly write: string; readonly at: number; readonly bytes: Buffer }
  | { readonly truncate: string; readonly size: number }
  /** SQLite syncs the directory. */
  | { readonly remove: string }
  /** Everything written to the file before `since`, an index of the record, is durable now. */
  | { readonly sync: string; readonly since: number }
  | { readonly printed: string };

const CALL = /^(\d+) +(\w+)\(\d+<([^>]*)>(?:, )?(.*)$/;
const PIPE = /^(?:pipe|UNIX|socket):/;
const REMOVED = /^\d+ +unlink\("((?:\\x[\da-f]{2})+)"/;
const RESUMED = /^(\d+) +<\.\.\. (fsync|fdatasync) resumed>/;
const BYTES = /"((?:\\x[\da-f]{2})*)"/;
const SYNCS: ReadonlySet<string> = new Set(['fsync', 'fdatasync']);

/** Reads a record of `strace`: calls for the files of a directory, by name, and lines written to a pipe. */
export async function diskCallsIn(record: string, directory: string): Promise<readonly DiskCall[]> {
  const calls: DiskCall[] = [];
  /** Syncs under way, by thread. */
  const syncing = new Map<string, { readonly sync: string; readonly since: number }>();
  for await (const line of createInterface({ input: createReadStream(record) })) {
    const [, resumed = ''] = RESUMED.exec(line) ?? [];
    const ended = syncing.get(resumed);
    if (ended !== undefined) {
      calls.push(ended);
      syncing.delete(resumed);
    }
    const [, removed = ''] = REMOVED.exec(line) ?? [];
    if (removed !== '') calls.push({ remove: path.basename(bytesOf(removed).toString()) });
    const [, thread = '', name = '', opened = '', rest = ''] = CALL.exec(line) ?? [];
    if (name === '') continue;
    const target = opened.startsWith('\\x') ? bytesOf(opened).toString() : opened;
    const text = bytesOf(BYTES.exec(rest)?.[1] ?? '');
    if (name === 'write' && PIPE.test(target)) {
      for (const printed of text.toString().split('\n')) calls.push({ printed });
    }
    if (path.dirname(target) !== directory || target.endsWith('-shm')) continue;
    const file = path.basename(target);
    if (name === 'pwrite64') {
      const [, at = ''] = /", \d+, (\d+)(?:\)| <)/.exec(rest) ?? [];
      if (at === '') throw new Error(`not understood: ${line.slice(0, 80)} … ${line.slice(-80)}`);
      calls.push({ write: file, at: Number(at), bytes: text });
    } else if (name === 'ftruncate') calls.push({ truncate: file, size: Number.parseInt(rest, 10) });
    else if (SYNCS.has(name)) {
      const sync = { sync: file, since: calls.length };
      if (line.endsWith('<unfinished ...>')) syncing.set(thread, sync);
      else calls.push(sync);
    } else if (name !== 'openat') throw new Error(`a file is changed by ${name}`);
  }
  return calls;
}

const SECTOR_BYTES = 512;

/**
 * The files after a loss of power behind the first `count` calls: what was synced, and of the later changes any, in
 * parts of any sectors.
 * @param chance a number from 0 to below 1, from a seed
 */
export function filesAfterLoss(calls: readonly DiskCall[], count: number, chance: () => number): Map<string, Buffer> {
  const before = calls.slice(0, count);
  const synced = new Map<string, number>();
  for (const call of before) if ('sync' in call) synced.set(call.sync, call.since);
  const files = new Map<string, { readonly bytes: Buffer; size: number }>();
  const largest = Math.max(0, ...calls.map((call) => ('write' in call ? call.at + call.bytes.length : 0)));
  const fileOf = (name: string) => {
    const file = files.get(name) ?? { bytes: Buffer.alloc(largest), size: 0 };
    files.set(name, file);
    return file;
  };
  for (const [index, call] of before.entries()) {
    if ('remove' in call) files.delete(call.remove);
    else if ('write' in call) {
      const file = fileOf(call.write);
      const isDurable = index < (synced.get(call.write) ?? 0);
      for (let at = 0; at < call.bytes.length; at += SECTOR_BYTES) {
        if (isDurable || chance() < 0.5) call.bytes.copy(file.bytes, call.at + at, at, at + SECTOR_BYTES);
      }
      file.size = Math.max(file.size, call.at + call.bytes.length);
    } else if ('truncate' in call) {
      const file = fileOf(call.truncate);
      if (index >= (synced.get(call.truncate) ?? 0) && chance() < 0.5) continue;
      file.bytes.fill(0, call.size, file.size);
      file.size = call.size;
    }
  }
  return new Map([...files].map(([name, { bytes, size }]) => [name, bytes.subarray(0, size)]));
}

export async function writeFiles(directory: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, content] of files) await writeFile(path.join(directory, name), content);
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
