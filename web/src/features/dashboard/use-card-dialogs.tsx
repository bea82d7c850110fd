import { type ReactNode, useState } from 'react';
import type { OfflineCard } from '../../offline/offline-cards.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Load dialogs when they are opened.
const DIALOGS = {
  analytics: lazyPart(() => import('./analytics-modal.tsx')),
  share: lazyPart(() => import('./share-dialog.tsx')),
};

/** The dialog of a card; stays mounted once loaded, so that closing can animate. */
interface Shown {
  readonly what: keyof typeof DIALOGS;
  readonly id: string;
  readonly isOpen: boolean;
  /** Another press fetches the code of a dialog again if it did not come. */
  readonly press: number;
}

export interface CardDialogs {
  readonly open: (what: Shown['what'], id: string) => void;
  /** The dialog of a card, to render under it: if its code cannot be fetched, the error is seen there. */
  readonly under: (card: OfflineCard) => ReactNode;
}

export function useCardDialogs(): CardDialogs {
  const [shown, show] = useState<Shown>();
  const close = () => show((before) => before && { ...before, isOpen: false });
  return {
    open: (what, id) => show((before) => ({ what, id, isOpen: true, press: (before?.press ?? 0) + 1 })),
    under(card) {
      if (shown?.id !== card.id) return null;
      const CardDialog = DIALOGS[shown.what];
      return <CardDialog key={shown.press} page={shown.isOpen ? card : undefined} onClose={close} />;
    },
  };
}
