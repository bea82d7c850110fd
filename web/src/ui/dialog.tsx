import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useCloseOnBack } from './use-close-on-back.ts';
import './modal.css';

interface DialogProps {
  readonly title: string;
  /** Label of the close button. Without one the dialog is a question (`alertdialog`) with its own buttons. */
  readonly close?: string;
  readonly open?: boolean;
  /** Whether a tap outside closes it. */
  readonly dismissable?: boolean;
  /** Whether Escape closes it: not if that loses what is shown only once. */
  readonly escapable?: boolean;
  /** Whether the browser's Back closes it, too: not if going back has opened it. */
  readonly closesOnBack?: boolean;
  readonly onClose: () => void;
  /** Class of the modal; the overlay gets it with `-overlay`. */
  readonly look?: 'modal--wide' | 'side-panel';
  readonly className?: string;
  readonly children: ReactNode;
}

/** A modal dialog: traps the focus and returns it; closes by its button, Escape, Back or a tap outside. */
export function Dialog(props: DialogProps) {
  const { title, close, open = true, onClose, look, className = '', children } = props;
  const { dismissable = true, escapable = true, closesOnBack = escapable } = props;
  useCloseOnBack(open && closesOnBack, onClose);
  const heading = (
    <Heading slot="title" className="modal__title">
      {title}
    </Heading>
  );
  return (
    <ModalOverlay
      className={look === undefined ? 'modal-overlay' : `modal-overlay ${look}-overlay`}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!escapable}
      isOpen={open}
      onOpenChange={(stays) => !stays && onClose()}
    >
      <Modal className={look === undefined ? 'modal' : `modal ${look}`}>
        <AriaDialog role={close === undefined ? 'alertdialog' : 'dialog'} className={`modal__dialog ${className}`}>
          {close === undefined ? (
            heading
          ) : (
            <div className="modal__head">
              {heading}
              <Button className="icon-button" aria-label={close} onPress={onClose}>
                <X aria-hidden="true" />
              </Button>
            </div>
          )}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
