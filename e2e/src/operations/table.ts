import { ACCOUNTS } from './accounts.ts';
import { ADMINISTRATION } from './administration.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { API_TOKENS } from './api-tokens.ts';
import { CANNED_REPLIES } from './canned-replies.ts';
import { CARDS } from './cards.ts';
import { EMAIL_CHANGES } from './email-changes.ts';
import { OPENID } from './openid.ts';
import type { Graph, Operation, Operations } from './operation.ts';
import { PAGES } from './pages.ts';
import { PASSKEYS } from './passkeys.ts';
import { SERVICE } from './service.ts';
import { SUPPORT } from './support.ts';
import { SUPPORT_THREAD } from './support-thread.ts';
import { SYSTEM } from './system.ts';
import { WEBHOOKS } from './webhooks.ts';

/** Every operation of the API, by its name. The tests of authorization, contract, retries and attacks read it. */
export const OPERATIONS: Operations = {
  ...SERVICE,
  ...ACCOUNTS,
  ...OPENID,
  ...EMAIL_CHANGES,
  ...PASSKEYS,
  ...PAGES,
  ...CARDS,
  ...ADMINISTRATION,
  ...SUPPORT,
  ...SUPPORT_THREAD,
  ...CANNED_REPLIES,
  ...ANNOUNCEMENTS,
  ...WEBHOOKS,
  ...API_TOKENS,
  ...SYSTEM,
};

export interface RestOperation extends Operation {
  readonly name: string;
  readonly rest: NonNullable<Operation['rest']>;
}

export const REST_OPERATIONS: readonly RestOperation[] = Object.entries(OPERATIONS).flatMap(([name, row]) =>
  row.rest === undefined ? [] : [{ ...row, name, rest: row.rest }],
);

export interface GraphOperation extends Operation {
  readonly name: string;
  readonly graph: Graph & { readonly field: string };
}

/** The operations that are a root field of the graph. */
export const GRAPH_OPERATIONS: readonly GraphOperation[] = Object.entries(OPERATIONS).flatMap(([name, row]) => {
  if (typeof row.graph === 'string' || row.graph.field === undefined) return [];
  return [{ ...row, name, graph: { ...row.graph, field: row.graph.field } }];
});

export function operationOfField(kind: 'query' | 'mutation', field: string): GraphOperation | undefined {
  const name = `${kind === 'query' ? 'Query' : 'Mutation'}.${field}`;
  return GRAPH_OPERATIONS.find(({ graph }) => graph.field === name);
}
