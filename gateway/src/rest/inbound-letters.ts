import { LARGEST_LETTER } from '@volant/infra/mail/mailbox';
import { LONGEST_TEXT, text } from '@volant/infra/text/outside-text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { DescribedOperation } from './operation.ts';
import { createRestRegistrar, type RegistrarParts } from './route.ts';

const receive = fixedOperation(
  `mutation RestReceiveSupportLetter($input: ReceiveSupportLetterInput!) { receiveSupportLetter(input: $input) }`,
);

const SIGNATURE = 'x-volant-signature';

const INBOUND = {
  id: 'receiveSupportLetter',
  tag: 'support',
  summary:
    'Pass a letter on, as the operator’s mail server does; the header `X-Volant-Signature` holds `sha256=` and the HMAC over the body in hexadecimal.',
  access: 'anyone',
  codes: ['LETTER_REFUSED'],
  method: 'POST',
  url: '/api/support/inbound',
  consumes: 'message/rfc822',
  answer: z
    .strictObject({
      success: z.literal(true),
      kept: z.boolean().meta({ description: 'False for a letter to no reply address; a mailbox should keep it.' }),
    })
    .meta({ id: 'LetterReceived' }),
} as const satisfies DescribedOperation;

export function describeInboundLetters({ describe }: { describe(operation: DescribedOperation): void }): void {
  describe(INBOUND);
}

/** Letters of a mail server, whose bytes are signed as they are. The service verifies the signature. */
export async function registerInboundLetters(parts: RegistrarParts): Promise<void> {
  await parts.server.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    const route = createRestRegistrar({ ...parts, server: scope });
    route({
      ...INBOUND,
      bodyLimit: LARGEST_LETTER,
      body: z.instanceof(Uint8Array).optional(),
      async handle({ body = new Uint8Array(), request, run }) {
        const signature = text(200).safeParse(request.headers[SIGNATURE]).data ?? '';
        const input = { letter: piecesOf(body), signature };
        return { kept: (await run(receive, { input })).receiveSupportLetter };
      },
    });
  });
}

function piecesOf(body: Uint8Array): string[] {
  const whole = Buffer.from(body).toString('latin1');
  const starts = Array.from({ length: Math.ceil(whole.length / LONGEST_TEXT) }, (_, index) => index * LONGEST_TEXT);
  return starts.map((start) => whole.slice(start, start + LONGEST_TEXT));
}
