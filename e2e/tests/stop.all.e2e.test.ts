import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  call,
  createPage,
  eventually,
  logIn,
  type Person,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { type NpmStart, npmRun, npmStart } from '../src/npm-start.ts';
import { startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Outcome, openWriter, type Writer } from '../src/writer.ts';

/** VOLANT_STOPS=50 for the documented number. */
const STOPS = Number(process.env.VOLANT_STOPS ?? 2);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Longer than the product's own deadline of 25 s. */
const ENDS_WITHIN_MS = 60_000;
const BULK = 200;

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

/** Acknowledged writes, to be found after the next start. */
interface Acknowledged {
  readonly tokens: string[];
  readonly pages: string[];
  /** Number of the page's last save. */
  saved: number;
  readonly events: Set<string>;
}

interface Tally {
  answered: number;
  readonly cutOff: string[];
  readonly refusals: string[];
}

/** Sends one request after another until connections are refused. */
async function writeOn(origin: string, tally: Tally, send: (writer: Writer) => Promise<Outcome>): Promise<void> {
  const writer = openWriter(origin);
  for (;;) {
    const outcome = await send(writer);
    if (outcome.kind === 'refused') break;
    if (outcome.kind === 'cut off') {
      tally.cutOff.push(outcome.reason);
      break;
    }
    tally.answered += 1;
    if (outcome.status >= 300) tally.refusals.push(`${outcome.status} ${outcome.body.code}`);
  }
  writer.close();
}

interface Stage {
  readonly owner: Person;
  readonly pageId: string;
  readonly admin: string;
}

function writeEverything(origin: string, stage: Stage, known: Acknowledged, tally: Tally): Promise<unknown> {
  const isGood = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status < 300;
  const signingUp = async (writer: Writer) => {
    const name = `d${randomUUID().slice(0, 12)}`;
    const account = { email: `${name}@example.com`, username: name, password: 'a long enough password' };
    const outcome = await writer.send('POST', '/api/auth/signup', account);
    if (outcome.kind === 'answered' && isGood(outcome)) known.tokens.push(outcome.body.token);
    return outcome;
  };
  let saves = 0;
  const saving = async (writer: Writer) => {
    saves += 1;
    // A page may be changed 120 times an hour.
    if (saves > 100) return counting(writer);
    const number = known.saved + 1;
    const change = { displayName: `Save ${number}` };
    const outcome = await writer.send('PATCH', `/api/pages/${stage.pageId}`, change, stage.owner.token);
    if (isGood(outcome)) known.saved = number;
    return outcome;
  };
  const counting = async (writer: Writer) => {
    const id = randomUUID();
    const outcome = await writer.send('POST', '/api/public/events', { id, pageId: stage.pageId, type: 'VIEW' });
    if (isGood(outcome)) known.events.add(id);
    return outcome;
  };
  const makingMany = async (writer: Writer) => {
    const outcome = await writer.send('POST', '/api/admin/pages/bulk', { quantity: BULK }, stage.admin);
    if (outcome.kind === 'answered' && isGood(outcome)) {
      expect(outcome.body.links).toHaveLength(BULK);
      known.pages.push(...outcome.body.links.map(({ id }: { id: string }) => id));
    }
    return outcome;
  };
  return Promise.all(
    [signingUp, signingUp, saving, counting, counting, counting, makingMany].map((send) =>
      writeOn(origin, tally, send),
    ),
  );
}

async function expectFound(origin: string, stage: Stage, known: Acknowledged): Promise<void> {
  for (const token of known.tokens) {
    expect((await call(origin, 'GET', '/api/auth/me', undefined, { token })).status).toBe(200);
  }
  const page = await call(origin, 'GET', `/api/pages/${stage.pageId}`, undefined, { token: stage.owner.token });
  expect(page.body.page.displayName).toBe(`Save ${known.saved}`);
  for (const id of [known.pages.at(0), known.pages.at(-1)]) {
    if (id === undefined) continue;
    const made = await call(origin, 'GET', `/api/pages/${id}`, undefined, { token: stage.admin });
    expect(made.status).toBe(200);
  }
  const report = await eventually(
    () => readReport(origin, stage.owner.token, stage.pageId),
    ({ summary }) => summary?.views >= known.events.size,
  );
  expect(report.summary.views).toBe(known.events.size);
}

test(`Ctrl-C under npm start stops in order: ${STOPS} times during writes, no request is cut off and no data lost`, {
  timeout: 180_000 + STOPS * 120_000,
}, async () => {
  let stage: Stage | undefined;
  const known: Acknowledged = { tokens: [], pages: [], saved: 0, events: new Set() };
  const codes: (number | null | 'hangs')[] = [];
  const tally: Tally = { answered: 0, cutOff: [], refusals: [] };
  const waits: number[] = [];

  for (let stop = 0; stop < STOPS; stop += 1) {
    const product = await npmStart(directory.path, SUPERADMIN_SETTINGS);
    stage ??= await openStage(product);
    if (stop > 0) await expectFound(product.origin, stage, known);
    known.tokens.length = 0;
    known.pages.length = 0;

    const before = tally.answered;
    const writing = writeEverything(product.origin, stage, known, tally);
    await eventually(
      async () => tally.answered,
      (answered) => answered >= before + 50,
    );
    // A random moment within a write.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
    const signalledAt = performance.now();
    product.signal(SIGNALS[stop % SIGNALS.length] ?? 'SIGINT');
    codes.push(await product.ended(ENDS_WITHIN_MS));
    waits.push((performance.now() - signalledAt) / 1000);
    await writing;
    const { cutOff, refusals } = tally;
    expect({ code: codes.at(-1), cutOff, refusals }, [...cutOff, ...product.output()].join('\n')).toEqual({
      code: 0,
      cutOff: [],
      refusals: [],
    });
  }
  const last = await startProduct(directory.path);
  if (stage !== undefined) await expectFound(last.origin, stage, known);
  expect(await last.stop()).toBe(0);
  const longest = Math.max(...waits).toFixed(1);
  process.stdout.write(`${STOPS} ends: ${tally.answered} answered, 0 cut off, 0 hung, the longest took ${longest} s\n`);
});

async function openStage({ origin }: NpmStart): Promise<Stage> {
  const owner = await signUp(origin);
  const pageId = await createPage(origin, owner.token, 'Save 0');
  // Events are accepted once the new page is known everywhere.
  const event = { pageId, type: 'CLICK_CALL' };
  await eventually(
    () => call(origin, 'POST', '/api/public/events', event),
    ({ status }) => status === 202,
  );
  return { owner, pageId, admin: await logIn(origin, SUPERADMIN) };
}

test('a second signal after two seconds kills the process, whatever it waits for, and an interrupted command ends at once; both leave the data unchanged', async () => {
  const product = await startProduct(directory.path);
  const { email, password } = await signUp(product.origin);
  const { hostname, port } = new URL(product.origin);
  // A request whose body never arrives.
  const waiting = httpRequest({
    hostname,
    port,
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  waiting.on('error', () => undefined).write('{');
  await once(waiting, 'socket');
  await call(product.origin, 'GET', '/health');
  process.kill(product.pid, 'SIGTERM');
  process.kill(product.pid, 'SIGINT');
  const stillThere = await new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(isRunning(product.pid)), 2_500);
  });
  expect(stillThere).toBe(true);
  // `stop` sends a second signal.
  expect(await product.stop()).toBeNull();
  waiting.destroy();

  const child = npmRun(['run', 'export', '--', `${directory.path}-export`], directory.path);
  const ended = once(child, 'exit');
  if (child.stdout !== null) await once(child.stdout, 'data');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  const again = await startProduct(directory.path);
  await expect(logIn(again.origin, { email, password })).resolves.toBeTypeOf('string');
  expect(await again.stop()).toBe(0);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
