import path from 'node:path';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';
import { askRunning } from '../data-directory.ts';
import { settingsOfProcess } from '../environment.ts';
import { writeKeyFiles } from '../transfer/key-files.ts';
import { minutesTaken } from '../transfer/progress.ts';
import { type LiveBackup, sentenceOf } from './live-backup.ts';

const request = z.object({ backup: z.string() });
const line = z.union([
  z.object({ line: z.string() }),
  /** The last one: null if all went well. */
  z.object({ problem: z.string().nullable() }),
]);

/** In the running product: does what `askForBackup` asks for. */
export async function answerBackup(text: string, backup: LiveBackup, say: (line: string) => void): Promise<void> {
  const parsed = request.safeParse(jsonOf(text));
  if (!parsed.success) return;
  try {
    await backup(parsed.data.backup, (sentence) => say(JSON.stringify({ line: sentence })));
    say(JSON.stringify({ problem: null }));
  } catch (error) {
    say(JSON.stringify({ problem: sentenceOf(error) }));
  }
}

/**
 * Has the product that runs on the data directory back it up.
 * @returns undefined if none runs
 * @throws OperatorError if the backup fails
 */
export async function askForBackup(place: string, keys: string | undefined): Promise<boolean | undefined> {
  const { dataDir } = settingsOfProcess();
  const target = path.resolve(place);
  let problem: string | null = 'Volant ended during the backup, or is still starting.';
  const isRunning = await askRunning(dataDir, JSON.stringify({ backup: target }), (text) => {
    const answer = line.parse(jsonOf(text));
    if ('line' in answer) console.log(answer.line);
    else problem = answer.problem;
  });
  if (!isRunning) return undefined;
  if (problem !== null) throw new OperatorError(problem);
  const below = (name: string) => path.join(path.resolve(dataDir), name);
  const settings = keys === undefined ? [] : await writeKeyFiles(keys, { below });
  for (const setting of settings) console.log(setting);
  console.log(
    `Everything is in ${target}, after ${minutesTaken()}. It holds personal data: keep it like the data themselves.`,
  );
  return true;
}
