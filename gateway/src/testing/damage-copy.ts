/** `tsx damage-copy.ts <directory> <id>`: damages a page in the copy of a gateway that is stopped, for the test of alerts. */
import path from 'node:path';
import { createLogger } from '@volant/infra/process/observability/log';
import { openCopiedViewStore } from '@volant/infra/views/copied-view-store';
import { PAGE_VIEW, type PageDocument } from '../public-page/page-view.ts';

const [directory = '', id = ''] = process.argv.slice(2);
const log = createLogger({ name: 'test', level: 'warn' });
const store = await openCopiedViewStore({ directory: path.join(directory, 'pages'), definition: PAGE_VIEW, log });
await store.together(async (at) => {
  const view = at(0).view<PageDocument>(PAGE_VIEW);
  const [page] = await view.find({ ids: id.toLowerCase() });
  if (page === undefined) throw new Error(`the copy has no page ${id}`);
  await view.put({ ...page, profile: {} as NonNullable<PageDocument['profile']> });
});
await store.close();
