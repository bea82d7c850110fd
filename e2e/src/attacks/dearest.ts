import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { rootFields } from '../root-fields.ts';
import { type Attack, send } from './attack.ts';

export interface DearestParts {
  readonly origin: string;
  readonly schema: GraphQLSchema;
  readonly token?: string | undefined;
  /** A valid id for arguments that need one. */
  readonly id: string;
}

/** List sizes, aliases per field and depths to try, largest first. */
const FIRST = [10_000, 100];
const COPIES = [8, 4, 2, 1];
const DEPTHS = [6, 3];

/**
 * For each root query, the most expensive operation that the limits permit, slowest first. Found by trying, so that the
 * attack uses up any limits.
 */
export async function dearestOperations(parts: DearestParts): Promise<readonly Attack[]> {
  const found: { readonly attack: Attack; readonly ms: number }[] = [];
  for (const { kind, field } of rootFields(parts.schema)) {
    if (kind !== 'query') continue;
    const dearest = await dearestOf(field, parts);
    if (dearest !== undefined) found.push(dearest);
  }
  return found.sort((a, b) => b.ms - a.ms).map(({ attack }) => attack);
}

async function dearestOf(field: GraphQLField<unknown, unknown>, parts: DearestParts) {
  let dearest: { readonly attack: Attack; readonly ms: number } | undefined;
  for (const depth of DEPTHS) {
    for (const first of FIRST) {
      for (const copies of COPIES) {
        const attack = operation(field, { depth, first, copies }, parts);
        const begun = performance.now();
        const { body } = await send(parts.origin, attack);
        const ms = performance.now() - begun;
        if (!isAnswered(body)) continue;
        if (dearest === undefined || ms > dearest.ms) dearest = { attack, ms };
        break;
      }
    }
  }
  return dearest;
}

/** Partial errors count as an answer: an operation that is refused as a whole costs nothing. */
function isAnswered(body: string): boolean {
  const { data } = JSON.parse(body) as { data?: unknown };
  return data !== undefined && data !== null;
}

interface Size {
  readonly depth: number;
  readonly first: number;
  readonly copies: number;
}

function operation(field: GraphQLField<unknown, unknown>, size: Size, { token, id }: DearestParts): Attack {
  const args = field.args.flatMap(({ name, type }) => {
    if (name === 'first') return [`first: ${size.first}`];
    return isNonNullType(type) ? [`${name}: ${JSON.stringify(id)}`] : [];
  });
  const inner = selectionOf(getNamedType(field.type), size.depth);
  const call = `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`} ${inner}`;
  const query = `{ ${Array.from({ length: size.copies }, (_, i) => `a${i}: ${call}`).join(' ')} }`;
  const name = `${field.name} of ${size.first}, ${size.copies} times, ${size.depth} deep`;
  return { name, method: 'POST', path: '/graphql', token, body: JSON.stringify({ query }) };
}

/** All fields without restricted access, down to a depth. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields())
    .filter((field) => field.args.every(({ type: of }) => !isNonNullType(of)))
    .map((field) => ({ name: field.name, of: getNamedType(field.type) }))
    .filter(({ of }) => depth > 1 || isLeafType(of))
    .filter(({ name }) => !REFUSED_TO_DRIVERS.has(name))
    .map(({ name, of }) => `${name} ${selectionOf(of, depth - 1)}`);
  return `{ ${fields.length === 0 ? '__typename' : fields.join(' ')} }`;
}

/** Drivers may not query these; one of them would make the whole answer an error. */
const REFUSED_TO_DRIVERS: ReadonlySet<string> = new Set(['adminAnalytics']);
