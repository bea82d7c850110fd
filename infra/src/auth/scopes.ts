import { DomainError } from '../errors/domain-error.ts';

/**
 * What each scope of an API token opens: operations by their name in the API description, each with the fields of the
 * graph that it queries. Everything else is closed to tokens. The gateway admits REST calls by these names, and each
 * service the fields.
 */
export const SCOPES = {
  PAGES_READ: {
    listPages: ['Query.pages'],
    readPage: ['Query.page'],
    adminPage: ['Query.adminPage'],
    readPageHistory: ['Query.pageHistory'],
    listCards: ['Query.page'],
  },
  PAGES_CREATE: {
    createPagesInBulk: ['Mutation.createPages'],
    createPageWithId: ['Mutation.createPageWithId'],
    downloadWorkbook: ['Query.pageWorkbook'],
  },
  PAGES_CHANGE: {
    updatePage: ['Mutation.updatePage'],
    uploadPageImage: ['Mutation.uploadPageImage'],
    administerPage: ['Mutation.administerPage'],
    changePageState: ['Mutation.administerPage'],
    changePages: ['Mutation.changePages'],
  },
  CARDS_PRODUCE: {
    listBatches: ['Query.batches'],
    readBatch: ['Query.batch'],
    markCards: ['Mutation.markCards'],
    downloadWorkbook: ['Query.pageWorkbook'],
  },
  FIGURES_READ: {
    readPageAnalytics: ['Query.page', 'Page.analytics'],
    readPageFigures: ['Query.page', 'Page.analytics'],
    adminPageAnalytics: ['Query.adminPage', 'Page.adminAnalytics'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** What every token opens, so that a program can try its own. */
export const OPEN_TO_TOKENS = { call: 'readMe', field: 'Query.me' } as const;

const operations = SCOPE_NAMES.flatMap((scope) =>
  Object.entries<readonly string[]>(SCOPES[scope]).map(([call, fields]) => ({ scope, call, fields })),
);
/** Fields of objects that need a scope of their own, beside the root fields. */
const guardedFields = new Set(operations.flatMap(({ fields }) => fields));

/** The scopes that open a REST call: one of them is enough. */
export function scopesOfCall(call: string): readonly Scope[] {
  return operations.filter((one) => one.call === call).map(({ scope }) => scope);
}

/** @throws DomainError TOKEN_NOT_ALLOWED, or the code of the missing scope, such as PAGES_READ_MISSING */
export function requireScopeOfCall(scopes: readonly Scope[], call: string): void {
  if (call !== OPEN_TO_TOKENS.call) requireOneOf(scopes, scopesOfCall(call));
}

/**
 * Narrows a caller with an API token to its scopes; does nothing for people.
 * @param fields as `Type.field`
 * @throws DomainError as `requireScopeOfCall`
 */
export function requireScopes(
  viewer: { readonly scopes?: readonly Scope[] } | undefined,
  fields: readonly string[],
): void {
  const scopes = viewer?.scopes;
  if (scopes === undefined) return;
  for (const field of fields) {
    if (field === OPEN_TO_TOKENS.field) continue;
    const opening = operations.filter((one) => one.fields.includes(field)).map(({ scope }) => scope);
    requireOneOf(scopes, opening);
  }
}

/** Whether callers with a token need a scope for a field of the graph. */
export function needsScope(type: string, field: string): boolean {
  if (field.startsWith('_')) return false;
  return type === 'Query' || type === 'Mutation' || guardedFields.has(`${type}.${field}`);
}

function requireOneOf(scopes: readonly Scope[], opening: readonly Scope[]): void {
  const [first] = opening;
  if (first === undefined) throw new DomainError('TOKEN_NOT_ALLOWED');
  if (!opening.some((scope) => scopes.includes(scope))) throw new DomainError(scopeMissing(first));
}

export function scopeMissing(scope: Scope): `${Scope}_MISSING` {
  return `${scope}_MISSING`;
}

const REFUSALS: ReadonlySet<unknown> = new Set(['TOKEN_NOT_ALLOWED', ...SCOPE_NAMES.map(scopeMissing)]);

export function isTokenRefusal(code: unknown): boolean {
  return REFUSALS.has(code);
}
