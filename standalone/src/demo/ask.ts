import { randomInt } from 'node:crypto';
import type { Subgraph, SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Volant } from '../app.ts';
import { DEMO_PASSWORD, type DemoAccount } from './accounts.ts';

const randomPart = () => randomInt(0x10000).toString(16);

export function callOf(token: string | undefined): SubgraphCall {
  return {
    token,
    language: DEFAULT_LANGUAGE,
    // A new address for each call, so that the limits per address do not apply.
    clientAddress: `2001:db8:${randomPart()}:${randomPart()}::1`,
    correlationId: uuidv7(),
    idempotencyKey: undefined,
  };
}

/** Returns an operation's data, and throws on any error: demo data obeys the product's own rules. */
export async function ask<T>(
  subgraph: Subgraph,
  token: string | undefined,
  query: string,
  variables: object,
  shape: z.ZodType<T>,
): Promise<T> {
  const { data, errors } = await subgraph.execute({ query, variables: { ...variables } }, callOf(token));
  if (errors !== undefined) throw new Error(`demo data: ${errors.map(({ message }) => message).join(', ')}`);
  return shape.parse(data);
}

const signedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
export type SignedIn = z.infer<typeof signedIn>;

export async function logIn({ identity }: Volant, account: DemoAccount): Promise<SignedIn> {
  const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { token user { id } } }';
  const input = { email: account.email, password: DEMO_PASSWORD };
  const { logIn: session } = await ask(identity.subgraph, undefined, query, { input }, z.object({ logIn: signedIn }));
  return session;
}
