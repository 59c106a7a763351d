import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareSound } from '../../sandbox/test/support/audio-compare.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { joinVoice, type VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import { ConverseScene, talkScene } from '../support/converse-scene.ts';
import type { SpeakScene } from '../support/speak-scene.ts';
import { gapsIn } from './audio-gaps.ts';

/** One bot for all of it: each conversation begins when the one before is over. */
let scene: SpeakScene;
let talk: ConverseScene;
const others: VoicePerson[] = [];

beforeAll(async () => {
  scene = await talkScene();
});

afterEach(async () => {
  for (const other of others.splice(0)) await other.leave();
  await talk.end();
});

afterAll(async () => await scene?.close());

/** The member begins to talk with the bot. */
async function begin(options: Readonly<Record<string, string>> = {}): Promise<void> {
  talk = await ConverseScene.begin(scene, scene.member, options);
}

async function joined(name: 'owner' | 'moderator'): Promise<VoicePerson> {
  const { discord } = talk.scene.stage;
  const person = await talk.scene.stage.person(name);
  const voice = await joinVoice(discord, person, discord.channels.voice);
  others.push(voice);
  return voice;
}

/** What the service was sent, 16 kHz mono. */
const sent = () => talk.session?.audio ?? new Int16Array();

/** What the stand-in tells, sentence by sentence as it voices them. */
const sentences = [
  'Once upon a time a paper kite flew over the dunes. ',
  'It saw the sea and a lighthouse. ',
  'The keeper waved at it every morning. ',
  'One day the wind turned, and the kite came down beside the lamp. ',
  'They have been friends ever since.',
];

/** How the bot's story was heard by the listener. */
async function storyHeard(told: readonly string[] = sentences) {
  const parts = await Promise.all(
    told.map(async (sentence) => await talk.realtime.voice(sentence, 'Tina', 48_000)),
  );
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return compareSound(
    { samples, sampleRateHz: 48_000 },
    { samples: talk.scene.listener.heard(talk.scene.botId), sampleRateHz: 48_000 },
  );
}

const mostAttempts = 5;

/** A quarter of a second of noise that dies away. */
const cough = new Int16Array(12_000).map((_, index) => {
  const noise = Math.sin(index * 12.9898) * 43_758.5453;
  return (noise - Math.floor(noise) - 0.5) * 24_000 * (1 - index / 12_000);
});

async function story(told: readonly string[] = sentences): Promise<void> {
  await begin();
  talk.realtime.play([{ when: { heard: 'story' }, answer: { say: told.join('') } }]);
  // No pause between two pieces of it, however late one comes.
  talk.realtime.set({ deltaMs: 1_000 });
  await talk.agree();
  await begun();
}

/** It's asked for, and begins. */
async function begun(): Promise<void> {
  talk.scene.listener.forget();
  await talk.sayUntilHeard('Tell me a story.', 'ann', { isIt: (heard) => heard.includes('story') });
  await talk.scene.hears(40);
}

describe('somebody who speaks into an answer', () => {
  it('stops it, is heard from the first word to the last, and is answered', async () => {
    await story();
    await talk.sayUntilHeard('Wait a moment, how are you today?', 'ann');
    await eventually(() => talk.said.some((text) => text.includes('fine')), 'its answer');
    const { missingHeadMs, missingTailMs } = await storyHeard();
    expect(missingHeadMs).toBeLessThanOrEqual(40);
    expect(missingTailMs).toBeGreaterThan(2_000);
  });

  it('with no more than a cough does not stop it: it is heard whole, and the cough is not sent', async () => {
    const short = sentences.slice(0, 2);
    await story(short);
    for (let attempt = 1; ; attempt += 1) {
      const [before, turns] = [sent().length, talk.heard.length];
      await talk.scene.listener.speakPcm(cough, 48_000);
      const missing = async () => {
        const { missingHeadMs, missingTailMs } = await storyHeard(short);
        return Math.max(missingHeadMs, missingTailMs);
      };
      const whole = expect.poll(missing, { timeout: 20_000, interval: 200 }).toBeLessThanOrEqual(40);
      const torn = await whole.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(sent().length).toBe(before);
      expect(talk.heard).toHaveLength(turns);
      if (torn === undefined) return;
      // A machine that stands still for seconds tears what it speaks: told again.
      if (attempt === mostAttempts) throw torn;
      await begun();
    }
  });
});

describe('three who speak at once', () => {
  it('are heard as far as they agreed: of the third not a byte is sent', async () => {
    await begin();
    const [second, third] = [await joined('owner'), await joined('moderator')];
    await talk.agree();
    await talk.agree(second.person);
    const secret = 'This stays among the three of us here.';
    const whispered = await talk.realtime.voice(secret, 'cleo', 48_000);
    const morning = 'I went to the market this morning.';
    const thirdSound = { samples: whispered, sampleRateHz: 48_000 } as const;
    const ownSound = {
      samples: await talk.realtime.voice(morning, 'ann', 48_000),
      sampleRateHz: 48_000,
    } as const;
    const late = 'The train was late again yesterday.';
    for (let attempt = 1; ; attempt += 1) {
      const [before, turns] = [sent().length, talk.heard.length];
      await Promise.all([
        talk.say(morning, 'ann'),
        talk.say(late, 'ben', second),
        third.speakPcm(whispered, 48_000),
      ]);
      const areHeard = () => [morning, late].every((text) => talk.heard.slice(turns).includes(text));
      const torn = await eventually(areHeard, 'both, whole', 15_000).catch((error: Error) => error);
      const audio = { samples: sent().subarray(before), sampleRateHz: 16_000 } as const;
      // Nothing of that sound is in what was sent, at any place.
      expect(compareSound(thirdSound, audio).correlation).toBeLessThan(0.2);
      const { correlation } = compareSound(ownSound, audio);
      if (!torn && correlation > 0.4) return;
      // A machine that stands still for seconds tears what it speaks: said again, by both at once.
      if (attempt === mostAttempts) throw torn ?? new Error(`ann is heard like ${correlation}`);
    }
  });

  it('alone is not sent at all, however long they speak', async () => {
    await begin();
    const third = await joined('moderator');
    await talk.agree();
    await talk.say('This stays among the two of us here, and goes on for a while.', 'cleo', third);
    expect(sent().length).toBe(0);
  });
});

describe('among several', () => {
  it('it answers to its name as a recogniser may spell it, and to no other', async () => {
    await begin({ name: 'Emcee' });
    const second = await joined('owner');
    await talk.agree();
    await talk.agree(second.person);
    await talk.sayUntilHeard('Emily, how are you today?', 'ann');
    expect(talk.scene.spoken()).toBe(0);
    await talk.sayUntilHeard('Em see, how are you today?', 'ben', { who: second });
    await talk.scene.hears(20);
    const said = talk.session?.events.filter(({ event }) => event.type === 'response.cancel') ?? [];
    // The last turn was for it. A machine that stands still makes several of one sentence.
    expect(said.length).toBeLessThan(talk.heard.length);
  });
});

describe('speech over a bad network', () => {
  const sentence = 'The lighthouse keeper waved at the little kite every single morning of that summer.';

  /** Said again in a conversation of its own if a machine that stood still has torn it. */
  async function arriving(
    impairment: Parameters<typeof talk.scene.stage.discord.voice.faults.impair>[0],
    mostGapMs: number,
  ) {
    for (let left = mostAttempts; ; left -= 1) {
      await begin();
      await talk.agree();
      talk.scene.stage.discord.voice.faults.impair(impairment);
      await talk.say(sentence, 'ann');
      await eventually(() => talk.heard.length === 1, 'a turn');
      const reference = await talk.realtime.voice(sentence, 'ann', 16_000);
      const gaps = gapsIn(reference, sent());
      if (left === 1 || gaps.every(({ lengthMs }) => lengthMs <= mostGapMs)) return { reference, gaps };
      await talk.end();
    }
  }

  it('with packets late and out of order arrives without a gap', async () => {
    const { gaps } = await arriving({ jitterMs: 60, reorder: 0.1, duplicate: 0.1, seed: 11 }, 0);
    expect(gaps).toEqual([]);
    expect(talk.heard).toEqual([sentence]);
  });

  it('with one packet in twenty lost has no gap that loss does not explain, and nothing is shifted', async () => {
    const { reference, gaps } = await arriving({ loss: 0.05, jitterMs: 40, seed: 7 }, 60);
    const packets = reference.length / 320;
    const missing = gaps.reduce((sum, { lengthMs }) => sum + lengthMs / 20, 0);
    // A lost packet touches the one behind it, too.
    expect(missing).toBeLessThanOrEqual(packets * 0.05 * 2 + 2);
    for (const { lengthMs } of gaps) expect(lengthMs).toBeLessThanOrEqual(60);
  });
});
