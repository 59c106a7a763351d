import { expect, it } from 'vitest';
import { welcome } from '../../launch/welcome.ts';

it('the welcome says how to make a video, hear a text and hold a conversation, without a microphone, too', () => {
  const shown = welcome(
    { pageUrl: 'http://127.0.0.1:4400', service: { baseUrl: 'http://127.0.0.1:4402' } },
    '/x/emcee.log',
  );
  for (const said of [
    '/video text',
    '/speak say',
    '/converse start',
    'Join',
    'Say it for me',
    '/x/emcee.log',
  ])
    expect(shown).toContain(said);
  expect(shown.match(/https?:\/\//g)).toHaveLength(1);
});
