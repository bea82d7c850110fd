import { readFile, writeFile } from 'node:fs/promises';

const MIB = 1024;

/** Resident memory of this process, and its peak since `forgetPeak`, in MiB. */
export async function memory(): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile('/proc/self/status', 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN);
  return { now: kilobytes('VmRSS') / MIB, peak: kilobytes('VmHWM') / MIB };
}

/** Makes Linux restart the peak measurement (proc(5), clear_refs). */
export function forgetPeak(): Promise<void> {
  return writeFile('/proc/self/clear_refs', '5');
}

/** Duration of the work, and how far memory rose above its initial value. */
export async function risen(work: () => Promise<unknown>) {
  await forgetPeak();
  const { now } = await memory();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, risenMiB: (await memory()).peak - now };
}
