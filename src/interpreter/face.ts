import type { CallFace } from '../call/call-face.ts';

export const interpreterFace: CallFace = {
  route: 'interpret',
  consent: 'interpreter',
  sentences: (words) => words.interpreter,
};
