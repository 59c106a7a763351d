import { refusalSentence } from '../../../src/discord/failure-words.ts';
import { type Language, languages } from '../../../src/language/languages.ts';
import { type Words, wordsFor } from '../../../src/words/index.ts';
import { everyRefusal } from '../../support/every-refusal.ts';

/** Something that the bot says, with the things that it was given to name. */
export interface Sentence {
  readonly key: string;
  readonly text: string;
  readonly given: readonly string[];
}

const mention = '<@100000000000000001>';
const live = '<t:1800000000:R>';
const dated = '<t:1800000000:f>';

/** What a parameter of that name may be, in each language where it's words of the bot's own. */
const samples: Readonly<Record<string, unknown>> = {
  ...{ mention, by: mention, owner: mention, whose: mention, userId: '100000000000000001' },
  ...{ mentions: [mention], channelId: '300000000000000001', channel: '<#300000000000000001>' },
  ...{ roleId: '400000000000000001', at: live, time: live, when: live },
  ...{ accepted: dated, ended: dated, expires: dated },
  ...{ ahead: 31, asked: 32, audio: 33, chosen: 34, count: 35, days: 36, entries: 37, files: 38, from: 39 },
  ...{ left: 41, limit: 42, lines: 43, minutes: 44, more: 45, most: 46, open: 47, page: 48, pages: 49 },
  ...{ people: 51, percent: 52, read: 53, seconds: 54, seed: 55, to: 56, total: 57, video: 58 },
  ...{ waitSeconds: 61, characters: 62, passages: [63, 64] },
  ...{ exact: true, found: true, on: true, ownCaptions: true },
  ...{ what: '`video.seconds` 5', reasons: 'to post', amounts: '60 s', amount: '$ 3.20', revision: 71 },
  ...{ given: '5 s', used: '9 s', period: 'day', currency: '€', spent: 72 },
  ...{ counts: '3 × busy', undoes: 3, voiceChannelId: '300000000000000002' },
  ...{ differences: [{ path: ['news', 'channelId'], before: 'Mint', after: 'Emma' }] },
  ...{ hears: 'Only you', kept: 'nothing' },
  ...{ as: 'enjinx', base: 'Handbook', bases: 'Library', document: 'Rules.md', earlier: 'Opening hours' },
  ...{
    exceptPrefix: 'xx',
    heard: 'Emsy',
    label: 'Tea',
    mark: '|',
    model: 'tts-v3',
    name: 'Ann',
    names: ['Deutsch'],
  },
  ...{ negativePrompt: 'rain', pinyin: 'chong2', prefix: 'yy', prompt: 'A kite', question: 'Open on Sunday' },
  ...{ reference: 'AB12', requestId: 'cd34', taskId: 'ef56', term: 'Emcee', text: 'Hello', tier: '720P' },
  ...{ value: 'Mint', voice: 'Emma', word: 'nginx' },
  ...{ unit: 'video-seconds', scope: 'person', filter: 'all', who: { names: ['Ann', 'Bob'] } },
};
const ownWords: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = {
  'en-US': {
    ...{ language: 'German', reads: 'French', speaks: 'German', region: 'Singapore', status: 'imported' },
    ...{ permissions: '**Speak**', reason: 'It is busy.', tool: 'Set timers' },
  },
  'zh-CN': {
    ...{ language: '德语', reads: '法语', speaks: '德语', region: '新加坡', status: '已导入' },
    ...{ permissions: '“说话”', reason: '服务正忙。', tool: '设置计时器' },
  },
};
/** For a parameter that the tables don't have: as good as any other, where it's a text. */
const unnamed = 'Mango';
/** Where a name means another thing than elsewhere. */
const exceptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'video.list.title': { whose: 'mine' },
  'news.events.listening-started': { kind: 'conversation' },
  'news.events.listening-stopped': { kind: 'interpreter' },
  'spending.amount': { amount: 71 },
  'limits.money': { amount: 71 },
  'news.events.given-back': { amount: 71 },
  'speech.reading.unit': { value: 3, unit: 'day' },
  'interpreter.captions.head': { from: 'Deutsch', to: 'English' },
};

/** What may be missing: said without it a second time. */
const optional: Readonly<Record<string, readonly string[]>> = {
  'video.facts.seed': ['seed'],
  'video.answers.surelyRemove': ['owner'],
  'video.details.times': ['ended'],
  'speech.panel.speaking': ['whose'],
  'speech.panel.starting': ['whose'],
  'speech.panel.finished': ['whose'],
  'speech.panel.skipped': ['whose', 'by'],
  'speech.answer.ended.skipped': ['by'],
  'speech.answer.ended.stopped': ['by'],
  'speech.channel.into': ['channelId'],
  'speech.channel.begun': ['exceptPrefix'],
  'speech.dictionary.entry': ['pinyin'],
  'knowledge.search.title': ['name', 'exact'],
  'knowledge.search.range': ['total'],
  'knowledge.use.grant': ['channelId', 'roleId'],
  'knowledge.export.progress': ['total'],
  'conversation.panel.activities.hearing': ['mention'],
  'call.does': ['channel'],
  'conversation.tools.video': ['seconds'],
  'conversation.tools.timer': ['label'],
  'interpreter.panel.activities.interpreting': ['mention'],
  'interpreter.panel.person': ['reads'],
  'interpreter.answers.mine': ['reads', 'ownCaptions'],
  'interpreter.captions.opened': ['language'],
  'errors.footer': ['requestId'],
  'news.events.settings-changed': ['undoes'],
  'news.events.listening-started': ['userId'],
  'news.events.listening-stopped': ['userId'],
};

/** Everything in a language's words, said once, refusals included. */
export function everySentence(language: Language): readonly Sentence[] {
  const words = wordsFor(language);
  return [...said(words, '', language), ...refused(words)];
}

/** In another language the same. */
export function translations(): readonly (readonly [english: Sentence, other: Sentence])[] {
  const english = everySentence(languages[0]);
  return languages.slice(1).flatMap((language) => {
    const others = new Map(everySentence(language).map((sentence) => [sentence.key, sentence]));
    return english.flatMap((sentence) => {
      const other = others.get(sentence.key);
      return other ? [[sentence, other] as const] : [];
    });
  });
}

/** Says which sentence it is, and isn't in it. */
const wordless = new Set(['code', 'kind', 'unit', 'scope', 'period', 'undoes']);

function refused(words: Words): Sentence[] {
  return Object.values(everyRefusal).map((facts) => ({
    key: `errors.refusals.${facts.code}`,
    text: refusalSentence(facts, words),
    given: Object.entries(facts).flatMap(([name, value]) => (wordless.has(name) ? [] : plain(value))),
  }));
}

function said(value: unknown, key: string, language: Language): Sentence[] {
  if (key === 'errors.refusals' || key === 'locale') return [];
  if (typeof value === 'string') return value === '' ? [] : [{ key, text: value, given: [] }];
  if (typeof value === 'function') {
    const lacking = (optional[key] ?? []).map((name) => call(value, key, language, name));
    return [call(value, key, language), ...lacking];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    said(each, key === '' ? name : `${key}.${name}`, language),
  );
}

function call(say: CallableFunction, key: string, language: Language, lacking?: string): Sentence {
  // What's there in English has the name of every parameter; another language may leave out what it doesn't need.
  const names = parametersOf(inEnglish(key) ?? say);
  const known: Readonly<Record<string, unknown>> = {
    ...{ ...samples, ...ownWords[language], ...exceptions[key] },
    ...(lacking === undefined ? {} : { [lacking]: undefined }),
  };
  const given = names.map((name) => {
    if (name.startsWith('{')) return known;
    return name in known ? known[name] : unnamed;
  });
  const text: unknown = Reflect.apply(say, undefined, given);
  if (typeof text !== 'string') throw new Error(`${key} says nothing`);
  return {
    key: lacking === undefined ? key : `${key} without ${lacking}`,
    text,
    given: names.flatMap((name) =>
      (name.match(/\w+/g) ?? [])
        .filter((each) => !wordless.has(each))
        .flatMap((each) => plain(each in known ? known[each] : unnamed)),
    ),
  };
}

function inEnglish(key: string): CallableFunction | undefined {
  const found = key
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      wordsFor('en-US'),
    );
  return typeof found === 'function' ? found : undefined;
}

/** `(seconds, tier) =>` has two, `({ channelId }) =>` one. */
function parametersOf(say: CallableFunction): string[] {
  const [, list = ''] = /^\(?((?:\{[^}]*\}|[\w, ])*)\)?\s*=>/.exec(String(say)) ?? [];
  return list.match(/\{[^}]*\}|\w+/g) ?? [];
}

function plain(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(plain) : [];
}
