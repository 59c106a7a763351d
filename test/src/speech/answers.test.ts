import { expect, it } from 'vitest';
import { SpeechAnswers } from '../../../src/speech/answers.ts';
import { renderPanel } from '../../../src/speech/panel-page.ts';
import type { Utterance } from '../../../src/speech/utterance.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { voiceOf } from '../../support/desks.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { ada, guildId, textChannel, voiceChannel } from '../../support/speech-world.ts';

function utterance(id: string, locale = 'en-US'): Utterance {
  const answer = { channelId: textChannel, applicationId: '1', token: 't', tokenExpiresAt: 9e15 };
  return {
    id,
    reference: 'TEST-1',
    guildId,
    userId: ada,
    locale,
    input: 'hello',
    spoken: 'hello',
    request: { model: 'tts-v3-flash', voice: voiceOf({ name: 'harbour' }), format: 'opus' },
    reserved: 5,
    at: 0,
    origin: { is: 'asked', channelId: textChannel, answer },
  };
}

function opened() {
  const clock = new FakeClock();
  const line = new Lifeline();
  const messenger = new FakeMessenger(clock, () => line);
  const factsOf = async () => ({ voiceChannelId: voiceChannel, ahead: 0 });
  const answers = new SpeechAnswers(messenger, clock, silentLog, factsOf);
  return { clock, messenger, answers };
}

/** In which moment of an edit the next change comes is chance: each moment that there is. */
it.each(Array.from({ length: 40 }, (_, moment) => [moment]))(
  'an answer shows the end when it comes %i moments after what was before it',
  async (moments) => {
    const { clock, messenger, answers } = opened();
    const shown = utterance('1');
    answers.show(shown, { is: 'speaking' });
    for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
    answers.show(shown, { is: 'ended', end: 'finished' });
    await clock.advance(1_000);
    expect(FakeMessenger.textOf(messenger.panels.at(-1))).toContain('✅');
    await answers.finish();
  },
);

it.each([
  ['en-US', '🕓 Starting…', `🕓 Starting <@${ada}>'s text…`],
  ['zh-CN', '🕓 马上开始', `🕓 马上朗读 <@${ada}> 的文字`],
])('a text that nothing is before starts, and is nowhere next (%s)', async (locale, own, everybodys) => {
  const { messenger, answers } = opened();
  const shown = utterance('1', locale);
  answers.show(shown, { is: 'waiting' });
  await answers.finish();
  expect(FakeMessenger.textOf(messenger.panels.at(-1))).toContain(`**${own}**`);
  const look = {
    voiceChannelId: voiceChannel,
    line: [{ utterance: shown, state: { is: 'waiting' } }],
    captionOf: () => undefined,
  } as const;
  const panel = renderPanel(look, { id: '2', shows: () => true }, wordsFor(locale));
  expect(FakeMessenger.textOf(panel)).toContain(`**${everybodys}**`);
});
