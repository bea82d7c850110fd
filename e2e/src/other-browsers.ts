import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pRetry from 'p-retry';
import puppeteer from 'puppeteer-core';
import { freePort } from '../../scripts/servers/ports.ts';
import { eventually } from './api.ts';
import { ended, temporaryDirectory } from './product.ts';

/** The part of a browser that the flows need, alike over WebDriver BiDi (Firefox) and WebDriver (WebKit). */
export interface OtherBrowser {
  open(address: string): Promise<void>;
  /** Runs a function in the page. */
  run<Given extends readonly unknown[], Result>(
    task: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>>;
  /** Types into the only such field. */
  type(selector: string, text: string): Promise<void>;
  /** Clicks the only such element. */
  click(selector: string): Promise<void>;
  /** The text of the downloaded file with this ending, once it has been saved as a whole. */
  downloaded(ending: string): Promise<string>;
  close(): Promise<void>;
}

interface OtherEngine {
  readonly name: string;
  readonly installed: boolean;
  /** How to get it. */
  readonly packages: string;
  readonly start: () => Promise<OtherBrowser>;
}

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT = '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Debian's packages; Chromium comes from npm and runs all other tests. */
export const OTHER_ENGINES: readonly OtherEngine[] = [
  {
    name: 'Firefox',
    installed: existsSync(FIREFOX),
    packages: 'firefox-esr',
    start: startFirefox,
  },
  {
    name: 'WebKit',
    installed: [WEBKIT, MINI_BROWSER, '/usr/bin/xvfb-run', '/usr/bin/dbus-run-session'].every(existsSync),
    packages: 'webkit2gtk-driver xvfb xauth dbus',
    start: startWebKit,
  },
];

async function startFirefox(): Promise<OtherBrowser> {
  const directory = await temporaryDirectory();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': directory.path },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 450, height: 800 });
  return {
    // A page that is still navigating by itself aborts it.
    open: (address) =>
      pRetry(async () => void (await page.goto(address)), {
        retries: 3,
        shouldRetry: ({ error }) => error.message.includes('NS_BINDING_ABORTED'),
      }),
    run: (task, ...given) => page.evaluate(task as never, ...given) as never,
    type: (selector, text) => page.type(selector, text),
    click: (selector) => page.click(selector),
    downloaded: (ending) => fileIn(directory.path, ending),
    async close() {
      await browser.close();
      await directory.remove();
    },
  };
}

/** A browser gives a file its name before or after it has written it: it is there once it stays as it is. */
async function fileIn(directory: string, ending: string): Promise<string> {
  let before = '';
  const read = async () => {
    const name = (await readdir(directory)).find((one) => one.endsWith(ending));
    const text = name === undefined ? '' : await readFile(path.join(directory, name), 'utf8');
    const isWhole = text !== '' && text === before;
    before = text;
    return isWhole ? text : '';
  };
  return eventually(read, (text) => text !== '');
}

/** Without these a machine without a desktop waits for services of one. */
const WITHOUT_DESKTOP = {
  GIO_USE_NETWORK_MONITOR: 'base',
  GIO_USE_PROXY_RESOLVER: 'dummy',
  GIO_USE_VFS: 'local',
  GTK_USE_PORTAL: '0',
  GSETTINGS_BACKEND: 'memory',
  LIBGL_ALWAYS_SOFTWARE: '1',
};
/** Name of an element's id, by the WebDriver specification. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function startWebKit(): Promise<OtherBrowser> {
  const port = await freePort();
  const directory = await temporaryDirectory();
  const downloads = path.join(directory.path, 'downloads');
  await mkdir(downloads);
  // Where desktops of Linux keep the name of this folder.
  await writeFile(path.join(directory.path, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = ['-a', '-s', '-screen 0 1400x1000x24'];
  const driver = spawn('xvfb-run', [...screen, 'dbus-run-session', '--', WEBKIT, '-p', String(port)], {
    env: { ...process.env, ...WITHOUT_DESKTOP, XDG_CONFIG_HOME: directory.path },
    stdio: 'ignore',
    // A process group of its own, which ends as a whole.
    detached: true,
  });
  const ask = (method: string, path: string, body?: object) => command(`http://127.0.0.1:${port}${path}`, method, body);
  try {
    await eventually(
      () => ask('GET', '/status'),
      ({ ready }) => ready === true,
    );
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } };
    const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch } });
    const session = `/session/${sessionId}`;
    await ask('POST', `${session}/window/rect`, { width: 450, height: 800 });
    const find = async (value: string) =>
      (await ask('POST', `${session}/element`, { using: 'css selector', value }))[ELEMENT];
    return {
      async open(url) {
        await ask('POST', `${session}/url`, { url });
      },
      run: (task, ...args) =>
        ask('POST', `${session}/execute/sync`, { script: `return (${task}).apply(null, arguments)`, args }),
      async type(selector, text) {
        await ask('POST', `${session}/element/${await find(selector)}/value`, { text });
      },
      async click(selector) {
        await ask('POST', `${session}/element/${await find(selector)}/click`, {});
      },
      downloaded: (ending) => fileIn(downloads, ending),
      async close() {
        await ask('DELETE', session);
        await endGroup(driver);
        await directory.remove();
      },
    };
  } catch (error) {
    await endGroup(driver);
    throw error;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: values of every shape
async function command(address: string, method: string, body?: object): Promise<any> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(address, { ...init, headers: { 'content-type': 'application/json' } });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${address}: ${value.error} ${value.message}`);
  return value;
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) process.kill(-child.pid);
  await ended(child);
}
