import { ENVIRONMENT } from '@volant/infra/process/settings/environment';
import { exitCodeOf, printProblem } from '@volant/infra/process/shell/print-problem';
import { openDataDirectory } from './data-directory.ts';
import { readSettings } from './environment.ts';
import { answerTo } from './help.ts';

async function main(): Promise<void> {
  const answer = await answerTo(process.argv.slice(2));
  if (answer !== undefined) {
    (answer.isProblem ? process.stderr : process.stdout).write(answer.text);
    process.exitCode = answer.isProblem ? 1 : 0;
    return;
  }
  const settings = readSettings(ENVIRONMENT);
  const data = await openDataDirectory(settings.dataDir, { keepsViews: true, servers: settings.servers });
  // Loading the product takes a second, so wrong settings and a locked directory are reported before.
  const { run } = await import('./run.ts');
  await run(settings, data);
}

main().catch((error: unknown) => {
  printProblem(error);
  process.exit(exitCodeOf(error));
});
