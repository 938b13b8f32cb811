import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/messages.ts";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError, Refusal } from "../errors.ts";
import { turnstile } from "../limits/turnstile.ts";
import { unlessSilent } from "./unless-silent.ts";

/** What an uploading call takes: the form's field, the largest file in bytes, and how long it may be silent, in ms. */
type Wanted = { field: string; most: number; silence: number };

const restOfForm = 64 * 1024; // bytes of a form beside its file
const limits = { files: 2, fields: 10, parts: 12, fieldSize: 1000, headerPairs: 50 };

// A file is in memory from its first byte to the end of its call: the rest waits unread at the senders.
const gate = turnstile({ atOnce: 8, queue: 16 });

/** Lets the routes of this scope read forms with files; elsewhere such a body stays a foreign one. */
export async function readForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** Reads the form's one file and hands it to `work`; what is not one file of that field is refused. */
export async function withUpload<T>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  wanted: Wanted,
  work: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new HttpError(415, "Send the file as multipart/form-data.");
  if (Number(request.headers["content-length"]) > wanted.most + restOfForm) throw tooLarge();
  return gate(async () => {
    // who hung up while waiting never sends an end: reading would keep the place for ever
    if (request.raw.destroyed) throw new HttpError(400);
    const upload = await unlessSilent(request.raw, wanted.silence, () => readFile(request, wanted)).catch((error) => {
      // nobody reads the rest of a request that was given up: its connection ends with the answer
      if (error instanceof HttpError && error.statusCode === 408) reply.header("connection", "close");
      throw error;
    });
    return work(upload);
  });
}

const tooLarge = () => new HttpError(413, ownMessages.pictureTooLarge);

async function readFile(request: FastifyRequest, { field, most }: Wanted): Promise<UploadedFile> {
  const files: (UploadedFile & { isTooLarge: boolean })[] = [];
  try {
    // to its end, whatever is in it: a sender who is still sending does not hear the answer
    for await (const part of request.parts({ limits: { ...limits, fileSize: most } })) {
      if (part.type === "field") continue;
      const bytes = await readPart(part.file, part.fieldname === field ? most : 0);
      if (part.fieldname === field && bytes.length > 0)
        files.push({ fileName: part.filename, bytes, isTooLarge: part.file.truncated });
    }
  } catch (error) {
    throw objectionTo(error);
  }
  const [file, another] = files;
  if (!file) throw new Refusal(ownMessages.pictureMissing);
  if (file.isTooLarge) throw tooLarge();
  if (another) throw new Refusal(ownMessages.onePicture);
  return file;
}

/** A form of too many parts is refused; one that cannot be read is the sender's mistake. */
function objectionTo(error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code) ? new Refusal(ownMessages.onePicture) : new HttpError(400);
}

/** A part's bytes in one piece of memory, which costs nothing before it is written to. */
async function readPart(part: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(most);
  let length = 0;
  for await (const chunk of part) {
    const rest = chunk.subarray(0, most - length);
    bytes.set(rest, length);
    length += rest.length;
  }
  return bytes.subarray(0, length);
}
