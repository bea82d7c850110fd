import { spawn } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place, RunningServer, ServerKind, ServerName } from './server.ts';
import { ServersError } from './server.ts';
import { findProgram } from './tools.ts';

const START_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** Security settings of a server. */
export type Secured = Pick<Place, 'tls' | 'login'>;

/**
 * A server that runs as a process of this machine. Its folder contains `data`, `server.log` and, while it runs, `pid`:
 * the process id and start time, so that a reused id is not mistaken for the server.
 */
export class ServerProcess implements RunningServer {
  readonly name: ServerName;
  readonly #kind: ServerKind;
  readonly #folder: string;
  readonly #place: Place;
  readonly #outlivesUs: boolean;
  #pid: number | undefined;

  /** @param outlivesUs whether the server keeps running when this process ends */
  constructor(kind: ServerKind, folder: string, ports: readonly number[], outlivesUs: boolean, secured: Secured = {}) {
    this.name = kind.name;
    this.#kind = kind;
    this.#folder = folder;
    this.#place = { directory: path.join(folder, 'data'), ports, ...secured };
    this.#outlivesUs = outlivesUs;
  }

  get id(): string | undefined {
    return this.#pid === undefined ? undefined : String(this.#pid);
  }

  get place(): Place {
    return this.#place;
  }

  /** Whether the process named in the pid file exists, even if another process started it. */
  async isRunning(): Promise<boolean> {
    this.#pid = await runningPid(this.#pidFile);
    return this.#pid !== undefined;
  }

  async answers(): Promise<boolean> {
    return (await this.isRunning()) && (await this.#answersNow());
  }

  async start(): Promise<void> {
    if (!(await this.isRunning())) {
      await mkdir(this.#place.directory, { recursive: true });
      await this.#spawn();
    }
    const deadline = Date.now() + START_WITHIN_MS;
    while (!(await this.#answersNow())) {
      if (!(await this.isRunning())) throw await this.#failed('ended instead of answering');
      if (Date.now() > deadline) {
        await this.kill();
        throw await this.#failed(`did not answer within ${START_WITHIN_MS / 1_000} s`);
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async pause(): Promise<void> {
    if (!(await this.isRunning())) return;
    signalProcess(this.#pid, 'SIGSTOP');
    while (this.#pid !== undefined && !(await isStopped(this.#pid))) await sleep(LOOK_EVERY_MS);
  }

  async resume(): Promise<void> {
    if (await this.isRunning()) signalProcess(this.#pid, 'SIGCONT');
  }

  get #pidFile(): string {
    return path.join(this.#folder, 'pid');
  }

  async #answersNow(): Promise<boolean> {
    try {
      return await this.#kind.answers(this.#place);
    } catch {
      // Refused, reset, half an answer: the server is not ready yet.
      return false;
    }
  }

  async #spawn(): Promise<void> {
    const launch = await this.#kind.launch(this.#place);
    const [program, ...args] = this.#outlivesUs ? launch.command : await endingWithUs(launch.command);
    const log = await open(path.join(this.#folder, 'server.log'), 'a');
    try {
      const child = spawn(program, args, {
        cwd: this.#place.directory,
        env: { ...process.env, ...launch.env },
        stdio: ['ignore', log.fd, log.fd],
        // Its own process group, so that Ctrl-C in the terminal does not reach the server.
        detached: true,
      });
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
      });
      child.unref();
      const { pid } = child;
      const startedAt = pid === undefined ? undefined : await startTime(pid);
      if (startedAt !== undefined) await writeFile(this.#pidFile, `${pid} ${startedAt}\n`);
      this.#pid = pid;
    } finally {
      await log.close();
    }
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (await this.isRunning()) signalProcess(this.#pid, signal);
    const deadline = Date.now() + STOP_WITHIN_MS;
    while (await this.isRunning()) {
      if (Date.now() > deadline) signalProcess(this.#pid, 'SIGKILL');
      await sleep(LOOK_EVERY_MS);
    }
    await rm(this.#pidFile, { force: true });
  }

  async #failed(what: string): Promise<ServersError> {
    const log = await readFile(path.join(this.#folder, 'server.log'), 'utf8').catch(() => '');
    const end = log.trimEnd().split('\n').slice(-12).join('\n');
    return new ServersError(`${this.name} ${what}. The end of its log:\n${end}`);
  }
}

function signalProcess(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // The process ended between the check and the signal.
  }
}

/** On Linux a server ends with its parent, so that a crashed test run leaves no servers behind. */
async function endingWithUs(command: readonly [string, ...string[]]): Promise<readonly [string, ...string[]]> {
  const setpriv = process.platform === 'linux' ? await findProgram('setpriv') : undefined;
  return setpriv === undefined ? command : [setpriv, '--pdeathsig', 'KILL', ...command];
}

async function runningPid(pidFile: string): Promise<number | undefined> {
  const [pid, startedAt] = (await readFile(pidFile, 'utf8').catch(() => '')).trim().split(' ');
  if (pid === undefined || startedAt === undefined) return undefined;
  return (await startTime(Number(pid))) === startedAt ? Number(pid) : undefined;
}

/** Start time of the process in the kernel's clock ticks; undefined if it has ended, zombies included. */
async function startTime(pid: number): Promise<string | undefined> {
  const [state, ...fields] = await statOf(pid);
  return state === '' || state === 'Z' ? undefined : fields[18];
}

/** Stopped by a signal, or ended. */
async function isStopped(pid: number): Promise<boolean> {
  const [state] = await statOf(pid);
  return state === 'T' || state === '';
}

/** The fields of /proc/<pid>/stat from the state on. */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name, in parentheses, may contain any character.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
