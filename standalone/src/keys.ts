/** `npm run keys -- <directory>`: makes the secrets that the processes of a cluster share. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateSigningKey } from '@volant/infra/auth/access-token';

const SECRET_BYTES = 48;

async function main(): Promise<void> {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) throw new Error('Usage: npm run keys -- <directory>');
  const key = await generateSigningKey();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const files = [
    { name: 'signing-key.json', setting: 'VOLANT_SIGNING_KEY_FILE', content: JSON.stringify(key.privateKey) },
    {
      name: 'session-keys.json',
      setting: 'VOLANT_SESSION_KEYS_FILE',
      content: JSON.stringify({ keys: [key.publicKey] }),
    },
    {
      name: 'internal-secret',
      setting: 'VOLANT_INTERNAL_SECRET_FILE',
      content: randomBytes(SECRET_BYTES).toString('base64url'),
    },
  ];
  for (const { name, setting, content } of files) {
    const file = path.join(directory, name);
    // A secret that is in use is never written over.
    await writeFile(file, `${content}\n`, { mode: 0o600, flag: 'wx' });
    console.log(`${setting}=${path.resolve(file)}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
