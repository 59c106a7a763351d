import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoldedLines } from '../../../../../src/operations/folded-lines.ts';
import { readEvent } from '../../../../../src/service/realtime/session-line.ts';
import { TranslationHearing } from '../../../../../src/service/realtime/translation/hearing.ts';
import type { TranslationEvent } from '../../../../../src/service/realtime/translation/translation-types.ts';
import { translationEvents } from '../../../../../src/service/realtime/translation/wire-events.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { silentLog } from '../../../../support/fake-log.ts';

type Wire = Readonly<Record<string, unknown>>;
type Family = 'whole' | 'pieces' | 'both';

const audioOf = (mark: number) => Buffer.from([mark, 0, mark, 0]).toString('base64');

/** A response as one family of the field notes tells it, or both at once. */
function responseOf(
  id: string,
  words: readonly string[],
  family: Family,
  spoken: boolean,
  empty: boolean,
): Wire[] {
  const name = spoken ? 'response.audio_transcript' : 'response.text';
  const ids = { response_id: id };
  const text = words.join(' ');
  const told = words.flatMap((word, index): Wire[] => {
    const sure = words.slice(0, index).join(' ');
    const piece = index === 0 ? word : ` ${word}`;
    return [
      ...(family === 'pieces' ? [] : [{ type: `${name}.text`, ...ids, text: sure, stash: piece }]),
      ...(family === 'whole' ? [] : [{ type: `${name}.delta`, ...ids, delta: piece }]),
      ...(spoken ? [{ type: 'response.audio.delta', ...ids, delta: audioOf(index + 1) }] : []),
    ];
  });
  return [
    { type: 'response.created', response: { id, status: 'in_progress' } },
    ...told,
    { type: `${name}.done`, ...ids, [spoken ? 'transcript' : 'text']: empty ? '' : text },
    ...(spoken ? [{ type: 'response.audio.done', ...ids }] : []),
    { type: 'response.done', response: { id, status: 'completed' } },
  ];
}

function itemOf(id: string, words: readonly string[], family: Family, empty: boolean): Wire[] {
  const name = 'conversation.item.input_audio_transcription';
  const event = family === 'pieces' ? 'delta' : 'text';
  return [
    { type: 'input_audio_buffer.speech_started', item_id: id },
    ...words.map((word, index) => {
      const sure = words.slice(0, index).map((each) => `${each} `);
      return { type: `${name}.${event}`, item_id: id, text: sure.join(''), stash: word, language: 'en' };
    }),
    { type: 'input_audio_buffer.speech_stopped', item_id: id },
    { type: `${name}.completed`, item_id: id, transcript: empty ? '' : words.join(' ') },
  ];
}

/** All of them, each in its own order, and otherwise as it was drawn; some come twice. */
function interleaved(streams: readonly (readonly Wire[])[], draws: readonly number[]): readonly Wire[] {
  const left = streams.map((stream) => [...stream]);
  const events: Wire[] = [];
  for (let step = 0; left.some(({ length }) => length > 0); step += 1) {
    const open = left.filter(({ length }) => length > 0);
    const draw = draws[step % draws.length] ?? 0;
    const next = open[draw % open.length]?.shift();
    if (next) events.push(next);
    if (next?.type === 'response.done' && draw % 3 === 0) events.push(next);
  }
  return events;
}

function heard(events: readonly Wire[]): readonly TranslationEvent[] {
  const told: TranslationEvent[] = [];
  const tell = (event: TranslationEvent) => told.push(event);
  const clock = new FakeClock();
  const hearing = new TranslationHearing(clock, new FoldedLines(silentLog, clock), tell);
  for (const event of events) hearing.hearEvent(readEvent(translationEvents, event));
  return told;
}

const words = fc.array(fc.constantFrom('uno', 'dos', 'tres', 'cuatro', 'cinco'), {
  minLength: 1,
  maxLength: 6,
});
const family = fc.constantFrom<Family>('whole', 'pieces', 'both');
const draws = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 });

describe('the order of the events of a translation', () => {
  it('changes nothing of what each response says, whatever the family and however many overlap', () => {
    const responses = fc.array(fc.record({ words, family, spoken: fc.boolean(), empty: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(responses, draws, (drawn, order) => {
        const streams = drawn.map((each, index) =>
          responseOf(`r${index}`, each.words, each.family, each.spoken, each.empty),
        );
        const told = heard(interleaved(streams, order));
        drawn.forEach(({ words: said, spoken }, index) => {
          const mine = told.filter((event) => 'responseId' in event && event.responseId === `r${index}`);
          expect(mine[0]?.is).toBe('response-started');
          expect(mine.at(-1)).toMatchObject({ is: 'response-ended', end: 'completed' });
          expect(mine.filter(({ is }) => is === 'response-started' || is === 'response-ended')).toHaveLength(
            2,
          );
          const done = mine.filter(({ is }) => is === 'target-done');
          expect(done).toMatchObject([{ text: said.join(' ') }]);
          const sound = mine.flatMap((event) => (event.is === 'audio' ? [event.pcm[0]] : []));
          expect(sound).toEqual(spoken ? said.map((_, at) => at + 1) : []);
        });
      }),
    );
  });

  it('never takes back what is sure', () => {
    fc.assert(
      fc.property(words, family, fc.boolean(), draws, (said, told, spoken, order) => {
        const events = heard(interleaved([responseOf('r', said, told, spoken, false)], order));
        const sure = events.flatMap((event) => (event.is === 'target' ? [event.sure] : []));
        for (const [index, text] of sure.entries()) expect(text.startsWith(sure[index - 1] ?? '')).toBe(true);
        for (const text of sure) expect(said.join(' ').startsWith(text.trimEnd())).toBe(true);
      }),
    );
  });

  it('changes nothing of what was heard, next to what is translated', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 4 }),
        family,
        fc.boolean(),
        draws,
        (items, told, empty, order) => {
          // One person says one thing after the other; translations run beside it.
          const said = items.flatMap((each, index) => itemOf(`i${index}`, each, told, empty));
          const meant = items.map((each, index) => responseOf(`r${index}`, each, told, true, false));
          const events = heard(interleaved([said, ...meant], order));
          const done = events.filter((event) => event.is === 'source-done');
          expect(done).toMatchObject(
            items.map((each, index) => ({ itemId: `i${index}`, text: each.join(' '), language: 'en' })),
          );
          expect(events.filter(({ is }) => is === 'target-done')).toHaveLength(items.length);
        },
      ),
    );
  });
});
