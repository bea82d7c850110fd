import { logIn, SUPERADMIN } from '../api.ts';
import { createRecording, type Recording } from './recording.ts';

export interface Player {
  readonly id: string;
  readonly token: string;
}

/** A product with its recorded answers, and the people of the script, who are equal on all products. */
export interface Stage extends Recording {
  readonly origin: string;
  readonly people: Readonly<Record<'superadmin' | 'zoe' | 'eric' | 'agent', Player>>;
}

/** Part of the script. Later chapters use data of earlier ones. */
export interface Chapter {
  readonly name: string;
  play(stage: Stage): Promise<void>;
}

export const PASSWORD = 'a long enough password';

/** @param name of the product, for failure messages */
export async function openStage(name: string, origin: string): Promise<Stage> {
  const recording = createRecording(name, origin);

  async function signUp(username: string): Promise<Player> {
    const body = { email: `${username.toLowerCase()}@example.com`, username, password: PASSWORD };
    const answer = await recording.play(`${username} signs up`, 'POST /api/auth/signup', { status: 200, body });
    return { id: answer.body.user.id, token: answer.body.token };
  }

  const token = await logIn(origin, SUPERADMIN);
  const me = await recording.play('the superadmin of the settings', 'GET /api/auth/me', { status: 200, token });
  const zoe = await signUp('Zoe');
  const eric = await signUp('Eric');
  const agent = await signUp('Agent');
  const role = { status: 200, token, body: { role: 'SUPPORT' } };
  await recording.play('an agent', `PATCH /api/admin/users/${agent.id}/role`, role);
  return { ...recording, origin, people: { superadmin: { id: me.body.user.id, token }, zoe, eric, agent } };
}
