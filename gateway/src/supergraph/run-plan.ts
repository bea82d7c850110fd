import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Entities, Fetch, Step } from './fetch-plan.ts';

type Answer = Record<string, unknown>;

/** Asks one service; resolves with its errors where it does not answer. */
export type AskService = (
  service: string,
  request: { readonly query: string; readonly operationName: string | undefined; readonly variables: Answer },
) => Promise<ExecutionResult>;

export interface PlanAnswer {
  /** What all the services said, more than was asked for. */
  readonly data: Answer;
  readonly errors: readonly GraphQLError[];
}

/** Takes the steps of a plan, putting together what the services answer. */
export async function runPlan(step: Step, variables: Answer, ask: AskService): Promise<PlanAnswer> {
  const data: Answer = {};
  const errors: GraphQLError[] = [];

  async function take(next: Step): Promise<void> {
    if (next.kind === 'fetch')
      return next.fetch.entities ? fetchEntities(next.fetch, next.fetch.entities) : fetchRoot(next.fetch);
    if (next.kind === 'parallel') return void (await Promise.all(next.steps.map(take)));
    for (const inner of next.steps) await take(inner);
  }

  async function fetchRoot(fetch: Fetch): Promise<void> {
    const result = await ask(fetch.service, { ...fetch, variables: chosen(variables, fetch.variables) });
    errors.push(...(result.errors ?? []).map((error) => toldAt([], error.path, error)));
    if (result.data != null) merge(data, result.data);
  }

  async function fetchEntities(fetch: Fetch, { path, keys }: Entities): Promise<void> {
    const representations: Answer[] = [];
    /** The objects of the answer that each representation stands for: people own more than one page. */
    const meant: Answer[][] = [];
    const placeOf = new Map<string, number>();
    for (const entity of objectsAt(data, path)) {
      const representation = representationOf(entity, keys);
      if (representation === undefined) continue;
      const key = JSON.stringify(representation);
      const place = placeOf.get(key);
      if (place === undefined) {
        placeOf.set(key, representations.push(representation) - 1);
        meant.push([entity]);
      } else meant[place]?.push(entity);
    }
    if (representations.length === 0) return;

    const own = { ...chosen(variables, fetch.variables), representations };
    const result = await ask(fetch.service, { ...fetch, variables: own });
    errors.push(...(result.errors ?? []).map((error) => toldAt(path, error.path?.slice(2), error)));
    const found = result.data?._entities;
    if (!Array.isArray(found)) return;
    for (const [place, objects] of meant.entries()) {
      const more: unknown = found[place];
      if (isObject(more)) for (const entity of objects) merge(entity, more);
    }
  }

  await take(step);
  return { data, errors };
}

/** With the place in the operation; which entity of a list it was does not matter to anybody. */
function toldAt(
  place: readonly string[],
  path: GraphQLError['path'],
  { message, extensions }: GraphQLError,
): GraphQLError {
  return new GraphQLError(message, { extensions, path: [...place, ...(path ?? [])] });
}

function chosen(variables: Answer, names: readonly string[]): Answer {
  const found: Answer = {};
  for (const name of names) if (variables[name] !== undefined) found[name] = variables[name];
  return found;
}

function objectsAt(value: unknown, [field, ...rest]: readonly string[]): readonly Answer[] {
  if (Array.isArray(value))
    return value.flatMap((element) => objectsAt(element, field === undefined ? [] : [field, ...rest]));
  if (!isObject(value)) return [];
  return field === undefined ? [value] : objectsAt(value[field], rest);
}

/** What names an entity to another service; undefined where the answer lacks a part of it. */
function representationOf(entity: Answer, keys: Entities['keys']): Answer | undefined {
  const fields = keys.get(String(entity.__typename));
  if (fields === undefined) return undefined;
  const representation: Answer = {};
  for (const field of fields) {
    if (entity[field] === undefined) return undefined;
    representation[field] = entity[field];
  }
  return representation;
}

function merge(into: Answer, from: Readonly<Answer>): void {
  for (const [name, value] of Object.entries(from)) {
    const present = into[name];
    if (isObject(present) && isObject(value)) merge(present, value);
    else if (Array.isArray(present) && Array.isArray(value)) {
      for (const [place, element] of value.entries()) {
        if (isObject(present[place]) && isObject(element)) merge(present[place], element);
        else present[place] = element;
      }
    } else into[name] = value;
  }
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
