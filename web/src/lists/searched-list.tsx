import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type Failure, fixedFailure } from '../api/failure.ts';
import { useScreenQuery } from '../apollo/use-screen-query.ts';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { Cells, type Column, exportOf, shownOf } from './column.tsx';
import { ColumnHead, orderIn } from './column-head.tsx';
import { readList } from './export-list.ts';
import { type ListKey, ListMenu } from './list-menu.tsx';
import { type ListOrder, ListPart, type PartQuery } from './list-part.tsx';
import { LongTable } from './long-table.tsx';
import { LongTableRow } from './long-table-row.tsx';
import { BLOCK } from './long-table-window.ts';
import './searched-list.css';

/** Pixels: a line, and a name with a line beneath it. */
const ROW_HEIGHTS = { one: 40, two: 52 } as const;
/** Placeholders: about as many as most windows show. */
const WAITING = 12;

interface Words {
  readonly title: TextKey;
  readonly search: TextKey;
  readonly count: TextKey;
  readonly showAll: TextKey;
  readonly failed: TextKey;
}

interface Beginning<Node> {
  readonly totalCount: number;
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor?: string | null | undefined };
}

/** What a row does, and what its cells get besides their entry. */
interface RowUse<Added> {
  readonly onOpen?: () => void;
  readonly onSelect?: () => void;
  readonly selected?: boolean;
  readonly added: Added;
}

interface SearchedListProps<
  Field extends string,
  Node,
  List extends Beginning<Node>,
  Filter,
  By extends string,
  Added extends object,
> {
  readonly className: string;
  readonly words: Words;
  /** URL parameter of the search. */
  readonly parameter: string;
  /** The filters by their URL parameters; undefined for those that are not set. */
  readonly filter: Filter;
  /** The queries of the first block and of the others, and the field of both that is the list. */
  readonly query: TypedDocumentNode<
    Record<Field, List>,
    { first: number; filter?: Filter | null | undefined } & Partial<ListOrder<By>>
  >;
  readonly part: PartQuery<Field, Node, Filter, By>;
  readonly field: Field;
  /** The public address of an entry, if it has one. */
  readonly link?: (node: Node) => string;
  /** Selects the rows between two; the list then has keys for that. */
  readonly onExtend?: (from: number, to: number) => void;
  readonly tools?: ReactNode;
  /** Whether the tools are narrow enough for the line of the search on phones; by default it has its own. */
  readonly toolsFit?: boolean;
  readonly filters?: (list: List | undefined) => ReactNode;
  /** Failure of an action other than reading. */
  readonly failure: Failure | undefined;
  /** Shown in place of an empty list. */
  readonly none: (search: string) => string;
  /** The same array in each render, or all rows render again. */
  readonly columns: readonly Column<Node, Added, By>[];
  /** In place of the head of the column that selects. */
  readonly tickHead?: (total: number) => ReactNode;
  readonly rowClass: string;
  /** Lines of text in a row of the table. */
  readonly lines?: keyof typeof ROW_HEIGHTS;
  readonly cardHeight: number;
  readonly row: (node: Node, index: number) => RowUse<Added>;
  /** Dialogs opened from the list. */
  readonly children: (list: List | undefined, showAll: () => void) => ReactNode;
}

/** A long list that the server searches, filters and paginates. Search and filters are kept in the URL. */
export function SearchedList<
  Field extends string,
  Node extends { readonly id: string },
  List extends Beginning<Node>,
  Filter extends object,
  By extends string,
  Added extends object,
>(props: SearchedListProps<Field, Node, List, Filter, By, Added>) {
  const { className, words, parameter, filter, query, part, field, failure, columns, link } = props;
  const { t, format } = useLocale();
  const client = useApolloClient();
  const input = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const [params, setParams] = useSearchParams();
  const search = params.get(parameter) ?? '';
  const fullFilter = { ...(search !== '' && { search }), ...filter };
  const order = orderIn(params, columns);
  const narrowed = Object.values(fullFilter).some((value) => value !== undefined);
  const { data, previousData, error, loading, refetch } = useScreenQuery(query, {
    variables: { first: BLOCK, filter: fullFilter, ...order },
  });
  // While another filter loads, the previous list stays.
  const isOther = data === undefined;
  const list = (data ?? (error === undefined ? previousData : undefined))?.[field];
  const total = list?.totalCount;
  const after = list?.pageInfo.endCursor;
  const hasKey = (key: ListKey) => props.onExtend !== undefined || (key !== 'tick' && key !== 'extend');
  const showAll = () => {
    const all = Object.fromEntries([parameter, ...Object.keys(filter)].map((name) => [name, undefined]));
    setParams(withParameters(params, all), { replace: true, state: SAME_SCREEN });
  };
  const exported = exportOf(columns, link);
  const shown = shownOf(columns);
  const renderRow = (node: Node, index: number) => {
    const { added, ...use } = props.row(node, index);
    return (
      <LongTableRow key={node.id} index={index} className={props.rowClass} {...use}>
        {(tabIndex) => <Cells {...{ ...added, columns, node, index, tabIndex, t, format }} />}
      </LongTableRow>
    );
  };
  return (
    <section ref={section} className={`searched-list ${className}`} aria-label={t(words.title)}>
      <div
        className={`searched-list__tools ${props.tools === undefined || props.toolsFit ? '' : 'searched-list__tools--more'}`}
      >
        <SearchField
          label={t(words.search)}
          parameter={parameter}
          input={input}
          onEnter={() => section.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()}
        />
        {props.tools}
        <p className="searched-list__count tabular" role="status">
          {total !== undefined && !isOther && t(words.count, format.counted(total))}
        </p>
        {narrowed && (
          <Button look="quiet" onClick={showAll}>
            {t(words.showAll)}
          </Button>
        )}
        <ListMenu
          exported={{
            name: field,
            exported,
            total,
            read: (signal, onProgress) =>
              readList(client, exported, { query: part, field, filter: fullFilter, order, signal, onProgress }),
          }}
          hasKey={hasKey}
        />
      </div>
      {props.filters?.(list)}
      <FailureNotice
        failure={error === undefined ? failure : fixedFailure(error, words.failed)}
        retry={error && { loading, refetch }}
      />
      {total === 0 && <p className="searched-list__none">{props.none(search)}</p>}
      {total === undefined && error === undefined && <WaitingList />}
      {total !== undefined && total !== 0 && (
        <LongTable
          label={t(words.title)}
          total={total}
          head={shown.map((column) => (
            <ColumnHead key={column.head} {...{ column, order }} content={column.isTick && props.tickHead?.(total)} />
          ))}
          rowHeight={ROW_HEIGHTS[props.lines ?? 'one']}
          cardHeight={props.cardHeight}
          busy={isOther}
          list={JSON.stringify([fullFilter, order])}
          onExtend={props.onExtend}
          renderBlock={(block) => {
            if (block === 0) return list?.nodes.map(renderRow);
            if (after == null || isOther) return null;
            return (
              <ListPart
                {...{ block, total, after, field, renderRow }}
                query={part}
                filter={fullFilter}
                order={order}
                columns={shown.length}
                failed={words.failed}
              />
            );
          }}
        />
      )}
      {props.children(list, showAll)}
    </section>
  );
}

/** Placeholder for the whole list; needs no style sheet of its own, because it is also server-rendered. */
function WaitingList() {
  return (
    <div className="long-table waiting-list" aria-busy="true">
      {Array.from({ length: WAITING }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
        <Skeleton key={index} width="60%" height="1rem" />
      ))}
    </div>
  );
}
