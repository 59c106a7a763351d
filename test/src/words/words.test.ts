import { describe, expect, it } from 'vitest';
import { refusalSentence } from '../../../src/discord/failure-words.ts';
import { languages } from '../../../src/language/languages.ts';
import type { RefusalCode, RefusalFacts } from '../../../src/refusal/refusal.ts';
import type { ServiceFault } from '../../../src/service/errors.ts';
import { wordsFor } from '../../../src/words/index.ts';

const refusals: { readonly [Code in RefusalCode]: Extract<RefusalFacts, { readonly code: Code }> } = {
  'voice-not-in-channel': { code: 'voice-not-in-channel' },
  'voice-elsewhere': { code: 'voice-elsewhere', channelId: '300000000000000001' },
  'voice-full': { code: 'voice-full', channelId: '300000000000000001' },
  'voice-nobody-there': { code: 'voice-nobody-there', channelId: '300000000000000001' },
  'voice-muted': { code: 'voice-muted', channelId: '300000000000000001' },
  'voice-audience': { code: 'voice-audience', channelId: '300000000000000001' },
  'voice-unreachable': { code: 'voice-unreachable', channelId: '300000000000000001' },
  'call-running-already': {
    code: 'call-running-already',
    kind: 'conversation',
    channelId: '300000000000000001',
  },
  'call-other-running': {
    code: 'call-other-running',
    kind: 'interpreter',
    channelId: '300000000000000001',
  },
  'interpreter-captions-exposed': { code: 'interpreter-captions-exposed', channelId: '300000000000000001' },
  'interpreter-language-unknown': {
    code: 'interpreter-language-unknown',
    name: 'Klingon',
    nearest: ['en', 'ko'],
  },
  'interpreter-too-few-languages': { code: 'interpreter-too-few-languages' },
  'interpreter-too-many-languages': { code: 'interpreter-too-many-languages', limit: 6 },
  'interpreter-nothing-to-do': { code: 'interpreter-nothing-to-do' },
  'interpreter-term-invalid': { code: 'interpreter-term-invalid', limit: 60 },
  'interpreter-term-unknown': { code: 'interpreter-term-unknown', term: 'Emcee' },
  'interpreter-glossary-full': { code: 'interpreter-glossary-full', limit: 300 },
  'call-none': { code: 'call-none', kind: 'conversation' },
  'call-not-participant': { code: 'call-not-participant', kind: 'conversation' },
  'call-floor-taken': { code: 'call-floor-taken', userId: '100000000000000001' },
  'call-no-floor': { code: 'call-no-floor' },
  'call-cannot-voice': { code: 'call-cannot-voice' },
  'call-transcript-exposed': { code: 'call-transcript-exposed', channelId: '300000000000000001' },
  'call-over': { code: 'call-over', kind: 'conversation' },
  'call-elsewhere': { code: 'call-elsewhere', kind: 'conversation', channelId: '300000000000000001' },
  'call-not-there': {
    code: 'call-not-there',
    kind: 'conversation',
    channelId: '300000000000000001',
    anyOf: ['ManageMessages', 'ManageGuild'],
  },
  'call-question-not-yours': { code: 'call-question-not-yours', userId: '100000000000000001' },
  'call-question-over': { code: 'call-question-over' },
  'call-options-clash': { code: 'call-options-clash', options: ['search', 'tools'] },
  'call-picture-kind': { code: 'call-picture-kind' },
  'call-picture-large': { code: 'call-picture-large', limitMegabytes: 20, limitMegapixels: 24 },
  'call-picture-early': { code: 'call-picture-early' },
  'call-picture-often': { code: 'call-picture-often' },
  'speech-empty': { code: 'speech-empty' },
  'speech-too-long': { code: 'speech-too-long', characters: 3_000, limit: 2_000 },
  'speech-nothing-playing': { code: 'speech-nothing-playing' },
  'speech-no-voice': { code: 'speech-no-voice' },
  'speech-voice-unknown': { code: 'speech-voice-unknown', voice: 'Ema', similar: ['Emma'] },
  'speech-voice-other-model': {
    code: 'speech-voice-other-model',
    voice: 'Emma',
    model: 'tts-v2',
    models: ['tts-v3-flash'],
  },
  'speech-option-not-for-voice': {
    code: 'speech-option-not-for-voice',
    option: 'instruction',
    voice: 'Emma',
    model: 'tts-v2',
  },
  'speech-option-one-of': { code: 'speech-option-one-of', option: 'instruction', allowed: ['calm'] },
  'speech-option-range': { code: 'speech-option-range', option: 'rate', min: 0.5, max: 2 },
  'speech-instruction-too-long': { code: 'speech-instruction-too-long', limit: 100 },
  'speech-ssml-malformed': { code: 'speech-ssml-malformed' },
  'speech-ssml-no-speak': { code: 'speech-ssml-no-speak' },
  'speech-queue-full': { code: 'speech-queue-full', limit: 50 },
  'speech-queue-share': { code: 'speech-queue-share', limit: 10 },
  'speech-file-too-large': { code: 'speech-file-too-large', limitMegabytes: 10 },
  'speech-not-there': {
    code: 'speech-not-there',
    channelId: '300000000000000001',
    anyOf: ['ManageMessages', 'ManageGuild'],
  },
  'speech-content-off': { code: 'speech-content-off' },
  'speech-word-invalid': { code: 'speech-word-invalid', limit: 60 },
  'speech-word-unknown': { code: 'speech-word-unknown', word: 'nginx' },
  'speech-dictionary-full': { code: 'speech-dictionary-full', limit: 500 },
  'knowledge-not-configured': { code: 'knowledge-not-configured' },
  'knowledge-not-allowed': { code: 'knowledge-not-allowed' },
  'knowledge-not-for-room': { code: 'knowledge-not-for-room' },
  'knowledge-base-unknown': { code: 'knowledge-base-unknown' },
  'knowledge-no-contents': { code: 'knowledge-no-contents' },
  'knowledge-busy': { code: 'knowledge-busy' },
  'knowledge-question-empty': { code: 'knowledge-question-empty' },
  'knowledge-document-gone': { code: 'knowledge-document-gone' },
  'knowledge-shared-already': { code: 'knowledge-shared-already' },
  'knowledge-grant-unknown': { code: 'knowledge-grant-unknown' },
  'knowledge-grants-full': { code: 'knowledge-grants-full', limit: 25 },
  'knowledge-export-too-large': { code: 'knowledge-export-too-large', limitMegabytes: 10 },
  'file-uninspected': { code: 'file-uninspected' },
  'file-unreadable': { code: 'file-unreadable', option: 'reference1' },
  'files-busy': { code: 'files-busy' },
  'own-files-busy': { code: 'own-files-busy' },
  'guild-not-allowed': { code: 'guild-not-allowed' },
  'guild-only': { code: 'guild-only' },
  'command-unknown': { code: 'command-unknown' },
  'bot-lacks-permissions': {
    code: 'bot-lacks-permissions',
    permissions: ['AttachFiles', 'SendMessages'],
    channelId: '300000000000000001',
  },
  'you-lack-permissions': { code: 'you-lack-permissions', permissions: ['ManageGuild'] },
  'not-yours': { code: 'not-yours', anyOf: ['ManageMessages', 'ManageGuild'] },
  'moderators-only': { code: 'moderators-only', anyOf: ['ManageMessages', 'ManageGuild'] },
  'channel-unknown': { code: 'channel-unknown', option: 'channel' },
  'video-not-here': { code: 'video-not-here', anyOf: ['ManageMessages', 'ManageGuild'] },
  'video-removed': { code: 'video-removed', anyOf: ['ManageMessages', 'ManageGuild'] },
  'control-expired': { code: 'control-expired' },
  'form-incomplete': { code: 'form-incomplete' },
  'option-invalid': { code: 'option-invalid', option: 'seed', rule: '0–2147483647' },
  'option-not-offered': {
    code: 'option-not-offered',
    option: 'shot_type',
    model: 'gen2.7-t2v',
    offeredBy: ['gen2.6-t2v', 'gen2.6-t2v-us'],
  },
  'option-twice': { code: 'option-twice', options: ['reference1', 'url1'] },
  'references-missing': { code: 'references-missing' },
  'references-too-many': { code: 'references-too-many', maxImages: 5, maxVideos: 3, maxFiles: 5 },
  'nothing-to-use': { code: 'nothing-to-use' },
  'file-gone': { code: 'file-gone' },
  'file-still-too-large': { code: 'file-still-too-large', limitMegabytes: 10 },
  'reference-wrong-kind': { code: 'reference-wrong-kind', index: 2 },
  'reference-too-large': { code: 'reference-too-large', index: 2, limitMegabytes: 20 },
  'reference-wrong-size': { code: 'reference-wrong-size', index: 2, minPixels: 240, maxPixels: 8_000 },
  'reference-transparent': { code: 'reference-transparent', index: 2 },
  'reference-wrong-length': { code: 'reference-wrong-length', index: 2, minSeconds: 1, maxSeconds: 30 },
  'prompt-empty': { code: 'prompt-empty' },
  'audio-twice': { code: 'audio-twice' },
  'url-not-http': { code: 'url-not-http', option: 'audio_url' },
  'url-private': { code: 'url-private', option: 'audio_url' },
  'file-unreachable': { code: 'file-unreachable', option: 'audio_url' },
  'audio-wrong-kind': { code: 'audio-wrong-kind' },
  'audio-too-large': { code: 'audio-too-large', limitMegabytes: 15 },
  'audio-wrong-length': { code: 'audio-wrong-length', minSeconds: 2, maxSeconds: 30 },
  'region-lacks-kind': {
    code: 'region-lacks-kind',
    region: 'virginia',
    model: 'gen2.7-t2v',
    servedBy: ['beijing', 'singapore'],
  },
  'quota-spent': {
    code: 'quota-spent',
    scope: 'person',
    unit: 'video-seconds',
    limit: 60,
    left: 3,
    asked: 5,
    resetsAt: 1_800_000_000_000,
  },
  'not-set-up': { code: 'not-set-up', settings: ['SPEECH_VOICE'] },
  'shutting-down': { code: 'shutting-down' },
  'job-gone': { code: 'job-gone' },
  'too-late': { code: 'too-late' },
  'preset-unknown': { code: 'preset-unknown' },
  'preset-name-invalid': { code: 'preset-name-invalid', limit: 32 },
  'preset-empty': { code: 'preset-empty' },
  'presets-full': { code: 'presets-full', limit: 20 },
};

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

it('Chinese sentences have the punctuation of Chinese', () => {
  const words = wordsFor('zh-CN');
  const sentences = [
    ...Object.values(refusals).map((facts) => refusalSentence(facts, words)),
    ...Object.values(words.errors.service),
    ...Object.values(words.errors.setUp),
  ];
  // Quoted names of options and times may end in anything.
  const besideHan = /\p{Script=Han} ?[,;:?!(]|[,;:?!)] ?\p{Script=Han}/u;
  expect(sentences.filter((sentence) => besideHan.test(sentence))).toEqual([]);
});

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

  it('have the same commands, options and choices as the other language', () => {
    const shape = (name: string) =>
      Object.entries(wordsFor(name).commands).map(([path, command]) => [
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
