import type { DescribedCall } from '../api-description.ts';
import { type Attack, send } from './attack.ts';

const MEGABYTE = 1024 * 1024;

/** Finds the body limit of a call by trying bodies of one text: if the length is refused, the body is too large. */
export async function bodyLimitOf(origin: string, call: DescribedCall, token: string): Promise<number> {
  const fits = async (bytes: number) => {
    const attack: Attack = {
      name: `${call.operation.operationId} with ${bytes} bytes`,
      method: call.method,
      path: call.path.replace(/\{\w+\}/g, 'nobody'),
      body: JSON.stringify('x'.repeat(bytes - 2)),
      token,
    };
    const { status } = await send(origin, attack);
    return status !== 413 && status !== 0;
  };
  // From below, because most limits are small and large bodies take time.
  let [fitting, tooLarge] = [2, 8];
  while (await fits(tooLarge)) {
    if (tooLarge > MEGABYTE) return MEGABYTE;
    [fitting, tooLarge] = [tooLarge, 4 * tooLarge];
  }
  while (tooLarge - fitting > Math.max(8, fitting / 100)) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (await fits(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitting;
}
