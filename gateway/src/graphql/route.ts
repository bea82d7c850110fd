import multipart from '@fastify/multipart';
import { DomainError, languageOf } from '@volant/infra/errors/domain-error';
import { graphqlErrorOf } from '@volant/infra/graphql/public-errors';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/log';
import { text } from '@volant/infra/text/outside-text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { logFault, publicErrorOf, sendPublicError } from '../http/error-answers.ts';
import { OPERATION_BODY } from '../http/json-body.ts';
import { attachedCallOf } from '../http/subgraph-call.ts';
import { leaveUnread } from '../http/unread-body.ts';
import type { CallContext } from '../supergraph/call-context.ts';
import type { FixedOperation, Graph } from '../supergraph/fixed-operations.ts';
import type { Apollo } from './apollo.ts';
import { createErrorFormatter } from './format-error.ts';
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

type GivenOperation = z.infer<typeof Operation>;
type Variables = Record<string, unknown>;

export interface GraphqlRouteParts {
  /** Runs operations that have plans. */
  readonly graph: Graph;
  /** Runs any other; absent where none may run. */
  readonly apollo: Apollo | undefined;
  readonly persisted: PersistedOperations;
  readonly timeoutMs: number;
  readonly check: OperationCheck;
  readonly countRefusal: (code: string) => void;
  readonly log: Logger;
}

/** What a file may take to arrive, beside what the operation takes. */
const FILE_TIMEOUT_MS = 30_000;

/** `POST /graphql`, with JSON or with a file, as long as no plain web form could have sent it. */
export async function registerGraphql(
  server: FastifyInstance,
  { graph, apollo, persisted, timeoutMs, check, countRefusal, log }: GraphqlRouteParts,
): Promise<void> {
  const format = createErrorFormatter(log);
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
  server.route({
    method: 'POST',
    url: '/graphql',
    bodyLimit: OPERATION_BODY,
    onRequest: async (_, reply) => {
      reply.header('cache-control', 'no-store');
    },
    onSend: async (request, reply) => {
      if (request.isMultipart()) leaveUnread(request, reply);
    },
    async handler(request, reply) {
      const call = attachedCallOf(request);
      if (request.isMultipart() && call.token === undefined) throw new DomainError('UNAUTHENTICATED');
      const given = Operation.safeParse(request.isMultipart() ? await readMultipartRequest(request) : request.body);
      if (!given.success) throw new DomainError('MALFORMED_BODY');
      const operation = given.data;
      const asked = operation.query === undefined ? persistedOf(operation.extensions) : undefined;
      const found = await check(operation, call);
      const { operationName } = operation;
      // A text whose operation is called otherwise has none of that name, which Apollo tells.
      const isCalledSo = operationName == null || operationName === found?.name;
      const planned = asked ?? (isCalledSo ? found : undefined);
      const deadline = performance.now() + timeoutMs + (request.isMultipart() ? FILE_TIMEOUT_MS : 0);
      const { status, data, errors } =
        planned === undefined
          ? await runUnplanned(operation, { call, deadline })
          : await runPlanned(planned, operation.variables ?? {}, call);
      for (const { extensions } of errors) countRefusal(String(extensions?.code));
      return reply
        .code(status)
        .send({ ...(errors.length === 0 ? {} : { errors }), ...(data === undefined ? {} : { data }) });
    },
  });

  /** @throws DomainError PERSISTED_QUERY_NOT_SUPPORTED */
  function persistedOf(extensions: unknown): FixedOperation<unknown> {
    const hash = Persisted.safeParse(extensions).data?.persistedQuery.sha256Hash;
    const found = hash === undefined ? undefined : persisted.get(hash);
    if (found === undefined) throw new DomainError('PERSISTED_QUERY_NOT_SUPPORTED');
    return found;
  }

  /** Answers as Apollo would, of an operation that needs none of its work. */
  async function runPlanned(operation: FixedOperation<unknown>, variables: Variables, call: SubgraphCall) {
    const { data, errors = [] } = await graph.answer(operation, variables, call);
    const formatted = errors.map((error) => format(error.toJSON(), error, call.language));
    return { status: data === undefined ? 400 : 200, data, errors: formatted };
  }

  async function runUnplanned(operation: GivenOperation, contextValue: CallContext) {
    if (apollo === undefined) throw new DomainError('OPERATION_UNKNOWN');
    // Apollo knows nothing of null in these places.
    const given = Object.fromEntries(Object.entries(operation).filter(([, value]) => value !== null));
    const { body, http } = await apollo.executeOperation(given, { contextValue });
    if (body.kind !== 'single') throw new Error('nobody asks for an answer in parts');
    const { data, errors = [] } = body.singleResult;
    return { status: http.status ?? 200, data, errors };
  }
}
