import type { Translated } from '../../language/languages.ts';
import type { DocumentStatus } from '../../service/knowledge/client.ts';
import type { ImportReason } from '../import-reason.ts';
import { knowledgeCommandWords } from './commands.en.ts';

const some = (count: number) => count.toLocaleString('en');

export const knowledgeWords = {
  commands: knowledgeCommandWords,
  statuses: {
    FINISH: 'imported',
    RUNNING: 'importing',
    INSERT_ERROR: 'import failed',
    DELETED: 'deleted',
    UNKNOWN: 'unknown',
  } satisfies Record<DocumentStatus | 'UNKNOWN', string>,
  /** Why an import failed, to stand behind a colon. */
  reasons: {
    unreadable: 'the file is damaged or protected',
    format: "the content doesn't match the file type",
    'too-large': 'the file is too large',
    inappropriate: 'the content was rejected as inappropriate',
    empty: 'the file has no text',
    quota: 'the account hit a limit',
    internal: 'the service had an error',
    other: 'the service gave another reason',
  } satisfies Record<ImportReason, string>,
  /** What to do about it, as a sentence. */
  advice: {
    unreadable: 'Open it, save it again and re-import it.',
    format: 'Save it in a supported format and re-import it.',
    'too-large': 'Split it into parts.',
    inappropriate: 'Check its content.',
    empty: 'Import it as text or skip it.',
    quota: "Let the bot's owner know.",
    internal: 'Re-import it later.',
    other: "Its details show the service's message.",
  } satisfies Record<ImportReason, string>,
  buttons: {
    previous: 'Previous',
    next: 'Next',
    newSince: 'Show new',
    share: 'Share',
    /** In the menu of documents. */
    details: 'Details of…',
    /** Of the document that has these passages. */
    detailsOf: (passages: readonly number[]) => `Details ${passages.join(', ')}`,
    open: 'Open',
    unhelpful: 'Not helpful',
    report: 'Report',
    refresh: 'Refresh',
    watch: 'Watch',
    unwatch: 'Stop watching',
    gapsDone: 'Mark as done…',
  },
  search: {
    title: (base: string, name: string | undefined, exact: boolean) =>
      `📚 ${base}${name ? (exact ? `: documents called “${name}”` : `: documents with “${name}”`) : ''}`,
    only: (status: string) => `only ${status}`,
    oldestFirst: 'oldest first',
    none: 'No documents found. Try part of the name or fewer options.',
    end: 'End of the list. New documents have arrived since you searched.',
    nothingNew: 'Nothing new since then.',
    unsteady: 'The list is changing too fast right now. Press the button again.',
    range: (from: number, to: number, total: number | undefined) =>
      `${from === to ? some(from) : `${some(from)}–${some(to)}`}${total === undefined ? '' : ` of ${some(total)}`}`,
    found: (total: number) => (total === 1 ? '1 document' : `${some(total)} documents`),
    sharedBy: (mention: string) => `Shared by ${mention}`,
  },
  details: {
    status: 'Status',
    type: 'Type',
    size: 'Size',
    imported: 'Imported',
    base: 'Knowledge base',
    category: 'Category',
    chunking: 'Split into pieces',
    chunkMode: 'by',
    chunkSize: (characters: string) => `${characters} characters each`,
    overlap: (characters: string) => `${characters} shared with the next`,
    separator: (mark: string) => `at “${mark}”`,
    /** For a separator that can't be seen. */
    space: 'at spaces',
    headers: 'Table headers in every piece',
    yes: 'yes',
    no: 'no',
    usual: 'default settings',
    failure: 'Why the import failed',
    serviceSays: 'The service says',
    id: 'Id',
    passages: (passages: readonly number[]) =>
      `${passages.length === 1 ? 'Passage' : 'Passages'} ${passages.join(', ')} of the answer`,
    labelled: (label: string, value: string) => `**${label}:** ${value}`,
  },
  answer: {
    title: (question: string) => `💬 ${question}`,
    from: (document: string, base: string, percent: number) =>
      `**${document}** · ${base} · ${percent}% match`,
    someDocument: 'a document',
    none: "I couldn't find a good answer in the documents. Try rephrasing, or press **Not helpful** to let the moderators know.",
    failed: (bases: string) => `Couldn't search: ${bases}`,
    passages: 'Quoted from the documents, word for word.',
    thanks: 'Thanks. Moderators will see this question in `/knowledge gaps`, without your name.',
    thanksAgain: "You've already reported this.",
  },
  /** Public answers to people who mention the bot. */
  mention: {
    /** They only said its name. */
    help: "Mention me with a question, and I'll look it up in this server's documents.",
    filesOnly: 'I can only read text here. Write your question in the message.',
    askOn: 'Reply to ask more.',
    after: (earlier: string) => `Together with “${earlier}”`,
    cut: (characters: number) => `I read the first ${characters} characters.`,
  },
  gaps: {
    title: (count: number) => `**Unanswered questions** (${some(count)})`,
    empty: 'No questions yet. They show up here when someone presses **Not helpful**.',
    line: (question: string, count: number, when: string, found: boolean) =>
      `${found ? '👎' : '🕳️'} ${question}\n-# ${count === 1 ? 'once' : `${some(count)} times`} · ${when} · ${found ? "results didn't help" : 'no results'}`,
    more: (count: number) => `… and ${some(count)} more`,
    kept: (days: number, most: number) => `Kept for ${days} days (up to ${most}), without names.`,
  },
  health: {
    title: (base: string) => `🩺 ${base}`,
    failed: 'Failed imports, newest first',
    stuck: (minutes: number) =>
      `Importing for more than ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`}`,
    fine: 'All good. No failed or stuck imports.',
    moreFailed: (count: number) =>
      `… and ${some(count)} more. See \`/knowledge search status:import failed\`.`,
    types: 'Types',
    typesSoFar: (read: number) => `Types, from ${some(read)} documents so far (press Refresh for more)`,
    typesReading: 'Counting types. Press Refresh in a moment.',
    watched: (channelId: string) => `👁️ Watching: I'll post finished imports in <#${channelId}>.`,
    paused: (channelId: string) => `⏸️ Watching is paused: I need Read Message History in <#${channelId}>.`,
    at: (time: string) => `As of ${time}`,
  },
  watch: {
    started: (base: string, channelId: string) =>
      `👁️ I'll post in <#${channelId}> when an import into ${base} finishes or fails.`,
    stopped: (base: string) => `I've stopped watching ${base}.`,
    wasNot: (base: string) => `I wasn't watching ${base}.`,
    title: (base: string) => `👁️ ${base}`,
    blind: (base: string, channelId: string) =>
      `⏸️ I've paused watching ${base}: without Read Message History in <#${channelId}> I can't tell whether my last message arrived. I'll continue when a moderator gives it to me.`,
    endedByCrash: (base: string, channelId: string) =>
      `I crashed twice while checking **${base}** for <#${channelId}>, so I stopped watching it. Let the bot's owner know before you start it again.`,
    ended: (base: string, channelId: string) =>
      `I stopped watching ${base} because I can't post in <#${channelId}> any more. Give me access and press Watch in \`/knowledge health\` again.`,
  },
  use: {
    title: "**This server's knowledge bases**",
    everyone: 'everyone, everywhere',
    moderators: 'moderators only',
    nobody: 'moderators only',
    grant: (channelId: string | undefined, roleId: string | undefined) =>
      [roleId ? `<@&${roleId}>` : 'everyone', channelId ? `in <#${channelId}>` : 'everywhere'].join(' '),
    contents: 'full text',
    note: "Moderators (Manage Messages or Manage Server) can use all of them anywhere. The bot's owner decides which knowledge bases this server gets.",
    mentionsOn: '💬 I answer questions that mention me, if everyone in the channel can use the documents.',
    mentionsOff:
      "💬 I don't answer questions that mention me. Turn it on with `/knowledge use mentions:True`.",
    changed: '✅ Saved.',
  },
  export: {
    progress: (read: number, total: number | undefined) =>
      `⏳ Reading the list: ${some(read)}${total === undefined ? '' : ` of ${some(total)}`} documents…`,
    done: (count: number, base: string) =>
      `📄 ${count === 1 ? '1 document' : `${some(count)} documents`} in ${base}`,
    cut: (most: number) => `These are the newest ${some(most)}. Pick a status or name to get the rest.`,
    incomplete: '⚠️ The service kept sending the same documents, so some may be missing. Try again later.',
    fileDescription: (base: string) => `Documents in ${base} (CSV)`,
  },
};

export type KnowledgeWords = Translated<typeof knowledgeWords>;
