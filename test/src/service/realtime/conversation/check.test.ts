import { describe, expect, it } from 'vitest';
import { checkConversation } from '../../../../../src/service/realtime/conversation/check.ts';
import type { ConversationSettings } from '../../../../../src/service/realtime/conversation/conversation-types.ts';
import { conversationModels } from '../../../../../src/service/realtime/models.ts';

const newest = { model: 'xq3.5-omni-realtime' } as const;
const flash = { model: 'xq3-omni-flash-realtime' } as const;
const turbo = { model: 'xq-omni-turbo-realtime' } as const;
const broken = (settings: ConversationSettings) =>
  checkConversation(settings).map(({ field, rule }) => `${field} ${rule}`);
const voice = (more: object) => ({ ...flash, turnDetection: { by: 'voice' as const, ...more } });
const semantic = { by: 'semantic' } as const;
const tool = { name: 'who_is_here' };

describe('settings of a conversation', () => {
  it.each(conversationModels.map(({ name }) => name))('%s takes nothing but its name', (model) => {
    expect(checkConversation({ model })).toEqual([]);
  });

  it.each<[string, ConversationSettings]>([
    ['both ends of the sensitivity', voice({ threshold: -1, silenceMs: 200 })],
    ['both other ends', voice({ threshold: 1, silenceMs: 6_000 })],
    ['no detection at all', { ...turbo, turnDetection: { by: 'manual' } }],
    ['semantic detection of the newest', { ...newest, turnDetection: { by: 'semantic' } }],
    ['a search of the newest', { ...newest, search: { sources: true } }],
    ['tools', { ...turbo, tools: [tool] }],
    ['a manner of flash', { ...flash, smoothOutput: null }],
    [
      'the ends of sampling',
      {
        ...newest,
        temperature: 0,
        topK: 0,
        presencePenalty: -2,
        repetitionPenalty: 0.01,
        seed: 0,
        maxTokens: 1,
      },
    ],
    [
      'the other ends',
      {
        ...newest,
        temperature: 1.99,
        topK: null,
        presencePenalty: 2,
        repetitionPenalty: 9,
        seed: 2_147_483_647,
      },
    ],
    ['the largest share', { ...flash, topP: 1 }],
  ])('may have %s', (_, settings) => {
    expect(checkConversation(settings)).toEqual([]);
  });

  it.each<[string, ConversationSettings, string[]]>([
    ['a sensitivity outside', voice({ threshold: 1.01 }), ['threshold out-of-range']],
    ['too short a silence', voice({ silenceMs: 199 }), ['silenceMs out-of-range']],
    ['too long a silence', voice({ silenceMs: 6_001 }), ['silenceMs out-of-range']],
    ['half a millisecond', voice({ silenceMs: 300.5 }), ['silenceMs not-whole']],
    ['semantic detection of flash', { ...flash, turnDetection: semantic }, ['turnDetection not-offered']],
    ['semantic detection of turbo', { ...turbo, turnDetection: semantic }, ['turnDetection not-offered']],
    ['a search of flash', { ...flash, search: { sources: false } }, ['search not-offered']],
    ['a search and tools', { ...newest, search: { sources: false }, tools: [tool] }, ['search excludes']],
    ['a manner of the newest', { ...newest, smoothOutput: true }, ['smoothOutput not-offered']],
    ['temperature and share', { ...newest, temperature: 1, topP: 0.5 }, ['topP excludes']],
    ['a temperature of 2', { ...newest, temperature: 2 }, ['temperature out-of-range']],
    ['a share of nothing', { ...newest, topP: 0 }, ['topP out-of-range']],
    ['a share above 1', { ...newest, topP: 1.01 }, ['topP out-of-range']],
    ['a negative choice', { ...newest, topK: -1 }, ['topK out-of-range']],
    ['no tokens', { ...newest, maxTokens: 0 }, ['maxTokens out-of-range']],
    ['a penalty of nothing', { ...newest, repetitionPenalty: 0 }, ['repetitionPenalty out-of-range']],
    ['a penalty outside', { ...newest, presencePenalty: 2.1 }, ['presencePenalty out-of-range']],
    ['a seed outside', { ...newest, seed: 2_147_483_648 }, ['seed out-of-range']],
    ['an empty voice', { ...newest, voice: ' ' }, ['voice empty']],
    ['a tool without a name', { ...newest, tools: [{ name: '' }] }, ['tools wrong-type']],
    ['the same tool twice', { ...newest, tools: [tool, tool] }, ['tools twice']],
    [
      'anything tunable of turbo',
      {
        ...turbo,
        temperature: 1,
        topK: 1,
        maxTokens: 9,
        repetitionPenalty: 1,
        presencePenalty: 0,
        seed: 1,
        topP: 0.5,
      },
      ['temperature', 'topP', 'topK', 'maxTokens', 'repetitionPenalty', 'presencePenalty', 'seed'].map(
        (field) => `${field} not-offered`,
      ),
    ],
  ])('may not have %s', (_, settings, problems) => {
    expect(broken(settings)).toEqual(problems);
  });

  it('say which models have what another lacks', () => {
    const [problem] = checkConversation({ ...turbo, search: { sources: true } });
    expect(problem?.allowed).toEqual(['xq3.5-omni-realtime']);
  });
});
