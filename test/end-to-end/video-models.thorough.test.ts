import { beforeAll, describe, expect, it } from 'vitest';
import { wav } from '../../sandbox/test/support/audio-samples.ts';
import { mp4Facts } from '../../sandbox/test/support/mp4-facts.ts';
import { ffmpeg } from '../../sandbox/test/support/needs.ts';
import type { OptionValue, PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { tinyVideo } from '../../sandbox/test/support/tiny-video.ts';
import { picture } from '../support/image-samples.ts';
import { documentedModels, rowsOf } from '../support/model-tables.ts';
import { Stage } from '../support/stage.ts';
import {
  atOnce,
  doneOf,
  invokeByHand,
  isPrivate,
  make,
  openQuickStage,
  panelSaying,
  patienceMs,
  plenty,
  privately,
  sparseFilms,
  textOf,
  unlimited,
} from '../support/video-scene.ts';

const jpeg = { file: { name: 'cat.jpg', bytes: picture('jpeg', 320, 240), type: 'image/jpeg' } };
const png = { file: { name: 'dog.png', bytes: picture('png', 640, 480), type: 'image/png' } };
const film = { file: { name: 'walk.mp4', bytes: tinyVideo(), type: 'video/mp4' } };
const tune = { file: { name: 'tune.wav', bytes: wav(3), type: 'audio/wav' } };

interface Case {
  readonly model: string;
  readonly command: 'text' | 'reference';
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Document 1, sections A to C: what must stand in the body, and nothing else. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of the picture: width and height. */
  readonly size: readonly [number, number];
  /** What is billed, in the words of the details (document 1, `usage`). */
  readonly billed: string;
  readonly silent?: true;
  /** Document 1: returned by legacy models, but never by `gen2.6-t2v`. */
  readonly rewritten?: true;
  readonly says?: readonly string[];
}

const cases: readonly Case[] = [
  {
    model: 'gen2.7-t2v',
    command: 'text',
    options: { resolution: '720P', ratio: '9:16', duration: 2, audio: tune },
    input: { audio_url: expect.stringContaining('tune.wav') },
    parameters: { resolution: '720P', ratio: '9:16', duration: 2, prompt_extend: true, watermark: false },
    size: [720, 1280],
    billed: 'Cost 2 s at 720p',
    says: ['with your audio', 'Your audio is 3.0 s long'],
  },
  {
    model: 'gen2.6-t2v',
    command: 'text',
    options: { size: '832*1088', duration: 3, shot_type: 'multi' },
    input: {},
    parameters: { size: '832*1088', duration: 3, prompt_extend: true, shot_type: 'multi', watermark: false },
    size: [832, 1088],
    billed: 'Cost 3 s at 720p',
    says: ['several shots', '3:4, 720p'],
  },
  {
    model: 'gen2.6-t2v-us',
    command: 'text',
    options: { size: '960*960', duration: 5, shot_type: 'single', watermark: true },
    input: {},
    parameters: { size: '960*960', duration: 5, prompt_extend: true, shot_type: 'single', watermark: true },
    size: [960, 960],
    billed: 'Cost 5 s at 720p',
    rewritten: true,
    says: ['one shot', 'AI label'],
  },
  {
    model: 'gen2.5-t2v-preview',
    command: 'text',
    options: { size: '480*832', duration: 10, negative_prompt: 'rain' },
    input: { negative_prompt: 'rain' },
    parameters: { size: '480*832', duration: 10, prompt_extend: true, watermark: false },
    size: [480, 832],
    billed: 'Cost 10 s at 480p',
    rewritten: true,
  },
  {
    model: 'gen2.2-t2v-plus',
    command: 'text',
    options: { size: '624*624', prompt_extend: false },
    input: {},
    parameters: { size: '624*624', duration: 5, prompt_extend: false, watermark: false },
    size: [624, 624],
    billed: 'Cost 5 s at 480p',
    silent: true,
    says: ['prompt as written'],
  },
  {
    model: 'gen2.1-t2v-turbo',
    command: 'text',
    options: { resolution: '480P', ratio: '16:9', duration: 5 },
    input: {},
    parameters: { size: '832*480', duration: 5, prompt_extend: true, watermark: false },
    size: [832, 480],
    billed: 'Cost 5 s at 480p',
    silent: true,
    rewritten: true,
  },
  {
    model: 'gen2.1-t2v-plus',
    command: 'text',
    options: {},
    input: {},
    parameters: { size: '1280*720', duration: 5, prompt_extend: true, watermark: false },
    size: [1280, 720],
    billed: 'Cost 5 s at 720p',
    silent: true,
    rewritten: true,
  },
  {
    model: 'gen2.6-r2v',
    command: 'reference',
    options: { reference1: jpeg, reference2: film, reference3: png, size: '1088*832', duration: 2 },
    input: {
      reference_urls: [
        expect.stringContaining('cat.jpg'),
        expect.stringContaining('walk.mp4'),
        expect.stringContaining('dog.png'),
      ],
    },
    parameters: { size: '1088*832', duration: 2, watermark: false },
    size: [1088, 832],
    billed: 'Cost 4 s at 720p',
    says: ['3 references', 'character1 🖼️ · character2 🎞️ 2.0 s · character3 🖼️'],
  },
  {
    model: 'gen2.6-r2v-flash',
    command: 'reference',
    options: { reference2: png, reference5: jpeg, size: '720*1280', duration: 2, sound: false },
    input: { reference_urls: [expect.stringContaining('dog.png'), expect.stringContaining('cat.jpg')] },
    parameters: { size: '720*1280', duration: 2, audio: false, watermark: false },
    size: [720, 1280],
    billed: 'Cost 2 s at 720p',
    silent: true,
    says: ['2 references', 'character1 🖼️ · character2 🖼️'],
  },
];

type Seen = PersonEvents['MESSAGE_CREATE'];

interface Arrived {
  readonly details: Seen;
  readonly result: Seen;
}

const shapes: Readonly<Record<string, string>> = {
  '16:9': 'wide',
  '9:16': 'tall',
  '1:1': 'square',
  '4:3': 'landscape',
  '3:4': 'portrait',
};

describe('each of the nine models, from the command to the file in the channel', () => {
  let stage: Stage;
  const arrivals = new Map<string, Promise<Arrived>>();

  beforeAll(async () => {
    stage = await Stage.open({
      hurry: true,
      service: {
        port: 0,
        pace: atOnce,
        ...sparseFilms,
        limits: { ...plenty, small: plenty },
      },
      env: {
        ...unlimited,
        VIDEO_TASKS_AT_ONCE: '9',
        VIDEO_CREATES_PER_SECOND: '50',
        VIDEO_SMALL_MODELS_TASKS_AT_ONCE: '9',
      },
    });
    const member = await stage.person();
    for (const each of cases) {
      const arrived = order(member, each);
      arrived.catch(() => undefined);
      arrivals.set(each.model, arrived);
    }
    return async () => await stage.close();
  });

  async function order(member: SandboxPerson, { model, command, options }: Case): Promise<Arrived> {
    const given = { prompt: `character1 flies with ${model}`, seed: 11, ...options };
    // The first of its kind is what comes without being chosen; the others are chosen.
    const chosen: Readonly<Record<string, OptionValue>> = model === 'gen2.7-t2v' ? {} : { model };
    const channel = stage.discord.channels.videos;
    const invoked = await member.invoke(channel, ['video', command], { ...given, ...chosen });
    const result = await doneOf(member, invoked);
    const pressed = await member.click(result, 'Details');
    return { details: await panelSaying(member, pressed, 'Requested by'), result };
  }

  it.each(cases)(
    '$model: what is sent, what is shown and what is billed are what document 1 says',
    async ({ model, input, parameters, size, billed, silent, rewritten, says = [] }) => {
      const arrived = await arrivals.get(model);
      const task = stage.service.tasks.find((each) => each.model === model);
      expect(task?.body).toEqual({
        model,
        input: { prompt: `character1 flies with ${model}`, ...input },
        parameters: { ...parameters, seed: 11 },
      });
      expect(task?.ignoredFields).toEqual([]);
      const [details, result] = [textOf(arrived?.details), textOf(arrived?.result)];
      for (const words of [billed, model, size.join('×'), 'seed 11', ...says])
        expect(details).toContain(words);
      expect(result).toContain(` · ${billed.split(' ').at(-1)} · ${model}`);
      expect(details.includes('· silent')).toBe(silent === true);
      expect(details.includes('Rewritten by the service')).toBe(rewritten === true);
    },
  );

  it.each(cases)(
    '$model: the file has an alt text, and is of the size, length and sound that were asked',
    async ({ model, parameters, size: [width, height], silent }) => {
      const arrived = await arrivals.get(model);
      const [attachment, ...others] = arrived?.result.attachments ?? [];
      expect(others).toEqual([]);
      expect(attachment?.description).toBe(
        `Video made by AI from the prompt: character1 flies with ${model}`,
      );
      const bytes = new Uint8Array(await (await fetch(attachment?.url ?? '')).arrayBuffer());
      const { codecs, seconds, ...size } = mp4Facts(bytes);
      expect(size).toMatchObject({ width, height });
      expect(codecs[0]).toMatch(/^avc1/);
      expect(codecs).toHaveLength(silent || !ffmpeg ? 1 : 2);
      expect(Math.abs(seconds - Number(parameters.duration))).toBeLessThan(0.1);
    },
  );

  it('and each was made once, with nothing that Discord does not know', async () => {
    await Promise.all(arrivals.values());
    expect(stage.service.tasks.map(({ model }) => model).toSorted()).toEqual(
      cases.map(({ model }) => model).toSorted(),
    );
    expect(stage.videosIn(stage.discord.channels.videos)).toHaveLength(cases.length);
    expect(stage.discord.unknownRoutes).toEqual([]);
  });
});

describe('before anything is made', () => {
  let stage: Stage;
  let member: SandboxPerson;

  beforeAll(async () => {
    stage = await openQuickStage();
    member = await stage.person();
    return async () => await stage.close();
  });

  describe('what a model does not have', () => {
    const callsToTheService = () =>
      stage.service.faults.seen.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'));

    /** Past Discord's own checks, as a client made by hand would. */
    async function refuse(command: string, values: Record<string, unknown>, words: readonly string[]) {
      const invoked = invokeByHand(stage, member, command, { prompt: 'a kite', ...values });
      const told = await member.answerTo(invoked, ({ content }) => content !== '', patienceMs);
      expect(isPrivate(told)).toBe(true);
      for (const each of words) expect(told.content).toContain(each);
      expect(callsToTheService()).toEqual([]);
    }

    const url1 = 'https://files.invalid/cat.jpg';

    it.each([
      [
        'a size of another protocol',
        'text',
        { size: '1088*832' },
        ['`size`', 'gen2.7-t2v ', '1104×832 (4:3, 720p)', '1248×1648 (3:4, 1080p)'],
      ],
      [
        'a tier between those of the model',
        'text',
        { model: 'gen2.2-t2v-plus', size: '1280*720' },
        ['`size`', '832×480 (16:9, 480p)', '1920×1080 (16:9, 1080p)'],
      ],
      [
        'a tier above those of the model',
        'text',
        { model: 'gen2.1-t2v-turbo', resolution: '1080P' },
        ['`resolution`', '832×480', '1280×720 (16:9, 720p)'],
      ],
      [
        'a shape that its tier has not',
        'text',
        { model: 'gen2.2-t2v-plus', resolution: '480P', ratio: '4:3' },
        ['`ratio`', '624×624 (1:1, 480p)'],
      ],
      [
        'a size and a shape that contradict each other',
        'text',
        { model: 'gen2.6-t2v', size: '1280*720', ratio: '9:16' },
        ['`ratio`', '1280×720 (16:9, 720p)'],
      ],
      [
        'a length between two lengths',
        'text',
        { model: 'gen2.6-t2v-us', duration: 7 },
        ['gen2.6-t2v-us only makes videos of 5 or 10 s'],
      ],
      [
        'another length than the only one',
        'text',
        { model: 'gen2.1-t2v-plus', duration: 10 },
        ['gen2.1-t2v-plus only makes videos of 5 s'],
      ],
      ['a length above the range', 'text', { model: 'gen2.6-t2v', duration: 16 }, ['2 to 15 s']],
      ['a length above its own range', 'reference', { url1, duration: 11 }, ['2 to 10 s']],
      [
        'shots where there is no choice of them',
        'text',
        { shot_type: 'multi' },
        ["gen2.7-t2v doesn't support `shot_type`", 'gen2.6-t2v', 'gen2.6-r2v-flash'],
      ],
      [
        'shots of an older model',
        'text',
        { model: 'gen2.5-t2v-preview', shot_type: 'single' },
        ["gen2.5-t2v-preview doesn't support `shot_type`", 'gen2.6-t2v-us'],
      ],
      [
        'silence of a model that cannot be silent',
        'reference',
        { url1, sound: false },
        ["gen2.6-r2v doesn't support `sound`", 'gen2.6-r2v-flash'],
      ],
      [
        'sound of a silent model',
        'text',
        { model: 'gen2.1-t2v-turbo', audio_url: 'https://files.invalid/a.mp3' },
        ["gen2.1-t2v-turbo doesn't support `audio`", 'gen2.7-t2v', 'gen2.5-t2v-preview'],
      ],
      [
        'a size below those for references',
        'reference',
        { url1, size: '832*480' },
        ['`size`', '832×1088 (3:4, 720p)', '1632×1248 (4:3, 1080p)'],
      ],
      ['a model of the other command', 'text', { model: 'gen2.6-r2v' }, ['`model`', 'gen2.1-t2v-plus']],
      [
        'a model of the other command, the other way round',
        'reference',
        { url1, model: 'gen2.6-t2v' },
        ['`model`', 'gen2.6-r2v, gen2.6-r2v-flash'],
      ],
      ['a model that nobody knows', 'text', { model: 'gen9' }, ['`model`', 'gen2.7-t2v']],
    ] as const)(
      'is refused before any call, with the list of what it has: %s',
      async (_, command, values, words) => {
        await refuse(command, values, words);
      },
    );

    const attached = async (options: Readonly<Record<string, OptionValue>>, words: RegExp) => {
      const values = { prompt: 'character1 runs', ...options };
      const invoked = await member.invoke(stage.discord.channels.general, ['video', 'reference'], values);
      await privately(member, invoked, words);
      expect(callsToTheService()).toEqual([]);
    };

    const named = (name: string, bytes: Uint8Array) => ({ file: { name, bytes, type: 'image/png' } });

    it.each([
      [
        'more videos than it looks at',
        { reference1: film, reference2: film, reference3: film, reference4: film },
        /up to 5 pictures and 3 clips, 5 in total/,
      ],
      [
        'a file and an address for the same character',
        { reference1: jpeg, url1 },
        /`reference1` and `url1` don't go together/,
      ],
      [
        'a picture with transparent parts',
        { reference1: jpeg, reference2: named('a.png', picture('png', 300, 300, 0.5)) },
        /Reference 2 is a PNG with transparency/,
      ],
      [
        'a picture that is too small',
        { reference3: named('a.png', picture('png', 239, 300)) },
        /Reference 1 must be 240 to 8000 pixels/,
      ],
      [
        'a picture of a format that it does not read, whatever its name',
        { reference1: named('a.png', picture('gif', 300, 300)) },
        /Reference 1 isn't a picture or clip/,
      ],
      ['a private address', { url1: 'http://127.0.0.1:9/cat.jpg' }, /`url1` isn't a public address/],
    ])('is refused before any call, file by file: %s', async (_, options, words) => {
      await attached(options, words);
    });
  });

  describe('while somebody types', () => {
    const suggested = async (
      command: string,
      focused: string,
      values: Readonly<Record<string, OptionValue>>,
    ) => {
      const given = { prompt: 'a kite', ...values };
      const { general } = stage.discord.channels;
      return await member.autocomplete(general, ['video', command], focused, given);
    };
    const commandOf = (kind: string) => (kind === 'reference' ? 'reference' : 'text');

    it.each(documentedModels)('the sizes offered are those of $name, with their shapes', async (model) => {
      const { name } = model;
      const offered = await suggested(commandOf(model.kind), 'size', { model: name, size: '' });
      const rows = rowsOf(model);
      expect(offered.map(({ value }) => value)).toEqual(rows.map(([, , size]) => size));
      expect(offered.map((choice) => choice.name)).toEqual(
        rows.map(
          ([tier, ratio, size]) =>
            `${size.replace('*', '×')} (${ratio} ${shapes[ratio]}, ${tier.toLowerCase()})`,
        ),
      );
    });

    it.each(documentedModels)('the lengths offered are those of $name', async (model) => {
      const offered = await suggested(commandOf(model.kind), 'duration', { model: model.name, duration: '' });
      expect(offered.map(({ value }) => value)).toEqual(model.durations);
    });

    it('the sizes offered are those of the tier and the shape that are chosen already', async () => {
      const model = 'gen2.5-t2v-preview';
      const ofTier = await suggested('text', 'size', { model, resolution: '480P', size: '' });
      expect(ofTier.map(({ value }) => value)).toEqual(['832*480', '480*832', '624*624']);
      const ofBoth = await suggested('text', 'size', { model, resolution: '1080P', ratio: '3:4', size: '' });
      expect(ofBoth.map(({ value }) => value)).toEqual(['1248*1632']);
    });

    it('what was typed narrows the choice, with an x for the star, too', async () => {
      const sizes = await suggested('text', 'size', { model: 'gen2.6-t2v', size: '1280x' });
      expect(sizes.map(({ value }) => value)).toEqual(['1280*720']);
      const lengths = await suggested('text', 'duration', { duration: '1' });
      expect(lengths.map(({ value }) => value)).toEqual([10, 11, 12, 13, 14, 15]);
    });
  });
});

describe('in Frankfurt, which has no new protocol', () => {
  let stage: Stage;
  let member: SandboxPerson;

  beforeAll(async () => {
    stage = await openQuickStage({
      service: { region: 'frankfurt' },
      env: { SERVICE_REGION: 'frankfurt' },
    });
    member = await stage.person();
    return async () => await stage.close();
  });

  it('its models are offered, and those of other regions are not', async () => {
    const video = await member.command(stage.discord.channels.general, 'video');
    const offered = (subcommand: string) => {
      const command = video.options?.find(({ name }) => name === subcommand);
      const options = command && 'options' in command ? (command.options ?? []) : [];
      const model = options.find(({ name }) => name === 'model');
      return model && 'choices' in model ? model.choices?.map(({ value }) => value) : undefined;
    };
    const inFrankfurt = documentedModels.filter(({ kind }) => kind !== 'new-text');
    const names = (kind: string) => inFrankfurt.filter((each) => each.kind === kind).map(({ name }) => name);
    expect(offered('text')).toEqual(names('legacy-text'));
    expect(offered('reference')).toEqual(names('reference'));
  });

  it('a model of another region is refused by name, with the regions that have it', async () => {
    const invoked = invokeByHand(stage, member, 'text', { prompt: 'a kite', model: 'gen2.7-t2v' });
    const told = await privately(member, invoked, 'frankfurt');
    for (const words of ['gen2.7-t2v', 'beijing', 'singapore']) expect(told.content).toContain(words);
    expect(stage.service.tasks).toEqual([]);
  });

  it('what nobody chose is the best that the region has', async () => {
    await make(member, stage.discord.channels.general);
    expect(stage.service.tasks.map(({ model }) => model)).toEqual(['gen2.6-t2v']);
  });
});
