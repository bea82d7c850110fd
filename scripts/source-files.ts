import { readdirSync } from 'node:fs';
import path from 'node:path';

/** TypeScript files below a folder of the tree, without declarations and build output; paths are relative to `root`. */
export function sourceFiles(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(root, file);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [file] : [];
  });
}
