import { z } from 'zod';
import type { SessionConfig } from './session-config.ts';

const source = z.strictObject({ title: z.string(), url: z.string() });
const step = z.strictObject({
  /** A text that the answer says; `$1` stands for what the expression caught. */
  say: z.string().optional(),
  /** A tool that is called if the session defines it; arguments may hold `$1`. */
  call: z
    .strictObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })
    .optional(),
  /** What a web search found, if the session searches. */
  sources: z.array(source).optional(),
  /** How the answer ends. */
  status: z.enum(['completed', 'failed', 'incomplete']).default('completed'),
});
type Step = z.infer<typeof step>;
const rule = z.strictObject({
  when: z.strictObject({
    /** A regular expression over what was heard, in any case. */
    heard: z.string().optional(),
    /** The same over the result of a tool. */
    result: z.string().optional(),
    /** The same over the instructions, where an answer was asked for and nothing was said. */
    told: z.string().optional(),
  }),
  answer: step,
});
/** A scenario: `when … answer …`, the first that fits. */
export const scenarioSchema = z.array(rule);
export type Scenario = z.infer<typeof scenarioSchema>;

const longestSaid = 200;

export interface Called {
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
}

/** How much later its arguments are complete. */
export interface LateCalled extends Called {
  readonly ms?: number;
}

/** What an answer is made of. */
export interface Reply {
  readonly text: string;
  readonly call: Called | undefined;
  /** Others after it. */
  readonly more?: readonly LateCalled[];
  readonly sources: readonly { readonly title: string; readonly url: string }[];
  readonly searched: boolean;
  readonly status: 'completed' | 'failed' | 'incomplete';
}

export interface Prompted {
  readonly heard?: string;
  /** Of tools, in the order in which they came. */
  readonly results: readonly string[];
  readonly images: number;
}

/** What the model answers: by the scenario first, then with small talk. */
export function replyTo(
  { heard, results, images }: Prompted,
  config: SessionConfig,
  scenario: Scenario,
  now: Date,
): Reply {
  const [about, text] =
    results.length > 0
      ? (['result', results.join('\n')] as const)
      : heard !== undefined
        ? (['heard', heard] as const)
        : (['told', config.instructions] as const);
  for (const { when, answer } of scenario) {
    const pattern = when[about];
    const match = pattern === undefined ? null : new RegExp(pattern, 'iu').exec(text);
    if (match) return replyOf(answer, match, config);
  }
  if (results.length > 0) return said(results.map(resultInWords).join(' '));
  if (images > 0)
    return said(`I can see ${images === 1 ? 'your picture' : `${images} pictures`}. What about it?`);
  return heard === undefined ? said('All right.') : smallTalk(heard, config, now);
}

function replyOf(step: Step, match: RegExpExecArray, config: SessionConfig): Reply {
  const fill = (text: string) => text.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '');
  const given = step.call && JSON.stringify(step.call.arguments);
  const call =
    step.call && hasTool(config, step.call.name)
      ? { name: step.call.name, arguments: fill(given ?? '{}') }
      : undefined;
  const searched = step.sources !== undefined && config.enable_search;
  return {
    text: call ? '' : fill(step.say ?? 'All right.'),
    call,
    sources: searched && config.search_options.enable_source ? (step.sources ?? []) : [],
    searched,
    status: step.status,
  };
}

function hasTool(config: SessionConfig, name: string): boolean {
  return config.tools.some((tool) => tool.function.name === name);
}

function smallTalk(heard: string, config: SessionConfig, now: Date): Reply {
  const text = heard.toLowerCase();
  const called = toolFor(text, config);
  if (called) return { ...said(''), call: called };
  const sum = /(\d+)\s*(?:plus|\+|and)\s*(\d+)/.exec(text);
  if (sum) return said(`${sum[1]} plus ${sum[2]} is ${Number(sum[1]) + Number(sum[2])}.`);
  const times = /(\d+)\s*(?:times|multiplied by)\s*(\d+)/.exec(text);
  if (times) return said(`${times[1]} times ${times[2]} is ${Number(times[1]) * Number(times[2])}.`);
  if (/\btime\b|clock/.test(text))
    return said(`It's ${now.getUTCHours()}:${String(now.getUTCMinutes()).padStart(2, '0')} UTC.`);
  const searched = /search (?:the web )?(?:for )?(.+?)[.?!]*$/.exec(text);
  if (searched && config.enable_search) {
    const sources = [
      { title: `About ${searched[1]}`, url: `https://example.org/${encodeURIComponent(searched[1] ?? '')}` },
    ];
    return {
      ...said(`I found a page about ${searched[1]}.`),
      searched: true,
      sources: config.search_options.enable_source ? sources : [],
    };
  }
  if (/\b(hello|hi|hey|good (morning|evening|afternoon))\b/.test(text))
    return said('Hello! What can I do for you?');
  if (/thank/.test(text)) return said("You're welcome.");
  if (/how are you/.test(text)) return said("I'm fine, thanks. And you?");
  if (/story|long|tell me about/.test(text))
    return said(
      'Once upon a time a paper kite flew over the dunes. It saw the sea and a lighthouse. The keeper waved at it every morning. One day the wind turned, and the kite came down beside the lamp. They have been friends ever since.',
    );
  if (text.startsWith('(speech')) return said("Sorry, I didn't catch that.");
  return said(`You said: ${heard}`);
}

/** By their usual names, with what people say to have them called. */
function toolFor(text: string, config: SessionConfig): Reply['call'] {
  const rules: readonly (readonly [
    pattern: RegExp,
    name: string,
    given: (match: RegExpExecArray) => object,
  ])[] = [
    [
      /search (?:the (?:documents|knowledge base) )?(?:for )?(.+?)[.?!]*$/,
      'search_knowledge',
      ([, query]) => ({ query }),
    ],
    [/make (?:me )?a video (?:of|about) (.+?)[.?!]*$/, 'start_video', ([, prompt]) => ({ prompt })],
    [
      /post (?:the message |that )?(.+?) in(?:to)? (?:the channel )?(\S+?)[.?!]*$/,
      'post_message',
      ([, text, channel]) => ({ channel, text }),
    ],
    [/who(?:'s| is) (?:here|there|in the call)/, 'who_is_here', () => ({})],
    [
      /timer (?:for |of )?(\d+) (second|minute)/,
      'set_timer',
      ([, count, unit]) => ({ seconds: Number(count) * (unit === 'minute' ? 60 : 1) }),
    ],
  ];
  for (const [pattern, name, given] of rules) {
    const match = pattern.exec(text);
    if (match && hasTool(config, name)) return { name, arguments: JSON.stringify(given(match)) };
  }
  return undefined;
}

function resultInWords(result: string): string {
  try {
    const parsed: unknown = JSON.parse(result);
    const words = firstOf('say', parsed);
    if (words !== undefined) return words;
    const passage = firstOf('text', parsed);
    if (passage !== undefined) return `Here's what I found. ${beginningOf(passage)}`;
  } catch {
    // a result is any text
  }
  return beginningOf(result);
}

/** The first text of that name, however deep: of the passages that were looked up, for example. */
function firstOf(name: 'say' | 'text', result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const own: unknown = Object.entries(result).find(([key]) => key === name)?.[1];
  if (typeof own === 'string') return own;
  for (const value of Object.values(result)) {
    const text = firstOf(name, value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** As many whole sentences as people listen to. */
function beginningOf(text: string): string {
  if (text.length <= longestSaid) return text;
  const sentences = text.slice(0, longestSaid).match(/^.+[.!?](?=\s)/su)?.[0];
  return sentences ?? `${text.slice(0, longestSaid)}…`;
}

export function said(text: string): Reply {
  return { text, call: undefined, sources: [], searched: false, status: 'completed' };
}
