import { account } from '../features/account/route.ts';
import { admin } from '../features/admin/route.ts';
import { auth } from '../features/auth/route.ts';
import { cards } from '../features/cards/route.ts';
import { contact } from '../features/contact/route.ts';
import { contactInfo } from '../features/contact-info/route.ts';
import { dashboard } from '../features/dashboard/route.ts';
import { editor } from '../features/editor/route.ts';
import { history } from '../features/history/route.ts';
import { landing } from '../features/landing/route.ts';
import { ourStory } from '../features/our-story/route.ts';
import { policies } from '../features/policies/route.ts';
import { report } from '../features/report/route.ts';
import { support } from '../features/support/route.ts';
import { tutorial } from '../features/tutorial/route.ts';
import { voucher } from '../features/voucher/route.ts';

/** All screens, by feature; the server answers 404 for any other address. The footer lists them in this order. */
export const screens = [
  ...landing,
  ...tutorial,
  ...ourStory,
  ...contact,
  ...contactInfo,
  ...policies,
  ...auth,
  ...account,
  ...dashboard,
  ...editor,
  ...history,
  ...cards,
  ...report,
  ...voucher,
  ...admin,
  ...support,
] as const;

export type Path = (typeof screens)[number]['path'];

declare module 'react-router' {
  interface Register {
    /** Makes `href` accept the paths of the screens only. */
    pages: { [P in Path]: { params: P extends `${string}:id` ? { id: string } : Record<never, never> } };
  }
}
