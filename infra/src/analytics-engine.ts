/** Program of the process that runs ClickHouse's engine on one directory. */
import { serveEngine } from './analytics-database/serve-engine.ts';

const [path = '', database = ''] = process.argv.slice(2);
await serveEngine({ path, database });
