import { QueryClient } from '@tanstack/react-query';
import { NetworkError } from '../api/api-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays one however often one asks; silence may have been a moment's.
        retry: (failures, error) => error instanceof NetworkError && failures < 1,
        retryDelay: 500,
        // Offline, a call should fail and say so, not wait without a word.
        networkMode: 'always',
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
