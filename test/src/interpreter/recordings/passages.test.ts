import { expect, it } from 'vitest';
import { Passages } from '../../../../src/interpreter/recordings/passages.ts';

it('an utterance whose times the service tells has those, and another one as far as was sent', () => {
  const passages = new Passages();
  passages.hear({ is: 'speech-started', itemId: 'a', atMs: 300 }, 1_000);
  passages.hear({ is: 'speech-stopped', itemId: 'a', atMs: 900 }, 1_200);
  passages.hear({ is: 'source-done', itemId: 'a', text: 'One.', language: undefined }, 1_400);
  passages.hear({ is: 'source', itemId: 'b', sure: 'Two', unsure: '', language: undefined }, 1_600);
  passages.hear({ is: 'source-done', itemId: 'b', text: 'Two.', language: undefined }, 2_400);
  expect(passages.all.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [300, 900],
    [1_600, 2_400],
  ]);
});

it('a lost session is heard on from what surely ended, not from what was only sent', () => {
  const passages = new Passages();
  passages.hear({ is: 'source-done', itemId: 'a', text: 'One.', language: undefined }, 2_000);
  passages.hear({ is: 'response-started', responseId: 'r' }, 2_000);
  passages.hear({ is: 'target-done', responseId: 'r', text: 'Eins.' }, 2_000);
  passages.hear({ is: 'response-ended', responseId: 'r', end: 'completed', usage: undefined }, 2_000);
  expect(passages.startOver()).toBe(0);
  expect(passages.all).toEqual([]);
});
