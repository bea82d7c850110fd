import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { done } from '../user/own-account.ts';
import { createLetterSchedule } from './announce-letters.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { unsubscribe } from './unsubscribe.ts';
import { weekMail } from './week-mail.ts';

const Mutation = {
  unsubscribe: (_, { input }, { parts, caller }) => done(parts.settled(unsubscribe(parts, input.token, caller))),
} satisfies MutationResolvers;

/** Drivers are mailed the figures of their week. */
export const weeklyLetter = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      UNSUBSCRIBE_INVALID: { status: 400 },
    },
    errorTexts,
  ),
  mails: (parts, event, eventId) =>
    event.type === 'WeeklyLetterDue'
      ? { until: event.data.expiresAt, compose: (account) => weekMail(parts, account, event.data, eventId) }
      : undefined,
  subscriptions: (parts) => [createLetterSchedule(parts)],
} satisfies IdentityFeature;
