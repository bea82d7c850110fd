import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { keepCodes } from '../../offline/keep-codes.ts';
import { keepCard } from '../../offline/offline-cards.ts';
import { cardLinks } from '../../print/card-link.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { ShowCard } from '../../ui/show-card.tsx';
import { LiveCard } from './live-card.tsx';
import type { EditorModel } from './use-editor.ts';

/** The card turns over to its code, to be shown to somebody. */
export function FinishedCard({ editor: { saved, values } }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const id = saved?.id ?? '';
  const displayName = values.displayName || values.name;
  // The code has to show without a network, too, before the list of pages was ever opened.
  useEffect(() => {
    keepCard({ id, displayName, address: id });
    void keepCodes();
  }, [id, displayName]);
  const { address, printed } = cardLinks(id);
  return (
    <section ref={section} tabIndex={-1} className="first-steps__form" aria-labelledby="finished-card">
      <div className="turn">
        <div className="turn__card">
          <LiveCard values={values} />
          <div className="turn__back">
            <QrCode text={printed} label={t('share.qrNamed', { name: values.name })} />
          </div>
        </div>
      </div>
      <h2 id="finished-card">{t('editor.steps.showTitle')}</h2>
      <p className="first-steps__text">{t('editor.steps.showText')}</p>
      <div className="first-steps__ways cluster gap-2">
        <ShowCard
          name={values.name}
          printed={printed}
          address={address}
          label={t('editor.steps.show')}
          back={t('editor.steps.hide')}
        />
        <SendButton name={values.name} address={address} />
        <a className="btn btn--secondary" href={href('/d/:id', { id })} target="_blank" rel="noopener">
          <ExternalLink aria-hidden="true" />
          {t('editor.openPage')}
        </a>
      </div>
    </section>
  );
}
