import type { ApolloClient } from '@apollo/client';
import type { Language } from '@volant/proto/text/languages';
import i18next from 'i18next';
import { csvText } from '../../../i18n/csv.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { codeZip } from './code-zip.ts';
import { type Design, layoutOf, printedName } from './layouts.ts';
import { loadLettering } from './load-lettering.ts';
import { PagesToPrintDocument } from './print-job.generated.ts';
import type { Choice, PrintOrder } from './print-order.ts';
import { printPdf } from './print-pdf.ts';

const AT_ONCE = 1_000;

interface PrintFile {
  readonly name: string;
  readonly content: Blob;
  readonly pages: number;
  readonly unprintable: number;
}

/** @param onProgress how many pages of how many the file contains; ends the work by throwing */
export async function makeFile(
  client: ApolloClient,
  { product, names, choice }: PrintOrder,
  onProgress: (done: number, total: number) => void,
): Promise<PrintFile> {
  const pages = await pagesOf(client, choice);
  onProgress(0, pages.length);
  const advance = (done: number) => onProgress(done, pages.length);
  const named = (ending: string) =>
    `${product}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
  const file = { pages: pages.length, unprintable: 0 };
  const { origin } = window.location;
  const links = linkList(pages);
  if (product === 'links') {
    return { ...file, name: named('csv'), content: new Blob([links], { type: 'text/csv;charset=utf-8' }) };
  }
  if (product === 'codes') {
    return {
      ...file,
      name: named('zip'),
      content: await codeZip(pages, links, origin, await loadLettering(), advance),
    };
  }
  const design = await printDesign(names);
  const content = await printPdf(layoutOf(product, design), pages, i18next.t('adminCards.sheetTitle'), advance);
  const unprintable = pages.filter((page) => names && page.displayName !== '' && printedName(page, design) === '');
  return { ...file, name: named('pdf'), content, unprintable: unprintable.length };
}

export async function printDesign(names: boolean): Promise<Design> {
  return {
    letters: await loadLettering(),
    names,
    origin: window.location.origin,
    scan: i18next.t('cardArt.scan'),
  };
}

/** Names in natural order, because the pages of a batch were created at the same time. */
const byName = new Intl.Collator(undefined, { numeric: true });

async function pagesOf(client: ApolloClient, choice: Choice): Promise<readonly CardPage[]> {
  if (choice.by === 'pages') return choice.pages;
  const pages: CardPage[] = [];
  const leftOut = new Set(choice.leftOut);
  for (let after: string | null | undefined; ; ) {
    const { data } = await client.query({
      query: PagesToPrintDocument,
      variables: { first: AT_ONCE, after: after ?? null, filter: choice.filter },
      fetchPolicy: 'no-cache',
    });
    if (data === undefined) throw new Error('The server sent no pages');
    pages.push(...data.pages.nodes.filter(({ id }) => !leftOut.has(id)));
    const { pageInfo } = data.pages;
    if (!pageInfo.hasNextPage) return pages.sort((a, b) => byName.compare(a.displayName, b.displayName));
    after = pageInfo.endCursor;
  }
}

/** The links of the pages in the dialect of the language, for who prints codes or writes chips elsewhere. */
function linkList(pages: readonly CardPage[]): string {
  const { t } = i18next;
  const heads = [t('adminCards.id'), t('adminCards.name'), t('adminCards.qrLink'), t('adminCards.nfcLink')];
  const rows = pages.map(({ id, displayName }) => [id, displayName, cardLink(id, 'qr'), cardLink(id, 'nfc')]);
  return csvText([heads, ...rows], i18next.language as Language);
}
