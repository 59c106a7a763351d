import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import type { Environment } from '../../../src/config/environment.ts';
import { problemOf, problemsOf, leastSettings as service } from '../../support/config-problems.ts';

const complete: Environment = {
  ...service,
  KNOWLEDGE_URL: 'https://knowledge.invalid',
  KNOWLEDGE_BASES: 'bases.json',
  KNOWLEDGE_ACCESS_KEY_ID: 'id',
  KNOWLEDGE_ACCESS_KEY_SECRET: 'secret',
};
const handbook = {
  id: 'handbook',
  name: 'Handbook',
  indexId: 'idx1',
  workspaceId: 'ws-1',
  guilds: ['400000000000000001'],
};
const fileOf = (content: unknown) => () => JSON.stringify(content);
const bases = fileOf({ bases: [handbook] });

it('what is wrong with a file is said in plain words, at its place', () => {
  const { name: _, ...nameless } = handbook;
  expect(problemOf(complete, fileOf([handbook]))).toBe(
    'KNOWLEDGE_BASES: in bases.json, it must be an object in braces',
  );
  expect(problemOf(complete, fileOf({ bases: [] }))).toBe(
    'KNOWLEDGE_BASES: in bases.json, "bases" must have at least one entry',
  );
  expect(problemsOf(complete, fileOf({ bases: [{ ...nameless, open: 'all', opne: 1 }] }))).toEqual([
    'KNOWLEDGE_BASES: in bases.json, "bases.0.name" is missing',
    'KNOWLEDGE_BASES: in bases.json, "bases.0.open" must be one of everyone, moderators',
    'KNOWLEDGE_BASES: in bases.json, "bases.0" has a field with no meaning: "opne"',
  ]);
});

describe('knowledge bases', () => {
  it('are none unless they are set up', () => {
    expect(loadConfig(service).knowledge).toBeUndefined();
  });

  it('have the documented defaults', () => {
    expect(loadConfig(complete, bases).knowledge).toEqual({
      service: {
        baseUrl: 'https://knowledge.invalid',
        signing: { scheme: 'acs3', accessKeyId: 'id', accessKeySecret: 'secret' },
        retrieval: false,
      },
      bases: [{ ...handbook, open: 'everyone' }],
      leastScore: 0.3,
      listsPerSecond: 5,
      searchesPerSecond: 1,
      stuckMs: 3_600_000,
      watchEveryMs: 60_000,
    });
  });

  it.each([
    ['KNOWLEDGE_SECURITY_TOKEN', 'sts', 'service.signing.securityToken', 'sts'],
    ['KNOWLEDGE_VERSION', '2024-01-01', 'service.version', '2024-01-01'],
    ['KNOWLEDGE_LIST_ACTION', 'ListThem', 'service.listAction', 'ListThem'],
    ['KNOWLEDGE_RETRIEVE_ACTION', 'FindThem', 'service.retrieveAction', 'FindThem'],
    ['KNOWLEDGE_RETRIEVAL', 'on', 'service.retrieval', true],
    ['KNOWLEDGE_MIN_SCORE', '0.55', 'leastScore', 0.55],
    ['KNOWLEDGE_LISTS_PER_SECOND', '9', 'listsPerSecond', 9],
    ['KNOWLEDGE_SEARCHES_PER_SECOND', '2', 'searchesPerSecond', 2],
    ['KNOWLEDGE_STUCK_MINUTES', '5', 'stuckMs', 300_000],
    ['KNOWLEDGE_WATCH_SECONDS', '10', 'watchEveryMs', 10_000],
  ])('take over %s=%s as their %s', (name, written, path, value) => {
    expect(loadConfig({ ...complete, [name]: written }, bases).knowledge).toHaveProperty(path, value);
  });

  it('are signed with the key of the service where bearer is set, and with nothing where none is', () => {
    const { KNOWLEDGE_ACCESS_KEY_ID: _id, KNOWLEDGE_ACCESS_KEY_SECRET: _secret, ...unsigned } = complete;
    const signing = (scheme: string) =>
      loadConfig({ ...unsigned, KNOWLEDGE_SIGNER: scheme }, bases).knowledge?.service.signing;
    expect(signing('bearer')).toEqual({ scheme: 'bearer', token: 'key-of-the-service' });
    expect(signing('none')).toEqual({ scheme: 'none' });
  });
});

describe('where documents can be read', () => {
  const everywhere = 'https://docs.example.org/{name}';

  it('is a pattern of each base, or the one for all of them', () => {
    const own = { ...handbook, id: 'own', documentUrl: 'https://wiki.example.org/?page={id}' };
    const env = { ...complete, KNOWLEDGE_DOCUMENT_URL: everywhere };
    const { knowledge } = loadConfig(env, fileOf({ bases: [handbook, own] }));
    expect(knowledge?.bases.map(({ documentUrl }) => documentUrl)).toEqual([everywhere, own.documentUrl]);
  });

  it.each([
    ['ftp://docs.example.org/{name}', ['must be an address that starts with http:// or https://']],
    ['docs.example.org/{name}', ['must be an address that starts with http:// or https://']],
    ['javascript:alert({name})', ['must be an address that starts with http:// or https://']],
    ['https://docs.example.org/', ['needs {id} or {name}, or all documents would have the same address']],
    ['https://{base}.example.org/{name}', ['must have its placeholders after the host']],
    [
      'https://me:secret@docs.example.org/{title}',
      [
        "has a placeholder that doesn't exist; there are {id}, {name}, {type}, {category}, {base}",
        'needs {id} or {name}, or all documents would have the same address',
        "can't contain a user name or password",
      ],
    ],
    [`https://docs.example.org/${'x'.repeat(300)}/{id}`, ["can't be longer than 300 characters"]],
  ])('is refused with all that is wrong with it at once: %s', (pattern, problems) => {
    expect(problemsOf({ ...complete, KNOWLEDGE_DOCUMENT_URL: pattern }, bases)).toEqual(
      problems.map((problem) => `KNOWLEDGE_DOCUMENT_URL ${problem}`),
    );
    const file = fileOf({ bases: [{ ...handbook, documentUrl: pattern }] });
    for (const problem of problems)
      expect(problemsOf(complete, file).join('\n')).toContain(`"bases.0.documentUrl" ${problem}`);
  });
});

describe('knowledge bases that are not right', () => {
  it.each([
    ['KNOWLEDGE_URL', /^KNOWLEDGE_URL is missing/],
    ['KNOWLEDGE_BASES', /^KNOWLEDGE_BASES is missing/],
    ['KNOWLEDGE_ACCESS_KEY_ID', /^KNOWLEDGE_ACCESS_KEY_ID is missing/],
    ['KNOWLEDGE_ACCESS_KEY_SECRET', /^KNOWLEDGE_ACCESS_KEY_SECRET is missing/],
  ])('are refused without %s', (name, problem) => {
    expect(problemOf({ ...complete, [name]: '' }, bases)).toMatch(problem);
  });

  it.each(['0', '1.5', '-1', 'high', '0.001'])('have no least score of %s', (score) => {
    const problems = problemsOf({ ...complete, KNOWLEDGE_MIN_SCORE: score }, bases);
    expect(problems).toEqual([expect.stringMatching(/^KNOWLEDGE_MIN_SCORE must be a number from 0.01 to 1/)]);
  });

  it.each([
    [{ bases: [] }, /KNOWLEDGE_BASES: in bases.json, "bases" /],
    [{ bases: [handbook, handbook] }, /"bases.1.id" is listed twice/],
    [{ bases: [{ ...handbook, id: 'Hand Book' }] }, /"bases.0.id" must be lower-case/],
    [{ bases: [{ ...handbook, guilds: 'some' }] }, /"bases.0.guilds" must be "all" or a list/],
    [{ bases: [{ ...handbook, guilds: ['7'] }] }, /"bases.0.guilds/],
    [{ bases: [{ ...handbook, workspaceId: '../up' }] }, /"bases.0.workspaceId" must be letters/],
    [{ bases: [{ ...handbook, guild: 'all' }] }, /"bases.0" /],
  ])('are refused by their place in the file: %j', (content, problem) => {
    expect(problemsOf(complete, fileOf(content)).join('\n')).toMatch(problem);
  });
});
