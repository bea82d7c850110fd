import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from '../process/observability/log.ts';
import { programOf } from '../process/thread/program-of.ts';
import type { Answer, Failure, FromEngine, Statement, StatementKind, ToEngine } from './engine-messages.ts';

export interface EngineSettings {
  readonly path: string;
  readonly database: string;
  readonly log?: Logger | undefined;
  /** Without statements for this long, the engine ends until the next one. */
  readonly idleMs?: number | undefined;
}

type Result = { readonly answer: Answer } | { readonly failure: Failure };

interface Sent {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const IDLE_MS = 30_000;
/** For an orderly end. */
const ENDING_MS = 2_000;
const PROGRAM = programOf(new URL('../analytics-engine.ts', import.meta.url));

/**
 * The engine of one directory. Its process ends after a time without statements; the next statement starts another, as
 * after a crash.
 */
export function createEngineProcess(settings: EngineSettings) {
  const { idleMs = IDLE_MS } = settings;
  let engine: Promise<Engine> | undefined;
  let lastEnd: Promise<void> | undefined;
  let isClosed = false;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Engine> {
    await lastEnd;
    const starting = new Engine(settings);
    lastEnd = starting.ended;
    await starting.opened;
    return starting;
  }

  /** The running engine, or the next one. */
  function current(): Promise<Engine> {
    if (engine !== undefined) return engine;
    const own = start();
    // Only this one: the next one may already wait for its end.
    const forget = () => {
      if (engine === own) engine = undefined;
    };
    own.then(({ ended }) => ended.then(forget), forget);
    engine = own;
    return own;
  }

  async function end(): Promise<void> {
    const ending = engine;
    // A statement that comes meanwhile starts the next engine, after the end of this one.
    engine = undefined;
    const started = await ending?.catch(() => undefined);
    started?.end();
    await lastEnd;
  }

  return {
    /** @throws Error with a sentence for the operator if the directory cannot be opened */
    async run(kind: StatementKind, statement: Statement): Promise<Result> {
      if (isClosed) throw new Error('The analytics database is closed.');
      clearTimeout(idle);
      underWay += 1;
      try {
        return await (await current()).run(kind, statement);
      } finally {
        underWay -= 1;
        if (underWay === 0 && !isClosed) idle = setTimeout(end, idleMs).unref();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
}

class Engine {
  /** Rejects with a sentence for the operator. */
  readonly opened: Promise<void>;
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #sent = new Map<number, Sent>();
  #lastId = 0;

  constructor({ path, database, log }: EngineSettings) {
    const child = fork(PROGRAM, [path, database], {
      execArgv: [],
      serialization: 'advanced',
      // The engine would read its standard input as rows of its first insert.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process = child;
    this.ended = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    this.opened = new Promise((resolve, reject) => {
      const onEnd = (reason: string) => {
        const error = new Error(`The engine of the analytics database ended (${reason}).`);
        if (this.#sent.size > 0) log?.error({ err: error, statements: this.#sent.size }, 'statements failed');
        for (const sent of this.#sent.values()) sent.reject(error);
        this.#sent.clear();
        reject(error);
      };
      child.once('error', (error) => onEnd(error.message));
      child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`));
      child.on('message', (message: FromEngine) => {
        if ('ready' in message) resolve();
        else if ('refused' in message) reject(new Error(message.refused));
        else this.#answered(message.id, message);
      });
    });
  }

  run(kind: StatementKind, statement: Statement): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#hold();
    return new Promise((resolve, reject) => {
      this.#sent.set(id, { resolve, reject });
      this.#process.send({ id, kind, statement } satisfies ToEngine, (error) => {
        // The process had already ended, so its end did not fail this statement.
        if (error && this.#sent.delete(id)) reject(error);
      });
    });
  }

  end(): void {
    this.#hold();
    // An engine that has already ended needs no message.
    this.#process.send({ end: true } satisfies ToEngine, () => {});
    // The next engine waits for this end. Nothing is lost by a kill: a part is synced before its insert is answered.
    setTimeout(() => this.#process.kill('SIGKILL'), ENDING_MS).unref();
  }

  #answered(id: number, result: Result): void {
    this.#sent.get(id)?.resolve(result);
    this.#sent.delete(id);
    if (this.#sent.size > 0) return;
    // An engine without work does not keep this process from ending.
    this.#process.unref();
    this.#process.channel?.unref();
  }

  #hold(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }
}
