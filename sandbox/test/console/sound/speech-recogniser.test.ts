import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Recognition,
  recognitionOffer,
  SpeechRecogniser,
} from '../../../console/page/sound/speech-recogniser.ts';

let made: FakeRecognition[];

/** A browser's recogniser that understands what a test says. */
class FakeRecognition extends EventTarget implements Recognition {
  lang = '';
  continuous = false;
  interimResults = true;
  processLocally?: boolean;
  aborted = false;

  constructor() {
    super();
    made.push(this);
  }

  start(): void {
    this.dispatchEvent(new Event('start'));
  }

  abort(): void {
    this.aborted = true;
  }

  understand(...texts: readonly (readonly [text: string, isFinal: boolean])[]): void {
    const results = texts.map(([transcript, isFinal]) => ({ 0: { transcript }, isFinal }));
    this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results }));
  }

  fail(error: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { error }));
    this.dispatchEvent(new Event('end'));
  }
}

function recogniser(isLocal = false) {
  const [understood, listening, troubles]: [string[], boolean[], string[]] = [[], [], []];
  const made = new SpeechRecogniser(
    FakeRecognition,
    { language: 'de-DE', isLocal },
    {
      onListening: (on) => listening.push(on),
      onUnderstood: (text) => understood.push(text),
      onTrouble: (sentence) => troubles.push(sentence),
    },
  );
  return { recogniser: made, understood, listening, troubles };
}

beforeEach(() => {
  made = [];
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("a browser's recogniser", () => {
  test('tells final sentences in the language of the browser, and on the device where it can', () => {
    const scene = recogniser(true);
    scene.recogniser.start();
    expect(made[0]).toMatchObject({ lang: 'de-DE', continuous: true, processLocally: true });
    made[0]?.understand([' Hallo zusammen. ', true], ['Wie', false], [' ', true]);
    expect(scene.understood).toEqual(['Hallo zusammen.']);
  });

  test('goes on when the browser ends it, and stays off once it was stopped', () => {
    const scene = recogniser();
    scene.recogniser.start();
    scene.recogniser.start();
    made[0]?.fail('no-speech');
    vi.advanceTimersByTime(1_000);
    expect(made).toHaveLength(2);
    expect(made[1]?.processLocally).toBeUndefined();
    scene.recogniser.stop();
    expect(made[1]?.aborted).toBe(true);
    made[1]?.understand(['Too late.', true]);
    made[1]?.fail('aborted');
    vi.advanceTimersByTime(10_000);
    expect(made).toHaveLength(2);
    expect(scene.understood).toEqual([]);
    expect(scene.listening).toEqual([true, true, false]);
  });

  test.each(['not-allowed', 'network', 'language-not-supported'])(
    'that fails with %s says so once and is over',
    (error) => {
      const scene = recogniser();
      scene.recogniser.start();
      made[0]?.fail(error);
      vi.advanceTimersByTime(10_000);
      expect(made).toHaveLength(1);
      expect(scene.troubles).toEqual([expect.stringContaining('Say it for me')]);
      expect(scene.listening.at(-1)).toBe(false);
    },
  );
});

test.each([
  [undefined, 'none'],
  [FakeRecognition, 'remote'],
  [Object.assign(class extends FakeRecognition {}, { available: async () => 'available' }), 'local'],
  [Object.assign(class extends FakeRecognition {}, { available: async () => 'downloadable' }), 'remote'],
  [
    Object.assign(class extends FakeRecognition {}, { available: () => Promise.reject(new Error('no')) }),
    'remote',
  ],
] as const)('a browser with %s offers it: %s', async (maker, offer) => {
  expect(await recognitionOffer(maker, 'en-US')).toBe(offer);
});
