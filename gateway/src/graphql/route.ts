import multipart from '@fastify/multipart';
import { DomainError } from '@volant/infra/errors/domain-error';
import { graphqlErrorOf } from '@volant/infra/graphql/public-errors';
import type { Logger } from '@volant/infra/process/observability/log';
import { languageOf } from '@volant/infra/text/negotiate';
import { text } from '@volant/infra/text/outside-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { z } from 'zod';
import { addVary } from '../http/edge.ts';
import { logFault, publicErrorOf, sendPublicError } from '../http/error-answers.ts';
import { OPERATION_BODY } from '../http/json-body.ts';
import type { Strangers } from '../http/strangers.ts';
import { attachedCallOf } from '../http/subgraph-call.ts';
import { leaveUnread } from '../http/unread-body.ts';
import type { CallContext } from '../supergraph/call-context.ts';
import type { Apollo } from './apollo.ts';
import { GRAPHQL_RESPONSE, prefersGraphqlResponse } from './media-type.ts';
import { MULTIPART_LIMITS, readMultipartRequest } from './multipart-request.ts';
import { GraphqlOperation } from './operation-body.ts';
import type { OperationCheck } from './operation-check.ts';
import type { PersistedOperations } from './persisted-operations.ts';

const Persisted = z.object({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: text() }) });

type GivenOperation = z.infer<typeof GraphqlOperation>;

export interface GraphqlRouteParts {
  readonly apollo: Apollo;
  readonly persisted: PersistedOperations;
  readonly timeoutMs: number;
  readonly check: OperationCheck;
  readonly countStranger: Strangers['count'];
  readonly countRefusal: (code: string) => void;
  readonly log: Logger;
}

/** Additional timeout for the arrival of a file. */
const FILE_TIMEOUT_MS = 30_000;

/** `POST /graphql`, with JSON or with a file. Refuses requests that a plain web form could send. */
export async function registerGraphql(
  server: FastifyInstance,
  { apollo, persisted, timeoutMs, check, countStranger, countRefusal, log }: GraphqlRouteParts,
): Promise<void> {
  await server.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });
  server.setErrorHandler((error, request, reply) => {
    const publicError = publicErrorOf(error, languageOf(request.headers['accept-language']));
    logFault(publicError, error, request, log);
    countRefusal(publicError.code);
    const { detail } = error instanceof DomainError ? error.parameters : {};
    const { message, extensions } = graphqlErrorOf(publicError);
    sendPublicError(publicError, reply);
    if (prefersGraphqlResponse(request.headers.accept)) reply.type(GRAPHQL_RESPONSE);
    return reply.send({
      errors: [{ message, extensions: { ...extensions, ...(detail === undefined ? {} : { detail }) } }],
    });
  });
  server.route({
    method: 'POST',
    url: '/graphql',
    bodyLimit: OPERATION_BODY,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      addVary(reply, 'Accept');
      await countStranger(request);
    },
    onSend: async (request, reply) => {
      if (request.isMultipart()) leaveUnread(request, reply);
    },
    async handler(request, reply) {
      const call = attachedCallOf(request);
      if (request.isMultipart() && call.token === undefined) throw new DomainError('UNAUTHENTICATED');
      const given = GraphqlOperation.safeParse(
        request.isMultipart() ? await readMultipartRequest(request) : request.body,
      );
      if (!given.success) throw new DomainError('MALFORMED_BODY');
      const operation = given.data;
      const { variables, operationName, extensions } = operation;
      const query = await check({ query: operation.query ?? persistedQueryOf(extensions), variables }, call);
      const deadline = performance.now() + timeoutMs + (request.isMultipart() ? FILE_TIMEOUT_MS : 0);
      const answer = await run({ query, operationName, variables }, { call, deadline });
      return sendAnswer(request, reply, answer);
    },
  });

  function sendAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, data, errors }: Awaited<ReturnType<typeof run>>,
  ) {
    for (const { extensions } of errors) countRefusal(String(extensions?.code));
    const inOwnType = prefersGraphqlResponse(request.headers.accept);
    if (inOwnType) reply.type(GRAPHQL_RESPONSE);
    return reply
      .code(inOwnType && data === undefined ? statusOfRefusal(status, errors) : status)
      .send({ ...(errors.length === 0 ? {} : { errors }), ...(data === undefined ? {} : { data }) });
  }

  /** @throws DomainError PERSISTED_QUERY_NOT_SUPPORTED */
  function persistedQueryOf(extensions: unknown): string {
    const hash = Persisted.safeParse(extensions).data?.persistedQuery.sha256Hash;
    const found = hash === undefined ? undefined : persisted.get(hash);
    if (found === undefined) throw new DomainError('PERSISTED_QUERY_NOT_SUPPORTED');
    return found.query;
  }

  async function run(
    operation: Pick<GivenOperation, 'query' | 'operationName' | 'variables'>,
    contextValue: CallContext,
  ) {
    // Apollo refuses null for these properties.
    const given = Object.fromEntries(Object.entries(operation).filter(([, value]) => value !== null));
    const { body, http } = await apollo.executeOperation(given, { contextValue });
    if (body.kind !== 'single') throw new Error('the operation was answered in parts');
    const { data, errors = [] } = body.singleResult;
    return { status: http.status ?? 200, data, errors };
  }
}

/** In GraphQL's own media type, a response without data must not have a success status. */
function statusOfRefusal(status: number, [error]: readonly GraphQLFormattedError[]): number {
  if (status >= 400) return status;
  const known = error?.extensions?.status;
  return typeof known === 'number' && known >= 400 ? known : 400;
}
