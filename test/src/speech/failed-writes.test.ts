import { describe, expect, it } from 'vitest';
import { ada, ben, SpeechWorld } from '../../support/speech-world.ts';

/** What a person and another have read, and what the store did meanwhile. */
async function readAll(first: number, times: number) {
  const speech = new SpeechWorld();
  speech.join(ada, ben);
  speech.writeFaults.fail(first, times);
  const refused: string[] = [];
  const texts = ['first of Ada', 'second of Ada', 'first of Ben'];
  for (const [index, text] of texts.entries()) {
    await speech.sayAndSettle(index < 2 ? ada : ben, text).catch(() => refused.push(text));
  }
  await speech.clock.advance(3 * 60_000);
  const { failed } = speech.writeFaults;
  const facts = {
    failed,
    refused,
    synthesized: speech.texts.filter((text) => texts.includes(text)),
    hanging: speech.unfinished.records.size,
    open: speech.spent.reservations.filter(({ settled }) => settled === 0).length,
    spent: speech.spentCharacters(),
    texts,
  };
  await speech.close();
  return facts;
}

describe('any write that fails while texts are read', () => {
  it.each([1, 3])(
    '(%d in a row) loses and hangs nothing, and nothing is paid that was refused',
    async (times) => {
      let first = 1;
      for (; first < 200; first += 1) {
        const { failed, refused, synthesized, hanging, open, spent, texts } = await readAll(first, times);
        if (failed === 0) break;
        const paid = texts.filter((text) => !refused.includes(text));
        expect({ first, synthesized, hanging, open }).toEqual({
          first,
          synthesized: paid,
          hanging: 0,
          open: 0,
        });
        expect(spent).toBe(paid.join('').length);
      }
      expect(first).toBeGreaterThan(6);
      expect(first).toBeLessThan(200);
    },
  );
});
