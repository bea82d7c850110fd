import { LARGEST_MAIL } from '@volant/infra/mail/mailbox';
import { LONGEST_TEXT, text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { succeeded } from './answers.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const receive = fixedOperation(
  `mutation RestReceiveSupportLetter($input: ReceiveSupportLetterInput!) { receiveSupportLetter(input: $input) }`,
);

const SIGNATURE = 'x-volant-signature';

/** Mails from a mail server. The signature covers their raw bytes; the service verifies it. */
export function registerInboundMails(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'support', access: 'anyone' });
  route({
    id: 'receiveSupportLetter',
    summary:
      'Pass a letter on, as the operator’s mail server does; the header `X-Volant-Signature` holds `sha256=` and the HMAC over the body in hexadecimal.',
    codes: ['LETTER_REFUSED'],
    endpoint: 'POST /api/support/inbound',
    consumes: 'message/rfc822',
    body: z.instanceof(Uint8Array).optional(),
    bodyLimit: LARGEST_MAIL,
    readBody(scope) {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    },
    answer: succeeded('LetterReceived', {
      kept: z.boolean().meta({ description: 'False for a letter to no reply address; a mailbox should keep it.' }),
    }),
    async handle({ body = new Uint8Array(), request, ask }) {
      const signature = text(200).safeParse(request.headers[SIGNATURE]).data ?? '';
      return { kept: await ask(receive, { input: { letter: piecesOf(body), signature } }) };
    },
  });
}

function piecesOf(body: Uint8Array): string[] {
  const whole = Buffer.from(body).toString('latin1');
  const starts = Array.from({ length: Math.ceil(whole.length / LONGEST_TEXT) }, (_, index) => index * LONGEST_TEXT);
  return starts.map((start) => whole.slice(start, start + LONGEST_TEXT));
}
