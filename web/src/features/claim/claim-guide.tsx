import { useTranslation } from 'react-i18next';
import { CardArt } from '../../ui/card-art.tsx';

/** Shows where the id is printed on the card. */
export function ClaimGuide() {
  const { t } = useTranslation();
  return (
    <aside className="claim__guide">
      <CardArt kind="solo" />
      <p>{t('claim.guide')}</p>
    </aside>
  );
}
