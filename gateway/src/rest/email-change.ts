import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { requiredText } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const confirmEmailChange = fixedOperation(
  'mutation RestConfirmEmailChange($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) }',
);
const cancelEmailChange = fixedOperation(
  'mutation RestCancelEmailChange($input: CancelEmailChangeInput!) { cancelEmailChange(input: $input) }',
);
const undoEmailChange = fixedOperation(
  'mutation RestUndoEmailChange($input: UndoEmailChangeInput!) { undoEmailChange(input: $input) }',
);

const LinkBody = z.strictObject({ token: requiredText() });

/**
 * Handles the links in mails about a change of e-mail address. Opening a link has no effect until a button is
 * pressed.
 */
export function registerEmailChange(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'anyone' });
  route({
    id: 'confirmEmailChange',
    summary: 'Confirm one’s new email address with the link mailed there.',
    codes: ['EMAIL_CHANGE_INVALID', 'EMAIL_CHANGE_USED', 'EMAIL_CHANGE_EXPIRED', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/auth/confirm-email-change',
    body: LinkBody,
    handle: ({ body: input, run }) => run(confirmEmailChange, { input }),
  });
  route({
    id: 'cancelEmailChange',
    summary:
      'Cancel a change of email address that is not confirmed, with the link mailed to the present address or, without it, of one’s own account.',
    codes: [
      'UNAUTHENTICATED',
      'EMAIL_CHANGE_INVALID',
      'EMAIL_CHANGE_USED',
      'EMAIL_CHANGE_EXPIRED',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'POST /api/auth/cancel-email-change',
    body: z.strictObject({ token: requiredText().optional() }),
    handle: ({ body: input, run }) => run(cancelEmailChange, { input }),
  });
  route({
    id: 'undoEmailChange',
    summary: 'Put the former email address back with the link received; every session ends.',
    codes: ['EMAIL_UNDO_INVALID', 'EMAIL_UNDO_USED', 'EMAIL_UNDO_EXPIRED', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/auth/undo-email-change',
    body: LinkBody,
    handle: ({ body: input, run }) => run(undoEmailChange, { input }),
  });
}
