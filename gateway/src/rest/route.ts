import { DomainError, ForwardedError } from '@volant/infra/errors/domain-error';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { originOf } from '../http/origin.ts';
import type { Refusal } from '../http/server.ts';
import { requireToken, subgraphCallOf } from '../http/subgraph-call.ts';
import type { Graph } from '../supergraph/graph.ts';
import { refuseStrangers } from './admission.ts';
import { NO_BODY, NO_PARAMS, NO_QUERY } from './inputs.ts';
import type { DescribedOperation, Method, OperationDescription } from './operation.ts';

export interface RestCall<Body, Query, Params> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly call: SubgraphCall;
  readonly graph: Graph;
  /** Scheme and host people reach the product at. */
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RestRoute<Body, Query, Params, Answer> {
  readonly operation: OperationDescription;
  readonly method: Method;
  readonly url: string;
  /** None of these three if not given. */
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  readonly params?: z.ZodType<Params>;
  /** What the call answers; it ties the handler's type to the description of the API. */
  readonly answer: z.ZodType<unknown, Answer>;
  /** Media type of the answer; JSON if not given. */
  readonly produces?: string;
  /** Names of the graph's fields where this call has others for them. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Most bytes of the body; few if not given. */
  readonly bodyLimit?: number;
  /** Status of the answer; 200 if not given. */
  readonly status?: number;
  handle(call: RestCall<Body, Query, Params>): Promise<Answer>;
}

export interface RestRegistrar {
  <Body, Query, Params, Answer>(route: RestRoute<Body, Query, Params, Answer>): void;
  /** Describes a path that is answered elsewhere, so that the description of the API is whole; registers nothing. */
  describe(operation: DescribedOperation): void;
}

export interface RegistrarParts {
  readonly server: FastifyInstance;
  readonly graph: Graph;
  /** Answers what is refused before a service has been asked. */
  readonly refuse: Refusal;
  /** Scheme and host people reach the product at; taken from each request if not given. */
  readonly address?: string | undefined;
}

/** Registers routes that parse everything they are given before anything else happens. */
export function createRestRegistrar({ server, graph, refuse, address }: RegistrarParts): RestRegistrar {
  function register<Body, Query, Params, Answer>(route: RestRoute<Body, Query, Params, Answer>): void {
    const status = route.status ?? 200;
    server.route({
      method: route.method,
      url: route.url,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      ...(route.operation.access === 'anyone'
        ? {}
        : { onRequest: requireToken, errorHandler: refuseStrangers(route.operation.access, graph, refuse) }),
      handler: async (request, reply) => {
        const params = parsed(route.params, NO_PARAMS, request.params);
        const query = parsed(route.query, NO_QUERY, request.query);
        const body = parsed(route.body, NO_BODY, request.body);
        const call = subgraphCallOf(request);
        const origin = address ?? originOf(request);
        try {
          const answer = await route.handle({ body, query, params, call, graph, origin, request, reply });
          return reply.code(status).header('cache-control', 'no-store').send(answer);
        } catch (error) {
          throw renamed(error, { ...LIST_FIELDS, ...route.fields });
        }
      },
    });
  }
  return Object.assign(register, { describe: () => {} });
}

/** What lists call in the graph otherwise than in a query string. */
const LIST_FIELDS = { first: 'limit', after: 'cursor' };

/** A service names fields as the graph has them; whoever called over REST is told what they sent. */
function renamed(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ForwardedError) || error.publicError.field === undefined) return error;
  const [first = '', ...rest] = error.publicError.field.split('.');
  if (!Object.hasOwn(names, first)) return error;
  const field = [names[first], ...rest].join('.');
  // A field without a label stands in the text by its path.
  const text = error.publicError.text.replace(error.publicError.field, field);
  return new ForwardedError({ ...error.publicError, text, field });
}

/**
 * @param none the form of nothing, for a call that does not say what it takes
 * @throws DomainError naming the first field that does not fit, MALFORMED_BODY if it is not even an object
 */
function parsed<T>(schema: z.ZodType<T> | undefined, none: z.ZodType, value: unknown): T {
  const result = (schema ?? none).safeParse(value);
  if (result.success) return result.data as T;
  const field = fieldOf(result.error.issues[0]);
  if (field === undefined) throw new DomainError('MALFORMED_BODY');
  throw new DomainError('VALIDATION_FAILED', { field: field.slice(0, 100) });
}

/** Undefined where it is the whole that does not fit; a field may well have an empty name. */
function fieldOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  const path = issue?.path.map(String) ?? [];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const names = [...path, ...unknown];
  return names.length === 0 ? undefined : names.join('.');
}
