import type { ComponentType } from 'react';
import type { User } from '../api/shapes.ts';
import type { TextKey } from '../i18n/text-key.ts';
import type { TextGroup } from '../i18n/texts.ts';

/**
 * A screen of the client. Each is declared in one `*.screen.ts` beside its component and listed in `screens.ts`; the
 * routes, links, documents and known paths follow from the list. Servers and tests read it, too, so a declaration
 * imports no component except in `load`.
 */
export interface Screen<Path extends string = string> {
  /** May end in the parameter `:id`. */
  readonly path: Path;
  /** Who may see it; others are redirected. */
  readonly audience: 'everybody' | 'guests' | ((role: User['role']) => boolean);
  /**
   * What the gateway sends: the `finished` screen, which hydrates on the first interaction; the same with a form, which
   * hydrates at once (`form`); a `shell` that the application replaces (ADR 35); or an empty document with a title.
   */
  readonly document: 'finished' | 'form' | 'shell' | { readonly title: TextKey };
  readonly texts: readonly TextGroup[];
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
  /** An address that shows the screen if its path alone does not. */
  readonly example?: string;
  /** The first query of a shell, which the document sends early; `:id` stands for the id in the address. */
  readonly query?: { readonly operation: string; readonly variables: object };
}

export function screen<const Path extends string>(declared: Screen<Path>): Screen<Path> {
  return declared;
}
