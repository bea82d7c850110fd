import type { LoadPart } from './lazy-part.tsx';

export interface PageStepsProps {
  /** Undefined begins a new page. */
  readonly id: string | undefined;
  /** Returns to the list of pages. */
  readonly onLeave: () => void;
}

/** The three steps to a usable card, within another screen. The application declares them: they are the editor's. */
export const pageSteps: { load?: LoadPart<PageStepsProps> } = {};
