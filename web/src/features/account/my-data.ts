import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import { MyDataDocument, type MyDataQuery, MyMessagesDocument, type MyMessagesQuery } from './my-data.generated.ts';

/**
 * All data of a user as one file: the account, each page with its content and figures, the messages sent from the
 * account, and the pictures.
 */
export interface MyData {
  readonly exportedAt: string;
  readonly account: MyDataQuery['me'];
  readonly pages: MyDataQuery['myPages']['nodes'];
  readonly messages: MyMessagesQuery['mySupportMessages']['nodes'];
  /** The pictures by path, as `data:` URLs; null if the file is gone. */
  readonly pictures: Readonly<Record<string, string | null>>;
}

/** Collects all data, page by page. */
export async function gatherMyData(client: ApolloClient, now: Date): Promise<MyData> {
  const pageParts = await readParts(client, MyDataDocument, ({ myPages }) => myPages.pageInfo);
  const messageParts = await readParts(
    client,
    MyMessagesDocument,
    ({ mySupportMessages }) => mySupportMessages.pageInfo,
  );
  const account = pageParts[0].me;
  const pages = pageParts.flatMap(({ myPages }) => myPages.nodes);
  const messages = messageParts.flatMap(({ mySupportMessages }) => mySupportMessages.nodes);
  const pictures: Record<string, string | null> = {};
  for (const path of new Set([account.avatar, ...pages.map(({ avatar }) => avatar)])) {
    if (path) pictures[path] = await readPicture(path);
  }
  return { exportedAt: now.toISOString(), account, pages, messages, pictures };
}

async function readParts<Data>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, { after?: string | null | undefined }>,
  pageInfoOf: (data: Data) => { readonly hasNextPage: boolean; readonly endCursor: string | null },
): Promise<[Data, ...Data[]]> {
  const read = async (after: string | null) => {
    // Bypass the cache: the data are only for the file.
    const { data } = await client.query({ query, variables: { after }, fetchPolicy: 'no-cache' });
    if (data === undefined) throw new Error('answered without data');
    return data as Data;
  };
  const first = await read(null);
  const parts: [Data, ...Data[]] = [first];
  for (let part = first; pageInfoOf(part).hasNextPage; parts.push(part)) part = await read(pageInfoOf(part).endCursor);
  return parts;
}

async function readPicture(path: string): Promise<string | null> {
  const response = await fetch(path);
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

/** Serializes the data without `__typename`, which only the client needs. */
export function fileOf(data: MyData): { readonly name: string; readonly bytes: Blob } {
  const text = JSON.stringify(data, (key, value) => (key === '__typename' ? undefined : value), 2);
  return {
    name: `volant-${data.exportedAt.slice(0, 10)}.json`,
    bytes: new Blob([text], { type: 'application/json' }),
  };
}
