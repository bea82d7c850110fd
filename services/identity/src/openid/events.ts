import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { z } from 'zod';

/** Refused sign-ins of one person at an issuer, named by a digest: they may have no account. */
const shapes = { IssuerSignInRefused: z.object({ code: z.string(), refusedAt: z.iso.datetime() }) };

export type RefusalEvent = EventOf<typeof shapes>;

export const refusalCodec = eventCodec('issuer-refusals', shapes);

export const { of: refusalStream } = streamKind('issuer-refusals-');
