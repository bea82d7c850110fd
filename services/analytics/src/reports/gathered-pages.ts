import { setImmediate } from 'node:timers/promises';
import { Batcher } from '@volant/infra/process/batcher';
import { type Scope, wayOf } from './counted-events.ts';

/** Questions in one turn. */
const MAX_PAGES = 100;

interface AskedPage {
  readonly scope: Scope;
}

/** Answers in the order asked. */
type Read = (asked: readonly AskedPage[]) => Promise<readonly unknown[]>;

interface Question {
  readonly asked: AskedPage;
  readonly read: Read;
  /** The same of those that one statement can answer. */
  readonly key: string;
}

interface Statement {
  readonly read: Read;
  readonly asked: AskedPage[];
}

/**
 * Reads pages for all callers of the process: most of what a statement about one page costs is the statement. Who asks
 * while statements are under way is gathered into the next turn, so that an answer is never older than the question.
 * In a turn those of every kind run beside each other, and the next one waits until those who were just answered have
 * asked what follows from it: eight callers meet four at a time, where they met two with turns of its own for each kind.
 */
export class GatheredPages {
  #kinds = 0;
  readonly #turns = new Batcher<Question, unknown>({ work: ask, capacity: MAX_PAGES, gather: () => setImmediate() });

  /**
   * A kind of question.
   * @param alike what must be the same of those in one statement, beside the kind of reader
   */
  kind<Asked extends AskedPage, Answer>(
    alike: (asked: Asked) => string,
    read: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  ): (asked: Asked) => Promise<Answer> {
    this.#kinds += 1;
    const kind = this.#kinds;
    return (asked) => {
      const question = { asked, read: read as unknown as Read, key: `${kind} ${wayOf(asked.scope)} ${alike(asked)}` };
      return this.#turns.add(question) as Promise<Answer>;
    };
  }
}

/** @returns a promise for each, so that a statement that fails is the answer to its own questions alone */
async function ask(questions: readonly Question[]): Promise<readonly Promise<unknown>[]> {
  const statements = new Map<string, Statement>();
  const places = questions.map(({ asked, read, key }) => {
    const statement = statements.get(key) ?? { read, asked: [] };
    statements.set(key, statement);
    return { key, index: statement.asked.push(asked) - 1 };
  });
  const answers = new Map([...statements].map(([key, { read, asked }]) => [key, read(asked)]));
  await Promise.allSettled(answers.values());
  return places.map(async ({ key, index }) => (await answers.get(key))?.[index]);
}
