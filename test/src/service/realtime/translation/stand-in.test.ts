import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fastRealtime } from '../../../../../sandbox/service/realtime/settings.ts';
import { sentences } from '../../../../../sandbox/service/realtime/translation/phrase-book.ts';
import type { ServiceSandbox } from '../../../../../sandbox/service/server.ts';
import type { ServiceSettings } from '../../../../../src/service/profile.ts';
import { isVoiced, languageCodes } from '../../../../../src/service/realtime/translation/languages.ts';
import {
  checkTranslation,
  openTranslations,
} from '../../../../../src/service/realtime/translation/translation-client.ts';
import type {
  TranslationClient,
  TranslationEvent,
  TranslationSession,
  TranslationSettings,
} from '../../../../../src/service/realtime/translation/translation-types.ts';
import { followed, serviceStandIn } from '../../../../support/service-stand-in.ts';

const standIn = serviceStandIn({ synthesis: { speaker: 'built-in' }, realtime: fastRealtime });
const opened = (settings: Partial<ServiceSettings> = {}, connectsPerMinute = 1_000_000) =>
  openTranslations({ ...standIn.client(settings), connectsPerMinute });
let realtime: ServiceSandbox['realtime'];
let client: TranslationClient;
const open: TranslationSession[] = [];

beforeAll(() => {
  ({ realtime } = standIn.sandbox);
  client = opened();
});
afterEach(() => {
  for (const session of open.splice(0)) session.close();
  realtime.clearFaults();
  realtime.set({ translationTells: 'whole', hotWordsField: null, mishears: {} });
});
afterAll(async () => {
  // Whatever our client sent in all these tests is in the document.
  expect(realtime.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
  await client.close();
});

async function interpret(settings: TranslationSettings, by = client) {
  const session = await by.open(settings);
  open.push(session);
  return followed<TranslationEvent, TranslationSession>(session, standIn.sandbox);
}

describe('the translation client and the stand-in', () => {
  it.each(['whole', 'pieces'] as const)('translate what was said, told %s', async (translationTells) => {
    realtime.set({ translationTells });
    const { say, seen, events } = await interpret({ from: 'en', to: 'fr' });
    await say('Good morning. I have a question.');
    expect(await seen('source-done')).toMatchObject({
      text: 'Good morning. I have a question.',
      language: 'en',
    });
    expect(await seen('response-ended')).toMatchObject({ end: 'completed' });
    expect(await seen('target-done')).toMatchObject({ text: "Bonjour. J'ai une question." });
    const captions = events.flatMap((event) => (event.is === 'target' ? [event.sure + event.unsure] : []));
    expect(captions.at(-1)?.trim()).toBe("Bonjour. J'ai une question.");
    expect(events.some(({ is }) => is === 'audio')).toBe(true);
  });

  it('lose no last words when they finish, and finish at once without any', async () => {
    const { session, say, events } = await interpret({ to: 'de', speaks: false });
    await say('See you tomorrow.', 0);
    expect(await session.finish()).toBe('finished');
    expect(events.find(({ is }) => is === 'target-done')).toMatchObject({ text: 'Bis morgen.' });
    const silent = await interpret({ to: 'de' });
    expect(await silent.session.finish()).toBe('finished');
    expect(silent.events.map(({ is }) => is)).toEqual(['finished']);
  });

  it.each<[string, Parameters<ServiceSandbox['realtime']['arm']>[0]]>([
    ['a translation that ends twice', { at: 'done', effect: { kind: 'twice' } }],
    ['sound that is no Base64', { at: 'audio', afterDeltas: 0, effect: { kind: 'bad-audio' } }],
    ['a late delta', { at: 'after', effect: { kind: 'late-delta' } }],
    ['an event that nobody knows', { at: 'response', effect: { kind: 'unknown-event' } }],
  ])('get over %s', async (_, fault) => {
    realtime.arm(fault);
    const { session, say, seen, events } = await interpret({ to: 'es' });
    await say('Good morning.');
    await seen('response-ended');
    await say('Good evening.');
    await seen('response-ended', 2);
    expect(events.filter(({ is }) => is === 'response-ended')).toHaveLength(2);
    expect(session.over).toBe(false);
  });

  it('end with a torn connection, and say why', async () => {
    realtime.arm({ at: 'audio', effect: { kind: 'drop' } });
    const { session, say } = await interpret({ to: 'es' });
    await say('Good morning.');
    expect(await session.ended).toMatchObject({ is: 'lost', error: { fault: 'unreachable' } });
  });

  it('hear a name right where the deployment takes hot words, and the client knows where', async () => {
    const hotWordsField = 'input_audio_transcription.hot_words';
    realtime.set({ hotWordsField, mishears: { Emcee: 'MC' } });
    const knowing = opened({ hotWordsField });
    const settings = { from: 'en', to: 'es', hotWords: ['Emcee'] } as const;
    for (const [opening, text] of [
      [client, 'Ask MC.'],
      [knowing, 'Ask Emcee.'],
    ] as const) {
      const { say, seen } = await interpret(settings, opening);
      await say('Ask Emcee.');
      expect(await seen('source-done')).toMatchObject({ text });
    }
    await knowing.close();
  });

  it('translate everything that is said, in its order, however it is told and however it is cut', async () => {
    const drawn = fc.record({
      tells: fc.constantFrom('whole', 'pieces' as const),
      speaks: fc.boolean(),
      // They have no word in common: the stand-in's ear knows words again one by one.
      said: fc.array(fc.constantFrom(2, 4, 6, 10), { minLength: 1, maxLength: 3 }),
      appendMs: fc.constantFrom(20, 60, 100, 200),
      /** What follows the last word: nothing, or enough to end the utterance. */
      finishes: fc.constantFrom('with the last word', 'in silence'),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ tells, speaks, said, appendMs, finishes }) => {
        realtime.set({ translationTells: tells });
        const { session, events } = await interpret({ from: 'en', to: 'es', speaks });
        for (const [place, index] of said.entries()) {
          const isLast = place === said.length - 1;
          const samples = await realtime.voice(sentences[index]?.[0] ?? '', 'dora', 16_000);
          const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
          for (let at = 0; at < bytes.length; at += appendMs * 32)
            session.append(bytes.subarray(at, at + appendMs * 32));
          if (!isLast || finishes === 'in silence') session.append(new Uint8Array(32 * 1_000));
        }
        expect(await session.finish()).toBe('finished');
        const original = events.flatMap((event) => (event.is === 'source-done' ? [event.text] : []));
        const translated = events.flatMap((event) => (event.is === 'target-done' ? [event.text] : []));
        expect(original).toEqual(said.map((index) => sentences[index]?.[0]));
        expect(translated).toEqual(said.map((index) => sentences[index]?.[2]));
        expect(events.filter(({ is }) => is === 'response-ended')).toHaveLength(said.length);
        expect(events.some(({ is }) => is === 'audio')).toBe(speaks);
        expect(events.at(-1)?.is).toBe('finished');
      }),
      { numRuns: 15 },
    );
  });

  it('agree on every setting', async () => {
    const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
    const drawn = fc.record({
      from: maybe(fc.constantFrom('auto', 'tlh', ...languageCodes)),
      to: maybe(fc.constantFrom('auto', ...languageCodes)),
      speaks: maybe(fc.boolean()),
      voice: maybe(fc.constantFrom('Cherry', 'Ethan', '')),
      showsSource: maybe(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (all) => {
        const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
        const settings: TranslationSettings = given;
        if (checkTranslation(settings).length > 0) {
          await expect(client.open(settings)).rejects.toThrow('RequestBreaksRules');
          return;
        }
        const { from = 'en', to = 'en', speaks = true } = settings;
        const session = await client.open(settings);
        expect(session.agreed).toMatchObject({
          from: from === 'auto' ? 'en' : from,
          to,
          speaks: speaks && isVoiced(to),
        });
        session.close();
      }),
      { numRuns: 60 },
    );
  });

  it('let what can wait take all but the last places of a minute, which a call has at once', async () => {
    const few = opened({}, 4);
    const settings = { from: 'en', to: 'fr' } as const;
    for (const _ of [1, 2]) open.push(await few.open(settings, { canWait: true }));
    const connected = realtime.connections.opened;
    const given = new AbortController();
    const waiting = Promise.withResolvers<number>();
    const behind = few.open(settings, { canWait: true, signal: given.signal, onWait: waiting.resolve });
    behind.catch(() => undefined);
    expect(await waiting.promise).toBeGreaterThan(30_000);
    open.push(await few.open(settings));
    expect(realtime.connections.opened).toBe(connected + 1);
    given.abort();
    await expect(behind).rejects.toThrow();
    open.push(await few.open(settings));
    expect(realtime.connections.opened).toBe(connected + 2);
    await few.close();
  });
});
