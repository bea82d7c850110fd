import { sendFirstQuery } from '../api/early-answer.ts';

/** Sends the query that the document names, if its screen is about to open for this user. */
export function askForScreen({ query, waiting }: DOMStringMap): void {
  if (query === undefined || waiting === 'reader' || location.search !== '') return;
  const id = location.pathname.split('/').at(-1) ?? '';
  sendFirstQuery(
    '/graphql',
    query.replace('":id"', () => JSON.stringify(decoded(id))),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
