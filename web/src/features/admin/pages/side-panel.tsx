import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import '../../../ui/modal.css';
import './side-panel.css';

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog beside the list; on phones a sheet from below. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="modal-overlay side-panel-overlay"
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="modal side-panel">
        <Dialog className="modal__dialog">
          <div className="modal__head">
            <Heading slot="title" className="modal__title">
              {title}
            </Heading>
            <AriaButton className="icon-button" aria-label={t('adminPages.close')} onPress={onClose}>
              <X aria-hidden="true" />
            </AriaButton>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
