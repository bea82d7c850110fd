import { UnreadableData } from '../process/settings/server-errors.ts';

export class DamagedFile extends UnreadableData {
  override readonly name = 'DamagedFile';

  constructor(file: string, damage: string) {
    super(
      `${file} is damaged (${damage}). Restore a backup into an empty directory with "npm run import -- <backup>".`,
    );
  }
}
