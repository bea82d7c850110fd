import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { BlankCard } from '../../ui/card-art.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import type { EditorValues } from './editor-values.ts';
import './live-card.css';

interface LiveCardProps {
  readonly values: Pick<EditorValues, 'picture' | 'name' | 'company' | 'phone'>;
}

/** A longer name is set smaller, on more lines. */
const LONG_NAME = 26;

/** The front of the driver's card with what has been entered so far. */
export function LiveCard({ values: { picture, name, company, phone } }: LiveCardProps) {
  const { t } = useTranslation();
  const chosen = useObjectUrl(picture.file);
  return (
    <div className="live-card" aria-hidden="true">
      <BlankCard />
      <div className="live-card__print">
        <Avatar name={name || '?'} picture={picture.file === undefined ? picture.path : chosen} />
        <p className={`live-card__name ${name.length > LONG_NAME ? 'live-card__name--long' : ''}`} dir="auto">
          {name || t('editor.steps.cardName')}
        </p>
        <p className="live-card__line" dir="auto">
          {phone || company || t('editor.steps.cardNumber')}
        </p>
      </div>
    </div>
  );
}
