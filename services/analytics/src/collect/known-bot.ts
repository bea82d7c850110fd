import { remembered } from '@volant/infra/cache/remembered';
import { createIsbotFromList, list } from 'isbot';

/** Longer texts are truncated to this length before matching. */
export const MAX_USER_AGENT = 512;
const REMEMBERED = 5_000;

/**
 * Patterns of isbot for tools rather than crawlers: HTTP libraries by the shape of their name, and browsers under
 * remote control. They are not treated as bots: a person who posts an event with curl, or automates a browser on a
 * card, wants it to count.
 */
const TOOLS: readonly RegExp[] = [
  /^\^\[\\w/,
  /^\^\\w\+\//,
  /^\^mozilla\//,
  /^\(\?<!lib\)http$/,
  /^\^(python|php|postman|wget|client\/|apache\/)/,
  /^(headless|node\\b|java|url|agent\\b|playwright|cypress\/|selenium|library|\\bperl\\b|tools|check\\b|\\\(\\\))/,
];

/** Crawlers often end in a URL about themselves, `(+https://…)`. */
const SELF_DESCRIPTION = 'https?://';

const isCrawler = createIsbotFromList([
  ...list.filter((pattern) => !TOOLS.some((tool) => tool.test(pattern))),
  SELF_DESCRIPTION,
]);

/**
 * Returns whether a User-Agent names a crawler, a link preview or a monitor, whose visits do not count as interest in a
 * driver. Results are cached: a few thousand texts make up nearly all traffic, and matching two hundred patterns is
 * slow.
 */
export function createKnownBots(): (userAgent: string) => boolean {
  return remembered({ max: REMEMBERED, maxLength: MAX_USER_AGENT }, isCrawler);
}
