import type { ReactNode } from 'react';
import { CardGhost } from './card-ghost.tsx';
import { PageHeading } from './page-heading.tsx';
import './message-screen.css';

interface MessageScreenProps {
  readonly title: string;
  readonly text?: string;
  /** Next actions. */
  readonly children?: ReactNode;
}

/** A screen with one message and its actions. */
export function MessageScreen({ title, text, children }: MessageScreenProps) {
  return (
    <div className="message-screen page">
      <div className="message-screen__art">
        <CardGhost />
      </div>
      <div className="message-screen__body stack at-start gap-4">
        <PageHeading title={title} className="screen-title" />
        {text !== undefined && <p className="message-screen__text">{text}</p>}
        {children !== undefined && <div className="message-screen__actions">{children}</div>}
      </div>
    </div>
  );
}
