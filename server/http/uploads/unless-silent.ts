import type { IncomingMessage } from "node:http";
import { ownMessages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";

/** Reads a stream and gives up when no byte arrives for this many ms, so that a stalled sender holds no place. */
export async function unlessSilent<T>(request: IncomingMessage, patience: number, read: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => giveUp(new HttpError(408, ownMessages.uploadStopped)), patience);
  let giveUp: (error: HttpError) => void;
  const silence = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const heard = () => void timer.refresh();
  try {
    const reading = read();
    request.on("data", heard);
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
    request.off("data", heard);
  }
}
