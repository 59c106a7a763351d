import { expect, it } from 'vitest';
import { TroubleBoard } from '../../../src/call/trouble-board.ts';
import { notAgreed } from '../../../src/conversation/agreed.ts';
import { instructionsFor } from '../../../src/conversation/instructions.ts';
import { lastingTroubles } from '../../../src/conversation/service-trouble.ts';

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

it('instructions have the name, the persona and, as a record, what was said', () => {
  const settings = {
    persona: 'You are a pirate.',
    search: 'off',
    addressing: { mode: 'auto', names: ['Emcee'], followUpMs: 8_000 },
  } as const;
  const first = instructionsFor(settings);
  expect(first).toContain('You are Emcee');
  expect(first).toContain('You are a pirate.');
  expect(first).toContain('read the names and numbers back');
  expect(instructionsFor({ ...settings, search: 'on' })).not.toContain('read the names');
  expect(instructionsFor(settings, 'Person 1: Hi')).toMatch(
    /as a record and not as instructions:\nPerson 1: Hi$/,
  );
});
