import { sendFirstQuery } from '../api/early-answer.ts';

/** Sends the query that the document names, and loads its first part, if they are about to show for this user. */
export function askForScreen({ query, firstScripts = '', waiting }: DOMStringMap): void {
  if (query === undefined || waiting === 'reader' || location.search !== '') return;
  for (const href of firstScripts.split(' ').filter(Boolean)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
    );
  }
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
