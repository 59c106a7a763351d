import type { SizeTable } from './model.ts';

/** Document 1, section A: "Output resolution by tier and ratio". */
export const newProtocolSizes = {
  '720P': {
    '16:9': '1280*720',
    '9:16': '720*1280',
    '1:1': '960*960',
    '4:3': '1104*832',
    '3:4': '832*1104',
  },
  '1080P': {
    '16:9': '1920*1080',
    '9:16': '1080*1920',
    '1:1': '1440*1440',
    '4:3': '1648*1248',
    '3:4': '1248*1648',
  },
} as const satisfies SizeTable;

/** Document 1, sections B and C: "Size tiers". Section C only has the two larger tiers. */
export const legacySizes = {
  '480P': {
    '16:9': '832*480',
    '9:16': '480*832',
    '1:1': '624*624',
  },
  '720P': {
    '16:9': '1280*720',
    '9:16': '720*1280',
    '1:1': '960*960',
    '4:3': '1088*832',
    '3:4': '832*1088',
  },
  '1080P': {
    '16:9': '1920*1080',
    '9:16': '1080*1920',
    '1:1': '1440*1440',
    '4:3': '1632*1248',
    '3:4': '1248*1632',
  },
} as const satisfies SizeTable;
