import { describe, expect, it } from 'vitest';
import { callOfLeak, GrowingSplit, splitLeak } from '../../../../src/conversation/speaking/leaked-call.ts';

describe('what a model says', () => {
  it.each([
    ['Sure. <tool_call>\n{"name": "set_timer"}\n</tool_call> Done.', 'Sure.'],
    ['<function=who_is_here></function>', ''],
    ['One moment <|tool_call|>{', 'One moment'],
    ['Right. <function_call name="x">', 'Right.'],
    ['Two is < three, and <b>that</b> stays.', 'Two is < three, and <b>that</b> stays.'],
    [
      'My tools are in the shed, and the function is sine.',
      'My tools are in the shed, and the function is sine.',
    ],
  ])('%j is for people as far as %j', (text, words) => {
    expect(splitLeak(text, true).words).toBe(words);
  });

  it('is held back where it may become a mark, and given when it was none', () => {
    const text = 'Sure. <tool_call>{"name":"x"}';
    for (let end = text.indexOf('<') + 1; end <= text.length; end += 1)
      expect(splitLeak(text.slice(0, end), false).words.trim()).toBe('Sure.');
    expect(splitLeak('Two <', false).words).toBe('Two ');
    expect(splitLeak('Two < three', false).words).toBe('Two < three');
    expect(splitLeak('Two <', true).words).toBe('Two <');
  });
});

describe('the request that leaked', () => {
  const meant = { name: 'start_video', arguments: '{"prompt":"a kite"}' };

  it.each([
    '<tool_call>\n{"name": "start_video", "arguments": {"prompt": "a kite"}}\n</tool_call>',
    '<tool_call>{"name":"start_video","arguments":"{\\"prompt\\":\\"a kite\\"}"}',
    '<function_call>{"name":"start_video","parameters":{"prompt":"a kite"}}</function_call>',
    '<function=start_video>{"prompt":"a kite"}</function>',
    '<tool_call><function=start_video><parameter=prompt>\na kite\n</parameter></function></tool_call>',
    '<function name="start_video"><parameter name="prompt">a kite</parameter></function>',
  ])('%s is made out', (leaked) => {
    expect(callOfLeak(leaked)).toEqual(meant);
  });

  it.each([
    '<tool_call>',
    '<tool_call>{"name":',
    '<tool_call>[1]',
    '<tools>make a video</tools>',
    '<tool_call>{"name":""}',
  ])('%s is none that could be done', (leaked) => {
    expect(callOfLeak(leaked)).toBeUndefined();
  });

  it('is read no further than it is worth', () => {
    expect(callOfLeak(`<tool_call>{"name":"x","arguments":{"a":"${'b'.repeat(9_000)}"}}`)).toBeUndefined();
  });
});

describe('an answer that comes in pieces', () => {
  it.each([
    'It is five past four.',
    'One moment. <tool_call>{"name":"set_timer"}</tool_call>',
    'A <toolsmith> is no tool, <b>nor</b> this <function_call name="x">',
    'a < b and <',
    '  <|tool_call|>',
  ])('is split as it would be at once, wherever it is cut: %j', (text) => {
    for (let size = 1; size <= 9; size += 1) {
      const split = new GrowingSplit();
      for (let at = 0; at < text.length; at += size) split.add(text.slice(at, at + size));
      const whole = splitLeak(text, true);
      expect(whole.words.startsWith(split.words)).toBe(true);
      if (whole.leaked !== undefined)
        expect([split.words, split.leaked]).toEqual([whole.words, whole.leaked]);
      split.complete(text);
      expect([split.words, split.leaked]).toEqual([whole.words, whole.leaked]);
    }
  });
});
