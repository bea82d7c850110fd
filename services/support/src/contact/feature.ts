import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { NETWORK_LIMIT_SHAPE } from '@volant/infra/process/settings/process-settings';
import { anyCaller } from '../message/context.ts';
import type { SupportFeature } from '../message/support-feature.ts';
import type { MutationResolvers } from '../schema.generated.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { reportPage, sendMessage } from './send-message.ts';

const Mutation = {
  sendSupportMessage: (_, { input }, context) => sendMessage(context.commands, input, anyCaller(context)),
  reportPage: (_, { input }, context) => reportPage(context.commands, input, anyCaller(context)),
} satisfies MutationResolvers;

/** The contact form, and reports of pages. */
export const contact = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      CONTACT_FIELDS_REQUIRED: { status: 400 },
      SUBJECT_TOO_LONG: { status: 400, field: 'subject' },
      MESSAGE_TOO_SHORT: { status: 400, field: 'message' },
      REPORTED_PAGE_INVALID: { status: 400 },
      TOO_MANY_MESSAGES: { status: 429 },
      SENDER_BLOCKED: { status: 403 },
    },
    errorTexts,
  ),
  settings: { shape: NETWORK_LIMIT_SHAPE },
} satisfies SupportFeature;
