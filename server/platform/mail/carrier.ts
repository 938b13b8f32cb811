import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors/error-code.ts";
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

/** Puts each mail into a folder, under one name at every try: it cannot come to be there twice. */
export function folderCarrier(folder: string): Carrier {
  return async ({ mailId, kind, writtenAt, message }) => {
    const file = path.join(folder, `${stampOf(writtenAt)}-${kind}-${mailId}.eml`);
    const aside = `${file}.part`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(aside, message, { flush: true, mode: 0o600 });
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw new NotDelivered({
        end: "later",
        words: `The folder of mails cannot be written (${errorCode(error) ?? "unknown"}).`,
      });
    }
    return file;
  };
}

const written = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-[a-z-]+-(\d{1,9})\.eml(?:\.part)?$/;

export async function sweepFolder(
  folder: string,
  before: Date,
  known: (mailIds: number[]) => Promise<number[]>,
): Promise<void> {
  const names = await readdir(folder).catch(() => []); // no mail was written yet
  const oldest = stampOf(before);
  const old = names.flatMap((name) => {
    const [, stamp = "", mailId] = written.exec(name) ?? [];
    return mailId !== undefined && stamp < oldest ? [{ name, mailId: Number(mailId) }] : [];
  });
  if (old.length === 0) return;
  const left = new Set(await known(old.map(({ mailId }) => mailId)));
  for (const { name, mailId } of old) if (!left.has(mailId)) await rm(path.join(folder, name), { force: true });
}

const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(":", "-");
