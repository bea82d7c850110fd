import type { CallContext } from '../supergraph/call-context.ts';
import type { Apollo } from './apollo.ts';

const ROUNDS = 4;
const PAGE = 'id state owner { id username pageCount } eventCount analytics { recentEvents { id } }';

/** Nobody is asked anything. */
const NOBODY: CallContext = {
  call: { token: undefined, language: 'en', clientAddress: '', correlationId: 'warm-up', idempotencyKey: undefined },
  deadline: 0,
};

/**
 * Reads, validates and plans some operations, which then skip all they ask for, so that no service hears of them. What
 * is planned first takes several times as long as what comes later: at the start nobody waits for it.
 */
export async function warmUp(apollo: Apollo): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // By another name it is another operation.
    const query = `query Round${round}($asked: Boolean! = false, $with: Boolean = true) { ... @include(if: $asked) {
      me { id pageCount }
      page(id: "x") { ${PAGE} adminAnalytics { recentEvents { page { ${PAGE} } } } }
      globalAnalytics { topPages { page { ...P @include(if: $with) } } recentEvents { page { ${PAGE} } } }
    } }
    fragment P on Page { ${PAGE} }`;
    await apollo.executeOperation({ query }, { contextValue: NOBODY });
  }
}
