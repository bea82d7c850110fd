import { DomainError } from '@volant/infra/errors/domain-error';
import { without } from '@volant/proto/contact/plain-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FinishedPages } from '../finished-pages/finished-pages.ts';
import type { FirstStart } from '../finished-pages/first-start.ts';
import { cardIdInPath, pagePath, redirect } from '../public-page/card-address.ts';
import type { Shell } from '../static/shell.ts';
import { setHeaders, setResponseHeaders } from './edge.ts';
import type { ListedPaths } from './listed-paths.ts';
import type { MovedHost } from './moved-host.ts';
import { pageLanguage } from './reader.ts';
import { type ReadyAnswer, sendReady } from './ready-answer.ts';
import { type FlatHeaders, PREFLIGHT_HEADERS } from './security-headers.ts';
import { FOR_PROGRAMS, type Refusal } from './server.ts';

export interface FallbackParts {
  readonly paths: ListedPaths;
  readonly files: ReadonlyMap<string, ReadyAnswer>;
  readonly shell: Shell;
  readonly finished: FinishedPages;
  readonly firstStart: FirstStart;
  readonly knownRoute: (pathname: string) => boolean;
  readonly movedHost: MovedHost;
  readonly edgeHeaders: (request: FastifyRequest) => FlatHeaders;
}

export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Where password managers look for the form that changes a password (RFC 8615). */
const CHANGE_PASSWORD = '/.well-known/change-password';

/** Also a second slash, and invisible characters. */
const BEHIND_WORDS = ' \t\r\n\u00a0\u200b\u200e\u200f\u2060\ufeff/.,;:!?…)]}>"\'»”’*';

/** Answers requests without a route: preflights, wrong methods, the client's files, and the client itself. */
export function createFallback(parts: FallbackParts): Fallback {
  const { paths, files, shell, finished, firstStart, knownRoute, movedHost, edgeHeaders } = parts;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = pathOf(request);
    const edge = edgeHeaders(request);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const target = reads ? movedTo(path) : undefined;
    if (target !== undefined) return redirect(target, edge, request, reply);
    const page = reads ? await shownAt(path, request) : undefined;
    if (page !== undefined) return show(page, path, edge, request, reply);

    setResponseHeaders(request, reply, edge);
    await answerMethods(files.has(path) || isClient(path) ? 'GET, HEAD' : paths.allowed(path), request, reply);
  };

  function show(page: ReadyAnswer, path: string, edge: FlatHeaders, request: FastifyRequest, reply: FastifyReply) {
    if (page.isDocument && movedHost(request, reply)) return;
    // Mail programs encode the sign before the parameters.
    const [screen = '', ...query] = path.split('?');
    const meant = page.status === 404 ? plainPath(screen) : path;
    if (meant === path || !knownRoute(meant)) return sendReady(page, edge, request, reply);
    return redirect(encodeURI([meant, ...query].join('?')), edge, request, reply);
  }

  /** Where a path that is only another name of a screen redirects. */
  function movedTo(path: string): string | undefined {
    if (path === CHANGE_PASSWORD) return '/account#password';
    const card = files.has(path) ? undefined : cardIdInPath(path);
    return card && pagePath(card);
  }

  function isClient(path: string): boolean {
    return !FOR_PROGRAMS.test(path) && paths.allowed(path) === undefined;
  }

  async function shownAt(path: string, request: FastifyRequest): Promise<ReadyAnswer | undefined> {
    const file = files.get(path);
    if (file !== undefined || !isClient(path)) return file;
    const page = (await firstStart(path, request)) ?? (await finished.find(path, request));
    return page ?? shell[knownRoute(path) ? 'found' : 'notFound'](path, pageLanguage(request));
  }
}

/**
 * Answers OPTIONS with the methods of the path.
 * @throws DomainError NOT_FOUND without any, METHOD_NOT_ALLOWED for another method
 */
async function answerMethods(allowed: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (allowed === undefined) throw new DomainError('NOT_FOUND');
  reply.header('allow', allowed);
  if (request.method !== 'OPTIONS') throw new DomainError('METHOD_NOT_ALLOWED');
  if (reply.hasHeader('access-control-allow-origin')) {
    setHeaders(reply, PREFLIGHT_HEADERS);
    reply.header('access-control-allow-methods', allowed);
  }
  await reply.code(204).send();
}

/** Makes `fallback` answer every request without a route, also if its body is invalid. */
export function answerTheRest(server: FastifyInstance, fallback: Fallback, refuse: Refusal): void {
  server.setNotFoundHandler(fallback);
  server.setErrorHandler(async (error, request, reply) => {
    // The body is parsed before the fallback runs. For an unknown path, 404 takes precedence over an error in the body.
    if (request.is404 && !(error instanceof DomainError)) {
      try {
        await fallback(request, reply);
      } catch (refusal) {
        refuse(refusal, request, reply);
      }
      return reply;
    }
    return refuse(error, request, reply);
  });
}

/** The path that people mean by one with capitals, with slashes twice, or with signs of a sentence behind it. */
function plainPath(path: string): string {
  const words = without(path, '', BEHIND_WORDS);
  return words.replace(/\/{2,}/g, '/').replace(/^\/[^/]+/, (first) => first.toLowerCase());
}

function pathOf(request: FastifyRequest): string {
  const [path = '/'] = (request.raw.url ?? '/').split('?', 1);
  return decodeURIComponent(path);
}
