import { describe, expect, it } from 'vitest';
import { refusalSentence } from '../../../src/discord/failure-words.ts';
import type { CommandWords } from '../../../src/discord/words/command-words.ts';
import { languages } from '../../../src/language/languages.ts';
import type { ServiceFault } from '../../../src/service/errors.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { everyRefusal as refusals } from '../../support/every-refusal.ts';

const faults: readonly ServiceFault[] = [
  'invalid-request',
  'moderation',
  'invalid-media',
  'credentials',
  'clock',
  'access',
  'arrears',
  'not-found',
  'too-late',
  'throttled',
  'server',
  'timeout',
  'unreachable',
  'malformed',
  'region',
  'aborted',
];

describe.each(languages)('words in %s', (language) => {
  const words = wordsFor(language);

  it('say something else for every refusal, with its facts filled in', () => {
    const sentences = Object.values(refusals).map((facts) => refusalSentence(facts, words));
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|NaN|\[object|^\s*$/);
  });

  it('say something else for every fault of the service', () => {
    expect(Object.keys(words.errors.service).toSorted()).toEqual([...faults].toSorted());
    expect(new Set(Object.values(words.errors.service)).size).toBe(faults.length);
  });

  it('say something else for everything that the operator has to mend', () => {
    const sentences = Object.values(words.errors.setUp);
    expect(new Set([...sentences, ...Object.values(words.errors.service)]).size).toBe(
      sentences.length + faults.length,
    );
  });

  it('name permissions, the channel, limits and the time', () => {
    const lacks = refusalSentence(refusals['bot-lacks-permissions'], words);
    expect(lacks).toContain(words.errors.permissions.AttachFiles);
    expect(lacks).toContain('<#300000000000000001>');
    expect(refusalSentence(refusals['quota-spent'], words)).toMatch(/5.*60|60.*5/s);
    expect(refusalSentence(refusals['quota-spent'], words)).toContain('<t:1800000000:R>');
  });

  it('name slash commands and their options as sentences do, because a client shows no other name', () => {
    const english = Object.entries<CommandWords>(wordsFor('en-US').commands);
    const named = ({ name, options = {} }: CommandWords) => [
      name,
      ...Object.values(options).map((option) => option.name),
    ];
    const slash = english.filter(([, { name }]) => /^[a-z-]+$/.test(name));
    expect(slash.length).toBeGreaterThan(30);
    const own: Readonly<Record<string, CommandWords>> = words.commands;
    for (const [path, command] of slash)
      expect(named(own[path] ?? { name: '', description: '' }), path).toEqual(named(command));
  });

  it('show money with its cents, and never as nothing', () => {
    const { money, preview } = words.limits;
    expect([money(69.2, '$'), money(1_200, '¥'), money(0, '$')]).toEqual(['$69.20', '¥1,200.00', '$0.00']);
    expect(money(0.004, '$')).toMatch(/\$0\.01$/);
    expect(money(0.004, '$')).not.toBe('$0.01');
    expect(preview.nobody(0)).not.toContain('0');
  });

  it('have the same commands, options and choices as the other language', () => {
    const shape = (name: string) =>
      Object.entries<CommandWords>(wordsFor(name).commands).map(([path, command]) => [
        path,
        Object.entries(command.options ?? {}).map(([option, { choices }]) => [
          option,
          Object.keys(choices ?? {}),
        ]),
      ]);
    expect(shape(language)).toEqual(shape('en-US'));
  });
});

describe('choosing words', () => {
  it.each([
    ['zh-CN', 'zh-CN'],
    ['zh-TW', 'zh-CN'],
    ['en-GB', 'en-US'],
    ['de', 'en-US'],
    [undefined, 'en-US'],
    [null, 'en-US'],
  ])('for %s gives %s', (locale, language) => expect(wordsFor(locale).locale).toBe(language));

  it('a permission without words is spelled out of its name', () => {
    const facts = { code: 'you-lack-permissions', permissions: ['ViewAuditLog'] } as const;
    expect(refusalSentence(facts, wordsFor('en-US'))).toContain('**View Audit Log**');
  });

  it('an option is called in a refusal what the person sees it called', () => {
    const chinese = wordsFor('zh-CN');
    const localised = chinese.commands['video text']?.options?.audio_url?.name;
    expect(localised).toBeTruthy();
    expect(refusalSentence({ code: 'url-private', option: 'audio_url' }, chinese)).toContain(localised);
  });
});
