import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import multipart from '@fastify/multipart';
import { DomainError, languageOf } from '@volant/infra/errors/domain-error';
import { graphqlErrorOf } from '@volant/infra/graphql/public-errors';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/log';
import { text } from '@volant/infra/text/outside-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { logFault, publicErrorOf, sendPublicError } from '../http/error-answers.ts';
import { OPERATION_BODY } from '../http/json-body.ts';
import { attachedCallOf, subgraphCallOf } from '../http/subgraph-call.ts';
import { leaveUnread } from '../http/unread-body.ts';
import type { CallContext } from '../supergraph/call-context.ts';
import type { FixedOperation, Graph } from '../supergraph/fixed-operations.ts';
import { createErrorFormatter, languageOfRequest } from './format-error.ts';
import { MULTIPART_LIMITS, readMultipartRequest } from './multipart-request.ts';
import type { OperationCheck } from './operation-check.ts';
import type { PersistedOperations } from './persisted-operations.ts';

const Operation = z
  .object({
    query: text().optional(),
    operationName: text().nullish(),
    variables: z.record(text(), z.unknown()).nullish(),
    extensions: z.record(text(), z.unknown()).nullish(),
  })
  // Persisted operations come without their text.
  .refine(({ query, extensions }) => query !== undefined || extensions?.persistedQuery !== undefined);

const Persisted = z.object({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: text() }) });

export interface GraphqlRouteParts {
  readonly apollo: ApolloServer<CallContext>;
  /** Runs persisted operations. */
  readonly graph: Graph;
  readonly persisted: PersistedOperations;
  readonly timeoutMs: number;
  readonly check: OperationCheck;
  readonly countRefusal: (code: string) => void;
  readonly log: Logger;
}

/** A persisted operation that has been asked for. */
interface Wanted {
  readonly operation: FixedOperation<unknown>;
  readonly variables: Record<string, unknown>;
  readonly call: SubgraphCall;
}

/** What a file may take to arrive, beside what the operation takes. */
const FILE_TIMEOUT_MS = 30_000;

/** `POST /graphql`, with JSON or with a file, as long as no plain web form could have sent it. */
export async function registerGraphql(
  server: FastifyInstance,
  { apollo, graph, persisted, timeoutMs, check, countRefusal, log }: GraphqlRouteParts,
): Promise<void> {
  const format = createErrorFormatter(log);
  const wanted = new WeakMap<FastifyRequest, Wanted>();
  await server.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });
  server.setErrorHandler((error, request, reply) => {
    const publicError = publicErrorOf(error, languageOf(request.headers['accept-language']));
    logFault(publicError, error, request, log);
    countRefusal(publicError.code);
    const { detail } = error instanceof DomainError ? error.parameters : {};
    const { message, extensions } = graphqlErrorOf(publicError);
    return sendPublicError(publicError, reply).send({
      errors: [{ message, extensions: { ...extensions, ...(detail === undefined ? {} : { detail }) } }],
    });
  });
  const answer = fastifyApolloHandler(apollo, {
    context: async (request) => ({
      call: attachedCallOf(request),
      deadline: performance.now() + timeoutMs + (request.isMultipart() ? FILE_TIMEOUT_MS : 0),
    }),
  });
  server.route({
    method: 'POST',
    url: '/graphql',
    bodyLimit: OPERATION_BODY,
    onRequest: async (_, reply) => {
      reply.header('cache-control', 'no-store');
    },
    // Apollo believes what it is sent to be what the specification of GraphQL over HTTP says it is.
    preHandler: async (request) => {
      // Refused here and not in Apollo's context, whose refusals Apollo takes for a fault of ours.
      const call = subgraphCallOf(request);
      if (request.isMultipart()) {
        if (call.token === undefined) throw new DomainError('UNAUTHENTICATED');
        request.body = await readMultipartRequest(request);
      }
      const operation = Operation.safeParse(request.body);
      if (!operation.success) throw new DomainError('MALFORMED_BODY');
      const { query, extensions, variables } = operation.data;
      if (query === undefined) {
        const found = persistedOf(extensions);
        if (found === undefined) throw new DomainError('PERSISTED_QUERY_NOT_SUPPORTED');
        wanted.set(request, { operation: found, variables: variables ?? {}, call });
      }
      await check(operation.data, call);
    },
    onSend: async (request, reply) => {
      if (request.isMultipart()) leaveUnread(request, reply);
    },
    handler: function (request, reply) {
      return languageOfRequest.run(languageOf(request.headers['accept-language']), () => {
        const persisted = wanted.get(request);
        return persisted === undefined ? answer.call(this, request, reply) : runPersisted(persisted, reply);
      });
    },
  });

  function persistedOf(extensions: unknown): FixedOperation<unknown> | undefined {
    const hash = Persisted.safeParse(extensions).data?.persistedQuery.sha256Hash;
    return hash === undefined ? undefined : persisted.get(hash);
  }

  /** Answers as Apollo would, of an operation that needs none of its work. */
  async function runPersisted({ operation, variables, call }: Wanted, reply: FastifyReply) {
    const { data, errors = [] } = await graph.answer(operation, variables, call);
    const formatted = errors.map((error) => format(error.toJSON(), error));
    for (const { extensions } of formatted) countRefusal(String(extensions?.code));
    return reply
      .code(data === undefined ? 400 : 200)
      .send({ ...(formatted.length === 0 ? {} : { errors: formatted }), ...(data === undefined ? {} : { data }) });
  }
}
