import { consentIndex, consentSchema } from '../../src/community/consent.ts';
import { NeverHeard, neverHeardSchema } from '../../src/community/never-heard.ts';
import { KeptTexts, keptTextSchema, textKeeperSchema } from '../../src/interpreter/recordings/kept-texts.ts';
import type { Clock } from '../../src/operations/clock.ts';
import { PrivacyDesk, type PrivacyParts } from '../../src/privacy/desk.ts';
import { Erasure, erasureSchema } from '../../src/privacy/erasure.ts';
import type { KeptStore } from '../../src/storage/kept.ts';
import { asWritten, nobodys, ofPerson } from '../../src/storage/record-index.ts';
import { silentLog } from './fake-log.ts';

/** The desk of `/privacy` on a store, with features that hold nothing. */
export function privacyOn(
  store: KeptStore,
  clock: Clock,
  changes: Partial<PrivacyParts> & { readonly features?: readonly ((userId: string) => void)[] } = {},
) {
  const neverHeard = new NeverHeard({
    shelf: store.collection('never-heard', neverHeardSchema, ofPerson),
    clock,
  });
  const neverWritten = new NeverHeard({
    shelf: store.collection('never-written', neverHeardSchema, ofPerson),
    clock,
  });
  const keptTexts = new KeptTexts({
    texts: store.collection('recordings-kept', keptTextSchema, asWritten),
    keepers: store.collection('recordings-keepers', textKeeperSchema, ofPerson),
    ...{ traffic: { onRemoval: () => () => undefined }, clock, log: silentLog },
  });
  const { features = [], ...others } = changes;
  const erasures = store.collection('erasures', erasureSchema, nobodys);
  const inHand = { shorten: () => undefined };
  const erasure = new Erasure({
    store,
    erasures,
    inHand,
    clock,
    log: silentLog,
    copiesGoneAt: () => [],
    features,
  });
  const consents = store.collection('consents', consentSchema, consentIndex);
  const desk = new PrivacyDesk({
    store,
    erasure,
    neverHeard,
    neverWritten,
    keptTexts,
    consents,
    stopHearing: [],
    isOwner: async () => false,
    namedIn: async () => [],
    region: 'singapore',
    keepDays: 30,
    videoKeepHours: 24,
    clock,
    ...others,
  });
  return { desk, neverHeard, neverWritten, keptTexts, consents, erasures };
}
