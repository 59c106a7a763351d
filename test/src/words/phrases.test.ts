import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const thereIsNone = /\bthere (is|are) none\b/i;
const somebody = /\bsomebody\b/i;

/** What nobody says who uses Discord every day, and what belongs into its place. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bthereof\b/i, 'its'],
  [/\bwhoever\b/i, "name them: the bot's owner, a moderator, you"],
  [somebody, 'someone, or name them'],
  [/\bwho(ever)? runs (the|this) bot\b/i, "the bot's owner"],
  [/\bto its end\b/i, 'finish'],
  [/\bto be found there\b/i, 'has no record of it'],
  [/\bunless (you choose|chosen)\b/i, 'default: …'],
  [/\bas videos went\b/i, 'going by recent videos'],
  [/\b\d+ in all\b|\} in all\b/, 'total'],
  [thereIsNone, "say what's empty and how to fill it"],
  [/\bno video came\b/i, 'your video failed'],
  [/\bgo(es)? before it\b/i, 'ahead of you'],
  [/\bplease tell\b/i, 'let … know'],
  [/\bno longer in use\b/i, 'has expired'],
  [/\byou told so\b/i, "you've already reported this"],
  [/\bfor ever\b/i, 'forever'],
  [/\bas it stands\b/i, 'as it is, the current …'],
  [/\ball the same\b(?! to)/i, 'anyway'],
  [/\banymore\b/i, 'any more'],
  [/\b(for|to) who (asks?|may|wants?|has|is)\b/i, 'people who …'],
  [
    /(?:^|[.:;(*/] ?)so (long|many|much|often|late) (may|must|does|do|is|are|can|a|an)\b/i,
    'how long, how many …',
  ],
];
/** What only comments said, in the word order of another language. */
const forbiddenInComments: readonly (readonly [RegExp, string])[] = [
  [/\bwhen it's not that\b/i, "if it isn't waiting for that"],
  [/; which(,| of the two,)/i, 'a sentence of its own'],
  [/\bin (the|its) place of what\b/i, 'instead of'],
  [/\bis no (news|answer|advice|part|mistake|list)\b/i, "isn't …"],
  [/\bthe one who (asks|asked)\b/i, 'the person who …'],
  [/\bhow an? \w+ stands\b/i, 'its state'],
  [/\bhelps but\b/i, 'only … can fix it'],
  [/\btime (has to go|went) by\b/i, 'called as time passes, needs its ticks'],
  [/\bfrom \d+ on\b/i, 'starting at, after'],
  [/\bof people who\b.*\bnothing\b/i, 'nothing of people who …'],
];
/** What's also said another way where people meet it: in Discord, and on the page. */
const unspoken: readonly (readonly [RegExp, string])[] = [
  [/\b(can|could|do|does|did|is|are|was|were|has|have|had|will|would)(not| not)\b(?!-)/i, "can't, isn't …"],
  [/\b(I am|I will|I have|you are|you will|it is|that is|there is)\b(?![.!?])/i, "I'm, you're, it's …"],
  [/\b(may|must) not\b/i, "can't"],
  [/\bswitch(ed|es)? (it |them |that )?(on|off)\b/i, 'turn on, turn off'],
  [/\bsound files?\b/i, 'audio file'],
  [/\bplease\b|\bkindly\b|\bsorry\b/i, 'say what to do'],
  [/\bokay\b/i, 'OK'],
  [/[a-z] …/, 'no space before …'],
  [/\b(upon|therefore|hence|thus|henceforth|regarding|prior to|in order to)\b/i, 'an everyday word'],
  [
    /\b(could|can|cannot) be (found|reached|loaded|sent|opened|shown|read|made|deleted|changed)\b/i,
    "I can't …",
  ],
  [/\bmeanwhile\b/i, 'while, in the meantime'],
];
/** Discord's own sentences, which the page says as Discord does. */
const quoted = [
  'The application did not respond',
  'You do not have permission to send messages in this channel.',
  'Do not share passwords or other sensitive information.',
];
/** What reads as translated, or is called otherwise in Discord's Chinese client or elsewhere in the bot. */
const forbiddenChinese: readonly (readonly [RegExp, string])[] = [
  [/[\u4e00-\u9fff][,;!?]/, 'full-width punctuation'],
  [/[\u4e00-\u9fff]:(?!\/\/)/, '：'],
  [/[「」『』]/, '“”'],
  [/拒听|禁听/, '耳机静音, as Discord calls it'],
  [/机器人的所有者|运营者|运行者|拥有者|运行(此|本|我)/, '机器人所有者'],
  [/请求者|发起者|发起的人/, '发起人'],
  [/您/, '你'],
  [/太晚了/, '来不及了'],
  [/不得不|以符合|而不是|以便/, 'say it the other way round'],
  [/被(删除|移除|移出|停止|跳过|拒绝|取消|关注|读)/, 'active voice'],
  [/[该此](功能|机器人|知识库|语音|频道|音色|状态|身份组|服务器)/, '这个 or 本'],
  [/[读查][取看]消息历史/, '阅读消息历史记录'],
  [/线程|话题串|帖串/, '子区'],
  [/角色组|身分组|伺服器|頻道/, '身份组, 服务器, 频道'],
  [/直接消息|私聊/, '私信'],
  [/（默认：[开关]）/, '开启, 关闭'],
  [/需要管理服务器权限/, '“管理服务器”'],
  [/没有自己设置的人|未自行设置/, '默认'],
  [/([^的\s，。；：！？（）“”$]{1,12}的){3}/, 'one 的 after the other'],
  [/(开始于|结束于|请求于|截至) ?\$/, 'the time first'],
];

/** Everything between quotes in a source file, without what stands in `${…}`. */
function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const quoted = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...quoted].map((found) => found.slice(1).find((text) => text !== undefined) ?? '');
}

/** The comments of a source file. */
function commentsIn(source: string): string[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?:^|[;,{] )\s*\/\/.*$/gm)].map(([comment]) =>
    comment.replaceAll(/\s*\n\s*\*\s*/g, ' '),
  );
}

/** What tests are called. */
const titlesIn = (source: string) =>
  [
    ...source.matchAll(
      /(?:^\s*(?:it|test|describe)\b[\w.]*|^.*\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/gm,
    ),
  ].map(([, single, double]) => single ?? double ?? '');

/** What a program says, without the names that stand between quotes as well. */
const saidIn = (source: string) => sentencesIn(source).filter((text) => text.includes(' '));
/** The coverage quotes the titles of tests. */
const linesOf = (text: string) => text.replaceAll(/“[^”\n]*”/g, '“…”').split('\n');
/** A title may be about nobody in particular, and about what's missing. */
const saidInTitles = new Set([somebody, thereIsNone]);
/** A comment may say that a value is missing. */
const saidInComments = new Set([thereIsNone]);
const programs = globSync(['*.ts', '{src,commands,launch,sandbox,bench}/**/*.ts']);

function offences(
  paths: readonly string[],
  rules: typeof forbidden,
  parts: (text: string) => string[],
): string[] {
  return paths.flatMap((path) =>
    parts(readFileSync(path, 'utf8'))
      .filter((sentence) => !quoted.some((known) => sentence.includes(known)))
      .flatMap((sentence) =>
        rules.flatMap(([phrase, better]) =>
          phrase.test(sentence) ? [`${path}: “${sentence.trim()}” → ${better}`] : [],
        ),
      ),
  );
}

const words = globSync('src/*/words/*.ts');
const isChinese = (path: string) => path.endsWith('.zh-cn.ts') || path.endsWith('/zh-cn.ts');

it.each([
  ['sentences of the bot', words.filter((path) => !isChinese(path)), saidIn, [...forbidden, ...unspoken]],
  ['sentences of the page', globSync('sandbox/console/page/**/*.ts'), saidIn, [...forbidden, ...unspoken]],
  [
    'messages of all programs',
    programs.filter((path) => !/zh-cn|^bench|^sandbox\/test/.test(path)),
    saidIn,
    forbidden,
  ],
  [
    'comments',
    programs,
    commentsIn,
    [...forbidden.filter(([phrase]) => !saidInComments.has(phrase)), ...forbiddenInComments],
  ],
  [
    'titles of tests',
    globSync('{test,sandbox/test}/**/*.test.ts'),
    titlesIn,
    forbidden.filter(([phrase]) => !saidInTitles.has(phrase)),
  ],
  [
    'documents',
    [
      'README.md',
      'sandbox/README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      '.env.example',
      ...globSync('docs/*.md'),
    ],
    linesOf,
    forbidden,
  ],
] as const)('the %s have no phrase that reads as translated', (_, paths, parts, rules) => {
  expect(paths.length).toBeGreaterThan(4);
  expect(offences(paths, rules, parts)).toEqual([]);
});

it('Chinese sentences have no phrase that reads as translated, and one term for each thing', () => {
  const paths = words.filter(isChinese);
  expect(paths.length).toBeGreaterThan(4);
  expect(offences(paths, forbiddenChinese, sentencesIn)).toEqual([]);
});

it('an apostrophe is straight, everywhere', () => {
  const paths = globSync([
    '*.{md,ts}',
    '.env.example',
    '{docs,src,commands,launch,sandbox,bench,test}/**/*.{md,ts,html,css}',
  ]);
  expect(paths.length).toBeGreaterThan(500);
  const curly = paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /\p{L}\u2019/u.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(curly).toEqual([]);
});
