import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import type { PasskeyListFragment } from './passkey-list.generated.ts';

interface PasskeyListProps {
  readonly passkeys: readonly PasskeyListFragment[];
  /** Absent while they must stay. */
  readonly onRemove: ((passkey: PasskeyListFragment) => void) | undefined;
}

export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const { t, format } = useLocale();
  return (
    <ul className="passkeys" aria-label={t('account.passkeys')}>
      {passkeys.map((passkey) => {
        const { id, name, addedAt, usedAt } = passkey;
        const dates = { added: format.date(addedAt), used: usedAt === null ? '' : format.date(usedAt) };
        return (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <p>{t(usedAt === null ? 'account.passkeyUnused' : 'account.passkeyUsed', dates)}</p>
            </div>
            {onRemove !== undefined && (
              <Button
                look="quiet"
                aria-label={t('account.passkeyRemoveOpen', { name })}
                onClick={() => onRemove(passkey)}
              >
                {t('account.passkeyRemove')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
