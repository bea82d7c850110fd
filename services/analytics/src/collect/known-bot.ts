import { remembered } from '@volant/infra/cache/remembered';
import { createIsbotFromList, list } from 'isbot';

/** Longer texts are compared by their beginning. */
export const MAX_USER_AGENT = 512;
const REMEMBERED = 5_000;

/**
 * Patterns of isbot that tell a tool in somebody's hand rather than a crawler:
 * HTTP libraries by the shape of their name, browsers under remote control.
 * Whoever posts an event with curl or drives a browser through a card does so
 * on purpose, to see it counted.
 */
const TOOLS: readonly RegExp[] = [
  /^\^\[\\w/,
  /^\^\\w\+\//,
  /^\^mozilla\//,
  /^\(\?<!lib\)http$/,
  /^\^(python|php|postman|wget|client\/|apache\/)/,
  /^(headless|node\\b|java|url|agent\\b|playwright|cypress\/|selenium|library|\\bperl\\b|tools|check\\b|\\\(\\\))/,
];

/** Crawlers often end in the address of a page about themselves, `(+https://…)`. */
const SELF_DESCRIPTION = 'https?://';

const isCrawler = createIsbotFromList([
  ...list.filter((pattern) => !TOOLS.some((tool) => tool.test(pattern))),
  SELF_DESCRIPTION,
]);

/**
 * Whether a User-Agent names itself as a crawler, a link preview or a monitor,
 * whose visits are nobody's interest in a driver. Answers are remembered: a few
 * thousand texts make up nearly all traffic, and two hundred patterns are slow.
 */
export function createKnownBots(): (userAgent: string) => boolean {
  return remembered({ max: REMEMBERED, maxLength: MAX_USER_AGENT }, isCrawler);
}
