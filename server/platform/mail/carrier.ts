import { JobFailed } from "../jobs/job.ts";

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

/** How a try to hand a mail over ended, when it did not succeed. */
export type Failure = {
  /** "refused": the other side said no for good. "unknown": its words were on the wire, and no answer came. */
  end: "later" | "refused" | "unknown";
  /** For staff; never what the mail says. */
  words: string;
};

/** A mail could not be handed over, this time or at all. */
export class NotDelivered extends JobFailed {
  override name = "NotDelivered";

  constructor({ end, words }: Failure) {
    const unknown = " It may or may not have arrived. Resend it if it’s missing.";
    super(end === "unknown" ? words + unknown : words, { isFinal: end !== "later" });
  }
}
