import { makeDirectory } from '../../files/make-directory.ts';
import { segmentsOf } from './embedded-message-log.ts';
import { decodeRecord } from './record-codec.ts';
import { recordsOf } from './segments/block.ts';
import { rewriteSegment } from './segments/rewrite-segment.ts';
import { blocksOf, type Segment, segmentsIn } from './segments/segment.ts';

/**
 * Removes the records with these keys from a topic of a closed log before their retention ends, including all their
 * bytes in the files.
 */
export async function forgetRecords(
  { path, topic }: { readonly path: string; readonly topic: string },
  keys: ReadonlySet<string>,
): Promise<void> {
  const directory = segmentsOf(path, topic);
  await makeDirectory(directory);
  for (const segment of await segmentsIn(directory)) {
    const stays = (record: Buffer, offset: number) => !keys.has(decodeRecord(record, topic, offset).key);
    if (await holdsOther(segment, stays)) await rewriteSegment(segment, { stays });
  }
}

async function holdsOther(segment: Segment, stays: (record: Buffer, offset: number) => boolean): Promise<boolean> {
  for await (const blocks of blocksOf(segment)) {
    for (const { payload, first } of blocks) {
      const records = await recordsOf(payload);
      if (records.some((record, index) => record !== undefined && !stays(record, first + index))) return true;
    }
  }
  return false;
}
