import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { MadePage } from './bulk-job.ts';

/** Rows per batch: a thousand rows would scroll slowly. */
const SHOWN_AT_ONCE = 50;

export function addressOf(id: string): string {
  return new URL(href('/d/:id', { id }), window.location.origin).href;
}

/** Links of new pages, each with open and copy. */
export function MadeLinks({ pages, label }: { readonly pages: readonly MadePage[]; readonly label: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = pages.length - shown;
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul className="made" role="list" aria-label={label}>
        {pages.slice(0, shown).map(({ id, displayName }) => (
          <li key={id} className="made__page">
            <a className="made__link" href={href('/d/:id', { id })} target="_blank" rel="noopener">
              {displayName !== '' && <strong dir="auto">{displayName}</strong>}
              <code>{id}</code>
              <ExternalLink aria-hidden="true" />
              <span className="visually-hidden">{t('adminBulk.newTab')}</span>
            </a>
            <CopyButton
              value={addressOf(id)}
              label={t('share.copy')}
              name={t('share.copyNamed', { name: displayName || id })}
              copied={t('share.copied')}
            />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button look="secondary" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('adminBulk.moreLinks', { count: left, number: format.number(left) })}
        </Button>
      )}
    </>
  );
}
