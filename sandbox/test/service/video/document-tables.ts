/** The tables of document 1, written down once more: what the stand-in is held against. */
export interface ModelRow {
  readonly model: string;
  /** `width*height` → the tier's number and the ratio. */
  readonly sizes: Readonly<Record<string, readonly [tier: number, ratio: string]>>;
  readonly defaultSize: string;
  readonly durations: readonly number[];
  readonly usage: 'gen2.6' | 'earlier' | 'reference';
  readonly promptCharacters: number;
  readonly takesAudio: boolean;
  readonly takesShotType: boolean;
  readonly takesAudioSwitch: boolean;
  readonly tellsActualPrompt: boolean;
}

const tier480 = { '832*480': [480, '16:9'], '480*832': [480, '9:16'], '624*624': [480, '1:1'] } as const;
const tier720 = {
  '1280*720': [720, '16:9'],
  '720*1280': [720, '9:16'],
  '960*960': [720, '1:1'],
  '1088*832': [720, '4:3'],
  '832*1088': [720, '3:4'],
} as const;
const tier1080 = {
  '1920*1080': [1080, '16:9'],
  '1080*1920': [1080, '9:16'],
  '1440*1440': [1080, '1:1'],
  '1632*1248': [1080, '4:3'],
  '1248*1632': [1080, '3:4'],
} as const;

/** Every size of sections B and C. */
export const allSizes = Object.keys({ ...tier480, ...tier720, ...tier1080 });

/** What looks like a size and is none. */
export const noSizes = [
  '720P',
  '1080P',
  '480p',
  '16:9',
  '1280x720',
  '1280 * 720',
  '1104*832',
  '1648*1248',
  '640*360',
  '1920*1081',
  '',
];

const fromTo = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);

const textRow = { takesAudioSwitch: false, takesAudio: true, promptCharacters: 1_500 } as const;
const referenceRow = {
  sizes: { ...tier720, ...tier1080 },
  defaultSize: '1920*1080',
  durations: fromTo(2, 10),
  usage: 'reference',
  promptCharacters: 1_500,
  takesAudio: false,
  takesShotType: true,
  tellsActualPrompt: false,
} as const;

/** Sections B and C, "Per-model size and duration" and the field tables. */
export const legacyRows: readonly ModelRow[] = [
  {
    ...textRow,
    model: 'gen2.6-t2v',
    sizes: { ...tier720, ...tier1080 },
    defaultSize: '1920*1080',
    durations: fromTo(2, 15),
    usage: 'gen2.6',
    takesShotType: true,
    tellsActualPrompt: false,
  },
  {
    ...textRow,
    model: 'gen2.6-t2v-us',
    sizes: { ...tier720, ...tier1080 },
    defaultSize: '1920*1080',
    durations: [5, 10],
    usage: 'gen2.6',
    takesShotType: true,
    tellsActualPrompt: true,
  },
  {
    ...textRow,
    model: 'gen2.5-t2v-preview',
    sizes: { ...tier480, ...tier720, ...tier1080 },
    defaultSize: '1920*1080',
    durations: [5, 10],
    usage: 'earlier',
    takesShotType: false,
    tellsActualPrompt: true,
  },
  ...(
    [
      ['gen2.2-t2v-plus', { ...tier480, ...tier1080 }, '1920*1080'],
      ['gen2.1-t2v-turbo', { ...tier480, ...tier720 }, '1280*720'],
      ['gen2.1-t2v-plus', tier720, '1280*720'],
    ] as const
  ).map(([model, sizes, defaultSize]) => ({
    model,
    sizes,
    defaultSize,
    durations: [5],
    usage: 'earlier' as const,
    promptCharacters: 800,
    takesAudio: false,
    takesShotType: false,
    takesAudioSwitch: false,
    tellsActualPrompt: true,
  })),
  { ...referenceRow, model: 'gen2.6-r2v', takesAudioSwitch: false },
  { ...referenceRow, model: 'gen2.6-r2v-flash', takesAudioSwitch: true },
];

/** Section A: tier, ratio, size. */
export const newSizes = [
  ['720P', '16:9', '1280*720'],
  ['720P', '9:16', '720*1280'],
  ['720P', '1:1', '960*960'],
  ['720P', '4:3', '1104*832'],
  ['720P', '3:4', '832*1104'],
  ['1080P', '16:9', '1920*1080'],
  ['1080P', '9:16', '1080*1920'],
  ['1080P', '1:1', '1440*1440'],
  ['1080P', '4:3', '1648*1248'],
  ['1080P', '3:4', '1248*1648'],
] as const;

export const allModels = ['gen2.7-t2v', ...legacyRows.map(({ model }) => model)];

/** What an accepted request uses (document 1, "`usage` fields by request kind"), without reference videos. */
export function usageFor({ usage, sizes }: ModelRow, size: string, duration: number) {
  if (usage === 'earlier') return { video_duration: duration, video_ratio: size, video_count: 1 };
  return {
    duration,
    input_video_duration: 0,
    output_video_duration: duration,
    SR: sizes[size]?.[0],
    size,
    video_count: 1,
  };
}
