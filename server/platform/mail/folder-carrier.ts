import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../error-code.ts";
import { type Carrier, NotDelivered } from "./carrier.ts";

/** Puts each mail into a folder, under one name at every try: it cannot come to be there twice. */
export function folderCarrier(folder: string): Carrier {
  return async ({ mailId, kind, writtenAt, message }) => {
    const stamp = writtenAt.toISOString().slice(0, 19).replaceAll(":", "-");
    const file = path.join(folder, `${stamp}-${kind}-${mailId}.eml`);
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
