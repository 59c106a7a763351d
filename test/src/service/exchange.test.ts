import { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { ExchangeFailure, exchange } from '../../../src/service/exchange.ts';
import { rejection } from '../../support/rejection.ts';

/** Never connects; hands the waiting request over to the test. */
class WaitingDispatcher extends Dispatcher {
  handler: Dispatcher.DispatchHandler | undefined;

  override dispatch(_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler;
    return true;
  }
}

test('a request that was given up while it waited for a connection is not sent when the connection comes', async () => {
  const dispatcher = new WaitingDispatcher();
  const caller = new AbortController();
  const ending = rejection(
    exchange(dispatcher, {
      method: 'POST',
      url: new URL('http://service.test/x'),
      headers: {},
      maxAnswerBytes: 100,
      signal: caller.signal,
    }),
    ExchangeFailure,
  );
  caller.abort();
  expect(await ending).toMatchObject({ end: 'signal', sent: false });

  const aborted: Error[] = [];
  dispatcher.handler?.onRequestStart?.(
    {
      aborted: false,
      paused: false,
      reason: null,
      abort: (reason) => aborted.push(reason),
      pause: () => undefined,
      resume: () => undefined,
    },
    {},
  );
  expect(aborted).toHaveLength(1);
});
