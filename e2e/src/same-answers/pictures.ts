import { callWithForm, PIXEL, pictureForm } from '../api.ts';
import type { Chapter } from './stage.ts';

export const pictures: Chapter = {
  name: 'pictures',
  async play({ play, send, people: { zoe } }) {
    const { token } = zoe;
    const upload = (step: string, status: number, path: string, form: FormData, by?: string) =>
      send(step, status, (origin) => callWithForm(origin, path, form, by === undefined ? {} : { token: by }));
    const image = '/api/pages/upload-image';
    const { body } = await upload('of a page', 200, image, pictureForm(), token);
    await play('is shown', `HEAD ${body.imageUrl}`, { status: 200 });
    await play('is shown to others', `HEAD ${body.imageUrl}`, {
      status: 200,
      headers: { origin: 'https://example.com' },
    });
    await upload('by nobody', 401, image, pictureForm());
    await upload('which is none', 400, image, pictureForm(Buffer.from('no picture')), token);
    await upload('which is broken off', 400, image, pictureForm(PIXEL.subarray(0, 40)), token);
    await upload('in another field', 400, image, pictureForm(PIXEL, 'file'), token);
    await upload('of a person', 200, '/api/user/upload-avatar', pictureForm(), token);
    await play('is theirs', 'GET /api/auth/me', { status: 200, token });
    await play('not of one’s own', 'PATCH /api/user/profile', {
      status: 400,
      token,
      body: { avatar: '/uploads/somebody-elses.png' },
    });
    await play('is taken away', 'PATCH /api/user/profile', { status: 200, token, body: { avatar: null } });
  },
};
