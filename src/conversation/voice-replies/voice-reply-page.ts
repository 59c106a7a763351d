import { showAsIs } from '../../discord/escape.ts';
import { noticeOf, noticeText } from '../../discord/failure-words.ts';
import { button, buttonRow, container, text } from '../../discord/layout.ts';
import type { MessageBody } from '../../discord/messenger.ts';
import type { Words } from '../../words/index.ts';
import type { VoiceReplyHearing } from './voice-reply-hearing.ts';

type ShownReply = Pick<VoiceReplyHearing, 'request' | 'state' | 'costSeconds'>;

/** Of a message's 4,000 characters. */
const longestHeard = 600;
const longestAnswer = 3_000;

/** The answer to a voice message, as far as it has come. */
export function renderVoiceReply({ request, state, costSeconds }: ShownReply, words: Words): MessageBody {
  const { voiceReply } = words.conversation;
  const said = (sentence: string): MessageBody => ({ components: [container([text(sentence)])] });
  const stop = buttonRow([button('danger', voiceReply.stop, 'converse', 'reply-stop', request.id)]);
  switch (state.is) {
    case 'waiting':
    case 'hearing':
      return { components: [container([text(voiceReply.states[state.is]), ...stop])] };
    case 'stopped':
      return said(voiceReply.stopped[state.why]);
    case 'failed': {
      const notice = noticeOf(state.error, words);
      return said(notice ? noticeText(notice, request.reference, words) : '…');
    }
    case 'answering':
    case 'answered': {
      if (state.answer === '') return said(voiceReply.nothing);
      const small = [voiceReply.cost(costSeconds), voiceReply.why];
      return {
        components: [
          ...(state.heard ? [text(`-# 🎤 ${oneLine(state.heard)}`)] : []),
          text(showAsIs(state.answer, longestAnswer)),
          ...(state.is === 'answered' ? [text(`-# ${small.join(' · ')}`)] : stop),
        ],
      };
    }
  }
}

function oneLine(said: string): string {
  return showAsIs(said.replace(/\s+/g, ' '), longestHeard);
}
