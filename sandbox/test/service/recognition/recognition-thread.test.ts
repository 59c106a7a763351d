import { expect, it } from 'vitest';
import { RecognitionThread } from '../../../service/recognition/recognition-thread.ts';
import { Sayer } from '../../../service/recognition/sayer.ts';
import { VoicedSounds } from '../../../service/recognition/voiced-sounds.ts';
import { BuiltInSpeaker } from '../../../service/synthesis/speech/built-in-voice.ts';

const voiced = new VoicedSounds(() => 0);
const sayer = new Sayer(new BuiltInSpeaker(), voiced);
const said = async (text: string) => (await sayer.say(text, { voice: 'ann', rateHz: 16_000 })).samples;

it('knows sounds again that came before and after it was first asked, in the order of the questions', async () => {
  const thread = new RecognitionThread();
  const first = await said('The library opens at nine.');
  const asked = thread.recognize(first, voiced.lately);
  const second = await said('Could you tell me who is here?');
  const answers = [asked, thread.recognize(second, voiced.lately), thread.recognize(first, voiced.lately)];
  expect(await Promise.all(answers)).toEqual([
    ['The library opens at nine.'],
    ['Could you tell me who is here?'],
    ['The library opens at nine.'],
  ]);
});

it('lets this process go on meanwhile', async () => {
  const thread = new RecognitionThread();
  const samples = await said('A paper kite flew over the dunes.');
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await thread.recognize(samples, voiced.lately);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(0);
});
