import { readGraphqlAccess } from '@volant/gateway/graphql/operation-files';
import { readSite } from '@volant/gateway/static/operator-site';
import { firstLinkLine, makeFirstSuperadmin } from '@volant/identity/first-superadmin';
import { ENVIRONMENT } from '@volant/infra/process/settings/environment';
import { type BuiltProcess, type ProcessParts, runProcess } from '@volant/infra/process/shell/run-process';
import { createVolant, type Volant } from './app.ts';
import { answerBackup } from './backup/ask-for-backup.ts';
import { createDamageCheck } from './backup/damages.ts';
import { createLiveBackup } from './backup/live-backup.ts';
import { createScheduledBackups } from './backup/scheduled-backups.ts';
import { CURRENT_VIEWS, type DataDirectory } from './data-directory.ts';
import { DEMO_SITE, demoSummary, writeDemo } from './demo/demo.ts';
import { openDemo } from './demo/open-demo.ts';
import type { StandaloneSettings } from './environment.ts';
import { createDrill } from './offsite/drill.ts';
import { createOffsite } from './offsite/offsite.ts';
import { placeOf } from './offsite/offsite-settings.ts';
import { addressOf, readyLine } from './ready-line.ts';

/** Runs the whole product on its data directory until shutdown. */
export async function run(settings: StandaloneSettings, data: DataDirectory): Promise<void> {
  await runProcess({
    name: 'volant',
    readSettings: () => settings,
    viewsDirectory: () => data.below(CURRENT_VIEWS),
    data,
    build: (_, parts) => build(settings, data, parts),
  });
}

async function build(settings: StandaloneSettings, data: DataDirectory, parts: ProcessParts): Promise<BuiltProcess> {
  const { servers, siteFile, superadmin } = settings;
  const demo = await openDemo({
    data,
    allowed: settings.demo,
    identityStore: () => parts.adapters.eventStore('identity'),
    onServer: servers.mongodb !== undefined,
  });
  const site = siteFile === undefined && demo.runs ? DEMO_SITE : await readSite(siteFile);
  const graphqlMode = settings.graphql ?? (demo.runs ? 'open' : 'listed');
  const graphqlAccess = await readGraphqlAccess(graphqlMode, settings.graphqlOperations);
  const mailbox = demo.runs && servers.smtp === undefined;
  const address = () => addressOf(settings.host, volant.gateway.server.server.address());
  const mailOrigin = () => settings.origin ?? address();
  // Settings cannot tell whether a proxy of this machine lets others in, or another name leads here.
  const development = settings.answerResetToken ? 'DEVELOPMENT_FROM_ELSEWHERE' : undefined;
  const onlyThisMachine = demo.runs ? 'DEMO_FROM_ELSEWHERE' : development;
  if (!demo.runs) warnOfDefaults(settings, data, parts);
  const volant = await createVolant(
    data,
    { ...settings, site, graphqlAccess, mailOrigin, mailbox, onlyThisMachine },
    { ...parts, backUp: settings.backupDir === undefined ? undefined : () => backups.now() },
  );
  const backups = openBackups(settings, data, volant, parts);
  return {
    server: volant.gateway.server,
    async start() {
      await volant.start();
      parts.signal.throwIfAborted();
      await makeFirstSuperadmin(volant.identity, superadmin, parts.log);
      if (demo.isToBeWritten) await writeDemo(data, volant);
    },
    async ready(seconds) {
      await data.started();
      await backups.start();
      console.log(readyLine(settings.origin, address(), seconds));
      const firstLink = await volant.identity.firstLink();
      if (firstLink !== undefined) console.log(firstLinkLine(mailOrigin() + firstLink));
      if (demo.isToBeWritten) console.log(demoSummary(mailOrigin()));
      if (mailbox) console.log(`Messages are not sent but shown at ${mailOrigin()}/dev/mailbox`);
    },
    async stop() {
      await backups.stop();
      await volant.stop();
    },
  };
}

/** Backups by schedule and elsewhere, and those that `npm run backup` asks for. */
function openBackups(settings: StandaloneSettings, data: DataDirectory, volant: Volant, parts: ProcessParts) {
  const { backupDir: directory, backupEveryHours: everyHours, backupKeep: keep } = settings;
  const { adapters, metrics: measures, notices, log, clock } = parts;
  const backup = createLiveBackup({ adapters, withoutStoring: volant.analytics.withoutStoring });
  const scheduled =
    directory === undefined
      ? undefined
      : createScheduledBackups({ directory, everyHours, keep, backup, notices, measures, log, clock });
  const offsite = openOffsite(settings, data, volant, parts);
  const check = createDamageCheck({ adapters, data, lag: volant.analytics.lag, notices, log });
  return {
    now: () => scheduled?.now() ?? false,
    async start() {
      data.answer((request, say) => answerBackup(request, backup, say));
      await check.start();
      await scheduled?.start();
      await offsite?.start();
    },
    async stop() {
      check.stop();
      await scheduled?.stop();
      await offsite?.stop();
    },
  };
}

function openOffsite(settings: StandaloneSettings, data: DataDirectory, volant: Volant, parts: ProcessParts) {
  const { offsiteUrl: url, offsitePassphrase: passphrase } = settings;
  if (url === undefined || passphrase === undefined) return undefined;
  const { adapters, metrics: measures, notices, log, clock } = parts;
  return createOffsite({
    ...{ adapters, data, passphrase, notices, measures, log, clock },
    place: placeOf(settings, url),
    kept: { days: settings.offsiteKeepDays, months: settings.offsiteKeepMonths },
    drill: createDrill({ url, megabytes: settings.offsiteDrillMegabytes, environment: ENVIRONMENT }),
    withoutStoring: volant.analytics.withoutStoring,
  });
}

/** Settings that a trial needs no value for, but a product that others use. */
function warnOfDefaults({ servers, origin }: StandaloneSettings, data: DataDirectory, { notices }: ProcessParts): void {
  if (servers.smtp === undefined) {
    notices.tell(`VOLANT_SMTP_URL is not set: mails are not sent, but written to ${data.below('mail')}`);
  }
  if (origin === undefined) {
    notices.tell(
      'VOLANT_ORIGIN is not set: links in mails lead to the address that Volant listens on, such as http://localhost:3000, and printed cards to the one in the browser of the administrator who prints them',
    );
  }
}
