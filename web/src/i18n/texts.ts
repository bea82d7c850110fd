import type { Area } from '@volant/proto/text/languages';
import type access from './texts/access.fr.json';
import type account from './texts/account.fr.json';
import type admin from './texts/admin.fr.json';
import type adminPages from './texts/adminPages.fr.json';
import type adminSettings from './texts/adminSettings.fr.json';
import type card from './texts/card.fr.json';
import type claiming from './texts/claiming.fr.json';
import type common from './texts/common.fr.json';
import type credentials from './texts/credentials.fr.json';
import type editing from './texts/editing.fr.json';
import type page from './texts/page.fr.json';
import type pages from './texts/pages.fr.json';
import type reading from './texts/reading.fr.json';
import type support from './texts/support.fr.json';
import type voucher from './texts/voucher.fr.json';

/** Catalogues of the client's texts. Each loads with the screens that name it. */
export type TextGroup = Extract<
  Area,
  | 'access'
  | 'account'
  | 'admin'
  | 'adminPages'
  | 'adminSettings'
  | 'card'
  | 'claiming'
  | 'common'
  | 'credentials'
  | 'editing'
  | 'page'
  | 'pages'
  | 'reading'
  | 'support'
  | 'voucher'
>;

/** All texts of the client. French has every text. */
export type Texts = typeof access &
  typeof account &
  typeof admin &
  typeof adminPages &
  typeof adminSettings &
  typeof card &
  typeof claiming &
  typeof common &
  typeof credentials &
  typeof editing &
  typeof page &
  typeof pages &
  typeof reading &
  typeof support &
  typeof voucher;

/** Texts of the public page, passed to its components because they know no i18next. */
export type PageTexts = Texts['page'];
