/** Who listens to a fake. */
export class Listeners<Listener> extends Set<Listener> {
  /** Returns what stops it. */
  readonly listen = (listener: Listener): (() => void) => {
    this.add(listener);
    return () => void this.delete(listener);
  };

  tell<Told extends readonly unknown[]>(
    this: Listeners<(...told: Told) => void>,
    ...told: NoInfer<Told>
  ): void {
    for (const listener of [...this]) listener(...told);
  }
}
