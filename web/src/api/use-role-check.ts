import { useEffect } from 'react';
import { ApiError } from './api-error.ts';
import { refreshUser } from './auth.ts';

/** Asks who one is once the server says that one may not: a role that was taken away closes its screen. */
export function useRoleCheck(error: unknown): void {
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') void refreshUser();
  }, [error]);
}
