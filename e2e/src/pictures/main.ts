/**
 * Takes pictures of the running product with demo data:
 *
 * npm run screenshots               every screen, in docs/screenshots (not committed), and two sheets of the main ones
 * npm run screenshots -- tutorial   the pictures of the tutorial, in web/public/tutorial
 * npm run screenshots -- references the references of the main screens, in e2e/references
 */
import { openBrowser } from '../browser.ts';
import { startProduct, temporaryDirectory } from '../product.ts';
import { openSessions } from '../screens.ts';
import { takeReferences } from './references.ts';
import { takeScreens } from './screens.ts';
import { takeTutorial } from './tutorial.ts';

const TAKERS = { screens: takeScreens, tutorial: takeTutorial, references: takeReferences };
const [what = 'screens'] = process.argv.slice(2);
const take = new Map(Object.entries(TAKERS)).get(what);
if (take === undefined) throw new Error(`${what} is none of: ${Object.keys(TAKERS).join(', ')}`);

const directory = await temporaryDirectory();
const product = await startProduct(directory.path, { VOLANT_DEMO: 'on', VOLANT_TRUSTED_PROXIES: '' });
const browser = await openBrowser();
try {
  const sessions = await openSessions(product.origin);
  await take({ origin: product.origin, browser, sessions });
} finally {
  await browser.close();
  await product.stop();
  await directory.remove();
}
