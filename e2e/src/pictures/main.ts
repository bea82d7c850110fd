/**
 * Takes the pictures of the product from the running product, with demo data:
 *
 *   npm run screenshots               every screen, in docs/screenshots (not committed)
 *   npm run screenshots -- tutorial   the pictures of the tutorial, in web/public/tutorial
 */
import { openBrowser } from '../browser.ts';
import { startProduct, temporaryDirectory } from '../product.ts';
import { openSessions } from '../screens.ts';
import { takeScreens } from './screens.ts';
import { takeTutorial } from './tutorial.ts';

const [what = 'screens'] = process.argv.slice(2);
if (what !== 'screens' && what !== 'tutorial') throw new Error(`${what} is none of: screens, tutorial`);

const directory = await temporaryDirectory();
const product = await startProduct(directory.path, { VOLANT_DEMO: 'on', VOLANT_TRUSTED_PROXIES: '' });
const browser = await openBrowser();
try {
  const sessions = await openSessions(product.origin);
  await (what === 'tutorial' ? takeTutorial : takeScreens)({ origin: product.origin, browser, sessions });
} finally {
  await browser.close();
  await product.stop();
  await directory.remove();
}
