/** Something that's going on in a server, which takes one of the places that all processes of this bot share. */
export interface SlotHolder {
  readonly id: string;
  readonly guildId: string;
}

/** How much all processes of this bot together may have going on at once. */
export interface Slots {
  /** False if all are taken. What has one keeps it. @throws StoreError */
  take(name: string, holder: SlotHolder, most: number): Promise<boolean>;
  /** @throws StoreError */
  free(name: string, holderId: string): Promise<void>;
  /**
   * What's going on in this process is exactly that: anything else that was written down for its shards is over, also what a killed
   * process left. @throws StoreError
   */
  restore(name: string, holders: readonly SlotHolder[]): Promise<void>;
}
