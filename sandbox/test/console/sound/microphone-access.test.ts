import { describe, expect, test } from 'vitest';
import { microphoneStream } from '../../../console/page/sound/microphone-access.ts';

const refusing = (name: string) => ({
  getUserMedia: () => Promise.reject(Object.assign(new Error('no'), { name })),
});
const giving = { getUserMedia: async () => 'a stream' };
const browser = { isSecureContext: true, canEncode: true, echoCancellation: true, mediaDevices: giving };

test('the microphone is the one that the browser gives', async () => {
  expect(await microphoneStream(browser)).toBe('a stream');
});

test.each([true, false])(
  'echoes are taken out as the person wishes (%j), and speech is left as it is',
  async (on) => {
    const mediaDevices = { getUserMedia: async (wish: object) => wish };
    expect(await microphoneStream({ ...browser, echoCancellation: on, mediaDevices })).toEqual({
      audio: { channelCount: 1, echoCancellation: on, noiseSuppression: false, autoGainControl: false },
    });
  },
);

describe('without a microphone the person is told', () => {
  test.each([
    ['that it was not allowed', { ...browser, mediaDevices: refusing('NotAllowedError') }, /isn't allowed/],
    ['that there is none', { ...browser, mediaDevices: refusing('NotFoundError') }, /No microphone found/],
    ['that it is in use', { ...browser, mediaDevices: refusing('NotReadableError') }, /Another program/],
    ['that it failed', { ...browser, mediaDevices: refusing('AbortError') }, /Couldn't open/],
    ['where the page has to be opened', { ...browser, isSecureContext: false }, /127\.0\.0\.1/],
    ['that the browser has none', { ...browser, mediaDevices: undefined }, /doesn't offer a microphone/],
    ['that the browser cannot encode', { ...browser, canEncode: false }, /can't encode Opus/],
  ])('%s, and that listening goes on', async (_what, given, words) => {
    const told = await microphoneStream(given).catch((error: Error) => error);
    expect(told).toMatchObject({ name: 'MicrophoneTrouble', message: expect.stringMatching(words) });
    expect(told).toMatchObject({ message: expect.stringMatching(/you can (still |only )?listen/i) });
  });
});
