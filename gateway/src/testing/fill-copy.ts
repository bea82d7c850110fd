/** `tsx fill-copy.ts <directory> <pages>`: fills the copy of a gateway with pages, for the bench `copies`. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { createLogger } from '@volant/infra/process/observability/log';
import { openCopiedViewStore } from '@volant/infra/views/copied-view-store';
import { PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { createPageView, PAGE_VIEW } from '../public-page/page-view.ts';

const AT_ONCE = 500;
const [directory = '', count = ''] = process.argv.slice(2);
const pages = Number(count);

async function fill(): Promise<void> {
  const log = createLogger({ name: 'bench', level: 'warn' });
  const store = await openCopiedViewStore({ directory: path.join(directory, 'pages'), definition: PAGE_VIEW, log });
  const view = createPageView(store, () => {});
  await store.copied.begin('a log');
  for (let first = 0; first < pages; first += AT_ONCE) {
    await store.together(async (at) => {
      for (let number = first; number < first + AT_ONCE; number += 1) {
        const value = snapshotOf(number);
        const place = { topic: 'pages', partition: 0, offset: number, headers: {}, at: new Date() };
        await view.apply({ ...place, key: keyOf(number), value }, at(number));
      }
    });
    await view.onWritten();
  }
  await store.saveCheckpoint(PAGE_VIEW.name, pages);
  await store.copied.hold();
  await store.close();
}

const RUN = randomUUID().slice(0, 23);
const keyOf = (number: number) => `${RUN}-${String(number).padStart(12, '0')}`;

function snapshotOf(number: number): Uint8Array {
  const name = `Driver ${number}`;
  const profile = { name, bio: 'Airport transfers and long distances, day and night.', phone: `+336${number}` };
  return toBinary(
    PageSnapshotSchema,
    create(PageSnapshotSchema, {
      pageUid: keyOf(number),
      publicId: `page${String(number).padStart(20, '0')}`,
      displayName: name,
      ownerId: randomUUID(),
      state: PageState.ACTIVE,
      version: 3n,
      tenure: 1,
      profile,
    }),
  );
}

await fill();
