import { heardRateHz, heardSamplesPerFrame } from '../../voice/packets/audio.ts';
import { EchoPath } from './echo-path.ts';
import { Envelope, pointMs } from './envelope.ts';
import { Likeness, type Match } from './likeness.ts';
import { endOf, msBetween, type SpeechFrame } from './speech-frame.ts';

const frameMs = 20;
const framePoints = frameMs / pointMs;
/** How much is compared: 320 ms. */
const windowPoints = 32;
/** How much earlier a person's own words may come than out of their neighbour's microphone: 60 ms of late packets. */
const earlierPoints = 6;
/** How much later: packets, and the way through the room. */
const laterPoints = 14;
/** How long a room goes on sounding that two people sit in. */
const roomsMs = [0, 60, 120];
const capacity = windowPoints + 2 * (earlierPoints + laterPoints) + 30;
/** Anyone who was heard this lately may be what the other microphone picks up: 320 ms. */
const recentPoints = 32;
/** How much louder the one who speaks is in their own microphone: 3 dB. */
const louderThere = 1.4;
/** From this likeness on, it's the other one: 99 of 100 are, and 3 of 100 people who speak at the same time. */
const alike = 0.68;
/** From this one on, it's known how loud the other one is here, so what's louder is theirs after all. */
const known = 0.8;
/** Of the last 100 ms, how many frames have to be louder. */
const fewestLouder = 3;
/** Below that, there's no need to hear more. */
const unlike = 0.5;
/** What has to be heard before it's a person's own, and by when that has to be decided. */
const leastSoundMs = 300;
const longestDoubtMs = 360;
/** How long a neighbour is still heard in the room after their last word. */
const longestTailMs = 300;
/** How much of what was in doubt is given back. */
const longestBeginningMs = 800;
/** A pause between two things that a microphone picks up. */
const pauseMs = 200;
/** A gap between packets that's longer is a pause: what's sent then begins now. */
const longestGapMs = 120;
const silence = new Int16Array(heardSamplesPerFrame);

interface Microphone {
  readonly envelope: Envelope;
  /** Where its sound ends, in points that all microphones share. */
  end: number;
  endRtp: number;
  /** The loudness of its last frames. */
  levels: readonly { readonly at: number; readonly level: number }[];
  /** Whose voice it is: `own` and `other` until a pause. */
  voice: 'unknown' | 'own' | 'other';
  /** How long it has been in doubt, and without speech. */
  doubtMs: number;
  quietMs: number;
  /** How another person comes out of it, since the last pause. */
  path: { readonly from: Microphone; readonly how: EchoPath; louder: readonly boolean[] } | undefined;
}

/**
 * A headset that hears its neighbour: what another person says louder at the same time isn't this person's speech. Until
 * it's known whose it is, it counts as sound, so nothing of it is lost if it is theirs after all.
 */
export class Neighbours {
  readonly #microphones = new Map<string, Microphone>();
  /** The newest point of all microphones. */
  #head = 0;

  judgeFrame(frame: SpeechFrame): SpeechFrame {
    const microphone = this.#record(frame);
    if (!frame.speech) {
      microphone.quietMs += frameMs;
      if (microphone.quietMs < pauseMs) return frame;
      microphone.voice = 'unknown';
      microphone.doubtMs = 0;
      microphone.path = undefined;
      return frame;
    }
    microphone.quietMs = 0;
    this.#judge(frame, microphone);
    if (microphone.voice !== 'own') return { ...frame, speech: false };
    // Everything since the doubt began is theirs.
    const soundMs = Math.max(frame.soundMs, Math.min(longestBeginningMs, frame.soundMs + microphone.doubtMs));
    microphone.doubtMs = 0;
    return { ...frame, soundMs };
  }

  forgetSpeaker(userId: string): void {
    this.#microphones.delete(userId);
  }

  #judge({ userId, soundMs }: SpeechFrame, microphone: Microphone): void {
    if (microphone.voice === 'own') return;
    microphone.doubtMs += frameMs;
    const neighbour = this.#loudestBeside(userId);
    const isLoudest = !neighbour || isLouder(microphone, neighbour, this.#head);
    if (microphone.voice === 'unknown' && isLoudest) microphone.voice = 'own';
    else if (neighbour) this.#compare(microphone, neighbour, soundMs, isLoudest);
    // Their neighbour's last sounds are heard a little longer in the room.
    else if (microphone.doubtMs >= longestTailMs) microphone.voice = 'own';
  }

  #compare(microphone: Microphone, neighbour: Microphone, soundMs: number, isLoudest: boolean): void {
    const back = backFrom(microphone, neighbour);
    const isBeyond = isBeyondNeighbour(neighbour, microphone, back);
    const match = matchOf(microphone, neighbour, back);
    if (!match) return;
    const { likeness } = match;
    const isUnlike = likeness < unlike && microphone.voice === 'unknown' && soundMs >= leastSoundMs;
    if (likeness >= alike) {
      microphone.voice = 'other';
      microphone.doubtMs = 0;
      if (likeness < Math.max(known, microphone.path?.how.match.likeness ?? 0)) return;
      const how = new EchoPath(match, microphone.envelope, neighbour.envelope, windowPoints, back);
      microphone.path = { from: neighbour, how, louder: microphone.path?.louder ?? [] };
    } else if (isLoudest || isBeyond || isUnlike || microphone.doubtMs >= longestDoubtMs)
      microphone.voice = 'own';
  }

  /** The loudest of the others who were just heard in their own microphone. */
  #loudestBeside(userId: string): Microphone | undefined {
    let loudest: Microphone | undefined;
    for (const [id, other] of this.#microphones) {
      if (id === userId || other.voice === 'other') continue;
      const loudness = loudnessOf(other, this.#head);
      if (loudness > (loudest ? loudnessOf(loudest, this.#head) : 0)) loudest = other;
    }
    return loudest;
  }

  #record(frame: SpeechFrame): Microphone {
    const microphone = this.#microphoneOf(frame);
    const gapPoints = Math.max(0, msBetween(microphone.endRtp, frame)) / pointMs;
    const begins = gapPoints * pointMs > longestGapMs;
    const next = microphone.end + Math.round(gapPoints);
    // A person's own clock counts while they speak; what they begin to say, they say now.
    const from = begins ? Math.max(next, this.#head - framePoints) : next;
    for (let at = Math.max(microphone.end, from - capacity); at < from; at += framePoints)
      microphone.envelope.add(silence);
    microphone.envelope.add(frame.samples);
    microphone.end = from + framePoints;
    microphone.endRtp = endOf(frame);
    microphone.levels = [...microphone.levels, { at: microphone.end, level: frame.level }].slice(
      -recentPoints / framePoints,
    );
    this.#head = Math.max(this.#head, microphone.end);
    return microphone;
  }

  #microphoneOf(frame: SpeechFrame): Microphone {
    const known = this.#microphones.get(frame.userId);
    if (known) return known;
    const microphone: Microphone = {
      envelope: new Envelope(capacity, heardRateHz, roomsMs),
      end: Math.max(0, this.#head - framePoints),
      endRtp: frame.rtpTimestamp,
      levels: [],
      voice: 'unknown',
      doubtMs: 0,
      quietMs: 0,
      path: undefined,
    };
    this.#microphones.set(frame.userId, microphone);
    return microphone;
  }
}

/** What's compared ended so long ago that the neighbour's late packets are there. */
function backFrom(heard: Microphone, neighbour: Microphone): number {
  return Math.max(earlierPoints, Math.min(heard.end - neighbour.end, earlierPoints + laterPoints));
}

/** Undefined if too little was heard to compare. */
function matchOf(heard: Microphone, neighbour: Microphone, back: number): Match | undefined {
  const from = Math.max(0, neighbour.end - (heard.end - back) - earlierPoints);
  const lags = { from, to: from + earlierPoints + laterPoints };
  return new Likeness(heard.envelope, windowPoints, back).best(neighbour.envelope, lags);
}

/** Whether they've been louder for a while than the neighbour was in their microphone. */
function isBeyondNeighbour(neighbour: Microphone, { envelope, path }: Microphone, back: number): boolean {
  if (path?.from !== neighbour) return false;
  path.louder = [...path.louder, path.how.isExceededBy(envelope, neighbour.envelope, back)].slice(-5);
  return path.louder.filter(Boolean).length >= fewestLouder;
}

function isLouder(microphone: Microphone, neighbour: Microphone, head: number): boolean {
  return loudnessOf(microphone, head) * louderThere > loudnessOf(neighbour, head);
}

/** Its loudest frame of late. */
function loudnessOf({ levels }: Microphone, head: number): number {
  return Math.max(0, ...levels.filter(({ at }) => head - at <= recentPoints).map(({ level }) => level));
}
