import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { type Failure, fixedFailure } from '../../../api/failure.ts';
import type { ListOrder } from '../../../lists/list-part.tsx';
import type { PageColumn } from './change-pages.generated.ts';
import { type ListFilter, readRange, type SelectedPage } from './change-pages.ts';

interface Chosen {
  /** Everything that matches the filter; `marked` is left out then. */
  readonly all: boolean;
  readonly marked: ReadonlyMap<string, SelectedPage>;
  /** The filter that `all` is about. */
  readonly filter: string;
}

const NONE: Chosen = { all: false, marked: new Map(), filter: '' };

/** Selection of pages in the list: some of them, or all that match the filter, without those that were unticked. */
export function useSelection(filter: ListFilter, order: ListOrder<PageColumn> | undefined) {
  const client = useApolloClient();
  const [chosen, setChosen] = useState(NONE);
  const [failure, setFailure] = useState<Failure>();
  const key = JSON.stringify(filter);
  // With another filter, nobody knows what was left out of it.
  const { all, marked } = chosen.all && chosen.filter !== key ? NONE : chosen;
  /** Rows in the document, by their place in the list. */
  const shown = useRef(new Map<number, SelectedPage>());
  /** The last seen version of each page. */
  const latest = useRef(new Map<string, SelectedPage>());
  const anchor = useRef<number>(undefined);

  function mark(pages: readonly SelectedPage[], on: boolean): void {
    setChosen((before) => {
      const { all: every, marked: former } = before.all && before.filter !== key ? NONE : before;
      const after = new Map(former);
      for (const page of pages) {
        if (on !== every) after.set(page.id, page);
        else after.delete(page.id);
      }
      return { all: every, marked: after, filter: key };
    });
  }

  async function markRange(from: number, to: number, on: boolean): Promise<void> {
    const first = Math.min(from, to);
    const places = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index);
    const here = places.flatMap((place) => shown.current.get(place) ?? []);
    setFailure(undefined);
    try {
      const pages = here.length === places.length ? here : await readRange(client, filter, order, first, places.length);
      mark(pages, on);
    } catch (error) {
      setFailure(fixedFailure(error, 'adminPages.failed'));
    }
  }

  return {
    failure,
    all,
    none: !all && marked.size === 0,
    /** As they were last seen. */
    pages: [...marked.values()].map((page) => latest.current.get(page.id) ?? page),
    /** One of the selected pages that are in the document. */
    sample: () => (all ? [...shown.current.values()].find(({ id }) => !marked.has(id)) : marked.values().next().value),
    has: (id: string) => all !== marked.has(id),
    count: (total: number) => (all ? Math.max(0, total - marked.size) : marked.size),
    /** @param range whether to treat all rows since the last one alike */
    tick(place: number, page: SelectedPage, on: boolean, range: boolean): void {
      if (range && anchor.current !== undefined) void markRange(anchor.current, place, on);
      else mark([page], on);
      anchor.current = place;
    },
    extend: (from: number, to: number) => void markRange(from, to, true),
    tickShown: () => mark([...shown.current.values()], true),
    tickAll: () => setChosen({ all: true, marked: new Map(), filter: key }),
    clear: () => setChosen(NONE),
    /** A row is in the document, until the returned function is called. */
    show(place: number, page: SelectedPage): () => void {
      shown.current.set(place, page);
      latest.current.set(page.id, page);
      return () => {
        if (shown.current.get(place) === page) shown.current.delete(place);
      };
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
