import { knowledgeCommandWords } from './commands.en.ts';
import type { KnowledgeWords } from './knowledge-words.ts';

const some = (count: number) => count.toLocaleString('en');

export const knowledgeWords: KnowledgeWords = {
  commands: knowledgeCommandWords,
  statuses: {
    FINISH: 'imported',
    RUNNING: 'importing',
    INSERT_ERROR: 'import failed',
    DELETED: 'deleted',
    UNKNOWN: 'in a state that I do not know',
  },
  reasons: {
    unreadable: 'the file is damaged or protected',
    format: 'the content does not fit the kind of file',
    'too-large': 'the file is too large',
    inappropriate: 'the content was refused as inappropriate',
    empty: 'there is no text in the file',
    quota: 'a limit of the account is reached',
    internal: 'the service failed',
    other: 'the service gave a reason that I have no words for',
  },
  advice: {
    unreadable: 'Open it, save it anew and import it again.',
    format: 'Save it in a kind that is supported and import it again.',
    'too-large': 'Split it into parts.',
    inappropriate: 'Have a look at what is in it.',
    empty: 'Import it as text, or leave it out.',
    quota: 'Whoever runs this bot can look at it.',
    internal: 'Import it again later.',
    other: 'Its details have the service’s own words.',
  },
  buttons: {
    previous: 'Back',
    next: 'Next',
    newSince: 'New since then',
    share: 'Share',
    details: 'Details of …',
    detailsOf: (number) => `Details ${number}`,
    unhelpful: 'Not helpful',
    refresh: 'Refresh',
    watch: 'Watch',
    unwatch: 'Stop watching',
    gapsDone: 'Done with …',
  },
  search: {
    title: (base, name, exact) =>
      `📚 ${base}${name ? (exact ? `: documents called “${name}”` : `: documents with “${name}”`) : ''}`,
    only: (status) => `only ${status}`,
    oldestFirst: 'oldest first',
    none: 'There is no such document. Try a part of its name, or leave an option out.',
    end: 'That was all. What arrived meanwhile is behind the button.',
    nothingNew: 'Nothing new has arrived since.',
    unsteady: 'Documents come and go too quickly at this moment. Press the button again.',
    range: (from, to, total) =>
      `${from === to ? some(from) : `${some(from)}–${some(to)}`}${total === undefined ? '' : ` of ${some(total)}`}`,
    found: (total) => (total === 1 ? '1 document' : `${some(total)} documents`),
    sharedBy: (mention) => `Shared by ${mention}`,
  },
  details: {
    status: 'State',
    type: 'Kind',
    size: 'Size',
    imported: 'Imported',
    base: 'Knowledge base',
    category: 'Category',
    chunking: 'Cut into pieces',
    chunkMode: 'by',
    chunkSize: (characters) => `${characters} characters each`,
    overlap: (characters) => `${characters} of them shared with the next`,
    separator: 'at',
    headers: 'Table headers in each piece',
    usual: 'as usual',
    failure: 'Why the import failed',
    serviceSays: 'The service says',
    id: 'Id',
    labelled: (label, value) => `**${label}:** ${value}`,
  },
  answer: {
    title: (question) => `💬 ${question}`,
    from: (document, base, percent) => `**${document}** · ${base} · fits ${percent} %`,
    someDocument: 'a document',
    none: 'Nothing in the documents fits well enough, so I say nothing rather than something wrong. Ask in other words, or tell the moderators with the button that this is missing.',
    failed: (bases) => `Not searched, because it failed: ${bases}`,
    passages: 'These are passages as they stand in the documents; nothing is added.',
    thanks: 'Thank you. Moderators now see this question (not who asked it) in `/knowledge gaps`.',
    thanksAgain: 'You told so already.',
  },
  gaps: {
    title: (count) => `**Questions that the documents did not answer** (${some(count)})`,
    empty: 'There is none. Questions come here when somebody presses “Not helpful”.',
    line: (question, count, when, found) =>
      `${found ? '👎' : '🕳️'} ${question}\n-# ${count === 1 ? 'once' : `${some(count)} times`} · ${when} · ${found ? 'what was found did not help' : 'nothing was found'}`,
    more: (count) => `… and ${some(count)} more`,
    kept: (days, most) => `Kept for ${days} days, ${most} at most, without who asked.`,
  },
  health: {
    title: (base) => `🩺 ${base}`,
    failed: 'Failed imports, the newest first',
    stuck: (minutes) =>
      `Importing for more than ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`}`,
    fine: 'Nothing failed and nothing is stuck.',
    moreFailed: (count) => `… and ${some(count)} more: \`/knowledge search\` with the state “import failed”`,
    types: 'Kinds',
    typesSoFar: (read) => `Kinds, of the ${some(read)} documents read so far; Refresh shows more`,
    typesReading: 'Kinds are being counted; press Refresh in a moment.',
    watched: (channelId) => `👁️ Watched: imports that end are told in <#${channelId}>.`,
    at: (time) => `As of ${time}`,
  },
  watch: {
    started: (base, channelId) =>
      `👁️ From now on I tell <#${channelId}> when an import into ${base} ends or fails.`,
    stopped: (base) => `I no longer watch ${base}.`,
    wasNot: (base) => `${base} was not watched.`,
    title: (base) => `👁️ ${base}`,
    endedByCrash: (base, channelId) =>
      `I crashed twice while checking **${base}** for <#${channelId}>, so I stopped watching it. Let the bot's owner know before you start it again.`,
    ended: (base, channelId) =>
      `I stopped watching ${base}, because I may no longer write in <#${channelId}>. Allow it there and press Watch in \`/knowledge health\` again.`,
  },
  use: {
    title: '**Knowledge bases of this server**',
    everyone: 'everybody, everywhere',
    moderators: 'moderators only',
    nobody: 'nobody but moderators',
    grant: (channelId, roleId) =>
      [roleId ? `<@&${roleId}>` : 'everybody', channelId ? `in <#${channelId}>` : 'everywhere'].join(' '),
    contents: 'contents can be searched',
    note: 'Moderators (Manage Messages or Manage Server) can use all of them everywhere. Which bases this server has, whoever runs this bot decides.',
    changed: 'Changed.',
  },
  export: {
    progress: (read, total) =>
      `⏳ Reading the list: ${some(read)}${total === undefined ? '' : ` of ${some(total)}`} documents …`,
    done: (count, base) => `📄 ${count === 1 ? '1 document' : `${some(count)} documents`} of ${base}`,
    cut: (most) =>
      `These are the newest ${some(most)}; there are more. Choose a state or a name for the rest.`,
    fileDescription: (base) => `List of the documents of ${base}, as CSV`,
  },
};
