import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SessionLines } from '../../../../src/interpreter/lines/session-lines.ts';
import type { InterpretedLine } from '../../../../src/interpreter/types.ts';
import type { TranslationEvent } from '../../../../src/service/realtime/translation/translation-types.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { translated, understood } from '../../../support/fake-translation.ts';

const it = test.extend('scene', () => stage());

function stage({ own = false, translates = true, isOwn = (_: string): boolean => false } = {}) {
  const clock = new FakeClock();
  const lines: InterpretedLine[] = [];
  const spoken: string[] = [];
  const troubles: string[] = [];
  const words: string[] = [];
  const sentences: string[] = [];
  let stopped = 0;
  const session = new SessionLines({
    id: 's',
    userId: 'ann',
    from: () => 'en',
    to: translates ? 'es' : undefined,
    leads: () => true,
    own: () => own,
    clock,
    spoken: {
      begin: ({ id }) => spoken.push(`begin ${id}`),
      add: (id, pcm) => spoken.push(`add ${id} ${pcm.length}`),
      end: (id) => spoken.push(`end ${id}`),
      drop: (id) => spoken.push(`drop ${id}`),
    },
    corrects: (text) => text,
    isOwn,
    spokeAtMs: () => 0,
    tell: (news) => {
      if (news.is === 'line') lines.push(news.line);
      else if (news.is === 'sentence') sentences.push(news.language);
      else if (news.is === 'words') words.push(`${news.id} ${news.text}`);
      else if (news.is === 'speech-stopped') stopped += 1;
      else if (news.is === 'trouble') troubles.push(news.trouble);
      else if (news.is === 'works') troubles.push('works');
    },
  });
  return {
    clock,
    lines,
    spoken,
    troubles,
    sentences,
    words,
    session,
    hear: (...events: readonly TranslationEvent[]) => {
      for (const event of events) session.hear(event);
    },
    get finals() {
      return lines.filter(({ final }) => final).map(textOf);
    },
    get stopped() {
      return stopped;
    },
  };
}

const textOf = ({ to, original, translation, cut }: InterpretedLine) =>
  `${original.sure}${to ? ` → ${translation.sure}` : ''}${cut ? '–' : ''}`;

describe('the lines of a session', () => {
  it("grow while they're spoken, sure and unsure, and are final once", () => {
    const { lines, hear } = stage();
    hear(
      { is: 'speech-started', itemId: 'a', atMs: 0 },
      { is: 'source', itemId: 'a', sure: 'Good', unsure: ' eve', language: 'en' },
      { is: 'response-started', responseId: 'r' },
      { is: 'target', responseId: 'r', sure: '', unsure: 'Buenas' },
      understood('a', 'Good evening.', 'en'),
      { is: 'target', responseId: 'r', sure: 'Buenas', unsure: ' noches' },
      { is: 'target-done', responseId: 'r', text: 'Buenas noches.' },
      { is: 'response-ended', responseId: 'r', end: 'completed', usage: undefined },
    );
    expect(lines.map(({ translation: { sure, unsure }, final }) => [sure, unsure, final])).toEqual([
      ['', '', false],
      ['', 'Buenas', false],
      ['', 'Buenas', false],
      ['Buenas', ' noches', false],
      ['Buenas noches.', '', false],
      ['Buenas noches.', '', true],
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1);
  });

  it("that are final don't come back, whatever else is told of what was said", ({ scene }) => {
    scene.hear(understood('a', 'Good evening.', 'en'), ...translated('r', 'Buenas noches.'));
    const told = scene.lines.length;
    scene.hear(
      { is: 'source', itemId: 'a', sure: 'Good evening', unsure: '', language: 'en' },
      understood('a', 'Good evening.', 'en'),
      { is: 'target', responseId: 'r', sure: 'Buenas', unsure: '' },
    );
    scene.session.over();
    expect(scene.lines).toHaveLength(told);
  });

  it("pass over what was heard without a word: the next translation isn't its", ({ scene }) => {
    scene.hear(
      { is: 'speech-started', itemId: 'cough', atMs: 0 },
      { is: 'speech-started', itemId: 'a', atMs: 900 },
      understood('a', 'Good evening.', 'en'),
      ...translated('r', 'Buenas noches.'),
    );
    expect(scene.finals).toEqual(['Good evening. → Buenas noches.']);
    scene.session.over();
    expect(scene.finals).toHaveLength(1);
  });

  it("of what wasn't understood end as they are, and it's told", ({ scene }) => {
    scene.hear(
      { is: 'source', itemId: 'a', sure: '', unsure: 'Goo', language: 'en' },
      { is: 'not-understood', itemId: 'a' },
      understood('b', 'Good evening.', 'en'),
      ...translated('r', 'Buenas noches.'),
    );
    expect(scene.finals).toEqual(['Goo → –', 'Good evening. → Buenas noches.']);
    expect(scene.troubles).toEqual(['not-understood', 'works']);
  });

  it('wait a moment for an original that comes after its translation, and no longer', () => {
    const late = stage();
    late.hear(...translated('r', 'Buenas noches.'));
    late.session.review(late.clock.now() + 1_900);
    expect(late.finals).toEqual([]);
    late.hear(understood('a', 'Good evening.', 'en'));
    expect(late.finals).toEqual(['Good evening. → Buenas noches.']);
    const never = stage();
    never.hear(...translated('r', 'Buenas noches.'));
    never.session.review(never.clock.now() + 2_000);
    expect(never.finals).toEqual([' → Buenas noches.']);
    never.hear(understood('a', 'Good evening.', 'en'), ...translated('r', 'Again.'));
    expect(never.finals).toHaveLength(1);
  });

  it("without a translation are given up after 20 s, and it's told", ({ scene }) => {
    scene.hear(understood('a', 'Good evening.', 'en'));
    scene.session.review(scene.clock.now() + 19_000);
    expect(scene.session.busy).toBe(true);
    scene.session.review(scene.clock.now() + 20_000);
    expect(scene.finals).toEqual(['Good evening. → –']);
    expect(scene.troubles).toEqual(['no-translation']);
    expect(scene.spoken.at(-1)).toBe('drop s/1');
  });

  it('that a failed translation cuts keep what there is', ({ scene }) => {
    scene.hear(
      understood('a', 'Good evening.', 'en'),
      { is: 'target', responseId: 'r', sure: 'Buenas', unsure: ' no' },
      { is: 'response-ended', responseId: 'r', end: 'failed', usage: undefined },
    );
    expect(scene.finals).toEqual(['Good evening. → Buenas no–']);
    expect(scene.troubles).toEqual(['translation-failed']);
  });

  it('are all final when the session is over', ({ scene }) => {
    scene.hear(understood('a', 'One.', 'en'), {
      is: 'source',
      itemId: 'b',
      sure: 'Tw',
      unsure: '',
      language: 'en',
    });
    scene.session.over();
    expect(scene.finals).toEqual(['One. → –', 'Tw → –']);
    scene.hear(understood('b', 'Two.', 'en'));
    expect(scene.finals).toHaveLength(2);
  });

  it("in the speaker's own language are final with what was said, before any translation", () => {
    const scene = stage({ own: true });
    scene.hear(understood('a', 'Good evening.', 'en'));
    expect(scene.finals).toEqual(['Good evening.']);
    scene.hear(...translated('r', 'Buenas noches.'));
    expect(scene.finals).toEqual(['Good evening.', 'Good evening. → Buenas noches.']);
    expect(scene.lines.filter(({ final }) => final).map(({ showsOriginal }) => showsOriginal)).toEqual([
      true,
      false,
    ]);
  });

  it('whose translation nobody wants are only what was said', () => {
    const scene = stage({ own: true, translates: false });
    scene.hear(understood('a', 'Good evening.', 'en'), ...translated('r', 'Buenas noches.'));
    expect(scene.finals).toEqual(['Good evening.']);
    expect(scene.spoken.filter((each) => each.startsWith('begin'))).toEqual([]);
  });

  it('give their sound to be said, from the first word on', ({ scene }) => {
    scene.hear(
      understood('a', 'Good evening.', 'en'),
      { is: 'audio', responseId: 'r', pcm: new Uint8Array(9) },
      { is: 'audio-done', responseId: 'r' },
    );
    expect(scene.spoken).toEqual(['begin s/1', 'add s/1 9', 'end s/1']);
  });

  it("tell when the service takes somebody's turn for over", ({ scene }) => {
    scene.hear({ is: 'speech-stopped', itemId: 'a', atMs: 900 });
    expect(scene.stopped).toBe(1);
  });

  it('are right whatever the order in which the two sides of the service tell', () => {
    const count = 5;
    const said = (index: number): readonly TranslationEvent[] => [
      { is: 'source', itemId: `i${index}`, sure: `w${index}`, unsure: '', language: 'en' },
      understood(`i${index}`, `original ${index}`, 'en'),
    ];
    const meant = (index: number): readonly TranslationEvent[] => [
      { is: 'target', responseId: `r${index}`, sure: '', unsure: `t${index}` },
      { is: 'audio', responseId: `r${index}`, pcm: new Uint8Array(2) },
      { is: 'target-done', responseId: `r${index}`, text: `translation ${index}` },
      { is: 'response-ended', responseId: `r${index}`, end: 'completed', usage: undefined },
    ];
    const indexes = Array.from({ length: count }, (_, index) => index);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (draws) => {
        const scene = stage();
        const originals = indexes.flatMap(said);
        const translations = indexes.flatMap(meant);
        let at = 0;
        let next = 0;
        for (const draw of draws) {
          // Each side keeps its own order, and nothing is translated before a word of it was heard.
          const mayTranslate = Math.floor(next / 4) * 2 < at;
          const event = draw && mayTranslate ? translations[next] : (originals[at] ?? translations[next]);
          if (event === undefined) break;
          if (event === originals[at]) at += 1;
          else next += 1;
          scene.hear(event);
        }
        for (const event of [...originals.slice(at), ...translations.slice(next)]) scene.hear(event);
        expect(scene.finals.toSorted()).toEqual(
          indexes.map((index) => `original ${index} → translation ${index}`),
        );
        expect(scene.spoken.filter((each) => each.startsWith('begin'))).toHaveLength(count);
      }),
    );
  });

  it("that are the bot's own are taken back, and their translation is neither shown nor said", () => {
    const scene = stage({ isOwn: (text) => text === 'The train leaves at nine' });
    scene.hear({ is: 'speech-started', itemId: 'a', atMs: 0 });
    scene.hear({ is: 'source', itemId: 'a', sure: 'The train', unsure: ' leaves', language: 'en' });
    scene.hear(understood('a', 'The train leaves at nine', 'en'));
    expect(scene.finals).toEqual([' → –']);
    scene.hear(...translated('r', 'El tren sale a las nueve'));
    expect(scene.spoken.slice(0, 2)).toEqual(['begin s/1', 'drop s/1']);
    expect(scene.spoken.slice(2)).not.toContain('begin s/1');
    expect(scene.finals).toEqual([' → –']);
    scene.hear(understood('b', 'Thank you', 'en'), ...translated('r2', 'Gracias'));
    expect(scene.finals.at(-1)).toContain('Gracias');
    expect(scene.words.at(-1)).toBe('s/2 Gracias');
  });

  it("that are the bot's own say nothing about what language their person speaks", () => {
    const scene = stage({ isOwn: (text) => text === 'El tren sale' });
    scene.hear({ is: 'source-done', itemId: 'a', text: 'El tren sale', language: 'es' });
    scene.hear({ is: 'source-done', itemId: 'b', text: 'Bonjour', language: 'fr' });
    expect(scene.sentences).toEqual(['fr']);
  });
});
