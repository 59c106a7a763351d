/** `ready`: it may be called. `put-off`: it keeps its place in the line, and isn't called. `placed`: it was called and goes on. */
export type Standing = 'ready' | 'put-off' | 'placed';

/** What a process says about something of its own that waits for one of the places that all processes of this bot share. */
export interface SaidInLine {
  readonly id: string;
  readonly guildId: string;
  readonly acceptedAt: number;
  /** What's ready and was called keeps its place. */
  readonly is: Standing | 'over';
}

/** How something of any process stands. What's ready in a process that isn't heard of is put off. */
export interface SeenInLine {
  readonly id: string;
  readonly userId: string;
  readonly acceptedAt: number;
  readonly is: Standing | 'over';
  /** When it was last called, as a growing number; 0 if it never was. */
  readonly calledAs: number;
}

/** Who is called next is decided over all processes, by whichever changes something. */
export interface SharedLine {
  /**
   * In one step: what this process says, how the line stands then, and whom it calls. `call` may be asked several times, of which the last
   * one counts. @throws StoreError
   */
  change(
    name: string,
    said: readonly SaidInLine[],
    call: (seen: readonly SeenInLine[]) => readonly string[],
  ): Promise<void>;
  /** Something moved, here or elsewhere; also if nobody knows whether it did. */
  onMove(name: string, listener: () => void): void;
  /** This process is there. @throws StoreError */
  keep(): Promise<void>;
}
