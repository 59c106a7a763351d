import { expect, it, onTestFinished } from 'vitest';
import { Spending } from '../../../src/community/spending.ts';
import { renderAnswer } from '../../../src/knowledge/answer-page.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { renderDetails } from '../../../src/video/details-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { FakeMoney } from '../../support/fake-money.ts';
import { KnowledgeWorld, reader } from '../../support/knowledge-world.ts';
import { guildId, LimitsWorld } from '../../support/limits-world.ts';
import { ada, SpeechWorld } from '../../support/speech-world.ts';
import { requester, VideoWorld } from '../../support/video-world.ts';

const words = wordsFor('en-US');
const { textOf } = FakeMessenger;
async function videos() {
  const limits = new LimitsWorld();
  await limits.desk.setLimit(limits.editor, { is: 'everyone' }, 'small-video-seconds', { day: 20 });
  const world = await VideoWorld.open({}, { rules: limits.rules });
  const details = async (id: string, model?: string) => {
    const job = await world.accept({ model }, { id });
    await world.clock.advance(5_000);
    const left = await world.studio.left(fakeActor({ guildId, userId: requester }), job);
    return textOf(renderDetails(job, words, left));
  };
  const panels = () => world.messenger.edits.map(({ body }) => textOf(body)).join('\n');
  return { details, panels };
}

it('a video says what it takes on its panel, and in private what is left', async () => {
  const { details, panels } = await videos();
  expect(await details('1000000000000000001')).toContain('55 of 60 s left today');
  expect(panels()).toContain('Costs 5 s at');
  expect(panels()).not.toContain('left today');
  expect(await details('1000000000000000002')).toContain('50 of 60 s left today');
});

it('a video of a small model says in private what is left of its own limit', async () => {
  const { details } = await videos();
  expect(await details('1000000000000000001', 'gen2.2-t2v-plus')).toContain('15 of 20 s left today');
});

it('a text that waits says in private how many characters it takes, and what is left', async () => {
  const world = new SpeechWorld();
  onTestFinished(async () => await world.close());
  world.join(ada);
  await world.say(ada, 'Good evening');
  await world.settle();
  const answer = world.answerTo('Good evening') ?? world.answers().at(-1);
  expect(answer).toContain('12 characters · 988 of 1,000 characters left today');
});

it('an answer from documents says that it was one search, and how many are left', async () => {
  const clock = new FakeClock();
  const limits = { perPersonPerDay: 3, perGuildPerDay: 0, perBotPerDay: 0 };
  const writes = new RepeatedWrites({ clock, log });
  const spent = new FakeMoney().held();
  const world = new KnowledgeWorld({
    spending: new Spending({ unit: 'searches', spent, clock, log, writes, limits }),
  });
  const ask = async () => {
    const answer = await world.desk.answers.ask(reader, 'who may post?', undefined);
    return textOf(renderAnswer({ ...answer, bases: new Map() }, words));
  };
  expect(await ask()).toContain('1 search · 2 of 3 searches left today');
  expect(await ask()).toContain('1 of 3 searches left today');
});
