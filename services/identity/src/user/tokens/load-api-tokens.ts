import { sessionOfApiToken } from '@volant/infra/auth/api-token';
import { loadStream, type ReadsStream } from '@volant/infra/event-store/load-stream';
import { type ApiTokens, apiTokens } from './decide.ts';
import { API_TOKENS_STREAM, apiTokenCodec } from './events.ts';

export async function loadApiTokens(store: ReadsStream): Promise<ApiTokens> {
  return (await loadStream(store, apiTokens, apiTokenCodec, API_TOKENS_STREAM)).state;
}

/** Ids of the sessions that a person's tokens call with. */
export async function tokenSessionsOf(store: ReadsStream, userId: string): Promise<readonly string[]> {
  const theirs = (await loadApiTokens(store)).filter((token) => token.userId === userId);
  return theirs.map(({ hash }) => sessionOfApiToken(hash));
}
