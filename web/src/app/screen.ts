import type { OPERATION_IDS } from '../api/operation-ids.generated.ts';
import type { User } from '../api/shapes.ts';
import type { TextKey } from '../i18n/text-key.ts';
import type { TextGroup } from '../i18n/texts.ts';
import { isUser } from '../session/roles.ts';

/**
 * A screen of the client, as the `route.ts` of its feature declares it; routes, links, documents and known paths follow
 * from it. Servers and tests read it, too, so it names its component and does not import it.
 */
export interface Screen {
  /** May end in the parameter `:id`. */
  readonly path: string;
  /** Who may see it; others are redirected. */
  readonly audience: 'everybody' | 'guests' | ((role: User['role']) => boolean);
  /**
   * What the gateway sends: the `finished` screen, which hydrates on the first interaction; the same with a form, which
   * hydrates at once (`form`); a `shell` that the application replaces (ADR 35); or an empty document with a title.
   */
  readonly document: 'finished' | 'form' | 'shell' | { readonly title: TextKey };
  /** What search engines and other sites say of it; default: a sentence about the product. */
  readonly description?: TextKey;
  readonly texts: readonly TextGroup[];
  /** The list of the footer that has a link to it, and the text of the link, which stands in `shell/footer-links.json`. */
  readonly footer?: readonly [list: 'quick' | 'legal', text: TextKey];
  /** The module in `src/features` that exports `Component`; its name ends in `-page`. */
  readonly page: string;
  /** The module of a part that the screen shows if its address has no search: the first of its tabs. */
  readonly firstPart?: string;
  /** An address that shows the screen if its path alone does not. */
  readonly example?: string;
  /** The first query of a shell, which the document sends early; `:id` stands for the id in the address. */
  readonly query?: { readonly operation: keyof typeof OPERATION_IDS; readonly variables: object };
}

/** Texts that everybody may read. */
export const READING = { audience: 'everybody', document: 'finished', texts: ['reading'] } as const;
export const SIGNED_IN = { audience: isUser, document: 'shell' } as const;
/** Variables of the query of a page: the id in the address. */
export const PAGE = { id: ':id' } as const;
