import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

interface OtherActionsProps {
  readonly actions: readonly {
    readonly id: string;
    readonly label: string;
    readonly look?: ButtonLook;
    readonly onAction: () => unknown;
  }[];
  /** Class of the menu's button. */
  readonly className: string;
}

/** The less frequent actions of a bar: buttons where there is room, otherwise a menu. */
export function OtherActions({ actions, className }: OtherActionsProps) {
  const { t } = useTranslation();
  if (useMedia(SIDE_BY_SIDE)) {
    return actions.map(({ id, label, look = 'quiet', onAction }) => (
      <Button key={id} look={look} onClick={onAction}>
        {label}
      </Button>
    ));
  }
  return (
    <MenuButton label={t('adminCards.moreActions')} className={`btn btn--secondary ${className}`} entries={actions}>
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
}
