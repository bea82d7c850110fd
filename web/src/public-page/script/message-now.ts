import { copyText } from '../../browser/clipboard.ts';

/** The address of a message with date and hour, by the passenger's clock and in the language of the page. */
export function messageNow(href: string): string {
  // With the digits of the other lines, also in Arabic.
  const locale = `${document.documentElement.lang}-u-nu-latn`;
  const now = new Date().toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
  return `${href}${href.startsWith('mailto:') ? '%0D%0A' : '%0A'}${encodeURIComponent(now)}`;
}

/**
 * Shares the text of a message by the phone's own share sheet; without one, or if it fails, copies it.
 * @returns whether the text was copied, undefined if it was shared or the passenger closed the sheet
 */
export async function shareMessage(text: string): Promise<boolean | undefined> {
  try {
    await navigator.share({ text });
    return undefined;
  } catch (error) {
    return (error as Error).name === 'AbortError' ? undefined : copyText(text);
  }
}
