import { ErrorLink } from '@apollo/client/link/error';
import { ApiError } from '../api/api-error.ts';
import { refreshUser } from '../api/auth.ts';

/** Refreshes the user when the server answers FORBIDDEN: a revoked role closes its screen. */
export const roleLink = new ErrorLink(({ error }) => {
  if (error instanceof ApiError && error.code === 'FORBIDDEN') void refreshUser();
});
