import { readFile, writeFile } from 'node:fs/promises';

const MIB = 1024;

/** Resident memory of this process and its engine, and the sum of their peaks since `forgetPeak`, in MiB. */
export async function memory(): Promise<{ readonly now: number; readonly peak: number }> {
  let [now, peak] = [0, 0];
  for (const pid of await family()) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / MIB;
    now += mebibytes('VmRSS');
    peak += mebibytes('VmHWM');
  }
  return { now, peak };
}

/** Makes Linux restart the peak measurement (proc(5), clear_refs). */
export async function forgetPeak(): Promise<void> {
  for (const pid of await family()) await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function family(): Promise<readonly string[]> {
  const { pid } = process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [String(pid), ...children.split(' ').filter((child) => child !== '')];
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
