import { startOrShowError } from '../browser/nothing-came.ts';
import { start } from './start.tsx';

await startOrShowError(start);
