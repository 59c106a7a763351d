import { describe, expect, it } from 'vitest';
import { troubleOf } from '../../../../src/service/realtime/error-class.ts';

describe('an error event of the realtime service', () => {
  it.each([
    [
      { code: 'invalid_value', param: 'session.modalities', message: 'bad' },
      { is: 'our-request', param: 'session.modalities' },
    ],
    [
      { type: 'invalid_request_error', message: 'bad' },
      { is: 'our-request', param: undefined },
    ],
    [{ code: 'COMMON_ERROR', message: 'Conversation has none active response' }, { is: 'nothing-running' }],
    [{ code: '', param: '', message: 'Conversation has none active response.' }, { is: 'nothing-running' }],
    [{ message: 'Conversation already has an active response' }, { is: 'response-running' }],
    [{ message: 'Cannot create response while user is speaking.' }, { is: 'somebody-speaks' }],
    [{ message: 'Error append image before append audio.' }, { is: 'image-before-audio' }],
    [{ message: 'Unsupported voice' }, { is: 'voice-unknown', voice: undefined }],
    [{ message: "Voice 'Nobody' is not supported." }, { is: 'voice-unknown', voice: 'Nobody' }],
    [{ code: 'response_idle_timeout', message: 'whatever' }, { is: 'idle' }],
    [{ message: 'thread pool exhausted' }, { is: 'passing' }],
    [{ message: 'Thread pool exausted', code: 'invalid_request' }, { is: 'passing' }],
    [{ message: 'Internal service error!', type: 'invalid_request_error' }, { is: 'passing' }],
    [
      { message: 'The free tier of this model is used up', code: 'invalid_value' },
      { is: 'fatal', fault: 'arrears', code: 'AllocationQuota.FreeTierOnly' },
    ],
    [{ message: 'something nobody has seen' }, { is: 'passing' }],
    [{}, { is: 'passing' }],
    [{ message: 'Model not found: x' }, { is: 'fatal', fault: 'not-found', code: 'ModelNotFound' }],
    [{ message: 'Access denied.' }, { is: 'fatal', fault: 'access', code: 'AccessDenied' }],
    [{ message: 'Invalid API-key provided.' }, { is: 'fatal', fault: 'credentials', code: 'InvalidApiKey' }],
    [
      { code: 'Arrearage', message: 'overdue' },
      { is: 'fatal', fault: 'arrears', code: 'Arrearage' },
    ],
  ])('%j calls for %j', (error, trouble) => {
    expect(troubleOf(error)).toEqual(trouble);
  });

  it('is read no further than it is worth', () => {
    expect(troubleOf({ message: `${'x'.repeat(1_000_000)} none active response` })).toEqual({
      is: 'passing',
    });
  });
});
