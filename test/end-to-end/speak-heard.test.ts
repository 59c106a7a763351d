import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { SpeakScene } from '../support/speak-scene.ts';

let scene: SpeakScene;

afterEach(async () => await scene.close());

const sentence = 'Hello everybody, the meeting begins at nine. Bring something to write, and a friend.';

describe('what is said', () => {
  it.each(['opus', 'pcm'])(
    'is heard whole, end-to-end encrypted, when the service sends %s',
    async (format) => {
      scene = await SpeakScene.open({ env: { SPEECH_FORMAT: format } });
      await scene.sayUntilWhole(sentence);
      const record = scene.stage.discord.voice.record.of(scene.botId);
      expect(record.unencryptedFrames).toBe(0);
      await eventually(() => record.trailingSilenceFrames >= 5, 'five frames of silence');
      expect(record.packets.some(({ endToEndEncrypted }) => endToEndEncrypted)).toBe(true);
    },
  );

  it('begins while the rest is still being synthesized', async () => {
    const slow = { pace: { firstAudioLeastMs: 100, firstAudioMostMs: 100, realTimeFactor: 0.6 } };
    scene = await SpeakScene.open({ service: { synthesis: slow } });
    await scene.say(sentence);
    await scene.hears(5);
    const [task] = scene.stage.service.synthesis.tasks;
    expect(task?.status).not.toBe('finished');
  });
});
