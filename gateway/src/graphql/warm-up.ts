import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import type { CallContext } from '../supergraph/call-context.ts';
import type { Apollo } from './apollo.ts';

const ROUNDS = 4;
const PAGE = 'id state owner { id username pageCount } eventCount analytics { recentEvents { id } }';

/** No service is called, so the context needs no caller. */
const NOBODY: CallContext = {
  call: {
    token: undefined,
    language: DEFAULT_LANGUAGE,
    clientAddress: '',
    correlationId: 'warm-up',
    idempotencyKey: undefined,
  },
  deadline: 0,
};

/**
 * Parses, validates and plans some operations whose fields are all skipped, so that no service is called. The first
 * plans take several times longer than later ones; this moves their cost to the start.
 */
export async function warmUp(apollo: Apollo): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // A new name makes it a new operation.
    const query = `query Round${round}($asked: Boolean! = false, $with: Boolean = true) { ... @include(if: $asked) {
      me { id pageCount }
      page(id: "x") { ${PAGE} adminAnalytics { recentEvents { page { ${PAGE} } } } }
      globalAnalytics { topPages { page { ...P @include(if: $with) } } recentEvents { page { ${PAGE} } } }
    } }
    fragment P on Page { ${PAGE} }`;
    await apollo.executeOperation({ query }, { contextValue: NOBODY });
  }
}
