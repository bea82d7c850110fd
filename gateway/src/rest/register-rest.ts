import { registerAdminAnalytics } from './admin-analytics.ts';
import { registerAdminPages } from './admin-pages.ts';
import { registerAdminUsers } from './admin-users.ts';
import { registerAnnouncements } from './announcements.ts';
import { registerApiTokens } from './api-tokens.ts';
import { registerAuth } from './auth.ts';
import { registerBatches } from './batches.ts';
import { registerCards } from './cards.ts';
import { registerEmailChange } from './email-change.ts';
import { registerInboundMails } from './inbound-mails.ts';
import { registerOpenId } from './openid.ts';
import type { DescribedOperation } from './operation.ts';
import { registerPageFigures } from './page-figures.ts';
import { registerPageHistory } from './page-history.ts';
import { registerPages } from './pages.ts';
import { describePublic } from './public-operations.ts';
import type { RestRegistrar } from './route.ts';
import { registerSecondFactor } from './second-factor.ts';
import { registerSupport } from './support.ts';
import { registerUnsubscribe } from './unsubscribe.ts';
import { describeUploads } from './uploads.ts';
import { registerUser } from './user.ts';
import { registerWebhooks } from './webhooks.ts';

/** Every documented call, in the order of the API description. */
export function registerRest(route: RestRegistrar): void {
  describePublic(route);
  registerAuth(route);
  registerEmailChange(route);
  registerUser(route);
  registerSecondFactor(route);
  registerOpenId(route);
  registerUnsubscribe(route);
  registerPages(route);
  registerPageHistory(route);
  registerCards(route);
  registerPageFigures(route);
  describeUploads(route);
  registerAdminPages(route);
  registerBatches(route);
  registerWebhooks(route);
  registerApiTokens(route);
  registerAdminUsers(route);
  registerAdminAnalytics(route);
  registerSupport(route);
  registerAnnouncements(route);
  registerInboundMails(route);
}

/** Every documented call, without a server. */
export function describedOperations(): readonly DescribedOperation[] {
  const operations: DescribedOperation[] = [];
  const describe = (operation: DescribedOperation) => void operations.push(operation);
  registerRest(Object.assign(describe, { describe }) as RestRegistrar);
  return operations;
}
