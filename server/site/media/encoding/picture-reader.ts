import path from "node:path";
import { readInOwnProcess } from "#server/platform/workers/worker.ts";
import * as z from "zod";
import type { EncodedPicture } from "./re-encode.ts";
import { ownMessages } from "#contract/wire/messages.ts";

/** Part of the stored name. Change it whenever the same bytes would be encoded differently. */
export const encoderVersion = "1";

const module = path.join(import.meta.dirname, "re-encode");
const maxSeconds = 90; // the reader itself gives up sooner unless it hangs
const result: z.ZodType<EncodedPicture> = z.object({
  width: z.number(),
  height: z.number(),
  versions: z.array(z.object({ width: z.number(), content: z.instanceof(Uint8Array) })),
});

/** Re-encodes a picture. Refuses other formats, and oversized or damaged pictures. */
export const encodePicture = async (bytes: Uint8Array, read = readInOwnProcess): Promise<EncodedPicture> =>
  read({
    module,
    input: { bytes },
    result,
    maxSeconds,
    sentences: { tooMuch: ownMessages.pictureTakesTooMuch },
  });
