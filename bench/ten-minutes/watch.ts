import { type SandboxAddresses, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';

/** Something that the bot wrote, changed or deleted where everyone could see it. */
export interface Write {
  readonly atMs: number;
  readonly is: 'post' | 'edit' | 'delete';
  readonly channelId: string;
  readonly messageId: string;
  /** All texts of the message, line by line. */
  readonly text: string;
}

interface Written {
  readonly id: string;
  readonly channel_id: string;
  readonly content?: string;
  readonly flags?: number;
  readonly author?: { readonly id: string };
  readonly components?: readonly Shown[];
}

interface Shown {
  readonly type: number;
  readonly content?: string;
  readonly components?: readonly Shown[];
  readonly accessory?: Shown;
}

const textDisplay = 10;
const ephemeral = 64;

/** Someone who sees every channel, says nothing, and notes what the bot writes and when. */
export class Watch {
  readonly writes: Write[] = [];
  readonly #person: SandboxPerson;

  static async begin(
    addresses: SandboxAddresses,
    person: { readonly id: string; readonly token: string },
    botUserId: string,
  ): Promise<Watch> {
    return new Watch(await SandboxPerson.connect(addresses, person), botUserId);
  }

  private constructor(person: SandboxPerson, botUserId: string) {
    this.#person = person;
    person.onEvent(({ name, data }) => {
      const message: Written = data;
      if (name === 'MESSAGE_DELETE') this.#note('delete', message);
      if (name !== 'MESSAGE_CREATE' && name !== 'MESSAGE_UPDATE') return;
      if (message.author?.id !== botUserId || ((message.flags ?? 0) & ephemeral) !== 0) return;
      this.#note(name === 'MESSAGE_CREATE' ? 'post' : 'edit', message);
    });
  }

  stop(): void {
    this.#person.disconnect();
  }

  #note(
    is: Write['is'],
    { id: messageId, channel_id: channelId, content = '', components = [] }: Written,
  ): void {
    const text = [content, ...components.flatMap(textsOf)].filter((each) => each !== '').join('\n');
    this.writes.push({ atMs: Date.now(), is, channelId, messageId, text });
  }
}

function textsOf({ type, content, components = [], accessory }: Shown): readonly string[] {
  const own = type === textDisplay && content !== undefined ? [content] : [];
  return [...own, ...[...components, ...(accessory ? [accessory] : [])].flatMap(textsOf)];
}

/** Messages that are still there, each as it reads last, in the order of posting. */
export function lastWritten(writes: readonly Write[]): readonly Write[] {
  const last = new Map<string, Write>();
  for (const write of writes)
    if (write.is === 'delete') last.delete(write.messageId);
    else if (write.is === 'post' || last.has(write.messageId)) last.set(write.messageId, write);
  return [...last.values()];
}

/** The most that was written in one channel within a second. */
export function mostInASecond(writes: readonly Write[]): number {
  const channels = Map.groupBy(writes, ({ channelId }) => channelId);
  return Math.max(
    0,
    ...[...channels.values()].flatMap((all) =>
      all.map(({ atMs }) => all.filter((each) => each.atMs >= atMs && each.atMs < atMs + 990).length),
    ),
  );
}
