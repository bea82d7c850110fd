import type { ApolloClient } from '@apollo/client';
import type { Language } from '@volant/proto/text/languages';
import i18next from 'i18next';
import { siteOrigin } from '../browser/site-origin.ts';
import { csvText } from '../i18n/csv.ts';
import { type CardPage, cardLink } from './card-link.ts';
import { codeZip } from './code-zip.ts';
import { type Design, layoutOf, printedName } from './layouts.ts';
import { loadLettering } from './load-lettering.ts';
import { PagesToPrintDocument } from './print-job.generated.ts';
import { type Choice, MOST_PAGES, type PrintOrder } from './print-order.ts';
import { printPdf } from './print-pdf.ts';

interface PrintFile {
  readonly name: string;
  readonly content: Blob;
  readonly pages: number;
  readonly unprintable: number;
  /** Pages for the next file. */
  readonly next?: Choice;
}

/** @param onProgress how many pages of how many the file contains; ends the work by throwing */
export async function makeFile(
  client: ApolloClient,
  { product, names, choice, batch }: PrintOrder,
  onProgress: (done: number, total: number) => void,
): Promise<PrintFile> {
  const { pages: found, ...rest } = await partOf(client, choice, product === 'links');
  // Those of a batch are in the order of its numbers, and fit into one file.
  const pages = found.map((page, index) => ({ ...page, number: batch?.numbers[index] }));
  onProgress(0, pages.length);
  const advance = (done: number) => onProgress(done, pages.length);
  const named = (ending: string) =>
    `${product}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
  const file = { pages: pages.length, unprintable: 0, ...rest };
  const links = linkList(pages);
  if (product === 'links') {
    return { ...file, name: named('csv'), content: new Blob([links], { type: 'text/csv;charset=utf-8' }) };
  }
  if (product === 'codes') {
    return {
      ...file,
      name: named('zip'),
      content: await codeZip(pages, links, siteOrigin(), await loadLettering(), advance),
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
    origin: siteOrigin(),
    scan: i18next.t('cardArt.scan'),
  };
}

interface PrintPart {
  readonly pages: readonly CardPage[];
  readonly next?: Choice;
}

/** The pages of a file, those of a filter in the natural order of their names. */
async function partOf(client: ApolloClient, choice: Choice, isWhole: boolean): Promise<PrintPart> {
  if (choice.by === 'pages') {
    const pages = isWhole ? choice.pages : choice.pages.slice(0, MOST_PAGES);
    const rest = choice.pages.slice(pages.length);
    return { pages, ...(rest.length > 0 && { next: { ...choice, pages: rest } }) };
  }
  const pages: CardPage[] = [];
  const leftOut = new Set(choice.leftOut);
  for (let { after } = choice; ; ) {
    const { data } = await client.query({
      query: PagesToPrintDocument,
      variables: { first: MOST_PAGES, after: after ?? null, filter: choice.filter },
      fetchPolicy: 'no-cache',
    });
    if (data === undefined) throw new Error('The server sent no pages');
    pages.push(...data.pages.nodes.filter(({ id }) => !leftOut.has(id)));
    const { endCursor, hasNextPage } = data.pages.pageInfo;
    if (!hasNextPage || endCursor === null) return { pages };
    after = endCursor;
    if (!isWhole && pages.length > 0) return { pages, next: { ...choice, after } };
  }
}

/** The links of the pages in the dialect of the language, for who prints codes or writes chips elsewhere. */
function linkList(pages: readonly CardPage[]): string {
  const { t } = i18next;
  const heads = [t('adminCards.id'), t('adminCards.name'), t('adminCards.qrLink'), t('adminCards.nfcLink')];
  const rows = pages.map(({ id, displayName }) => [id, displayName, cardLink(id, 'qr'), cardLink(id, 'nfc')]);
  return csvText([heads, ...rows], i18next.language as Language);
}
