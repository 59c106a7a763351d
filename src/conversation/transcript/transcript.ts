import { CallCaptions, type CallCaptionsParts, type KeptLine } from '../../call/captions/call-captions.ts';
import { fileRow, fileText, oneLine } from '../../call/captions/file-text.ts';
import { leaveFile } from '../../call/captions/leave-file.ts';
import { passage } from '../../call/captions/page.ts';
import type { CallEnd } from '../../call/types.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { Call, CallLine, CallRequest } from '../call-types.ts';
import { conversationPresenter } from '../presenter.ts';
import { linksOf, sentenceOf } from './line-text.ts';
import { renderRecap } from './recap.ts';

export interface TranscriptParts extends CallCaptionsParts<CallLine> {
  readonly call: CallCaptionsParts<CallLine>['call'] & Pick<Call, 'request' | 'livedMs' | 'ended'>;
  /** What was decided in a call with this text. Takes a while, and never rejects. */
  readonly decisionsIn?: AskDecisions | undefined;
}

/** `spent`: nothing is left of the day's live time. */
export type AskDecisions = (text: string, request: CallRequest) => Promise<readonly string[] | 'spent'>;

/** Calls with fewer turns need no recap. */
const fewestTurns = 3;
const asksAfter: ReadonlySet<CallEnd> = new Set(['asked', 'starter-left', 'everybody-left', 'idle', 'room']);

/** What's said in a conversation, and at the end a recap with the whole text as a file. Without a place there's neither. */
export function transcriptOf(parts: TranscriptParts): CallCaptions<CallLine, string> {
  const words = wordsFor(parts.call.request.publicLocale);
  return new CallCaptions(parts, {
    sentences: ({ conversation }) => conversation.transcript,
    isApart: false,
    presenter: conversationPresenter,
    opens: 'at-once',
    partOf: () => undefined,
    partName: (part) => part,
    reading: () => (line) => sentenceOf(line, words),
    about: ({ by, to }) => (by.is === 'person' ? by.userId : to),
    isBlank,
    keeps: true,
    leave: async (kept, nameOf, { only }) => {
      if (only !== undefined) await leaveRecap(kept, nameOf, only, parts, words);
    },
  });
}

/** Nothing of it is left. */
export function isBlank(line: CallLine): boolean {
  return !passage(line) && line.sources.length === 0;
}

async function leaveRecap(
  kept: readonly KeptLine<CallLine>[],
  nameOf: (userId: string) => string,
  channelId: string,
  parts: TranscriptParts,
  words: Words,
): Promise<void> {
  const { call, messenger } = parts;
  const { livedMs } = call;
  const nonce = `z${call.request.id}`;
  const lines = kept.map(({ line }) => line);
  if (lines.length === 0) {
    await messenger.post(channelId, renderRecap({ lines, livedMs, decisions: [] }, words), nonce);
    return;
  }
  const { fileName: name, fileDescription: description } = words.conversation.transcript;
  const text = transcriptText(lines, nameOf, words);
  const told = kept.filter(({ isWithdrawn }) => !isWithdrawn).map(({ line }) => line);
  const decisions = await decided(told, transcriptText(told, nameOf, words), parts);
  const recap = renderRecap({ lines, livedMs, decisions }, words);
  await leaveFile(messenger, channelId, recap, { name, description, text }, nonce);
}

/** Asks nothing if the call's end doesn't allow it or nothing may be spent. */
async function decided(
  lines: readonly CallLine[],
  text: string,
  { call, decisionsIn }: TranscriptParts,
): Promise<readonly string[] | 'spent'> {
  const turns = lines.filter(({ by }) => by.is === 'person').length;
  if (!decisionsIn || turns < fewestTurns || !asksAfter.has(await call.ended)) return [];
  return await decisionsIn(text, call.request);
}

/** A whole transcript as plain text. @param nameOf people's names when they spoke */
function transcriptText(
  lines: readonly CallLine[],
  nameOf: (userId: string) => string,
  words: Words,
): string {
  const { transcript } = words.conversation;
  const rows = lines.map((line) => {
    const who = line.by.is === 'person' ? nameOf(line.by.userId) : transcript.assistantName;
    const cut = line.cut ? ` ${transcript.cutInFile}` : '';
    const links = linksOf([line]).map(({ title, url }) => `\n    ${oneLine(title)} ${url}`);
    return `${fileRow(line.at, who, `${line.sure}${line.unsure}`, words.locale)}${cut}${links.join('')}`;
  });
  return fileText(rows, words.call.fileTooLong);
}
