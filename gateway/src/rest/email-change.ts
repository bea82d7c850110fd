import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { requiredText } from './inputs.ts';
import type { RestRegistrar } from './route.ts';

const confirmEmailChange = fixedOperation(
  'RestConfirmEmailChange',
  'mutation RestConfirmEmailChange($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) }',
);
const cancelEmailChange = fixedOperation(
  'RestCancelEmailChange',
  'mutation RestCancelEmailChange($input: CancelEmailChangeInput!) { cancelEmailChange(input: $input) }',
);
const undoEmailChange = fixedOperation(
  'RestUndoEmailChange',
  'mutation RestUndoEmailChange($input: UndoEmailChangeInput!) { undoEmailChange(input: $input) }',
);

const LinkBody = z.strictObject({ token: requiredText() });
const CancelBody = z.strictObject({ token: requiredText().optional() });

/**
 * Handles the links in letters about a change of e-mail address. Opening a link has no effect until a button is
 * pressed.
 */
export function registerEmailChange(route: RestRegistrar): void {
  route({
    id: 'confirmEmailChange',
    tag: 'accounts',
    summary: 'Confirm one’s new email address with the link mailed there.',
    access: 'anyone',
    codes: ['EMAIL_CHANGE_INVALID', 'EMAIL_CHANGE_USED', 'EMAIL_CHANGE_EXPIRED', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/confirm-email-change',
    body: LinkBody,
    handle: ({ body: input, graph, call }) => graph.run(confirmEmailChange, { input }, call),
  });
  route({
    id: 'cancelEmailChange',
    tag: 'accounts',
    summary:
      'Cancel a change of email address that is not confirmed, with the link mailed to the present address or, without it, of one’s own account.',
    access: 'anyone',
    codes: [
      'UNAUTHENTICATED',
      'EMAIL_CHANGE_INVALID',
      'EMAIL_CHANGE_USED',
      'EMAIL_CHANGE_EXPIRED',
      'TOO_MANY_REQUESTS',
    ],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/cancel-email-change',
    body: CancelBody,
    handle: ({ body: input, graph, call }) => graph.run(cancelEmailChange, { input }, call),
  });
  route({
    id: 'undoEmailChange',
    tag: 'accounts',
    summary: 'Put the former email address back with the link received; every session ends.',
    access: 'anyone',
    codes: ['EMAIL_UNDO_INVALID', 'EMAIL_UNDO_USED', 'EMAIL_UNDO_EXPIRED', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/undo-email-change',
    body: LinkBody,
    handle: ({ body: input, graph, call }) => graph.run(undoEmailChange, { input }, call),
  });
}
