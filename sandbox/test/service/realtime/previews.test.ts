import { expect, it } from 'vitest';
import { Previews } from '../../../service/realtime/previews.ts';

const sound = (length: number) => new Int16Array(length);

/** Each look is answered by hand, with how many samples it was at. */
function looked() {
  const looks: { readonly length: number; readonly answer: (text: string) => void }[] = [];
  const shown: string[] = [];
  const previews = new Previews({
    textOf: ({ length }) => new Promise((answer) => looks.push({ length, answer })),
    show: (text, itemId) => shown.push(`${itemId}: ${text}`),
  });
  const answer = async (text: string) => {
    looks.shift()?.answer(text);
    await new Promise(setImmediate);
  };
  return { previews, looks, shown, answer };
}

it('looks once at a time, and then at the latest', async () => {
  const { previews, looks, shown, answer } = looked();
  for (const length of [1, 2, 3]) previews.hear(sound(length), 'a');
  expect(looks.map(({ length }) => length)).toEqual([1]);
  await answer('Hello');
  expect(looks.map(({ length }) => length)).toEqual([3]);
  await answer('Hello there');
  expect(shown).toEqual(['a: Hello', 'a: Hello there']);
});

it('looks no more at what is being understood as a whole', async () => {
  const { previews, looks, shown, answer } = looked();
  previews.hear(sound(1), 'a');
  previews.hear(sound(2), 'a');
  previews.drop();
  previews.hear(sound(5), 'b');
  await answer('');
  expect(looks.map(({ length }) => length)).toEqual([5]);
  await answer('Next');
  expect(shown).toEqual(['b: Next']);
});

it('shows speech that nobody can understand, too: the service always shows something', async () => {
  const { previews, shown, answer } = looked();
  previews.hear(sound(1), 'a');
  await answer('(speech, 0.4 s)');
  expect(shown).toEqual(['a: (speech, 0.4 s)']);
});
