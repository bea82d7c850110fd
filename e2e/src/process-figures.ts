import { readFileSync } from 'node:fs';

/** Unit of Linux' processor times. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process and those it started. */
export function residentMiB(pid: number): number {
  return sumOverFamily(pid, (one) => {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  });
}

/** Processor time of the thread that runs a process's event loop, in milliseconds. */
export function mainThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}

/** Total processor time of a process and those it started, ended ones included. */
export function processorSecondsOf(pid: number): number {
  return sumOverFamily(pid, (one) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8');
    // The name is in parentheses and may contain any character; the times are the 12th to 15th fields after it.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  });
}

function sumOverFamily(pid: number, figure: (pid: number) => number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.filter(Boolean).reduce((sum, child) => {
    try {
      return sum + figure(Number(child));
    } catch (error) {
      // It has just ended.
      if (/ENOENT|ESRCH/.test(String(error))) return sum;
      throw error;
    }
  }, figure(pid));
}
