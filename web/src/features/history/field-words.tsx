import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
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
  const item = itemOf(after) ?? itemOf(before);
  const name = item === undefined ? nameOf(field) : item.name;
  if (item !== undefined && sameItem(before, after)) return <li>{t('history.itemLook', { name })}</li>;
  return (
    <li>
      <span className="version__field">
        <bdi>{name}</bdi>
        {t('history.colon')}
      </span>{' '}
      {before !== null && (
        <>
          <span className="visually-hidden">{t('history.before')} </span>
          <del className="version__value" dir="auto">
            {wordsOf(field, before)}
          </del>{' '}
          <ArrowRight className="version__arrow" aria-hidden="true" />{' '}
          <span className="visually-hidden">{t('history.after')} </span>
        </>
      )}
      <ins className="version__value" dir="auto">
        {wordsOf(field, after)}
      </ins>
    </li>
  );
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

function sameItem(before: unknown, after: unknown): boolean {
  const [then, now] = [itemOf(before), itemOf(after)];
  return then !== undefined && now !== undefined && then.name === now.name && then.value === now.value;
}
