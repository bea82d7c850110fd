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

/** Crawlers often end in a URL about themselves, `(+https://…)`; Meta's say so only in part of their requests. */
const SELF_DESCRIPTIONS = ['https?://', '^meta-external'];

const isCrawler = createIsbotFromList([
  ...list.filter((pattern) => !TOOLS.some((tool) => tool.test(pattern))),
  ...SELF_DESCRIPTIONS,
]);

const PHONE_OR_TABLET =
  /android|iphone|ipad|ipod|\biph\d|watchos|windows (?:phone|ce)|blackberry|\bbb10\b|webos|bada\/|tizen|kaios|symbian|midp|harmony|\bbrew\/|palm|nokia|ucweb|fban\/|\((?:mobile|tablet);/i;

/** What only robots write into an agent that has a phone's form: their address, or a comment about themselves. */
const DESCRIBES_ITSELF =
  /https?:|@[a-z][\w-]{0,60}\.[a-z]{2}|\.com\/[a-z]|(?:bot|crawler|spider|google|preview)\/v?\d|[(;] ?compatible;(?! ?msie)|like gecko;/i;

/** Products of robots, outside of comments. A Cubot is a phone. */
const ROBOT_PRODUCT =
  /(?<!cu)bots?(?:\b|[_/])|crawl|spider|preview|lighthouse|externalhit|pagespeed|optimizer|observatory|archiver|monitor|scraper|google-|-google\b|hotjar|\bptst\/|convertify|w3c-/i;

/**
 * Whether an agent with a phone's form is a robot's. Phones and their apps are called Discovery, Spider or QR scanner,
 * so common words, which isbot searches for, say nothing here.
 */
function isPhoneRobot(userAgent: string): boolean {
  return DESCRIBES_ITSELF.test(userAgent) || ROBOT_PRODUCT.test(withoutComments(userAgent));
}

/** Comments, `(Linux; Android 13; Spider 8)` or `[FBAN/…]`, name devices and networks. */
function withoutComments(userAgent: string): string {
  let depth = 0;
  let products = '';
  for (const character of userAgent) {
    if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0) products += character;
  }
  return products;
}

/**
 * Returns whether a User-Agent names a crawler, a link preview or a monitor, whose visits do not count as interest in a
 * driver. Results are cached: a few thousand texts make up nearly all traffic, and matching two hundred patterns is
 * slow.
 */
export function createKnownBots(): (userAgent: string) => boolean {
  return remembered({ max: REMEMBERED, maxLength: MAX_USER_AGENT }, (userAgent) =>
    PHONE_OR_TABLET.test(userAgent) ? isPhoneRobot(userAgent) : isCrawler(userAgent),
  );
}
