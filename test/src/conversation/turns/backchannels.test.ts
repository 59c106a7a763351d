import { describe, expect, it } from 'vitest';
import { isBackchannel } from '../../../../src/conversation/turns/backchannels.ts';

describe('what shows no more than that somebody listens', () => {
  it.each([
    '',
    '…',
    'Mm-hm.',
    'Ahem.',
    'Yeah, yeah, of course!',
    'I see. Got it.',
    'Oh, that makes sense.',
    '嗯嗯，好的好的',
    '哦，原来如此。',
    '对啊对啊',
    'OK 好的',
    'なるほど、そうですね',
    'はい',
    '그렇군요',
    'Claro, ya veo.',
    "D'accord",
    'Ach so, genau!',
    'نعم، صحيح',
    'Понятно',
    'ठीक है',
    'Ha ha ha ha!',
    'Jajaja',
    '哈哈哈',
    '咳咳',
    'ㅋㅋㅋ',
    'ههههه',
  ])('is %j', (text) => {
    expect(isBackchannel(text, true)).toBe(true);
  });

  it.each([
    'Stop.',
    'No',
    'Yeah, but',
    'I see a ship',
    'of',
    'Sure thing',
    'Right there',
    'okayish',
    '好的，但是',
    '停',
    '待って',
    'Para',
    'No no no',
    'توقف',
    'Hi',
    '不对',
    `${'mhm '.repeat(30)}`,
  ])('is not %j', (text) => {
    expect(isBackchannel(text, true)).toBe(false);
  });

  it.each(['I', 'of c', 'yeah, that ma', '原来', 'Mhm, I'])('may still become %j', (text) => {
    expect(isBackchannel(text, true)).toBe(false);
    expect(isBackchannel(text, false)).toBe(true);
  });

  it.each(['I w', 'wait', 'yeah bu', '原因'])('can no longer be %j', (text) => {
    expect(isBackchannel(text, false)).toBe(false);
  });
});
