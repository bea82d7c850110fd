import { isNumber } from '@volant/proto/contact/contacts';
import { DISPLAY_STYLES, type DisplayStyle } from '@volant/proto/profile/profile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageState } from '../../api/shapes.ts';
import { accentName } from '../../public-page/view/accents.ts';

/** Names of fields as the editor labels them. */
export function useFieldNames(): (field: string) => string {
  const { t } = useTranslation();
  const labels = t('editor', { returnObjects: true });
  const own = t('history.field', { returnObjects: true });
  return (field) => {
    if (Object.hasOwn(own, field)) return own[field as keyof typeof own];
    const label: unknown = labels[field as keyof typeof labels];
    return typeof label === 'string' ? label : field;
  };
}

/** What a field held, in words. */
export function useHeldWords(): (field: string, held: unknown) => string {
  const { t } = useTranslation();
  const words = t('history', { returnObjects: true });
  const accents = t('editor.accents', { returnObjects: true });
  const textWords = useTextWords();
  return (field, held) => {
    if (field === 'accent') {
      const name = accentName(String(held ?? ''));
      return name === undefined ? String(held) : accents[name];
    }
    if (held === null || held === undefined) return words.none;
    if (typeof held === 'boolean') return held ? words.yes : words.no;
    return textWords(field, String(held));
  };
}

function useTextWords(): (field: string, text: string) => string {
  const { t } = useTranslation();
  const grouped = useGroupedNumbers();
  const states = t('state', { returnObjects: true });
  const styles = t('editor.style', { returnObjects: true });
  const trades = t('editor.trades', { returnObjects: true });
  return (field, text) => {
    if (field === 'state') return states[text as PageState] ?? text;
    if (field === 'displayStyle') return isStyle(text) ? styles[text].name : text;
    if (field === 'trade') return trades[text as keyof typeof trades] ?? text;
    return isNumber(field) ? grouped(text) : text;
  };
}

function isStyle(text: string): text is DisplayStyle {
  return (DISPLAY_STYLES as readonly string[]).includes(text);
}

/** The numbering rules load on demand; until then numbers are not grouped. */
function useGroupedNumbers(): (number: string) => string {
  const [grouped, setGrouped] = useState<(number: string) => string>();
  useEffect(() => {
    import('../../ui/grouped-number.ts')
      .then(({ groupedNumber }) =>
        setGrouped(() => (number: string) => groupedNumber(number).replaceAll(' ', '\u00a0')),
      )
      .catch(() => {});
  }, []);
  return grouped ?? ((number) => number);
}
