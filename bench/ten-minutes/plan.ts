import type { Conversation } from './conversation.ts';
import type { Talker } from './talker.ts';

const topics = [
  'the lighthouse',
  'the harbor',
  'a small garden',
  'the old railway',
  'a paper kite',
  'the night market',
];
const murmurs = ['Mhm.', 'Ahem.', 'Yeah.', 'Hm.'];

/** One person alone with the bot: every turn is for it. */
export async function alone(talk: Conversation, who: Talker, round: number): Promise<void> {
  const topic = topics[round % topics.length];
  await talk.say(
    who,
    round === 0 ? 'Hello there, good morning to you.' : `What is ${12 + round} plus ${30 + 2 * round}?`,
  );
  await talk.into(
    [who, `Please tell me about ${topic}.`],
    [who, `Wait a moment please, what is ${3 + round} times ${7 + round}?`],
    'interruption',
  );
  await talk.into(
    [who, `Now tell me about ${topic} again, in other words.`],
    [who, murmurs[round % murmurs.length] ?? ''],
    'murmur',
  );
  await talk.into(
    [who, `Then tell me about something else, number ${round + 2}.`],
    [who, `Stop, that is enough for now, thank you number ${round + 1}.`],
    'interruption',
  );
  await talk.say(
    who,
    round % 2 === 0
      ? 'Do you know what time it is now?'
      : `Please tell me about ${topic} from beginning to end.`,
  );
}

/** Several people: the bot answers to its name, or who it has just answered; what they say to each other is theirs. */
export async function together(
  talk: Conversation,
  people: readonly [Talker, Talker, Talker],
  round: number,
): Promise<void> {
  const topic = topics[(round + 2) % topics.length];
  const [first, second, third] = turned(people, round);
  await talk.say(second, `Emcee, what is ${20 + round} plus ${4 + 3 * round}?`);
  await talk.say(second, 'That is right, many thanks for that.');
  await talk.say(first, `Yesterday I went to the market and bought ${4 + round} apples.`, 'aside');
  await talk.reply(
    [first, `The blue boat with number ${11 + round} looks better to me.`],
    [third, `No, I like the red house with number ${31 + round}.`],
  );
  await talk.into(
    [first, `Emcee, tell me about ${topic}.`],
    [second, `Emcee, wait a moment, what is ${5 + round} times ${6 + round}?`],
    'interruption',
  );
  await talk.say(third, `Emcee, what is ${41 + round} plus ${7 + round}?`);
  await talk.into(
    [second, `Emcee, tell me about ${topic} once more.`],
    [third, murmurs[(round + 1) % murmurs.length] ?? ''],
    'murmur',
  );
  await talk.into(
    [third, `Emcee, tell me about the weather in place number ${round + 3}.`],
    [third, `Sorry Emcee, stop there, what is ${9 + round} plus ${8 + round}?`],
    'interruption',
  );
}

function turned<One>([a, b, c]: readonly [One, One, One], by: number): readonly [One, One, One] {
  if (by % 3 === 0) return [a, b, c];
  return by % 3 === 1 ? [b, c, a] : [c, a, b];
}
