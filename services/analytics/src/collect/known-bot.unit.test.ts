import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createKnownBots } from './known-bot.ts';

const isKnownBot = createKnownBots();

function agentsIn(name: 'phones' | 'robots'): string[] {
  const file = new URL(`../testing/agents/${name}.txt`, import.meta.url);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

describe('known bots', () => {
  it('counts phones and tablets, whatever their models and apps are called', () => {
    expect(agentsIn('phones').filter(isKnownBot)).toEqual([]);
  });

  it('ignores robots that name themselves, with the form of a phone too', () => {
    expect(agentsIn('robots').filter((userAgent) => !isKnownBot(userAgent))).toEqual([]);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/120.0.0.0 Safari/537.36',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'TelegramBot (like TwitterBot)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    'Mozilla/5.0 (Linux; Android 11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36 (compatible; SomeCrawler/1.0)',
    'GPTBot/1.2 (+https://openai.com/gptbot)',
  ])('ignores bots: %s', (userAgent) => {
    expect(isKnownBot(userAgent)).toBe(true);
  });

  it.each([
    '',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 14; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0.0.0',
  ])('counts people: %j', (userAgent) => {
    expect(isKnownBot(userAgent)).toBe(false);
  });

  it.each([
    'curl/8.5.0',
    'node',
    'undici',
    'Wget/1.21',
    'python-requests/2.31.0',
    'python-httpx/0.27',
    'Go-http-client/1.1',
    'axios/1.7.2',
    'okhttp/4.12.0',
    'PostmanRuntime/7.39',
    'Playwright/1.44 (x64; ubuntu 22.04) node/20.11',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.6099.28 Safari/537.36',
    'Mozilla/5.0',
    'acceptance-test/1.0',
  ])('counts tools that a person uses: %s', (userAgent) => {
    expect(isKnownBot(userAgent)).toBe(false);
  });
});
