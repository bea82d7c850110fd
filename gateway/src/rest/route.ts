import { isApiToken } from '@volant/infra/auth/api-token';
import { DomainError, ForwardedError } from '@volant/infra/errors/domain-error';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { originOf } from '../http/origin.ts';
import type { Refusal } from '../http/server.ts';
import type { Strangers } from '../http/strangers.ts';
import { requireToken, subgraphCallOf } from '../http/subgraph-call.ts';
import type { FixedOperation, Graph } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { admitToken, refuseStrangers } from './admission.ts';
import { inPieces } from './in-pieces.ts';
import { IdParams, NO_BODY, NO_PARAMS, NO_QUERY } from './inputs.ts';
import type { DescribedOperation, Method } from './operation.ts';
import { expectedVersionIn } from './page.ts';

/**
 * Runs an operation for the caller.
 * @param as what differs from the caller's own request
 */
type Run = <Name extends keyof Operations>(
  operation: FixedOperation<Name>,
  variables: Operations[Name]['variables'],
  as?: Partial<SubgraphCall>,
) => Promise<Operations[Name]['data']>;

/** Runs an operation of one field, and returns what the field holds. */
export type Ask = <Name extends keyof Operations>(
  operation: FixedOperation<Name>,
  variables: Operations[Name]['variables'],
  as?: Partial<SubgraphCall>,
) => Promise<Operations[Name]['data'][keyof Operations[Name]['data']]>;

export interface RestCall<Body, Query, Params> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly run: Run;
  readonly ask: Ask;
  /** Of `If-Match`; null if the change applies to any version. */
  readonly expectedVersion: number | null;
  /** Public scheme and host of the product. */
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Group = Pick<DescribedOperation, 'tag' | 'access'>;
type Described = Omit<DescribedOperation, 'body' | 'query' | 'params' | 'answer' | keyof Group>;

interface OwnRoute<Body, Query, Params, Answer> extends Described {
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  readonly params?: z.ZodType<Params>;
  /**
   * The response schema, which ties the handler's type to the API description. Default: only that it succeeded. If it
   * says so besides other properties (`succeeded`), the handler returns these.
   */
  readonly answer?: z.ZodType<unknown, Answer>;
  /** GraphQL field names that differ from this call's own names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Maximum bytes of the body. Default: small. */
  readonly bodyLimit?: number;
  /** Has a scope of this route read bodies that are no JSON. */
  readonly readBody?: (scope: FastifyInstance) => void;
  handle(call: RestCall<Body, Query, Params>): Promise<Omit<Answer, 'success'>>;
}

export interface RestRoute<Body, Query, Params, Answer> extends OwnRoute<Body, Query, Params, Answer>, Group {}

export interface RestRegistrar {
  <Body, Query, Params, Answer>(route: RestRoute<Body, Query, Params, Answer>): void;
  /** Describes a path that is answered elsewhere, to complete the API description. Registers no route. */
  describe(operation: DescribedOperation): void;
}

interface RegistrarParts {
  readonly server: FastifyInstance;
  readonly graph: Graph;
  readonly countStranger: Strangers['count'];
  /** Answers errors raised before a service is called. */
  readonly refuse: Refusal;
  /** Public scheme and host of the product. Default: taken from each request. */
  readonly address?: string | undefined;
}

/** Registers routes that validate all input before their handler runs. */
export function createRestRegistrar({ server, graph, countStranger, refuse, address }: RegistrarParts): RestRegistrar {
  function register<Body, Query, Params, Answer>(route: RestRoute<Body, Query, Params, Answer>): void {
    const status = route.status ?? 200;
    const saysSuccess = route.answer instanceof z.ZodObject && 'success' in route.answer.shape;
    const options: RouteOptions = {
      method: route.method,
      url: route.url,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      ...(route.access === 'anyone'
        ? // A reading has no body to judge, and signed bytes have a judge of their own.
          route.method !== 'GET' && route.readBody === undefined && { onRequest: countStranger }
        : {
            onRequest: [countStranger, requireToken, admitToken(route.id, graph)],
            errorHandler: refuseStrangers(route.access, graph, refuse),
          }),
      handler: async (request, reply) => {
        const params = parsed(route.params, NO_PARAMS, request.params);
        const query = parsed(route.query, NO_QUERY, withoutEmpty(request.query));
        const body = parsed(route.body, NO_BODY, request.body);
        const call = route.access === 'anyone' ? withoutApiToken(subgraphCallOf(request)) : subgraphCallOf(request);
        const run: Run = (operation, variables, as) => graph.run(operation, variables, { ...call, ...as });
        const ask: Ask = async (...operation) => Object.values(await run(...operation))[0];
        const expectedVersion = expectedVersionIn(request.headers['if-match']);
        const origin = address ?? originOf(request);
        try {
          const answer = await route.handle({ body, query, params, run, ask, expectedVersion, origin, request, reply });
          reply.code(status).header('cache-control', 'no-store');
          if (route.answer === undefined) return reply.send({ success: true });
          return send(reply, saysSuccess ? { success: true, ...answer } : answer);
        } catch (error) {
          throw renamed(error, { ...LIST_FIELDS, ...route.fields });
        }
      },
    };
    const { readBody } = route;
    if (readBody === undefined) server.route(options);
    else
      server.register(async (scope) => {
        readBody(scope);
        scope.route(options);
      });
  }
  return Object.assign(register, { describe: () => {} });
}

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  const stream = inPieces(answer);
  return stream === undefined ? reply.send(answer) : reply.type('application/json; charset=utf-8').send(stream);
}

type Endpoint = `${Method} /${string}`;
type ParamsOf<E extends Endpoint> = E extends `${string}/:id${string}` ? z.infer<typeof IdParams> : unknown;

type GroupedRoute<Body, Query, Params, Answer, E> = Omit<OwnRoute<Body, Query, Params, Answer>, 'method' | 'url'> &
  Partial<Pick<Group, 'access'>> & { readonly endpoint: E };

/**
 * Registers routes of one tag, most of which have the same access. An endpoint such as `GET /api/pages/:id` also
 * declares the parameter `id`.
 */
export function routesWith(register: RestRegistrar, group: Group) {
  return <Body, Query, Answer, E extends Endpoint, Params = ParamsOf<E>>({
    endpoint,
    ...route
  }: GroupedRoute<Body, Query, Params, Answer, E>): void => {
    const [method, url = ''] = endpoint.split(' ');
    const params = (url.includes('/:id') ? IdParams : NO_PARAMS) as z.ZodType as z.ZodType<Params>;
    register<Body, Query, Params, Answer>({ ...group, params, ...route, method: method as Method, url });
  };
}

/** Calls that are open to anyone ignore API tokens, as they ignore invalid ones. */
function withoutApiToken(call: SubgraphCall): SubgraphCall {
  return isApiToken(call.token) ? { ...call, token: undefined } : call;
}

/** GraphQL arguments of lists whose query parameters have other names. */
const LIST_FIELDS = { first: 'limit', after: 'cursor' };

/** Renames a service's GraphQL field names to those of the REST call. */
function renamed(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ForwardedError) || error.publicError.field === undefined) return error;
  const [first = '', ...rest] = error.publicError.field.split('.');
  if (!Object.hasOwn(names, first)) return error;
  const field = [names[first], ...rest].join('.');
  const { code, text } = error.publicError;
  // Only this text contains the path of a field, if it has no label; others may contain the same letters.
  const sentence = code === 'VALIDATION_FAILED' ? text.replace(error.publicError.field, field) : text;
  return new ForwardedError({ ...error.publicError, text: sentence, field });
}

/** Removes empty parameters: forms also send fields that were left empty. */
function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ''));
}

/**
 * @param none schema of missing input, for a call that declares none
 * @throws DomainError with the first invalid field, MALFORMED_BODY if the input is not an object
 */
function parsed<T>(schema: z.ZodType<T> | undefined, none: z.ZodType, value: unknown): T {
  const result = (schema ?? none).safeParse(value);
  if (result.success) return result.data as T;
  const [issue] = result.error.issues;
  const field = fieldOf(issue);
  if (field === undefined) throw new DomainError('MALFORMED_BODY');
  const isTooLong = issue?.code === 'too_big' && issue.origin === 'string';
  throw new DomainError('VALIDATION_FAILED', {
    field: field.slice(0, 100),
    ...(isTooLong && { limit: Number(issue.maximum) }),
  });
}

/** Undefined if the input as a whole is invalid; an empty field name is possible. */
function fieldOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  const path = issue?.path.map(String) ?? [];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const names = [...path, ...unknown];
  return names.length === 0 ? undefined : names.join('.');
}
