import type { ApolloClient } from '@apollo/client';
import { pictureUrl } from '../../api/origin.ts';
import { MyDataDocument, type MyDataQuery } from './my-data.generated.ts';

/** What is kept of a person, as one file: the account, each page with its content and figures, and the pictures. */
export interface MyData {
  readonly exportedAt: string;
  readonly account: MyDataQuery['me'];
  readonly pages: MyDataQuery['myPages']['nodes'];
  /** The pictures themselves by their path, as `data:` addresses; null for one that is gone. */
  readonly pictures: Readonly<Record<string, string | null>>;
}

/** Gathers everything, page by page. */
export async function gatherMyData(client: ApolloClient, now: Date): Promise<MyData> {
  const pages: MyDataQuery['myPages']['nodes'] = [];
  let account: MyDataQuery['me'] | undefined;
  let after: string | null = null;
  do {
    // Not through the cache: these figures are for the file alone.
    const { data }: { data?: MyDataQuery | undefined } = await client.query({
      query: MyDataDocument,
      variables: { after },
      fetchPolicy: 'no-cache',
    });
    if (data === undefined) throw new Error('answered without data');
    account ??= data.me;
    pages.push(...data.myPages.nodes);
    after = data.myPages.pageInfo.hasNextPage ? data.myPages.pageInfo.endCursor : null;
  } while (after !== null);
  const pictures: Record<string, string | null> = {};
  for (const path of new Set([account.avatar, ...pages.map(({ avatar }) => avatar)])) {
    if (path) pictures[path] = await readPicture(path);
  }
  return { exportedAt: now.toISOString(), account, pages, pictures };
}

async function readPicture(path: string): Promise<string | null> {
  const response = await fetch(pictureUrl(path));
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const picture = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(`${path} cannot be read`));
    reader.readAsDataURL(picture);
  });
}

/** As a file. `__typename` is the client's own and says nothing to its reader. */
export function fileOf(data: MyData): { readonly name: string; readonly bytes: Blob } {
  const text = JSON.stringify(data, (key, value) => (key === '__typename' ? undefined : value), 2);
  return {
    name: `volant-${data.exportedAt.slice(0, 10)}.json`,
    bytes: new Blob([text], { type: 'application/json' }),
  };
}
