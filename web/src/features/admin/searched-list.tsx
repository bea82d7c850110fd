import type { ErrorLike } from '@apollo/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Failure, fixedFailure } from '../../api/failure.ts';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { withParameters } from '../../browser/with-parameters.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ListPart, type PartQuery } from './list-part.tsx';
import { WaitingList } from './list-rows.tsx';
import './searched-list.css';

const ROW_HEIGHT = 40;

interface Narrowing {
  /** URL parameter of the search, and its value. */
  readonly parameter: string;
  readonly search: string;
  readonly params: URLSearchParams;
  readonly showAll: () => void;
}

/** Search and filters of a list, kept in the URL under these names. */
export function useNarrowing(parameter: string, filters: readonly string[]): Narrowing {
  const [params, setParams] = useSearchParams();
  const showAll = () => {
    const all = Object.fromEntries([parameter, ...filters].map((name) => [name, undefined]));
    setParams(withParameters(params, all), { replace: true, state: SAME_SCREEN });
  };
  return { parameter, search: params.get(parameter) ?? '', params, showAll };
}

interface Words {
  readonly title: TextKey;
  readonly search: TextKey;
  readonly count: TextKey;
  readonly showAll: TextKey;
  readonly failed: TextKey;
}

/** A column, and the class of its header if it has its own width. */
interface Column {
  readonly head: TextKey;
  readonly className?: string;
}

interface Beginning<Node> {
  readonly totalCount: number;
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor?: string | null | undefined };
}

interface SearchedListProps<Node, Part, Filter> extends Pick<Narrowing, 'parameter' | 'showAll'> {
  readonly className: string;
  readonly words: Words;
  readonly narrowed: boolean;
  /** Rendered beside the search. */
  readonly tools?: ReactNode;
  readonly filters: ReactNode;
  /** The first block, as `useListBeginning` returns it for the filter. */
  readonly beginning: Beginning<Node> | undefined;
  readonly filter: Filter;
  /** The query of the other blocks, and the list in its answer. */
  readonly part: PartQuery<Part, Filter>;
  readonly listOf: (part: Part) => { readonly nodes: readonly Node[] };
  readonly reading: {
    readonly error?: ErrorLike | undefined;
    readonly loading: boolean;
    readonly isOther: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** Failure of an action other than reading. */
  readonly failure: Failure | undefined;
  /** Shown in place of an empty list. */
  readonly none: ReactNode;
  readonly columns: readonly Column[];
  readonly cardHeight: number;
  readonly renderRow: (node: Node, index: number) => ReactNode;
  /** Dialogs opened from the list. */
  readonly children: ReactNode;
}

/** A long list that the server searches, filters and paginates. */
export function SearchedList<Node, Part, Filter>({
  className,
  words,
  parameter,
  showAll,
  narrowed,
  tools,
  filters,
  beginning,
  filter,
  part,
  listOf,
  reading: { error, loading, isOther, refetch },
  failure,
  none,
  columns,
  cardHeight,
  renderRow,
  children,
}: SearchedListProps<Node, Part, Filter>) {
  const { t } = useTranslation();
  const format = useFormat();
  const total = beginning?.totalCount;
  const after = beginning?.pageInfo.endCursor;
  const rowsOf = ({ nodes }: { readonly nodes: readonly Node[] }, from: number) =>
    nodes.map((node, index) => renderRow(node, from + index));
  return (
    <section className={`searched-list ${className}`} aria-label={t(words.title)}>
      <div className="searched-list__tools">
        <SearchField label={t(words.search)} parameter={parameter} />
        {tools}
        <p className="searched-list__count tabular" role="status">
          {total !== undefined && !isOther && t(words.count, { count: total, number: format.number(total) })}
        </p>
        {narrowed && (
          <Button look="quiet" onClick={showAll}>
            {t(words.showAll)}
          </Button>
        )}
      </div>
      {filters}
      <FailureNotice
        failure={error === undefined ? failure : fixedFailure(error, words.failed)}
        retry={error && { loading, refetch }}
      />
      {total === 0 && <div className="searched-list__none">{none}</div>}
      {total === undefined && error === undefined && <WaitingList />}
      {total !== undefined && total !== 0 && (
        <LongTable
          label={t(words.title)}
          total={total}
          head={columns.map(({ head, className }) => (
            <th key={head} scope="col" className={className}>
              {t(head)}
            </th>
          ))}
          columns={columns.length}
          rowHeight={ROW_HEIGHT}
          cardHeight={cardHeight}
          busy={isOther}
          list={JSON.stringify(filter)}
          renderBlock={(block) => {
            if (block === 0) return beginning && rowsOf(beginning, 0);
            if (after == null || isOther) return null;
            return (
              <ListPart
                {...{ block, total, after, filter }}
                columns={columns.length}
                query={part}
                failed={words.failed}
              >
                {(data, from) => rowsOf(listOf(data), from)}
              </ListPart>
            );
          }}
        />
      )}
      {children}
    </section>
  );
}
