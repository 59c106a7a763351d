import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/language/languages.ts';
import type { VideoRequest } from '../../../src/service/video/request.ts';
import { factsLine, renderDetails } from '../../../src/video/details-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { legacyTextRequest, referenceRequest } from '../../support/model-tables.ts';
import { textVideoRequest } from '../../support/service-settings.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

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

it.each(languages)('the buttons that cost something say so in %s, and can be read whole', (language) => {
  const { again, retry, edit, details: more, remove } = wordsFor(language).video.buttons;
  for (const label of [again(10), retry(10)]) expect(label).toMatch(/ · 10 (s|秒)$/);
  // About so many characters of a label are seen (spec 6, section 3).
  for (const label of [again(3_600), retry(3_600), edit, more, remove])
    expect(Array.from(label).length).toBeLessThanOrEqual(34);
});

describe('details', () => {
  async function detailsAfter(arrange: (world: VideoWorld) => void): Promise<string> {
    const world = await VideoWorld.open();
    arrange(world);
    await world.make();
    return FakeMessenger.textOf(renderDetails(world.job(id), wordsFor('en-US')));
  }

  it('the details of a task that failed hold its task id and the request id of the answer that said so', async () => {
    const details = await detailsAfter((world) => {
      world.service.ending = () => ({ status: 'failed', code: 'InternalError', requestId: 'request-7' });
    });
    expect(details).toContain('task-1');
    expect(details).toContain('request-7');
  });

  it('the details of a refused creation hold its request id', async () => {
    const details = await detailsAfter((world) => {
      const refusal = { fault: 'moderation', code: 'DataInspectionFailed' } as const;
      world.service.refuse('create', { ...refusal, requestId: 'request-8' });
    });
    expect(details).toContain('request-8');
  });
});
