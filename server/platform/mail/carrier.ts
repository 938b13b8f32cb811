import type { Failure } from "./delivery.rules.ts";

/** A mail as it goes out: its bytes, and the addresses on its envelope. */
export type Parcel = {
  mailId: number;
  kind: string;
  writtenAt: Date;
  from: string;
  to: string;
  message: Buffer;
};

/**
 * Hands a mail over, and says where it is when that is a file. `begin` is awaited before the first byte goes where it
 * cannot be taken back; when it throws, nothing goes. Throws NotDelivered.
 */
export type Carrier = (parcel: Parcel, begin: () => Promise<void>) => Promise<string | undefined>;

/** A mail could not be handed over, this time or at all. */
export class NotDelivered extends Error {
  override name = "NotDelivered";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.words);
    this.failure = failure;
  }
}
