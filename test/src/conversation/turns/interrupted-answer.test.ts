import { describe, expect, it } from 'vitest';
import { usualInterruption } from '../../../../src/conversation/settings/interruption.ts';
import { InterruptedAnswer } from '../../../../src/conversation/turns/interrupted-answer.ts';

function interrupted(speechMs = 500, changes = {}) {
  const decisions: string[] = [];
  const answer = new InterruptedAnswer({
    settings: { ...usualInterruption, ...changes },
    onResume: () => void decisions.push('resume'),
    onDrop: () => void decisions.push('drop'),
  });
  answer.interrupted(0);
  answer.spoke(speechMs);
  return { answer, decisions };
}

describe('an answer that somebody spoke into', () => {
  it('is undecided until something is known, and decided once', () => {
    const { answer, decisions } = interrupted();
    expect(answer.undecided).toBe(true);
    answer.tick(1_999, false);
    expect(decisions).toEqual([]);
    answer.understood('wait, what?', true);
    answer.understood('', true);
    answer.tick(5_000, false);
    expect(decisions).toEqual(['drop']);
    expect(answer.undecided).toBe(false);
  });

  it('is dropped by the first real word, before the transcript is final', () => {
    const { answer, decisions } = interrupted();
    answer.understood('', false);
    answer.understood('yeah', false);
    expect(decisions).toEqual([]);
    answer.understood('yeah but', false);
    expect(decisions).toEqual(['drop']);
  });

  it('waits for the rest of what may become a backchannel', () => {
    const { answer, decisions } = interrupted();
    for (const text of ['I', 'I s', 'I see', 'I see, of', 'I see, of course']) answer.understood(text, false);
    expect(decisions).toEqual([]);
    answer.understood('I see, of cou', true);
    expect(decisions).toEqual(['drop']);
  });

  it.each(['', 'mhm', 'Yeah, okay.', 'I see', 'Oh, really?', '嗯'])('goes on after “%s”', (text) => {
    const { answer, decisions } = interrupted();
    answer.understood(text, true);
    expect(decisions).toEqual(['resume']);
  });

  it('is dropped by “yeah yeah yeah” that lasts a second and a half', () => {
    const { answer, decisions } = interrupted(500);
    answer.spoke(1_000);
    answer.understood('yeah yeah yeah', true);
    expect(decisions).toEqual(['drop']);
  });

  it('goes on after two seconds in which nothing followed', () => {
    const { answer, decisions } = interrupted();
    answer.tick(2_000, false);
    expect(decisions).toEqual(['resume']);
  });

  it('is never dropped without an understood word, however long the sound lasts', () => {
    const laughter = interrupted(1_200);
    laughter.answer.tick(2_000, false);
    const music = interrupted();
    music.answer.tick(2_000, true);
    music.answer.tick(7_999, true);
    expect(music.decisions).toEqual([]);
    music.answer.tick(8_000, true);
    expect([...laughter.decisions, ...music.decisions]).toEqual(['resume', 'resume']);
  });

  it('is dropped at once where nothing is to be taken up again', () => {
    const { answer, decisions } = interrupted(500, { resumes: false });
    expect(answer.undecided).toBe(false);
    expect(decisions).toEqual(['drop']);
  });
});
