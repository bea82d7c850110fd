import { X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import './undo-toast.css';

/** What was just done, and how to undo it. */
interface Toast {
  readonly text: string;
  readonly undo?: (() => unknown) | undefined;
  readonly danger?: boolean;
}

let shown: Toast | undefined;
const followers = new Set<() => void>();

function show(toast: Toast | undefined): void {
  shown = toast;
  for (const follower of followers) follower();
}

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Tells what was done in a toast that offers to undo it, and what became of that. */
export function useUndoToast() {
  const { t } = useTranslation();
  return (text: string, undo?: () => Promise<unknown>): void => {
    const run = async () => {
      show({ text: t('admin.undoing') });
      try {
        await undo?.();
        show({ text: t('admin.undone') });
      } catch {
        show({ text: t('admin.undoFailed'), danger: true });
      }
    };
    show({ text, undo: undo && run });
  };
}

const SHOWN_MS = 10_000;

/** The toast at the foot of the window. It stays while it has the pointer or the focus. */
export function UndoToast() {
  const { t } = useTranslation();
  const toast = useSyncExternalStore(
    follow,
    () => shown,
    () => undefined,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(timer.current);
  const leave = () => {
    stay();
    timer.current = setTimeout(() => show(undefined), SHOWN_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast has its full time
  useEffect(() => {
    if (toast !== undefined) leave();
    return stay;
  }, [toast]);
  // It belongs to the screen that was left.
  useEffect(() => () => show(undefined), []);
  return (
    <div role="status" className="toasts" onPointerEnter={stay} onPointerLeave={leave} onFocus={stay} onBlur={leave}>
      {toast !== undefined && (
        <div className={toast.danger ? 'toast toast--danger' : 'toast'}>
          <p dir="auto">{toast.text}</p>
          {toast.undo !== undefined && (
            <Button look="quiet" onClick={() => void toast.undo?.()}>
              {t('admin.undo')}
            </Button>
          )}
          <IconButton icon={X} label={t('admin.closeToast')} onClick={() => show(undefined)} />
        </div>
      )}
    </div>
  );
}
