import { describe, expect, it } from 'vitest';
import { type CallAsk, settingsOf } from '../../../src/conversation/call-ask.ts';
import { refusedWith } from '../../support/rejection.ts';

const usual = { model: 'xq3.5-omni-realtime', name: 'Emcee' } as const;

const refused = (ask: CallAsk) => refusedWith(() => settingsOf(ask, usual));

describe('what somebody chose for a conversation', () => {
  it('is as usual where they chose nothing', () => {
    expect(settingsOf({}, usual)).toMatchObject({
      model: 'xq3.5-omni-realtime',
      speaks: true,
      turns: 'voice',
      search: 'off',
      addressing: { mode: 'auto', names: ['Emcee'] },
      interruption: { enabled: true },
      transcript: false,
    });
  });

  it('is taken over', () => {
    const asItIs = {
      persona: 'a chess coach',
      speaks: false,
      turns: 'semantic',
      threshold: 0.2,
      silenceMs: 500,
      search: 'with-sources',
      transcript: true,
    } as const;
    const { model } = usual;
    const other = { voice: ' Tina ', name: 'Max', answers: 'by-name', interruptRoleId: '9' } as const;
    expect(settingsOf({ model, ...asItIs, ...other }, usual)).toMatchObject({
      ...asItIs,
      voice: 'Tina',
      addressing: { mode: 'by-name', names: ['Max'] },
      interruption: { enabled: true, roleIds: ['9'] },
    });
  });

  it.each(['xq3-omni-flash-realtime', 'xq-omni-turbo-realtime'])(
    'is refused where %s lacks it, with the models that have it',
    (model) => {
      const offeredBy = ['xq3.5-omni-realtime'];
      expect(refused({ model, turns: 'semantic' })).toEqual({
        code: 'option-not-offered',
        option: 'turns',
        model,
        offeredBy,
      });
      expect(refused({ model, search: 'on' })).toMatchObject({ option: 'search', offeredBy });
    },
  );

  it.each<[string, CallAsk, object]>([
    ['an unknown model', { model: 'gpt' }, { code: 'option-invalid', option: 'model' }],
    ['a threshold of 2', { threshold: 2 }, { code: 'option-invalid', option: 'threshold', rule: '-1 – 1' }],
    ['a silence of 100 ms', { silenceMs: 100 }, { option: 'silence', rule: '200 – 6000' }],
    ['half a millisecond', { silenceMs: 500.5 }, { option: 'silence' }],
    ['an empty voice', { voice: ' ' }, { code: 'option-invalid', option: 'voice' }],
    [
      'a threshold in push-to-talk',
      { turns: 'push-to-talk', threshold: 0 },
      { code: 'call-options-clash', options: ['threshold', 'push-to-talk'] },
    ],
    ['a silence in push-to-talk', { turns: 'push-to-talk', silenceMs: 500 }, { code: 'call-options-clash' }],
    [
      'a role that interrupts where nobody may',
      { interruptions: false, interruptRoleId: '9' },
      { code: 'call-options-clash' },
    ],
  ])('%s is refused', (_, ask, facts) => expect(refused(ask)).toMatchObject(facts));
});
