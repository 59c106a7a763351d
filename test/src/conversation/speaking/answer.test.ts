import { describe, expect, test } from 'vitest';
import type { CallLine } from '../../../../src/conversation/call-types.ts';
import { Answer } from '../../../../src/conversation/speaking/answer.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { PacedMouth } from '../../../support/paced-mouth.ts';

const it = test.extend('held', () => new Held());

const whole = '<tool_call>{"name": "set_timer", "arguments": {"seconds": 60}}</tool_call>';
const half = '<tool_call>{"name": "set_timer", "argu';

/** An answer that's held until it's known that it's wanted. */
class Held {
  readonly clock = new FakeClock();
  readonly mouth = new PacedMouth(this.clock);
  readonly lines: CallLine[] = [];
  readonly leaked: unknown[] = [];
  readonly asked: string[] = [];
  readonly answer = new Answer({
    responseId: 'r1',
    turn: undefined,
    atMs: 0,
    mouth: this.mouth,
    tell: (event) => {
      if (event.is === 'line') this.lines.push(event.line);
      else if (event.is === 'called') this.asked.push(event.call.name);
      else if (event.is === 'leaked-call') this.leaked.push([event.call.name, event.call.arguments]);
    },
  });

  /** Everything that anybody was shown. */
  get shown(): string {
    return this.lines.map(({ sure, unsure }) => sure + unsure).join('|');
  }

  sound(durationMs: number): void {
    this.answer.addAudio(new Uint8Array(durationMs * 48).fill(7));
  }

  get heardMs(): number {
    return this.mouth.playbacks.reduce((sum, { heard }) => sum + heard.length * 20, 0);
  }
}

describe('a held answer in which a request for a tool leaks', () => {
  it("and isn't whole when it's released says what is before it, and the request is done once, when it is whole", async () => {
    const held = new Held();
    held.sound(200);
    held.answer.addText(`One moment. ${half}`);
    held.sound(400);
    held.answer.release();
    await held.clock.advance(1_000);
    expect(held.leaked).toEqual([]);
    held.answer.setText(`One moment. ${whole}`);
    held.answer.end([]);
    await held.clock.advance(1_000);
    expect(held.leaked).toEqual([['set_timer', '{"seconds":60}']]);
    expect(held.shown).not.toMatch(/[<{]|tool/);
    expect(held.lines.at(-1)).toMatchObject({ sure: 'One moment.', final: true });
    expect(held.heardMs).toBe(200);
  });

  it('and never becomes whole does nothing, and its words are said and shown', async ({ held }) => {
    held.sound(200);
    held.answer.addText(`One moment. ${half}`);
    held.answer.end([]);
    expect(held.shown).toBe('');
    held.answer.release();
    await held.clock.advance(1_000);
    expect(held.leaked).toEqual([]);
    expect(held.lines.at(-1)).toMatchObject({ sure: 'One moment.', final: true });
    expect(held.answer.state).toBe('over');
  });

  it("and is whole before it's released is done at the release, not before", async ({ held }) => {
    held.answer.addText(whole);
    held.answer.end([]);
    expect(held.leaked).toEqual([]);
    held.answer.release();
    expect(held.leaked).toEqual([['set_timer', '{"seconds":60}']]);
    await held.clock.advance(100);
    expect(held.shown).toBe('');
  });

  it("and isn't wanted is never done, whole or not", ({ held }) => {
    held.answer.addText(`One moment. ${half}`);
    held.answer.drop(60);
    held.answer.setText(`One moment. ${whole}`);
    held.answer.end([]);
    expect(held.leaked).toEqual([]);
    expect(held.shown).toBe('');
  });

  it('and is asked for as it should be, too, is done once, in that way', ({ held }) => {
    held.answer.addText(`One moment. ${whole}`);
    held.answer.addCall({ callId: 'c1', name: 'set_timer', arguments: '{}' });
    held.answer.release();
    held.answer.end([]);
    expect(held.asked).toEqual(['set_timer']);
    expect(held.leaked).toEqual([]);
  });

  it('shows nothing of half a mark at the release', ({ held }) => {
    held.answer.addText('One moment. <tool_c');
    held.answer.release();
    expect(held.shown).not.toContain('<');
  });
});
