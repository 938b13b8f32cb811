import { JobFailed } from "../jobs/job.ts";

/** An outgoing mail: its bytes and the addresses on its envelope. */
export type Parcel = {
  mailId: number;
  kind: string;
  writtenAt: Date;
  from: string;
  to: string;
  message: Buffer;
};

/**
 * Sends a mail, and returns its location if it is a file. `begin` is awaited before the first byte that cannot be taken
 * back; if it throws, nothing is sent. Throws NotDelivered.
 */
export type Carrier = (parcel: Parcel, begin: () => Promise<void>) => Promise<string | undefined>;

/** How a try to hand a mail over ended, when it did not succeed. */
export type Failure = {
  /** "refused": the other side refused permanently. "unknown": the content was sent, and no answer came. */
  end: "later" | "refused" | "unknown";
  /** For staff; never the mail's content. */
  words: string;
};

/** A mail could not be sent, this time or at all. */
export class NotDelivered extends JobFailed {
  override name = "NotDelivered";

  constructor({ end, words }: Failure) {
    const unknown = " It may or may not have arrived. Resend it if it’s missing.";
    super(end === "unknown" ? words + unknown : words, { isFinal: end !== "later" });
  }
}
