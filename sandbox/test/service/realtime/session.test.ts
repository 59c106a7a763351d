import { beforeAll, describe, expect, test } from 'vitest';
import type { ServiceSandbox } from '../../../service/server.ts';
import { connectRealtime, openRealtimeSandbox } from './realtime-caller.ts';

const it = test.extend('client', () => connect());

let sandbox: ServiceSandbox;
const connect = async (model?: string) => {
  const client = await connectRealtime(sandbox, model);
  await client.seen('session.created');
  return client;
};

beforeAll(async () => {
  sandbox = await openRealtimeSandbox();
  return async () => await sandbox.close();
});

const flash = 'xq3-omni-flash-realtime';
const turbo = 'xq-omni-turbo-realtime';
const newest = 'xq3.5-omni-realtime';

describe('a session begins', () => {
  it.each([
    [newest, 'Tina', 0.7],
    [flash, 'Cherry', 0.9],
    [turbo, 'Chelsie', 1],
  ])('of %s with the voice %s and the temperature %d', async (model, voice, temperature) => {
    const client = await connect(model);
    const { session } = await client.seen('session.created');
    expect(session).toMatchObject({
      object: 'realtime.session',
      model,
      modalities: ['text', 'audio'],
      voice,
      temperature,
      input_audio_format: 'pcm',
      output_audio_format: 'pcm',
      input_audio_transcription: { model: 'xq3-asr-flash-realtime' },
      turn_detection: { type: 'server_vad', threshold: 0.5, silence_duration_ms: 800 },
      enable_search: false,
    });
  });

  it.each(['', 'gpt-4', 'xq3-livetranslate', '模'.repeat(500)])(
    'of the model “%s” ends at once, and the reason names the model',
    async (model) => {
      const client = await connectRealtime(sandbox, model);
      const { code, reason } = await client.untilClosed();
      expect([code, reason.startsWith(`Model not found (${model.slice(0, 30)}`)]).toEqual([1007, true]);
      expect(client.events).toEqual([]);
    },
  );

  it('without the right key not at all', async () => {
    await expect(connectRealtime({ ...sandbox, baseUrl: sandbox.baseUrl, apiKey: 'wrong' })).rejects.toThrow(
      '401',
    );
  });
});

describe('session.update', () => {
  it.each<[string, object]>([
    [newest, { modalities: ['text'] }],
    [flash, { turn_detection: { type: 'server_vad', idle_timeout_ms: 5_000 } }],
    [newest, { modalities: ['text', 'audio'], voice: 'Cindy', instructions: 'Be brief.' }],
    [newest, { turn_detection: { type: 'semantic_vad', threshold: -1, silence_duration_ms: 200 } }],
    [newest, { turn_detection: { type: 'server_vad', threshold: 1, silence_duration_ms: 6_000 } }],
    [newest, { turn_detection: null }],
    [newest, { enable_search: true, search_options: { enable_source: true } }],
    [newest, { temperature: 1.99, top_k: 0, seed: 0, presence_penalty: -2, repetition_penalty: 0.01 }],
    [newest, { top_p: 1, top_k: null, seed: 2_147_483_647, presence_penalty: 2, max_tokens: 1 }],
    [flash, { smooth_output: false }],
    [flash, { smooth_output: null }],
    [turbo, { voice: 'Serena', tools: [{ type: 'function', function: { name: 'f' } }] }],
  ])('%s takes %j', async (model, session) => {
    const updated = await (await connect(model)).update(session);
    expect(updated).toMatchObject(session);
    expect(updated).toHaveProperty('instructions');
    expect(updated).toHaveProperty('top_p');
  });

  it.each<[string, object, string]>([
    [newest, { modalities: ['audio'] }, 'session.modalities'],
    [newest, { modalities: ['video'] }, 'session.modalities'],
    [newest, { voice: 'Nobody' }, 'session.voice'],
    [newest, { input_audio_format: 'wav' }, 'session.input_audio_format'],
    [newest, { turn_detection: { threshold: 1.1 } }, 'session.turn_detection.threshold'],
    [newest, { turn_detection: { silence_duration_ms: 199 } }, 'session.turn_detection.silence_duration_ms'],
    [
      newest,
      { turn_detection: { silence_duration_ms: 6_001 } },
      'session.turn_detection.silence_duration_ms',
    ],
    [newest, { turn_detection: { type: 'other' } }, 'session.turn_detection.type'],
    [newest, { turn_detection: { idle_timeout_ms: 4_999 } }, 'session.turn_detection.idle_timeout_ms'],
    [newest, { turn_detection: { idle_timeout_ms: 30_001 } }, 'session.turn_detection.idle_timeout_ms'],
    [flash, { turn_detection: { type: 'semantic_vad' } }, 'session.turn_detection.type'],
    [flash, { enable_search: true }, 'session.enable_search'],
    [
      newest,
      { enable_search: true, tools: [{ type: 'function', function: { name: 'f' } }] },
      'session.tools',
    ],
    [newest, { smooth_output: true }, 'session.smooth_output'],
    [newest, { temperature: 2 }, 'session.temperature'],
    [newest, { temperature: 1, top_p: 0.5 }, 'session.top_p'],
    [newest, { top_p: 0 }, 'session.top_p'],
    [newest, { top_k: -1 }, 'session.top_k'],
    [newest, { repetition_penalty: 0 }, 'session.repetition_penalty'],
    [newest, { presence_penalty: 2.1 }, 'session.presence_penalty'],
    [newest, { seed: 2_147_483_648 }, 'session.seed'],
    [newest, { max_tokens: 1_000_000 }, 'session.max_tokens'],
    [newest, { tools: [{ type: 'function', function: {} }] }, 'session.tools'],
    [turbo, { temperature: 0.5 }, 'session.temperature'],
    [turbo, { seed: 1 }, 'session.seed'],
  ])('%s refuses %j and names %s', async (model, session, param) => {
    const client = await connect(model);
    const error = await client.refused(() => client.send('session.update', { session }));
    expect(error).toMatchObject({ code: 'invalid_value', param });
    expect(client.of('session.updated')).toEqual([]);
  });

  it('that is refused changes nothing', async ({ client }) => {
    const refused = { voice: 'Nobody', modalities: ['text'] };
    await client.refused(() => client.send('session.update', { session: refused }));
    expect(await client.update({ seed: 3 })).toMatchObject({ voice: 'Tina', modalities: ['text', 'audio'] });
  });

  it('refuses tools where a search was switched on before', async ({ client }) => {
    await client.update({ enable_search: true });
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const error = await client.refused(() => client.send('session.update', { session: { tools } }));
    expect(error.param).toBe('session.tools');
  });

  it('takes what the public client sends beyond the document', async () => {
    const client = await connect(flash);
    const updated = await client.update({
      modalities: ['text', 'audio'],
      voice: null,
      input_audio_format: 'pcm16',
      output_audio_format: 'pcm16',
      input_audio_transcription: { model: null },
      turn_detection: { type: 'server_vad', prefix_padding_ms: 500, silence_duration_ms: 900 },
      brand_new: 1,
    });
    expect(updated).toMatchObject({ voice: 'Cherry', turn_detection: { prefix_padding_ms: 500 } });
    expect(sandbox.realtime.sessions.at(-1)?.oddities).toEqual(['session.brand_new']);
  });
});

describe('what no document names', () => {
  it('is written down wherever in a session.update it stands', async ({ client }) => {
    await client.update({
      turn_detection: { type: 'server_vad', mood: 1 },
      search_options: { enable_source: false, mood: 1 },
      input_audio_transcription: { model: 'xq3-asr-flash-realtime', mood: 1 },
      tools: [{ type: 'function', mood: 1, function: { name: 'f', strict: true } }],
    });
    expect(sandbox.realtime.sessions.at(-1)?.oddities).toEqual([
      'session.turn_detection.mood',
      'session.search_options.mood',
      'session.input_audio_transcription.mood',
      'session.tools.0.mood',
      'session.tools.0.function.strict',
    ]);
  });

  it('is no schema of what a tool takes', async ({ client }) => {
    const sort = { type: 'string', description: 'Order', enum: ['new', 'old'] };
    const parameters = {
      type: 'object',
      properties: { sort },
      required: ['sort'],
      additionalProperties: false,
    };
    const tools = [{ type: 'function', function: { name: 'f', description: 'Finds.', parameters } }];
    expect(await client.update({ tools })).toMatchObject({ tools });
    expect(sandbox.realtime.sessions.at(-1)?.oddities).toEqual([]);
  });

  it('is written down in other events, too', async ({ client }) => {
    const item = { type: 'function_call_output', call_id: 'x', output: '', mood: 1 };
    await client.refused(() => client.send('conversation.item.create', { item, mood: 1 }));
    client.send('response.create', { response: { instructions: null } });
    await client.seen('response.created');
    expect(sandbox.realtime.sessions.at(-1)?.oddities).toEqual([
      'conversation.item.create: item.mood',
      'conversation.item.create: mood',
      'response.create: response',
    ]);
  });
});

describe('events of the client', () => {
  it.each<[string, string, RegExp]>([
    ['no JSON', 'this is no JSON', /not valid JSON/],
    ['no type', '{"a":1}', /no type/],
    ['an unknown type', '{"type":"session.explode"}', /Unknown event/],
    ['audio that is no text', '{"type":"input_audio_buffer.append","audio":7}', /audio/],
    ['audio that is no Base64', '{"type":"input_audio_buffer.append","audio":"***"}', /Base64/],
    ['half a sample', '{"type":"input_audio_buffer.append","audio":"AQID"}', /16-bit/],
    ['an item of another type', '{"type":"conversation.item.create","item":{"type":"message"}}', /item/],
    [
      'a result that nobody asked for',
      '{"type":"conversation.item.create","item":{"type":"function_call_output","call_id":"x","output":""}}',
      /No such/,
    ],
    ['a cancel with nothing running', '{"type":"response.cancel"}', /none active response/],
    ['a commit of nothing', '{"type":"input_audio_buffer.commit"}', /empty/],
    [
      'an image before any audio',
      '{"type":"input_image_buffer.append","image":"AAAA"}',
      /append image before append audio/,
    ],
  ])('with %s are refused, and the session goes on', async (_, text, message) => {
    const client = await connect();
    const error = await client.refused(() => client.raw(text));
    expect(error.message).toMatch(message);
    await client.update({ voice: 'Mia' });
  });

  it('commit even less than a frame of sound, unless it was cleared', async ({ client }) => {
    await client.update({ turn_detection: null });
    client.append(new Int16Array(50));
    client.send('input_audio_buffer.commit');
    await client.seen('input_audio_buffer.committed');
    client.append(new Int16Array(50));
    client.send('input_audio_buffer.clear');
    await client.seen('input_audio_buffer.cleared');
    const error = await client.refused(() => client.send('input_audio_buffer.commit'));
    expect(error.message).toMatch(/empty/);
  });

  it('clear what was appended', async ({ client }) => {
    await client.update({ turn_detection: null });
    client.silence(100);
    client.send('input_audio_buffer.clear');
    await client.seen('input_audio_buffer.cleared');
    const error = await client.refused(() => client.send('input_audio_buffer.commit'));
    expect(error.message).toMatch(/empty/);
  });

  it('bring pictures of a kind and size that the document names, and no others', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const jpeg = (width: number, height: number) =>
      createCanvas(width, height).toBuffer('image/jpeg').toString('base64');
    const client = await connect();
    client.silence(100);
    client.send('input_image_buffer.append', { image: jpeg(1_280, 720) });
    const png = createCanvas(10, 10).toBuffer('image/png').toString('base64');
    expect(
      (await client.refused(() => client.send('input_image_buffer.append', { image: png }))).message,
    ).toMatch(/JPG/);
    const large = jpeg(2_000, 1_200);
    expect(
      (await client.refused(() => client.send('input_image_buffer.append', { image: large }))).message,
    ).toMatch(/1080p/);
    const heavy = Buffer.alloc(501 * 1024, 1).toString('base64');
    expect(
      (await client.refused(() => client.send('input_image_buffer.append', { image: heavy }))).message,
    ).toMatch(/500 KB/);
    expect(sandbox.realtime.sessions.at(-1)?.images).toBe(1);
  });
});

describe('a deployment', () => {
  it('that drops tools says so in session.updated', async () => {
    sandbox.realtime.set({ dropsTools: true });
    const client = await connect(flash);
    const tools = [{ type: 'function', function: { name: 'f' } }];
    expect(await client.update({ tools, instructions: 'Be brief.' })).toMatchObject({
      tools: null,
      instructions: 'Be brief.',
    });
    sandbox.realtime.set({ dropsTools: false });
    expect(await client.update({ tools })).toMatchObject({ tools });
  });

  it('that takes smaller pictures names its own limit', async () => {
    sandbox.realtime.set({ largestImageBytes: 190 * 1024 });
    const client = await connect();
    client.silence(100);
    const heavy = Buffer.alloc(191 * 1024, 1).toString('base64');
    const error = await client.refused(() => client.send('input_image_buffer.append', { image: heavy }));
    expect(error.message).toMatch(/190 KB/);
    sandbox.realtime.set({ largestImageBytes: 500 * 1024 });
  });
});

describe('the end of a session', () => {
  it('comes after nobody spoke for a while, with an error and 1007', async () => {
    sandbox.realtime.set({ idleTimeoutMs: 30 });
    const client = await connect();
    const error = await client.seen('error');
    expect(error.error).toMatchObject({ code: 'response_idle_timeout' });
    await expect.poll(() => client.closed).toEqual({ code: 1007, reason: 'response_idle_timeout' });
    sandbox.realtime.set({ idleTimeoutMs: 120_000 });
  });

  it('comes at the end of its longest life', async () => {
    sandbox.realtime.set({ longestLifeMs: 30 });
    const client = await connect();
    await expect.poll(() => client.closed?.code).toBe(1011);
    sandbox.realtime.set({ longestLifeMs: 7_200_000 });
  });

  it('is no end for others who may connect so many times a minute', async () => {
    sandbox.realtime.set({ connectsPerMinute: 0 });
    await expect(connectRealtime(sandbox)).rejects.toThrow('429');
    sandbox.realtime.set({ connectsPerMinute: 1_000_000 });
  });
});
