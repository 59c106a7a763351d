import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceSandbox } from '../../../../service/server.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from '../realtime-caller.ts';

const model = 'xq3-livetranslate-flash-realtime';
let sandbox: ServiceSandbox;
const connect = async (session: object = {}) => {
  const caller = await connectRealtime(sandbox, model);
  await caller.seen('session.created');
  await caller.update(session);
  return caller;
};
const asr = { model: 'xq3-asr-flash-realtime' };
const spanish = { input_audio_transcription: asr, translation: { language: 'es' } };
const completed = 'conversation.item.input_audio_transcription.completed';
const say = async (caller: RealtimeCaller, text: string, silenceMs = 1_000) => {
  caller.speak(await sandbox.realtime.voice(text, 'ann', 16_000));
  if (silenceMs > 0) caller.silence(silenceMs);
};

beforeAll(async () => {
  sandbox = await openRealtimeSandbox();
  return async () => await sandbox.close();
});
afterEach(() => {
  sandbox.realtime.clearFaults();
  sandbox.realtime.set({
    translationTells: 'whole',
    translationConnectsPerMinute: 1_000_000,
    hotWordsField: null,
    mishears: {},
  });
});

describe('settings of a translation session', () => {
  it('begin as the document says', async () => {
    const { session } = await (await connect()).seen('session.created');
    expect(session).toMatchObject({
      model,
      modalities: ['text', 'audio'],
      voice: 'Cherry',
      input_audio_format: 'pcm16',
      output_audio_format: 'pcm24',
      input_audio_transcription: { language: 'en' },
      translation: { language: 'en' },
    });
  });

  it.each([
    [{ modalities: ['text'] }],
    [{ voice: 'Ethan', input_audio_format: 'pcm16', output_audio_format: 'pcm24' }],
    [{ input_audio_transcription: { ...asr, language: 'zh' }, translation: { language: 'yue' } }],
  ])('may be %j', async (session) => {
    const caller = await connect();
    expect(await caller.update(session)).toMatchObject(session);
    expect(sandbox.realtime.sessions.at(-1)?.oddities).toEqual([]);
  });

  it.each([
    [{ modalities: ['audio'] }, 'session.modalities'],
    [{ voice: 'Nobody' }, 'session.voice'],
    [{ input_audio_format: 'pcm24' }, 'session.input_audio_format'],
    [{ output_audio_format: 'mp3' }, 'session.output_audio_format'],
    [{ input_audio_transcription: { model: 'other' } }, 'session.input_audio_transcription.model'],
    [{ input_audio_transcription: { language: 'tlh' } }, 'session.input_audio_transcription.language'],
    [{ translation: { language: 'tlh' } }, 'session.translation.language'],
    [{ translation: 'es' }, 'session.translation'],
  ])('may not be %j, which names %s and changes nothing', async (session, param) => {
    const caller = await connect();
    const error = await caller.refused(() => caller.send('session.update', { session }));
    expect(error).toMatchObject({ code: 'invalid_value', param });
    expect(await caller.update({})).toMatchObject({ voice: 'Cherry', translation: { language: 'en' } });
  });

  it('into a language without a voice are text only', async () => {
    expect(await (await connect()).update({ translation: { language: 'vi' } })).toMatchObject({
      modalities: ['text'],
    });
  });

  it('may say what the public client says', async () => {
    const caller = await connect();
    const updated = await caller.update({
      voice: null,
      output_audio_format: 'pcm16',
      input_audio_transcription: { model: null },
      brand_new: 1,
    });
    expect(updated).toMatchObject({ voice: 'Cherry', output_audio_format: 'pcm24' });
    expect(sandbox.realtime.sessions.at(-1)?.oddities).toEqual(['session.brand_new']);
  });
});

describe('an utterance', () => {
  it.each([
    ['whole', 'response.audio_transcript.text'],
    ['pieces', 'response.audio_transcript.delta'],
  ] as const)('is recognised, translated and said, told %s by %s', async (translationTells, type) => {
    sandbox.realtime.set({ translationTells });
    const caller = await connect(spanish);
    await say(caller, 'Hello everyone. Where is the library?');
    await caller.seen('response.done');
    expect(await caller.seen(completed)).toMatchObject({
      transcript: 'Hello everyone. Where is the library?',
      language: 'en',
    });
    expect(caller.types).toContain('conversation.item.input_audio_transcription.text');
    expect(await caller.seen('response.audio_transcript.done')).toMatchObject({
      transcript: 'Hola a todos. ¿Dónde está la biblioteca?',
    });
    expect(await caller.seen(type)).toBeDefined();
    expect(caller.of('response.audio.delta').length).toBeGreaterThan(2);
    const { item } = await caller.seen('response.output_item.done');
    expect((await caller.seen('response.done')).response).toMatchObject({
      status: 'completed',
      output: [item],
      conversation_id: expect.stringMatching(/^conv_\w{20}$/),
      usage: { total_tokens: expect.any(Number) },
    });
  });

  it.each([
    ['es', 'Hola a todos. ¿Dónde está la biblioteca?'],
    ['zh', '大家好。图书馆在哪里？'],
  ])('is told in %s word by word while it is voiced, not ahead of it', async (language, text) => {
    const caller = await connect({ ...spanish, translation: { language } });
    await say(caller, 'Hello everyone. Where is the library?');
    expect(await caller.seen('response.audio_transcript.done')).toMatchObject({ transcript: text });
    await caller.seen('response.done');
    const isText = (type: string) => type === 'response.audio_transcript.text';
    const isSound = (type: string) => type === 'response.audio.delta';
    const told = caller.types.filter((type) => isText(type) || isSound(type));
    expect(told.filter(isText).length).toBeGreaterThan(4);
    const between = told.slice(told.findIndex(isSound), told.findLastIndex(isSound));
    expect(between.filter(isText).length).toBeGreaterThan(told.filter(isText).length / 2);
    expect(told.findLastIndex(isText)).toBeLessThan(told.length - 1);
  });

  it('is told without its source where nobody asked for that', async () => {
    const caller = await connect({ modalities: ['text'], translation: { language: 'es' } });
    await say(caller, 'Good morning.');
    expect(await caller.seen('response.text.done')).toMatchObject({ text: 'Buenos días.' });
    expect(caller.types.filter((type) => type.includes('transcription'))).toEqual([]);
    expect(caller.types).not.toContain('response.audio.delta');
  });

  it('may never be told to have ended, as a fault: what it says comes, and the next one, too', async () => {
    sandbox.realtime.arm({ at: 'done', effect: { kind: 'omit' } });
    const caller = await connect(spanish);
    await say(caller, 'Good morning.');
    await say(caller, 'Good evening.');
    await caller.seen('response.done');
    const texts = caller.of('response.audio_transcript.done').map(({ transcript }) => transcript);
    expect(texts).toEqual(['Buenos días.', 'Buenas noches.']);
    const ids = (type: string) => caller.of(type).map(({ response }) => Object(response).id);
    expect(ids('response.created')).toHaveLength(2);
    expect(ids('response.done')).toEqual(ids('response.created').slice(1));
  });

  it('that was not understood says so', async () => {
    sandbox.realtime.arm({ at: 'appended', effect: { kind: 'no-transcript' } });
    const caller = await connect(spanish);
    await say(caller, 'Good morning.');
    await caller.seen('conversation.item.input_audio_transcription.failed');
  });
});

describe('hot words', () => {
  const heard = async (caller: RealtimeCaller) => {
    await say(caller, 'Ask Emcee.');
    return (await caller.seen(completed)).transcript;
  };

  it.each(['input_audio_transcription.hot_words', 'translation.corpus.words', 'hot_words'])(
    'at %s are kept where this deployment takes them, and heard right from then on',
    async (hotWordsField) => {
      sandbox.realtime.set({ hotWordsField, mishears: { Emcee: 'MC' } });
      const without = await connect(spanish);
      expect(await heard(without)).toBe('Ask MC.');
      const [outer = '', ...inner] = hotWordsField.split('.');
      const words = inner.reduceRight<unknown>((value, name) => ({ [name]: value }), ['Emcee']);
      const caller = await connect(spanish);
      await caller.update({ [outer]: words });
      expect(await heard(caller)).toBe('Ask Emcee.');
      expect(sandbox.realtime.sessions.at(-1)).toMatchObject({ hotWords: ['Emcee'], oddities: [] });
    },
  );

  it('that are no list of words are refused by name', async () => {
    sandbox.realtime.set({ hotWordsField: 'translation.words' });
    const caller = await connect();
    const error = await caller.refused(() =>
      caller.send('session.update', { session: { translation: { words: 'Emcee' } } }),
    );
    expect(error).toMatchObject({ code: 'invalid_value', param: 'session.translation.words' });
  });

  it('where no document names a field are odd, and change nothing', async () => {
    sandbox.realtime.set({ mishears: { Emcee: 'MC' } });
    const caller = await connect({ ...spanish, translation: { language: 'es', hot_words: ['Emcee'] } });
    expect(await heard(caller)).toBe('Ask MC.');
    expect(sandbox.realtime.sessions.at(-1)).toMatchObject({
      hotWords: [],
      oddities: ['session.translation.hot_words'],
    });
  });
});

describe('session.finish', () => {
  it('while somebody speaks brings their last words, their translation, and then the end', async () => {
    const caller = await connect(spanish);
    await say(caller, 'Thank you very much.', 0);
    caller.send('session.finish');
    await caller.seen('session.finished');
    const order = [completed, 'response.audio_transcript.done', 'response.done', 'session.finished'];
    expect(caller.types.filter((type) => order.includes(type))).toEqual(order);
    expect(await caller.seen('response.audio_transcript.done')).toMatchObject({
      transcript: 'Muchas gracias.',
    });
    expect((await caller.refused(() => caller.silence(100))).message).toMatch(/being finished/);
  });

  it('without speech is the end at once', async () => {
    const caller = await connect(spanish);
    caller.silence(500);
    caller.send('session.finish');
    await caller.seen('session.finished');
    expect(caller.types).toEqual(['session.created', 'session.updated', 'session.finished']);
  });

  it('may never be answered, as a fault', async () => {
    sandbox.realtime.arm({ at: 'finished', effect: { kind: 'close', code: 1011 } });
    const caller = await connect(spanish);
    caller.send('session.finish');
    await expect.poll(() => caller.closed?.code).toBe(1011);
    expect(caller.types).not.toContain('session.finished');
  });
});

describe('what a translation session does not take', () => {
  it.each([
    ['{"type":"response.create"}', /Unknown event/],
    ['{"type":"input_audio_buffer.commit"}', /Unknown event/],
    ['{"type":"input_image_buffer.append","image":"AAAA"}', /append image before append audio/],
    ['no JSON', /not valid JSON/],
  ])('%s is refused, and the session goes on', async (text, message) => {
    const caller = await connect();
    expect((await caller.refused(() => caller.raw(text))).message).toMatch(message);
    await caller.update({ voice: 'Ethan' });
  });

  it('a third picture within a second, and one that is no JPEG', async () => {
    const caller = await connect();
    const image = createCanvas(64, 64).toBuffer('image/jpeg').toString('base64');
    const png = createCanvas(64, 64).toBuffer('image/png').toString('base64');
    const show = (picture: string) => caller.send('input_image_buffer.append', { image: picture });
    caller.silence(100);
    expect((await caller.refused(() => show(png))).message).toMatch(/JPG/);
    show(image);
    show(image);
    expect((await caller.refused(() => show(image))).message).toMatch(/2 images per second/);
    expect(sandbox.realtime.sessions.at(-1)?.images).toBe(2);
  });

  it('more connects in a minute than the account may make, apart from those of the conversation', async () => {
    sandbox.realtime.set({ translationConnectsPerMinute: 0 });
    await expect(connectRealtime(sandbox, model)).rejects.toThrow('429');
    await connectRealtime(sandbox);
  });
});
