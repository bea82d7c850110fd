import { readFile } from 'node:fs/promises';

/** The part of JSON Schema that the tests use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Operation {
  readonly operationId: string;
  readonly security: readonly { readonly apiToken?: readonly string[] }[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: object; readonly content?: Content }>
  >;
}

/** The part of an OpenAPI document that the tests use. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface DescribedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function callsOf(description: ApiDescription): readonly DescribedCall[] {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** The description that the build made, for tests of each call; a test compares it with the one that is served. */
export async function builtDescription(): Promise<ApiDescription> {
  return JSON.parse(await readFile(new URL('../../gateway/dist/openapi.json', import.meta.url), 'utf8'));
}

/** Every documented call, by its operation id. */
export async function builtCalls(): Promise<ReadonlyMap<string, DescribedCall>> {
  return new Map(callsOf(await builtDescription()).map((call) => [call.operation.operationId, call]));
}

/** Scopes of API tokens. */
export const SCOPES = ['PAGES_READ', 'PAGES_CREATE', 'PAGES_CHANGE', 'CARDS_PRODUCE', 'FIGURES_READ'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes that open a call to API tokens, as its description says. */
export function scopesOf({ security }: Operation): readonly string[] {
  return security.flatMap(({ apiToken = [] }) => apiToken);
}
