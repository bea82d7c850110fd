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

/** With what a server is protected, and what it is told of its surroundings. */
export type Secured = Pick<Place, 'tls' | 'login' | 'advertised'>;

/**
 * A server as a process of this machine. Its folder holds `data`, `server.log`
 * and, while it runs, `pid`: the process and the moment it started, so that a
 * number given out again is never taken for it.
 */
export class ServerProcess implements RunningServer {
  readonly name: ServerName;
  readonly #kind: ServerKind;
  readonly #folder: string;
  readonly #place: Place;
  readonly #outlivesUs: boolean;
  #pid: number | undefined;

  /** @param outlivesUs whether it goes on when the process that started it ends */
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

  /** Whether the process named by the pid file, by whomever it was started, is there. */
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
      // Refused, reset, half an answer: all of them mean that it is not ready yet.
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
        // A group of its own: Ctrl-C in the terminal is not for the server.
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
    // It ended between the look and the signal.
  }
}

/** On Linux a server can be told to end with its parent, however that ends: no crashed test run leaves one behind. */
async function endingWithUs(command: readonly [string, ...string[]]): Promise<readonly [string, ...string[]]> {
  const setpriv = process.platform === 'linux' ? await findProgram('setpriv') : undefined;
  return setpriv === undefined ? command : [setpriv, '--pdeathsig', 'KILL', ...command];
}

async function runningPid(pidFile: string): Promise<number | undefined> {
  const [pid, startedAt] = (await readFile(pidFile, 'utf8').catch(() => '')).trim().split(' ');
  if (pid === undefined || startedAt === undefined) return undefined;
  return (await startTime(Number(pid))) === startedAt ? Number(pid) : undefined;
}

/** When the process started, in the kernel's own measure; undefined once it has ended, a zombie included. */
async function startTime(pid: number): Promise<string | undefined> {
  const [state, ...fields] = await statOf(pid);
  return state === '' || state === 'Z' ? undefined : fields[18];
}

/** Halted, or gone. */
async function isStopped(pid: number): Promise<boolean> {
  const [state] = await statOf(pid);
  return state === 'T' || state === '';
}

/** The fields from the state on. */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name, in parentheses, may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
