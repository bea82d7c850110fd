import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { currentSession } from '../../api/session.ts';
import { isSameScreen } from '../../browser/same-screen.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/modal.css';

interface LeaveDialogProps {
  readonly dirty: boolean;
  readonly onGiveUp: () => void;
}

/** Asks before unsaved work is left behind. */
export function LeaveDialog({ dirty, onGiveUp }: LeaveDialogProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    // A session that ended takes one away without asking; the draft stays for the return.
    ({ currentLocation, nextLocation }) =>
      dirty &&
      currentSession() !== null &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isSameScreen(nextLocation.state),
  );
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
    >
      <Modal className="modal">
        <Dialog role="alertdialog" className="modal__dialog leave-dialog">
          <Heading slot="title" className="modal__title">
            {t('editor.leaveTitle')}
          </Heading>
          <p>{t('editor.leaveText')}</p>
          <div className="modal__actions">
            <Button onClick={() => blocker.reset?.()}>{t('editor.stay')}</Button>
            <Button
              look="danger"
              onClick={() => {
                onGiveUp();
                blocker.proceed?.();
              }}
            >
              {t('editor.leave')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
