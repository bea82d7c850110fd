import { useTranslation } from 'react-i18next';
import { CardArt } from '../../ui/card-art.tsx';

/** Where on the card the id is found. */
export function ClaimGuide() {
  const { t } = useTranslation();
  return (
    <aside className="claim__guide">
      <CardArt kind="solo" />
      <p>{t('claim.guide')}</p>
    </aside>
  );
}
