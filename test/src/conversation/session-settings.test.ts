import { describe, expect, it } from 'vitest';
import { TroubleBoard } from '../../../src/call/call-view.ts';
import { usualEndpointing } from '../../../src/call/hearing/endpointing.ts';
import { lastingTroubles } from '../../../src/conversation/call.ts';
import { type CallAsk, settingsOf } from '../../../src/conversation/call-ask.ts';
import { notAgreed, sessionSettings } from '../../../src/conversation/session-settings.ts';

const usual = { model: 'xq3.5-omni-realtime', name: 'Emcee' } as const;
const tools = [{ name: 'timer', run: async () => '' }];

function asked(ask: CallAsk, mode: 'block' | 'paced' | 'manual' = 'block') {
  const endpointing = { ...usualEndpointing, mode, silenceMs: 700 };
  return sessionSettings(settingsOf(ask, usual), { endpointing, tools, summary: 'Ann: Hello.' });
}

describe('what the service is asked for', () => {
  it("is the silence that ends a turn: the person's choice, or else the operator's", () => {
    expect(asked({}).turnDetection).toEqual({ by: 'voice', silenceMs: 700 });
    expect(asked({ silenceMs: 2_000 }).turnDetection).toEqual({ by: 'voice', silenceMs: 2_000 });
    expect(asked({ turns: 'semantic', threshold: 0 }).turnDetection).toEqual({
      by: 'semantic',
      threshold: 0,
      silenceMs: 700,
    });
  });

  it('is no detection where our code ends turns', () => {
    expect(asked({ turns: 'push-to-talk' }).turnDetection).toEqual({ by: 'manual' });
    expect(asked({ turns: 'semantic', threshold: 0.1 }, 'manual').turnDetection).toEqual({ by: 'manual' });
  });

  it('is either tools or a search, never both', () => {
    expect(asked({})).toMatchObject({ tools });
    expect(asked({})).not.toHaveProperty('search');
    expect(asked({ search: 'on' })).toMatchObject({ search: { sources: false } });
    expect(asked({ search: 'with-sources' })).toMatchObject({ search: { sources: true } });
    expect(asked({ search: 'on' })).not.toHaveProperty('tools');
  });

  it('has a voice only if someone chose one, and what was said before', () => {
    expect(asked({})).not.toHaveProperty('voice');
    expect(asked({ voice: 'Mia', speaks: false })).toMatchObject({ voice: 'Mia', speaks: false });
    expect(asked({}).instructions).toContain('Ann: Hello.');
  });
});

const agreed = {
  sessionId: 's',
  voice: 'Cherry',
  speaks: true,
  toolNames: ['search'],
  searches: false,
  detects: 'voice',
  silenceMs: 800,
} as const;

it('what a model does not do of what was asked is named, and nothing else', () => {
  const model = 'xq3-omni-flash-realtime';
  expect(notAgreed({ model, voice: 'Cherry', tools: [{ name: 'search' }] }, agreed)).toEqual([]);
  expect(
    notAgreed(
      {
        model,
        voice: 'Ethan',
        tools: [{ name: 'search' }, { name: 'timer' }],
        search: { sources: true },
        turnDetection: { by: 'semantic' },
      },
      agreed,
    ),
  ).toEqual(['tools-dropped', 'search-dropped', 'voice-replaced', 'detection-replaced']);
});

it('passing troubles go when something works; what the model does not do stays', () => {
  const troubles = new TroubleBoard(lastingTroubles);
  troubles.tell('tools-dropped');
  troubles.tell('busy');
  expect(troubles.shown).toBe('busy');
  troubles.worked();
  expect(troubles.shown).toBe('tools-dropped');
});
