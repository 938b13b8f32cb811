import type { UploadedFile, UploadStream } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";

/** The sentences for no file, several files, and a file that is too large. */
export type UploadSentences = { missing: string; another: string; tooLarge: string };

/** The rules of an upload: the form field, the size limit in bytes, and how long it may stall, in ms. */
type Wanted = { field: string; most: number; silence: number; sentences?: UploadSentences | undefined };

const ofPictures: UploadSentences = {
  missing: ownMessages.pictureMissing,
  another: ownMessages.onePicture,
  tooLarge: ownMessages.pictureTooLarge,
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

const restOfForm = 64 * 1024; // bytes of a form apart from its file
const limits = { files: 2, fields: 10, parts: 12, fieldSize: 1000, headerPairs: 50 };

// A file is in memory from its first byte to the end of its call, so the rest wait unread at their senders.
const gate = concurrencyLimit({ atOnce: 8, queue: 16 });

/** Lets the routes of this scope read multipart forms; elsewhere such a body is ignored. */
export async function readForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** Reads the form's one file and passes it to `work`; anything else is refused. */
export async function withUpload<T>(
  exchange: Exchange,
  wanted: Wanted,
  work: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const { request } = exchange;
  refuseAtOnce(request, wanted);
  return gate(async () => {
    // a sender who hung up while waiting never sends an end: reading would keep the place forever
    if (request.raw.destroyed) throw new HttpError(400);
    return work(await whileHeard(exchange, wanted, () => readFile(request, wanted)));
  });
}

/**
 * Streams the form's one file to `work` without buffering. An error in the form may come after the file and is thrown
 * at the end of `content`, so `work` has to read to the end.
 */
export async function withUploadStream<T>(
  exchange: Exchange,
  wanted: Wanted,
  work: (upload: UploadStream) => Promise<T>,
): Promise<T> {
  const { request } = exchange;
  refuseAtOnce(request, wanted);
  const parts = request.parts({ limits: { ...limits, fileSize: wanted.most } });
  return whileHeard(exchange, wanted, async () => {
    const first = await wantedPart(parts, wanted);
    return work({ fileName: first.filename, content: fileThenRest(first.file, parts, wanted) });
  });
}

async function whileHeard<T>({ request, reply }: Exchange, { silence }: Wanted, read: () => Promise<T>): Promise<T> {
  return unlessSilent(request.raw, silence, read).catch((error: unknown) => {
    // the rest of an aborted request is not read: its connection closes with the answer
    if (error instanceof HttpError && error.statusCode === 408) reply.header("connection", "close");
    throw error;
  });
}

/** Reads a stream and gives up when no byte arrives for this many ms, so that a stalled sender holds no place. */
async function unlessSilent<T>(request: IncomingMessage, patience: number, read: () => Promise<T>): Promise<T> {
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

type Parts = ReturnType<FastifyRequest["parts"]>;

async function wantedPart(parts: Parts, { field, sentences = ofPictures }: Wanted): Promise<MultipartFile> {
  try {
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      if (part.value.type === "field") continue;
      if (part.value.fieldname === field) return part.value;
      part.value.file.resume();
    }
  } catch (error) {
    throw objectionTo(error, sentences);
  }
  throw unusable(sentences.missing);
}

async function* fileThenRest(file: MultipartFile["file"], parts: Parts, wanted: Wanted): AsyncGenerator<Uint8Array> {
  const { field, sentences = ofPictures } = wanted;
  let isAnother = false;
  try {
    for await (const piece of file) yield piece;
    for await (const part of parts) {
      if (part.type === "field") continue;
      isAnother ||= part.fieldname === field;
      part.file.resume();
    }
  } catch (error) {
    throw objectionTo(error, sentences);
  }
  if (file.truncated) throw tooLarge(sentences);
  if (isAnother) throw unusable(sentences.another);
}

function refuseAtOnce(request: FastifyRequest, { most, sentences = ofPictures }: Wanted): void {
  if (!request.isMultipart()) throw new HttpError(415, "Send the file as multipart/form-data.");
  if (Number(request.headers["content-length"]) > most + restOfForm) throw tooLarge(sentences);
}

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

const tooLarge = ({ tooLarge: sentence }: UploadSentences) => new HttpError(413, sentence);

async function readFile(
  request: FastifyRequest,
  { field, most, sentences = ofPictures }: Wanted,
): Promise<UploadedFile> {
  const files: (UploadedFile & { isTooLarge: boolean })[] = [];
  try {
    // read to the end in any case: a sender that is still sending does not receive the answer
    for await (const part of request.parts({ limits: { ...limits, fileSize: most } })) {
      if (part.type === "field") continue;
      const bytes = await readPart(part.file, part.fieldname === field ? most : 0);
      if (part.fieldname === field && bytes.length > 0)
        files.push({ fileName: part.filename, bytes, isTooLarge: part.file.truncated });
    }
  } catch (error) {
    throw objectionTo(error, sentences);
  }
  const [file, another] = files;
  if (!file) throw unusable(sentences.missing);
  if (file.isTooLarge) throw tooLarge(sentences);
  if (another) throw unusable(sentences.another);
  return file;
}

/** A form with too many parts is refused; an unreadable one is a bad request. */
function objectionTo(error: unknown, { another }: UploadSentences): Error {
  return /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(errorCode(error) ?? "") ? unusable(another) : new HttpError(400);
}

/** Collects a part's bytes in one buffer, which costs nothing before it is written to. */
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
