import { ErrorLink } from '@apollo/client/link/error';
import { ApiError } from '../api/api-error.ts';
import { refreshUser } from '../api/auth.ts';

/** Asks who one is once the server says that one may not: a role that was taken away closes its screen. */
export const roleLink = new ErrorLink(({ error }) => {
  if (error instanceof ApiError && error.code === 'FORBIDDEN') void refreshUser();
});
