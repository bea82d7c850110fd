import { requireViewer } from '@volant/infra/auth/guards';
import { guarded } from '@volant/infra/graphql/guarded';
import { actorOf } from '../page/context.ts';
import type { PagesFeature } from '../page/pages-feature.ts';
import { sentToPage } from '../page/sent.ts';
import type { MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import { readVersions } from './read-versions.ts';
import { restorePage } from './restore-page.ts';
import { shownHistory } from './shown-history.ts';

const Query = {
  pageHistory: guarded(requireViewer, async ({ id, ...paging }, context, viewer) =>
    shownHistory(await readVersions(context.commands, id, paging, actorOf(viewer)), viewer, context.call.language),
  ),
} satisfies QueryResolvers;

const Mutation = {
  restorePage: sentToPage(requireViewer, (ports, { id, version, expectedVersion }, caller) =>
    restorePage(ports, id, version, expectedVersion, caller),
  ),
} satisfies MutationResolvers;

export const history = { resolvers: { Query, Mutation } } satisfies PagesFeature;
