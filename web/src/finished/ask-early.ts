import { askEarly } from '../api/early-answer.ts';

/** Sends the one query of the screen that the document names, where it is the screen of this reader as it opens. */
export function askForScreen({ query, waiting }: DOMStringMap): void {
  if (query === undefined || waiting === 'reader' || location.search !== '') return;
  const id = location.pathname.split('/').at(-1) ?? '';
  askEarly(
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
