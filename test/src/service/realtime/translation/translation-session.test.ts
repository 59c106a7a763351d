import { beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../sandbox/test/support/eventually.ts';
import { ServiceError } from '../../../../../src/service/errors.ts';
import type { TranslationSettings } from '../../../../../src/service/realtime/translation/translation-types.ts';
import { rejection } from '../../../../support/rejection.ts';
import { ScriptedTranslation } from './scripted-translation.ts';

const it = test.extend('session', () => talk.open());

let talk: ScriptedTranslation;

beforeEach(async () => {
  talk = await ScriptedTranslation.start();
  return async () => await talk[Symbol.asyncDispose]();
});

const created = (id: string) => ({ type: 'response.created', response: { id, status: 'in_progress' } });
const done = (id: string, status = 'completed') => ({
  type: 'response.done',
  response: { id, status, usage: { total_tokens: 9 } },
});
const transcription = 'conversation.item.input_audio_transcription';
const knowsCherryOnly: ScriptedTranslation['answer'] = (session) =>
  session.voice === 'Cherry'
    ? { type: 'session.updated', session }
    : { type: 'error', error: { code: 'invalid_value', message: 'Unsupported voice' } };
const kinds = () => talk.events.map(({ is }) => is);

describe('opening a translation', () => {
  it('names the model in the address, and sends nothing but its settings', async () => {
    const session = await talk.open({ from: 'en', to: 'es' });
    expect(talk.connection.url.searchParams.get('model')).toBe('xq3-livetranslate-flash-realtime');
    expect(talk.sent.map(({ type }) => type)).toEqual(['session.update']);
    expect(session.agreed).toMatchObject({ speaks: true, from: 'en', to: 'es' });
  });

  it('shows that a language without a voice is text only', async () => {
    expect((await talk.open({ to: 'vi' })).agreed.speaks).toBe(false);
  });

  it('is refused before anything is sent when settings break a rule', async () => {
    const error = await rejection(talk.open({ to: 'tlh' } as unknown as TranslationSettings), ServiceError);
    expect(error).toMatchObject({ fault: 'invalid-request', nothingHappened: true });
    expect(talk.service.connections).toHaveLength(0);
  });

  it('falls back to the usual voice when the service does not know the chosen one', async () => {
    talk.answer = knowsCherryOnly;
    const session = await talk.open({ voice: 'Nobody' });
    expect(session.agreed.voice).toBe('Cherry');
    expect(talk.sent).toHaveLength(2);
  });

  it('asks for no voice that was refused before, at the opening or with the first answer', async () => {
    await talk.open({ voice: 'Nobody' });
    await talk.say({ type: 'error', error: { message: "Voice 'Nobody' is not supported." } });
    await talk.open({ voice: 'Nobody' });
    expect(talk.sent).toHaveLength(1);
    expect(talk.sent[0]).toMatchObject({ session: { voice: 'Cherry' } });
    await talk.open({ voice: 'Ethan' });
    expect(talk.sent[0]).toMatchObject({ session: { voice: 'Ethan' } });
    talk.answer = knowsCherryOnly;
    await talk.open({ voice: 'Ethan' });
    await talk.open({ voice: 'Ethan' });
    expect(talk.sent).toHaveLength(1);
  });

  it('waits its turn behind ten others, says how long, and stops waiting when the client closes', async () => {
    for (let count = 0; count < 10; count += 1) await talk.open();
    const told: number[] = [];
    const eleventh = talk.open({}, { onWait: (ms) => told.push(ms) });
    expect(told).toEqual([talk.client.waitMs]);
    expect(talk.service.connections).toHaveLength(10);
    await talk.client.close();
    expect((await rejection(eleventh, ServiceError)).fault).toBe('aborted');
  });
});

describe('a translation', () => {
  it('tells the source text, sure and unsure, and its end with the language', async () => {
    await talk.open();
    await talk.say(
      { type: 'input_audio_buffer.speech_started', item_id: 'i1', audio_start_ms: 40 },
      { type: `${transcription}.text`, item_id: 'i1', text: 'good', stash: ' mor', language: 'en' },
      { type: `${transcription}.completed`, item_id: 'i1', transcript: 'good morning', language: 'en' },
      { type: `${transcription}.failed`, item_id: 'i2' },
    );
    expect(talk.events).toEqual([
      { is: 'speech-started', itemId: 'i1', atMs: 40 },
      { is: 'source', itemId: 'i1', sure: 'good', unsure: ' mor', language: 'en' },
      { is: 'source-done', itemId: 'i1', text: 'good morning', language: 'en' },
      { is: 'not-understood', itemId: 'i2' },
    ]);
  });

  it('keeps what it understood when the final text is empty', async () => {
    await talk.open();
    await talk.say(
      { type: `${transcription}.text`, item_id: 'i1', text: 'good', stash: ' day', language: 'en' },
      { type: `${transcription}.completed`, item_id: 'i1', transcript: '' },
    );
    expect(talk.events.at(-1)).toEqual({ is: 'source-done', itemId: 'i1', text: 'good day', language: 'en' });
  });

  it.each(['response.audio_transcript', 'response.text'])(
    'reads %s of the family that tells the whole text, the unsure part replaced each time',
    async (name) => {
      await talk.open();
      const field = name === 'response.text' ? 'text' : 'transcript';
      await talk.say(
        created('r1'),
        { type: `${name}.text`, response_id: 'r1', text: 'Bue', stash: 'nos' },
        { type: `${name}.delta`, response_id: 'r1', delta: 'twice' },
        { type: `${name}.text`, response_id: 'r1', text: 'Buenos', stash: ' días' },
        { type: `${name}.done`, response_id: 'r1', [field]: '' },
      );
      expect(talk.events.slice(1)).toEqual([
        { is: 'target', responseId: 'r1', sure: 'Bue', unsure: 'nos' },
        { is: 'target', responseId: 'r1', sure: 'Buenos', unsure: ' días' },
        { is: 'target-done', responseId: 'r1', text: 'Buenos días' },
      ]);
    },
  );

  it.each(['response.audio_transcript', 'response.text'])(
    'reads %s of the family that tells pieces',
    async (name) => {
      await talk.open();
      await talk.say(
        created('r1'),
        { type: `${name}.delta`, response_id: 'r1', delta: 'Buenos' },
        { type: `${name}.delta`, response_id: 'r1', delta: ' días' },
        { type: `${name}.done`, response_id: 'r1' },
      );
      expect(talk.events.slice(2)).toEqual([
        { is: 'target', responseId: 'r1', sure: 'Buenos días', unsure: '' },
        { is: 'target-done', responseId: 'r1', text: 'Buenos días' },
      ]);
    },
  );

  it('brings sound and its usage, and leaves out sound that is none', async () => {
    await talk.open();
    await talk.say(
      created('r1'),
      { type: 'response.audio.delta', response_id: 'r1', delta: 'AQIDBA==' },
      { type: 'response.audio.delta', response_id: 'r1', delta: '***' },
      { type: 'response.audio.done', response_id: 'r1' },
      done('r1'),
      done('r1'),
      { type: 'response.audio.delta', response_id: 'r1', delta: 'AQIDBA==' },
    );
    expect(kinds()).toEqual(['response-started', 'audio', 'audio-done', 'response-ended']);
    expect(talk.events.at(-1)).toMatchObject({ end: 'completed', usage: { totalTokens: 9 } });
  });

  it('tells two that overlap apart, and begins one that nobody announced', async () => {
    await talk.open();
    await talk.say(
      created('r1'),
      { type: 'response.text.delta', response_id: 'r2', delta: 'two' },
      { type: 'response.text.delta', response_id: 'r1', delta: 'one' },
      done('r2'),
      { type: 'response.text.done', response_id: 'r1' },
      done('r1', 'cancelled'),
    );
    expect(talk.events).toMatchObject([
      { is: 'response-started', responseId: 'r1' },
      { is: 'response-started', responseId: 'r2' },
      { is: 'target', responseId: 'r2', sure: 'two' },
      { is: 'target', responseId: 'r1', sure: 'one' },
      { is: 'response-ended', responseId: 'r2', end: 'completed' },
      { is: 'target-done', responseId: 'r1', text: 'one' },
      { is: 'response-ended', responseId: 'r1', end: 'cancelled' },
    ]);
  });

  it('ends one of which nothing comes any more', async () => {
    await talk.open();
    await talk.say(created('r1'));
    await talk.clock.advance(40_000);
    expect(talk.events.at(-1)).toMatchObject({ is: 'response-ended', end: 'silent' });
  });

  it('watches none any more once it is over', async ({ session }) => {
    await talk.say(created('r1'));
    session.close();
    await session.ended;
    await talk.clock.advance(40_000);
    expect(kinds()).toEqual(['response-started']);
  });

  it('shows pictures behind the first audio, two in a second', async ({ session }) => {
    const jpeg = Uint8Array.of(9);
    expect(session.show(jpeg)).toBe('before-audio');
    session.append(new Uint8Array(3_200));
    expect([1, 2, 3].map(() => session.show(jpeg))).toEqual(['shown', 'shown', 'too-soon']);
    await talk.clock.advance(1_000);
    expect(session.show(jpeg)).toBe('shown');
    await talk.say();
    expect(talk.sent.slice(1).map(({ type }) => type)).toEqual([
      'input_audio_buffer.append',
      ...Array(3).fill('input_image_buffer.append'),
    ]);
    session.close();
    expect(session.show(jpeg)).toBe('over');
  });

  it('sends the audio that waited behind a large picture, although nothing more is said', async () => {
    const session = await talk.open();
    session.append(new Uint8Array(3_200));
    session.show(new Uint8Array(5_000_000));
    session.append(new Uint8Array(3_200));
    const appends = () => talk.sent.filter(({ type }) => type === 'input_audio_buffer.append');
    await eventually(() => appends().length === 2, 'the second append');
  });

  it('tells trouble, and goes on', async () => {
    const session = await talk.open({ voice: 'Nobody' });
    const error = { message: "Voice 'Nobody' is not supported." };
    await talk.say({ type: 'error', error }, { type: 'brand.new' });
    expect(talk.events).toEqual([{ is: 'trouble', trouble: { is: 'voice-unknown', voice: 'Nobody' } }]);
    expect(session.over).toBe(false);
    await eventually(() => talk.sent.length === 2);
    expect(talk.sent[1]).toMatchObject({ type: 'session.update', session: { voice: 'Cherry' } });
  });
});

describe('the end of a translation', () => {
  it('comes when the service has finished, behind its last words', async ({ session }) => {
    session.append(new Uint8Array(3_200));
    const finishing = session.finish();
    session.append(new Uint8Array(3_200));
    await eventually(() => talk.sent.length === 3);
    expect(talk.sent.slice(1).map(({ type }) => type)).toEqual([
      'input_audio_buffer.append',
      'session.finish',
    ]);
    talk.connection.json({ type: `${transcription}.completed`, item_id: 'i1', transcript: 'bye' });
    talk.connection.json({ type: 'session.finished' });
    expect(await finishing).toBe('finished');
    expect(kinds()).toEqual(['source-done', 'finished']);
    expect(await session.ended).toEqual({ is: 'asked' });
    await eventually(() => talk.connection.closed !== undefined);
    expect(talk.connection.closed?.code).toBe(1000);
    expect(await session.finish()).toBe('finished');
  });

  it('is cut when the service does not finish within 20 s', async ({ session }) => {
    const finishing = session.finish();
    await talk.clock.advance(19_999);
    expect(session.over).toBe(false);
    await talk.clock.advance(1);
    expect(await finishing).toBe('cut');
    expect(session.over).toBe(true);
  });

  it('is waited for while words still come, but no more than six times as long', async ({ session }) => {
    const finishing = session.finish();
    for (let times = 1; times <= 6; times += 1) {
      expect(session.over).toBe(false);
      const before = kinds().length;
      talk.connection.json({ type: `${transcription}.completed`, item_id: `i${times}`, transcript: 'more' });
      await eventually(() => kinds().length > before);
      await talk.clock.advance(20_000);
    }
    expect(await finishing).toBe('cut');
  });

  it('is cut when the connection is lost meanwhile, or was over before', async ({ session }) => {
    const finishing = session.finish();
    talk.connection.socket.terminate();
    expect(await finishing).toBe('cut');
    const other = await talk.open();
    other.close();
    expect(await other.finish()).toBe('cut');
  });

  it('comes, too, when the service finishes unasked', async ({ session }) => {
    talk.connection.json({ type: 'session.finished' });
    expect(await session.ended).toEqual({ is: 'asked' });
    expect(kinds()).toEqual(['finished']);
  });
});
