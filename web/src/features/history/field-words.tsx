import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OWN_GREEN } from '../../public-page/view/accents.ts';
import type { PageVersionDetailsFragment } from './history-page.generated.ts';
import { useFieldNames, useHeldWords } from './words.ts';

type FieldChange = PageVersionDetailsFragment['fields'][number];
type Item = { readonly name: string; readonly value: string };

/** One changed field in words, such as “WhatsApp: +33 6 11 → +33 6 22”. */
export function FieldWords({ change: { field, before, after } }: { readonly change: FieldChange }) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const wordsOf = useHeldWords();
  if (field === 'itemOrder') return <li>{t('history.itemOrder')}</li>;
  if (field === 'avatar') return <li>{pictureWords(t('history.picture', { returnObjects: true }), before, after)}</li>;
  if (field === 'customFields') return <ItemWords before={itemOf(before)} after={itemOf(after)} />;
  const held = (side: unknown) => (
    <>
      {field === 'accent' && <AccentSample accent={side} />}
      {wordsOf(field, side)}
    </>
  );
  // An accent without a value is the product's own green.
  const wasEmpty = before === null && field !== 'accent';
  return <Change name={nameOf(field)} before={wasEmpty ? undefined : held(before)} after={held(after)} />;
}

interface ItemWordsProps {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

function ItemWords({ before, after }: ItemWordsProps) {
  const { t } = useTranslation();
  const name = (after ?? before)?.name ?? '';
  if (before !== undefined && after !== undefined && before.name !== after.name) {
    const sentence = (item: Item) => `${item.name}${t('history.colon')} ${item.value}`;
    return <Change before={sentence(before)} after={sentence(after)} />;
  }
  if (before !== undefined && before.value === after?.value) return <li>{t('history.itemLook', { name })}</li>;
  return <Change name={name} before={before?.value} after={after?.value ?? t('history.none')} />;
}

interface ChangeProps {
  readonly name?: string;
  /** Undefined if it was empty. */
  readonly before: ReactNode;
  readonly after: ReactNode;
}

function Change({ name, before, after }: ChangeProps) {
  const { t } = useTranslation();
  return (
    <li>
      {name !== undefined && (
        <span className="version__field">
          <bdi translate="no">{name}</bdi>
          {t('history.colon')}
        </span>
      )}{' '}
      {before !== undefined && (
        <>
          <span className="visually-hidden">{t('history.before')} </span>
          <del className="version__value" dir="auto">
            {before}
          </del>
          {'\u00a0'}
          <ArrowRight className="version__arrow" aria-hidden="true" />{' '}
          <span className="visually-hidden">{t('history.after')} </span>
        </>
      )}
      <ins className="version__value" dir="auto">
        {after}
      </ins>
    </li>
  );
}

function AccentSample({ accent }: { readonly accent: unknown }) {
  const color = typeof accent === 'string' ? accent : OWN_GREEN;
  return <span className="version__color" style={{ backgroundColor: color }} aria-hidden="true" />;
}

function pictureWords<Words extends { added: string; changed: string; removed: string }>(
  words: Words,
  before: unknown,
  after: unknown,
): string {
  if (after === null) return words.removed;
  return before === null ? words.added : words.changed;
}

function itemOf(held: unknown): Item | undefined {
  return typeof held === 'object' && held !== null ? (held as Item) : undefined;
}
