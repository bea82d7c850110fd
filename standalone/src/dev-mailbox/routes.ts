import { isFromThisMachine } from '@volant/gateway/http/this-machine';
import { DomainError } from '@volant/infra/errors/domain-error';
import { languageOf } from '@volant/infra/text/negotiate';
import { isLanguage, type Language } from '@volant/proto/text/languages';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { MailFiles } from './mail-files.ts';
import { listPage, MAILBOX_POLICY, MESSAGE_POLICY, mailPage, messageDocument } from './pages.ts';

interface Named {
  readonly Params: { readonly name: string };
}

/**
 * `/dev/mailbox`: the messages on this machine, including password reset links. Mounted only in demo mode; not found
 * behind a proxy, or under a host name that someone else's DNS could point here.
 */
export function devMailboxRoutes(mails: MailFiles): FastifyPluginAsync {
  return async (server) => {
    server.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw new DomainError('NOT_FOUND');
    });

    async function find(name: string) {
      const mail = await mails.read(name);
      if (mail === undefined) throw new DomainError('NOT_FOUND');
      return mail;
    }

    server.get('/dev/mailbox', async (request, reply) =>
      send(reply, MAILBOX_POLICY, listPage(languageFor(request), await mails.list())),
    );
    server.get<Named>('/dev/mailbox/:name', async (request, reply) =>
      send(reply, MAILBOX_POLICY, mailPage(languageFor(request), await find(request.params.name))),
    );
    server.get<Named>('/dev/mailbox/:name/html', async (request, reply) => {
      const { html } = await find(request.params.name);
      if (html === undefined) throw new DomainError('NOT_FOUND');
      // The policy names the allowed framing pages; the older header would refuse even the mailbox itself.
      return send(reply.removeHeader('x-frame-options'), MESSAGE_POLICY, messageDocument(html));
    });
  };
}

function languageFor({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { readonly lang?: unknown };
  return isLanguage(lang) ? lang : languageOf(headers['accept-language']);
}

function send(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html);
}
