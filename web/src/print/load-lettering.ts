import latin from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?url';
import latinExt from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?url';
import { type Lettering, lettering } from './lettering.ts';

let loading: Promise<Lettering> | undefined;

/** The product's typeface as outlines, with the letters of western and central European languages. */
export function loadLettering(): Promise<Lettering> {
  loading ??= Promise.all([latin, latinExt].map(load))
    .then(lettering)
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

async function load(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The font was answered with ${response.status}`);
  return response.arrayBuffer();
}
