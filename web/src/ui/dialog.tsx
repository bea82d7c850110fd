import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './modal.css';

interface DialogProps {
  readonly title: string;
  /** Label of the close button. */
  readonly close: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog: traps the focus and returns it; closes by its button, Escape or a tap outside. */
export function Dialog({ title, close, open, onClose, wide = false, children }: DialogProps) {
  return (
    <ModalOverlay className="modal-overlay" isDismissable isOpen={open} onOpenChange={(stays) => !stays && onClose()}>
      <Modal className={wide ? 'modal modal--wide' : 'modal'}>
        <AriaDialog className="modal__dialog">
          <div className="modal__head">
            <Heading slot="title" className="modal__title">
              {title}
            </Heading>
            <Button className="icon-button" aria-label={close} onPress={onClose}>
              <X aria-hidden="true" />
            </Button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
