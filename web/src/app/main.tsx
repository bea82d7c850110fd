import { openOrSay } from '../browser/nothing-came.ts';
import { start } from './start.tsx';

await openOrSay(start);
