import type {
  FrameSize,
  LegacyTextRequest,
  ReferenceRequest,
  TextVideoRequest,
  VideoModelName,
  VideoRatio,
  VideoTier,
} from '../../src/service/video/request.ts';

type Row = readonly [VideoTier, VideoRatio, FrameSize];

/** Document 1, section A: "Output resolution by tier and ratio". */
export const newProtocolRows: readonly Row[] = [
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
];

/** Document 1, section B: "Size tiers"; C has the two larger ones. */
export const legacyRows: readonly Row[] = [
  ['480P', '16:9', '832*480'],
  ['480P', '9:16', '480*832'],
  ['480P', '1:1', '624*624'],
  ['720P', '16:9', '1280*720'],
  ['720P', '9:16', '720*1280'],
  ['720P', '1:1', '960*960'],
  ['720P', '4:3', '1088*832'],
  ['720P', '3:4', '832*1088'],
  ['1080P', '16:9', '1920*1080'],
  ['1080P', '9:16', '1080*1920'],
  ['1080P', '1:1', '1440*1440'],
  ['1080P', '4:3', '1632*1248'],
  ['1080P', '3:4', '1248*1632'],
];

export interface DocumentedModel {
  readonly name: VideoModelName;
  readonly kind: 'new-text' | 'legacy-text' | 'reference';
  readonly promptLimit: number;
  readonly tiers: readonly VideoTier[];
  readonly defaultSize: FrameSize;
  readonly durations: readonly number[];
  /** Shortest audio in seconds; undefined: takes none. */
  readonly audioFrom: number | undefined;
  readonly shotType: boolean;
  readonly audioSwitch: boolean;
  readonly sound: boolean;
  readonly actualPrompt: boolean;
  readonly small: boolean;
}

const from2to15 = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const from2to10 = from2to15.slice(0, 9);
const usual = { audioSwitch: false, sound: true, small: false } as const;
const text = { ...usual, kind: 'legacy-text', promptLimit: 1_500, audioFrom: 3 } as const;
const silent = { ...text, promptLimit: 800, audioFrom: undefined, sound: false, small: true } as const;
const reference = { ...usual, kind: 'reference', promptLimit: 1_500, audioFrom: undefined } as const;
const larger = ['720P', '1080P'] as const;

/** The nine models, read from document 1 a second time: nothing here comes from the product's own tables. */
export const documentedModels: readonly DocumentedModel[] = [
  {
    ...usual,
    name: 'gen2.7-t2v',
    kind: 'new-text',
    promptLimit: 5_000,
    tiers: larger,
    defaultSize: '1920*1080',
    durations: from2to15,
    audioFrom: 2,
    shotType: false,
    actualPrompt: false,
  },
  {
    ...text,
    name: 'gen2.6-t2v',
    tiers: larger,
    defaultSize: '1920*1080',
    durations: from2to15,
    shotType: true,
    actualPrompt: false,
  },
  {
    ...text,
    name: 'gen2.6-t2v-us',
    tiers: larger,
    defaultSize: '1920*1080',
    durations: [5, 10],
    shotType: true,
    actualPrompt: true,
  },
  {
    ...text,
    name: 'gen2.5-t2v-preview',
    tiers: ['480P', '720P', '1080P'],
    defaultSize: '1920*1080',
    durations: [5, 10],
    shotType: false,
    actualPrompt: true,
  },
  {
    ...silent,
    name: 'gen2.2-t2v-plus',
    tiers: ['480P', '1080P'],
    defaultSize: '1920*1080',
    durations: [5],
    shotType: false,
    actualPrompt: true,
  },
  {
    ...silent,
    name: 'gen2.1-t2v-turbo',
    tiers: ['480P', '720P'],
    defaultSize: '1280*720',
    durations: [5],
    shotType: false,
    actualPrompt: true,
  },
  {
    ...silent,
    name: 'gen2.1-t2v-plus',
    tiers: ['720P'],
    defaultSize: '1280*720',
    durations: [5],
    shotType: false,
    actualPrompt: true,
  },
  {
    ...reference,
    name: 'gen2.6-r2v',
    tiers: larger,
    defaultSize: '1920*1080',
    durations: from2to10,
    shotType: true,
    actualPrompt: false,
  },
  {
    ...reference,
    name: 'gen2.6-r2v-flash',
    tiers: larger,
    defaultSize: '1920*1080',
    durations: from2to10,
    shotType: true,
    audioSwitch: true,
    actualPrompt: false,
  },
];

export function rowsOf(model: DocumentedModel): readonly Row[] {
  const rows = model.kind === 'new-text' ? newProtocolRows : legacyRows;
  return rows.filter(([tier]) => model.tiers.includes(tier));
}

export function legacyTextRequest(changes: Partial<LegacyTextRequest> = {}): LegacyTextRequest {
  return {
    kind: 'legacy-text',
    model: 'gen2.6-t2v',
    prompt: 'a lighthouse in the fog',
    size: '1280*720',
    durationSeconds: 5,
    promptExtend: true,
    watermark: false,
    ...changes,
  };
}

export function referenceRequest(changes: Partial<ReferenceRequest> = {}): ReferenceRequest {
  return {
    kind: 'reference',
    model: 'gen2.6-r2v',
    prompt: 'character1 walks along the beach',
    referenceUrls: ['https://files.test/cat.jpg'],
    size: '1280*720',
    durationSeconds: 5,
    watermark: false,
    ...changes,
  };
}

/** A request to that model, of the kind it takes, that nothing is wrong with. */
export function requestTo(model: DocumentedModel): TextVideoRequest | LegacyTextRequest | ReferenceRequest {
  const { name } = model;
  const size = model.defaultSize;
  switch (name) {
    case 'gen2.7-t2v':
      return {
        kind: 'new-text',
        model: name,
        prompt: 'a lighthouse in the fog',
        resolution: '720P',
        ratio: '16:9',
        durationSeconds: 5,
        promptExtend: true,
        watermark: false,
      };
    case 'gen2.6-r2v':
    case 'gen2.6-r2v-flash':
      return referenceRequest({ model: name, size });
    default:
      return legacyTextRequest({ model: name, size });
  }
}
