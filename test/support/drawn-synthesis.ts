import fc from 'fast-check';
import type { SynthesisRequest } from '../../src/service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../../src/service/synthesis/voice-list.ts';

/** A request of document 2 A as a test drew it: values are in their ranges or not, and of their types or not. */
export type DrawnRequest = Readonly<Partial<Record<keyof SynthesisRequest, unknown>>> & {
  readonly model: string;
  readonly voice: VoiceListing;
};

const models = ['tts-v3.5-flash', 'tts-v3.5-plus', 'tts-v3-flash', 'tts-v3-plus', 'tts-v2'] as const;
const fixedInstructions = ['Speak calmly.', '用欢快的语气'] as const;

/** Any listing that an operator can write, whether or not the document has such a voice. */
export const drawnVoice: fc.Arbitrary<VoiceListing> = fc.record({
  name: fc.constantFrom('one', 'two'),
  kind: fc.constantFrom('system', 'cloned', 'designed'),
  models: fc.subarray([...models], { minLength: 1 }),
  languages: fc.constant([]),
  wordTimestamps: fc.boolean(),
  instructions: fc.subarray([...fixedInstructions]),
});

const numbers = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(-1, 0, 0.49, 0.5, 2, 2.01, 5, 6, 50.5, 100, 101, 510, 511) },
  { weight: 2, arbitrary: fc.constantFrom(65_535, 65_536, 1e300, Number.NaN, Number.POSITIVE_INFINITY) },
  { weight: 2, arbitrary: fc.double({ min: -3, max: 600, noNaN: true }) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 66_000 }) },
);
const wrongTypes = fc.constantFrom<unknown[]>('1', 'true', null, [], {});

/** Mostly what is allowed, now and then anything. */
function mostly(good: fc.Arbitrary<unknown>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 11, arbitrary: good }, { weight: 1, arbitrary: bad });
}

const rates = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];
const languages = ['zh', 'en', 'fr', 'de', 'ja', 'ko', 'ru', 'pt', 'th', 'id', 'vi'];
const flags = mostly(fc.boolean(), fc.constantFrom<unknown[]>('true', 1, 0, null, []));

/** Around the limit, which is 100 with each Han character counted twice. */
const longInstruction = fc
  .tuple(
    fc.integer({ min: 0, max: 51 }),
    fc.integer({ min: -2, max: 3 }),
    fc.constantFrom('汉', '々', '龍', '𠀋'),
    fc.constantFrom('a', 'é', 'あ', '한', '😀', '。'),
  )
  .map(([han, off, wide, narrow]) => wide.repeat(han) + narrow.repeat(Math.max(0, 100 - 2 * han + off)));
const instruction = mostly(
  fc.oneof(
    fc.constantFrom(...fixedInstructions),
    fc.constantFrom('Sichuan', 'Cantonese', 'Speak calmly', 'x'),
    longInstruction,
  ),
  fc.oneof(wrongTypes, fc.constantFrom('', '  ')),
);

const word = fc.constantFrom('行', 'AI', 'Dr.', '<b>', '__proto__', 'constructor', '1');
const annotation = mostly(
  fc.constantFrom('hang2', 'A I', '&', '行'),
  fc.constantFrom<unknown[]>(7, null, ''),
);
const entries = (member: string) =>
  mostly(
    fc.array(fc.record({ word, [member]: annotation }), { maxLength: 3 }),
    fc.constantFrom<unknown[]>('x', null, {}, ['x'], [null]),
  );
const hotFix = mostly(
  fc.record({ pronunciation: entries('pinyin'), replace: entries('by') }, { requiredKeys: [] }),
  fc.constantFrom<unknown[]>('x', null, [], 7),
);
const tagId = mostly(fc.constantFrom('us', '汉', 'id-1'), fc.constantFrom<unknown[]>(7, null, []));
const aigcTag = mostly(
  fc.record({ propagator: tagId, propagateId: tagId }, { requiredKeys: [] }),
  fc.constantFrom<unknown[]>('yes', 1, null),
);

/** Values for each parameter; most requests carry some of them. */
export const drawnParameters = fc.record(
  {
    format: mostly(
      fc.constantFrom('pcm', 'wav', 'mp3', 'opus'),
      fc.constantFrom<unknown[]>('flac', 'OPUS', '', null),
    ),
    // 0 is how other clients say that they chose none: the service takes it, ours leaves the field out instead.
    sampleRateHz: mostly(
      fc.constantFrom(...rates),
      fc.oneof(numbers, wrongTypes).filter((value) => value !== 0),
    ),
    volume: mostly(fc.integer({ min: 0, max: 100 }), fc.oneof(numbers, wrongTypes)),
    rate: mostly(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.oneof(numbers, wrongTypes)),
    pitch: mostly(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.oneof(numbers, wrongTypes)),
    bitRateKbps: mostly(fc.integer({ min: 6, max: 510 }), fc.oneof(numbers, wrongTypes)),
    ssml: flags,
    wordTimestamps: flags,
    seed: mostly(fc.integer({ min: 0, max: 65_535 }), fc.oneof(numbers, wrongTypes)),
    language: mostly(fc.constantFrom(...languages), fc.constantFrom<unknown[]>('EN', 'xx', '', 7, null)),
    instruction,
    aigcTag,
    hotFix,
    markdownFilter: flags,
  },
  { requiredKeys: ['format'] },
);

/** @param voices what the account has; any of them is drawn with any model */
export function drawnRequest(voices: fc.Arbitrary<VoiceListing>): fc.Arbitrary<DrawnRequest> {
  return fc
    .tuple(
      mostly(fc.constantFrom(...models), fc.constantFrom('tts-v9', 'TTS-V2', '')),
      voices,
      drawnParameters,
    )
    .chain(([model, voice, parameters]) =>
      // Of parameters that few voices have, a request would otherwise nearly always carry one too many.
      fc
        .subarray(['wordTimestamps', 'instruction', 'aigcTag', 'hotFix', 'markdownFilter'] as const)
        .map((dropped) => {
          const kept = Object.entries(parameters).filter(([name]) => !dropped.some((each) => each === name));
          return { ...Object.fromEntries(kept), model: String(model), voice };
        }),
    );
}

/** The `run-task` of a drawn request, each value as it is: what a client without rules of its own would send. */
export function rawRunTask(taskId: string, { model, voice, ...drawn }: DrawnRequest): object {
  const { aigcTag: tag, hotFix: fix } = drawn;
  const parameters = {
    text_type: 'PlainText',
    voice: voice.name,
    format: drawn.format,
    sample_rate: drawn.sampleRateHz,
    volume: drawn.volume,
    rate: drawn.rate,
    pitch: drawn.pitch,
    bit_rate: drawn.bitRateKbps,
    enable_ssml: drawn.ssml,
    word_timestamp_enabled: drawn.wordTimestamps,
    seed: drawn.seed,
    ...(drawn.language === undefined ? {} : { language_hints: [drawn.language] }),
    instruction: drawn.instruction,
    ...(isRecord(tag)
      ? { enable_aigc_tag: true, aigc_propagator: tag.propagator, aigc_propagate_id: tag.propagateId }
      : { enable_aigc_tag: tag }),
    hot_fix: isRecord(fix)
      ? { pronunciation: wordMaps(fix.pronunciation, 'pinyin'), replace: wordMaps(fix.replace, 'by') }
      : fix,
    enable_markdown_filter: drawn.markdownFilter,
  };
  const input = {};
  const payload = {
    task_group: 'audio',
    task: 'tts',
    function: 'SpeechSynthesizer',
    model,
    input,
    parameters,
  };
  return { header: { action: 'run-task', task_id: taskId, streaming: 'duplex' }, payload };
}

function wordMaps(list: unknown, member: string): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry: unknown) =>
    isRecord(entry) ? Object.fromEntries([[String(entry.word), entry[member]]]) : entry,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
