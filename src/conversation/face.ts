import type { CallFace } from '../call/call-face.ts';

export const conversationFace: CallFace = {
  route: 'converse',
  consent: 'conversation',
  sentences: (words) => words.conversation,
};
