import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import multipart from '@fastify/multipart';
import { DomainError, languageOf } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/log';
import { text } from '@volant/infra/text/outside-text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { logFault, sendTold, tell } from '../http/error-answers.ts';
import { OPERATION_BODY } from '../http/json-body.ts';
import { attachedCallOf, subgraphCallOf } from '../http/subgraph-call.ts';
import { leaveUnread } from '../http/unread-body.ts';
import type { CallContext } from '../supergraph/call-context.ts';
import { languageOfRequest } from './format-error.ts';
import type { ListedOperations } from './listed-operations.ts';
import { MULTIPART_LIMITS, readMultipartRequest } from './multipart-request.ts';

const Operation = z
  .object({
    query: text().optional(),
    operationName: text().nullish(),
    variables: z.record(text(), z.unknown()).nullish(),
    extensions: z.record(text(), z.unknown()).nullish(),
  })
  // Persisted operations come without their text; Apollo tells that they are not kept here.
  .refine(({ query, extensions }) => query !== undefined || extensions?.persistedQuery !== undefined);

export interface GraphqlRouteParts {
  readonly apollo: ApolloServer<CallContext>;
  readonly timeoutMs: number;
  /** Whether an operation may run; every one may if not given. */
  readonly isListed?: ListedOperations | undefined;
  readonly countRefusal: (code: string) => void;
  readonly log: Logger;
}

/** What a file may take to arrive, beside what the operation takes. */
const FILE_TIMEOUT_MS = 30_000;

/** `POST /graphql`, with JSON or with a file, as long as no plain web form could have sent it. */
export async function registerGraphql(
  server: FastifyInstance,
  { apollo, timeoutMs, isListed, countRefusal, log }: GraphqlRouteParts,
): Promise<void> {
  await server.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });
  server.setErrorHandler((error, request, reply) => {
    const told = tell(error, languageOf(request.headers['accept-language']));
    logFault(told, error, request, log);
    countRefusal(told.code);
    const { code, status, text: message } = told;
    return sendTold(told, reply).send({ errors: [{ message, extensions: { code, status } }] });
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
      const { token } = subgraphCallOf(request);
      if (request.isMultipart()) {
        if (token === undefined) throw new DomainError('UNAUTHENTICATED');
        request.body = await readMultipartRequest(request);
      }
      const operation = Operation.safeParse(request.body);
      if (!operation.success) throw new DomainError('MALFORMED_BODY');
      // Before anything else is done with it: what is not listed costs nothing and learns nothing.
      if (isListed?.(operation.data.query ?? '') === false) throw new DomainError('OPERATION_NOT_LISTED');
    },
    onSend: async (request, reply) => {
      if (request.isMultipart()) leaveUnread(request, reply);
    },
    handler: function (request, reply) {
      return languageOfRequest.run(languageOf(request.headers['accept-language']), () =>
        answer.call(this, request, reply),
      );
    },
  });
}
