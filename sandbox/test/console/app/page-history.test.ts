import { expect, it } from 'vitest';
import type { Whereabouts } from '../../../console/page/app/location-hash.ts';
import { PageHistory } from '../../../console/page/app/page-history.ts';

/** A browser with its entries, and an app that goes where it's told. */
function opened(hash: string) {
  const entries = [hash];
  let at = 0;
  let wentBack = () => {};
  const location = {
    get hash() {
      return entries[at] ?? '';
    },
  };
  const history = {
    pushState: (_data: null, _unused: string, url: string) => {
      entries.splice(at + 1, entries.length, url);
      at += 1;
    },
    replaceState: (_data: null, _unused: string, url: string) => {
      entries[at] = url;
    },
  };
  const addEventListener = (_type: 'popstate', listener: () => void) => {
    wentBack = listener;
  };
  const app = {
    channelId: undefined as string | undefined,
    session: { person: { name: 'member' } },
    goTo({ channelId }: Whereabouts) {
      app.channelId = channelId;
      pages.follow();
    },
  };
  const pages = new PageHistory(app, { location, history, addEventListener });
  return {
    app,
    entries,
    open(channelId: string) {
      app.channelId = channelId;
      pages.follow();
    },
    go(steps: number) {
      at += steps;
      wentBack();
    },
  };
}

it('arriving is no step: Back leads out of the page from there', () => {
  const { entries, open } = opened('');
  open('1');
  expect(entries).toEqual(['#member/1']);
});

it('each channel is a step, back and forth', () => {
  const { app, entries, open, go } = opened('#member/1');
  open('1');
  open('2');
  open('3');
  expect(entries).toEqual(['#member/1', '#member/2', '#member/3']);
  go(-2);
  expect(app.channelId).toBe('1');
  go(1);
  expect(app.channelId).toBe('2');
  expect(entries).toHaveLength(3);
  open('4');
  expect(entries).toEqual(['#member/1', '#member/2', '#member/4']);
});
