import { openDataDirectory } from './data-directory.ts';
import { settingsOfProcess } from './environment.ts';
import { printProblem } from './print-problem.ts';

async function main(): Promise<void> {
  const settings = settingsOfProcess();
  const data = await openDataDirectory(settings.dataDirectory, { keepsViews: true });
  // Loading the product takes a second, so wrong settings and a locked directory are reported before.
  const { run } = await import('./run.ts');
  await run(settings, data);
}

main().catch((error: unknown) => {
  printProblem(error);
  process.exit(1);
});
