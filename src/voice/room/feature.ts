/** A feature that shares a room with others. */
export interface RoomFeature {
  readonly name: string;
  /** The higher, the more important: it speaks first, and the channel's status line is its. */
  readonly rank: number;
}
