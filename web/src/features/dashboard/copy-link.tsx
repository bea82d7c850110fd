import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Copies the address that is printed on the card. */
export function CopyLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton
      value={new URL(paths.publicPage(id), window.location.origin).href}
      label={t('dashboard.copy')}
      name={t('dashboard.copyNamed', { name })}
      copied={t('dashboard.copied')}
      icon={<Link2 aria-hidden="true" />}
    />
  );
}
