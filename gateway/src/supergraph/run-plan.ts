import type { FetchNode } from '@apollo/query-planner';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { EntityFetch, Plan } from './plans.ts';

type Answer = Record<string, unknown>;

interface ServiceRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Answer;
}

/** Asks one service; resolves with its errors where it does not answer. */
export type AskService = (service: string, request: ServiceRequest) => Promise<ExecutionResult>;

export interface PlanAnswer {
  /** What all the services said, more than was asked for. */
  readonly data: Answer;
  readonly errors: readonly GraphQLError[];
}

/** How a plan writes that a path goes on in each element of a list. */
const ANY_ELEMENT = '@';

/** Runs a plan, putting together what the services answer. */
export async function runPlan(plan: Plan, variables: Answer, ask: AskService): Promise<PlanAnswer> {
  const data: Answer = {};
  const errors: GraphQLError[] = [];

  async function run(node: Plan): Promise<void> {
    if (node.kind === 'Fetch') await fetchRoot(node);
    else if (node.kind === 'Flatten') await fetchEntities(node);
    else if (node.kind === 'Parallel') await Promise.all(node.nodes.map(run));
    else for (const inner of node.nodes) await run(inner);
  }

  async function fetchRoot(fetch: FetchNode): Promise<void> {
    const result = await ask(fetch.serviceName, requestOf(fetch, variables));
    for (const error of result.errors ?? []) errors.push(errorAt([], error.path, error));
    if (result.data != null) merge(data, result.data);
  }

  async function fetchEntities({ path: place, node: fetch }: EntityFetch): Promise<void> {
    const path = place.filter((part) => part !== ANY_ELEMENT);
    const keys = new Map(fetch.requires.map((part) => [part.typeCondition, part.selections.map(({ name }) => name)]));
    const representations: Answer[] = [];
    /** The objects of the answer that each representation stands for: people own more than one page. */
    const meant: Answer[][] = [];
    const placeOf = new Map<string, number>();
    const entities = objectsAt(data, path);
    for (const entity of entities) {
      const fields = keys.get(String(entity.__typename));
      const representation = fields && representationOf(entity, fields);
      if (representation === undefined) continue;
      const key = entities.length === 1 ? '' : textOf(representation);
      const place = placeOf.get(key);
      if (place === undefined) {
        placeOf.set(key, representations.push(representation) - 1);
        meant.push([entity]);
      } else meant[place]?.push(entity);
    }
    if (representations.length === 0) return;

    const request = requestOf(fetch, variables);
    const result = await ask(fetch.serviceName, { ...request, variables: { ...request.variables, representations } });
    for (const error of result.errors ?? []) errors.push(errorAt(path, error.path?.slice(2), error));
    const found = result.data?._entities;
    if (!Array.isArray(found)) return;
    for (const [place, objects] of meant.entries()) {
      const more: unknown = found[place];
      if (isObject(more)) for (const entity of objects) merge(entity, more);
    }
  }

  await run(plan);
  return { data, errors };
}

function requestOf(
  { operation, operationName, variableUsages = [] }: EntityFetch['node'] | FetchNode,
  given: Answer,
): ServiceRequest {
  const variables: Answer = {};
  for (const name of variableUsages) if (given[name] !== undefined) variables[name] = given[name];
  return { query: operation, operationName, variables };
}

/** With the place in the operation; which entity of a list it was does not matter to anybody. */
function errorAt(
  place: readonly string[],
  path: GraphQLError['path'],
  { message, extensions }: GraphQLError,
): GraphQLError {
  return new GraphQLError(message, { extensions, path: [...place, ...(path ?? [])] });
}

/** The objects that a path leads to, through whatever lists lie on the way. */
function objectsAt(value: unknown, path: readonly string[]): readonly Answer[] {
  const found: Answer[] = [];
  collect(value, path, 0, found);
  return found;
}

function collect(value: unknown, path: readonly string[], depth: number, found: Answer[]): void {
  if (Array.isArray(value)) for (const element of value) collect(element, path, depth, found);
  else if (isObject(value)) {
    const field = path[depth];
    if (field === undefined) found.push(value);
    else collect(value[field], path, depth + 1, found);
  }
}

/** What names an entity to another service; undefined where the answer lacks a part of it. */
function representationOf(entity: Answer, fields: readonly string[]): Answer | undefined {
  const representation: Answer = {};
  for (const field of fields) {
    if (entity[field] === undefined) return undefined;
    representation[field] = entity[field];
  }
  return representation;
}

/** Tells representations apart. Long lists have one for each line, and JSON would take a good part of their time. */
function textOf(representation: Answer): string {
  let text = '';
  for (const field in representation) {
    const value = representation[field];
    text += typeof value === 'string' ? `${field}:${value.length}:${value};` : `${field}=${JSON.stringify(value)};`;
  }
  return text;
}

function merge(into: Answer, from: Readonly<Answer>): void {
  for (const name in from) {
    const value = from[name];
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
