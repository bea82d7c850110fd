import { isApiToken } from '@volant/infra/auth/api-token';
import { requireScopeOfCall } from '@volant/infra/auth/scopes';
import { isAdmin, isSupport } from '@volant/infra/auth/viewer';
import { DomainError, ForwardedError } from '@volant/infra/errors/domain-error';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicErrorOf } from '../http/error-answers.ts';
import type { Refusal } from '../http/server.ts';
import { tokenOf, withoutKey } from '../http/subgraph-call.ts';
import { fixedOperation, type Graph } from '../supergraph/graph.ts';
import type { Access } from './operation.ts';

const viewer = fixedOperation('query RestViewer { me { role } }');
const tokenScopes = fixedOperation('query RestTokenScopes { me { scopes } }');
const ownPage = fixedOperation('query RestOwnPage($id: ID!) { page(id: $id) { id } }');

/**
 * A hook that narrows callers with an API token to what its scopes open, before any input is read. Services narrow them
 * too, by the fields of the graph.
 * @param id of the call
 */
export function admitToken(id: string, graph: Graph) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isApiToken(tokenOf(request))) return;
    const { scopes } = (await graph.run(tokenScopes, {}, withoutKey(request))).me;
    requireScopeOfCall(scopes ?? [], id);
  };
}

/**
 * Handles validation errors of a call. Authorization errors take precedence over them. Services check the role of every
 * call that reaches them, so the role is only looked up here for a call that does not.
 */
export function refuseStrangers(access: Access, graph: Graph, refuse: Refusal) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Otherwise a service has refused and knows the caller, or there is no token to check.
    const { status } = publicErrorOf(error, DEFAULT_LANGUAGE);
    // A network above its limit is not asked who calls, because that is the work that the limit saves.
    const isOfForm = !(error instanceof ForwardedError) && status < 500 && status !== 429;
    const token = tokenOf(request);
    if (!isOfForm || token === undefined || isApiToken(token)) return refuse(error, request, reply);
    try {
      await admit(access, graph, request);
    } catch (refusal) {
      return refuse(refusal, request, reply);
    }
    return refuse(error, request, reply);
  };
}

/** @throws ForwardedError, DomainError FORBIDDEN */
async function admit(access: Access, graph: Graph, request: FastifyRequest): Promise<void> {
  const call = withoutKey(request);
  const { role } = (await graph.run(viewer, {}, call)).me;
  const caller = role === null ? undefined : { role };
  if (access === 'support' && !isSupport(caller)) throw new DomainError('FORBIDDEN');
  if (access === 'admin' && !isAdmin(caller)) throw new DomainError('FORBIDDEN');
  if (access === 'superadmin' && role !== 'SUPERADMIN') throw new DomainError('FORBIDDEN');
  const { id } = request.params as { readonly id?: string };
  if (access === 'page-owner' && id !== undefined) await graph.run(ownPage, { id }, call);
}
