import { Batcher } from '@volant/infra/process/batcher';
import { type Scope, wayOf } from './counted-events.ts';

/** Pages in one statement. */
const MAX_PAGES = 100;

interface AskedPage {
  readonly scope: Scope;
}

/**
 * Reads pages for all callers of the process: most of what a statement about one page costs is the statement. Who asks
 * while others are under way is gathered into the next one, so that an answer is never older than the question.
 * @param alike what must be the same of those in one statement, beside the kind of reader
 * @param read answers in the order asked
 */
export function gatherPages<Asked extends AskedPage, Answer>(
  alike: (asked: Asked) => string,
  read: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  const statements = new Batcher<Asked, Answer>({
    async work(asked) {
      const groups = new Map<string, number[]>();
      for (const [place, one] of asked.entries()) {
        const key = `${wayOf(one.scope)} ${alike(one)}`;
        groups.set(key, [...(groups.get(key) ?? []), place]);
      }
      const answers: Answer[] = [];
      await Promise.all(
        [...groups.values()].map(async (places) => {
          const found = await read(places.map((place) => asked[place] as Asked));
          for (const [index, place] of places.entries()) answers[place] = found[index] as Answer;
        }),
      );
      return answers;
    },
    capacity: MAX_PAGES,
  });
  return (asked) => statements.add(asked);
}
