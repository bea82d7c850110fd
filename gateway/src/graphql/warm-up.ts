import type { ApolloServer } from '@apollo/server';
import { type CallContext, PLANNING } from '../supergraph/call-context.ts';

const ROUNDS = 4;
const PAGE = 'id state owner { id username pageCount } eventCount analytics { recentEvents { id } }';

/**
 * Reads, validates and plans some operations, of which no service hears. What is planned first takes several times as
 * long as what comes later: at the start nobody waits for it.
 */
export async function warmUp(apollo: ApolloServer<CallContext>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // By another name it is another operation.
    const query = `query Round${round}($with: Boolean = true) {
      me { id pageCount }
      page(id: "x") { ${PAGE} adminAnalytics { recentEvents { page { ${PAGE} } } } }
      globalAnalytics { topPages { page { ...P @include(if: $with) } } recentEvents { page { ${PAGE} } } }
    }
    fragment P on Page { ${PAGE} }`;
    // A context of this kind is known to whatever the federation asks.
    await apollo.executeOperation({ query }, { contextValue: PLANNING as unknown as CallContext });
  }
}
