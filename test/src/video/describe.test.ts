import { expect, it } from 'vitest';
import type { VideoRequest } from '../../../src/service/video/request.ts';
import { factsLine } from '../../../src/video/describe.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { legacyTextRequest, referenceRequest } from '../../support/model-tables.ts';
import { textVideoRequest } from '../../support/service-settings.ts';

const words = wordsFor('en-US');
const { facts } = words.video;

it.each<[string, VideoRequest, string]>([
  ['gen2.7', textVideoRequest(), facts.ownSound],
  ['gen2.7 with audio', textVideoRequest({ audioUrl: 'https://files.test/a.mp3' }), facts.withAudio],
  ['gen2.6', legacyTextRequest(), facts.ownSound],
  ['gen2.2', legacyTextRequest({ model: 'gen2.2-t2v-plus', size: '1920*1080' }), facts.silent],
  ['gen2.1', legacyTextRequest({ model: 'gen2.1-t2v-plus' }), facts.silent],
  ['gen2.6-r2v', referenceRequest(), facts.ownSound],
  ['flash', referenceRequest({ model: 'gen2.6-r2v-flash', audio: true }), facts.ownSound],
  ['flash without sound', referenceRequest({ model: 'gen2.6-r2v-flash', audio: false }), facts.silent],
])('the facts of a video of %s say whether it can be heard', (_, request, sound) => {
  const all = [facts.ownSound, facts.withAudio, facts.silent];
  const said = factsLine(request, words).split(' · ');
  expect(all.filter((each) => said.includes(each))).toEqual([sound]);
});
