import { afterEach, expect, it } from 'vitest';
import { fastRealtime } from '../../sandbox/service/realtime/settings.ts';
import { oggOpus } from '../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../sandbox/test/support/opus-speech.ts';
import { SpeakScene } from '../support/speak-scene.ts';

let scene: SpeakScene;

afterEach(async () => await scene.close());

it('what a voice message says is written in private, in the language of the reader, and read aloud, shared and saved', async () => {
  const realtime = { ...fastRealtime, realTimeFactor: 0.05 };
  scene = await SpeakScene.open({ service: { realtime } });
  const { stage, channelId, member } = scene;
  const owner = await stage.person('owner');
  await owner.answerTo(await owner.invoke(channelId, ['interpret', 'me'], { speaks: 'de' }));
  const samples = await stage.service.realtime.voice('Wo ist die Bibliothek?', 'ann', 48_000, 'de');
  const ogg = oggOpus(await encodeSpeech(samples, 48_000), { preSkip: 312, endTicks: 312 + samples.length });
  const message = await owner.send(channelId, '', [{ name: 'voice-message.ogg', bytes: ogg }]);
  const asked = await member.invokeOn(channelId, 'What does it say?', message.id);
  const answer = await member.answerTo(asked, ({ components }) =>
    JSON.stringify(components).includes('Share'),
  );
  const shown = JSON.stringify(answer.components);
  expect(shown).toContain('Wo ist die Bibliothek?');
  expect(shown).toContain('Where is the library?');
  expect(shown).toContain('heard as German');
  await member.click(answer, 'Read aloud here');
  await scene.hears(20);
  expect(stage.service.synthesis.tasks.flatMap(({ text }) => text).join('')).toContain(
    'Where is the library?',
  );
  const saved = await member.answerTo(
    await member.click(answer, 'As a file'),
    ({ attachments }) => attachments.length === 2,
  );
  expect(saved.attachments.map(({ filename }) => filename)).toEqual(['recording.txt', 'recording.srt']);
  await member.click(answer, 'Share');
  await scene.notice(/Shared by.*|Where is the library/);
  expect(stage.service.realtime.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
});
