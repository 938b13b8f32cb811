import type { UploadedFile, UploadStream } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import { disconnection } from "../connections/end-connection.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";

/** The sentences for no file, several files, and a file that is too large. */
export type UploadSentences = { missing: string; another: string; tooLarge: string };

type UploadRules = { field: string; maxBytes: number; stallMs: number; sentences?: UploadSentences | undefined };

const pictureSentences: UploadSentences = {
  missing: ownMessages.pictureMissing,
  another: ownMessages.onePicture,
  tooLarge: ownMessages.pictureTooLarge,
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

const formOverhead = 64 * 1024; // bytes of a form apart from its file
const limits = { files: 2, fields: 10, parts: 12, fieldSize: 1000, headerPairs: 50 };

// A file is in memory until its call ends, so only a few are read at a time.
const uploadLimit = concurrencyLimit({ max: 8, maxQueued: 16 });

/** Lets the routes of this scope read multipart forms. */
export async function readForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** Reads the form's one file and passes it to `work`; refuses anything else. */
export async function withUpload<T>(
  exchange: Exchange,
  rules: UploadRules,
  work: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const { request } = exchange;
  refuseEarly(request, rules);
  return uploadLimit(async () => {
    // a sender who hung up while waiting never sends an end, and reading would keep the slot forever
    if (request.raw.destroyed) throw new HttpError(400);
    return work(await withStallLimit(exchange, rules, () => readFile(request, rules)));
  });
}

/**
 * Streams the form's one file to `work`, which must read it to the end: an error after the file is thrown at the end of
 * `content`.
 */
export async function withUploadStream<T>(
  exchange: Exchange,
  rules: UploadRules,
  work: (upload: UploadStream) => Promise<T>,
): Promise<T> {
  const { request, reply } = exchange;
  refuseEarly(request, rules);
  const parts = request.parts({ limits: { ...limits, fileSize: rules.maxBytes } });
  const first = await withStallLimit(exchange, rules, () => filePart(parts, rules));
  return work({
    fileName: first.filename.normalize("NFC"),
    content: withoutStalls(exchange, rules, fileThenRest(first.file, parts, rules)),
    signal: disconnection(reply),
  });
}

/** Limits only the waits for the sender, because processing a piece may take longer. */
async function* withoutStalls(
  exchange: Exchange,
  rules: UploadRules,
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const next = () => withStallLimit(exchange, rules, () => pieces.next());
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
  } finally {
    void pieces.return(undefined); // not awaited: after a stall, it waits for the sender
  }
}

async function withStallLimit<T>(
  { request, reply }: Exchange,
  { stallMs }: UploadRules,
  read: () => Promise<T>,
): Promise<T> {
  return failOnStall(request.raw, stallMs, read).catch((error: unknown) => {
    // the rest of an aborted request is not read
    if (error instanceof HttpError && error.statusCode === 408) reply.header("connection", "close");
    throw error;
  });
}

/** Runs `read` and throws 408 when no byte arrives for `stallMs`, so that a stalled sender keeps no slot. */
async function failOnStall<T>(request: IncomingMessage, stallMs: number, read: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => giveUp(new HttpError(408, ownMessages.uploadStopped)), stallMs);
  let giveUp: (error: HttpError) => void;
  const stall = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const restart = () => void timer.refresh();
  try {
    const reading = read();
    request.on("data", restart);
    return await Promise.race([reading, stall]);
  } finally {
    clearTimeout(timer);
    request.off("data", restart);
  }
}

type Parts = ReturnType<FastifyRequest["parts"]>;

async function filePart(parts: Parts, { field, sentences = pictureSentences }: UploadRules): Promise<MultipartFile> {
  try {
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      if (part.value.type === "field") continue;
      if (part.value.fieldname === field) return part.value;
      part.value.file.resume();
    }
  } catch (error) {
    throw formError(error, sentences);
  }
  throw unusable(sentences.missing);
}

async function* fileThenRest(
  file: MultipartFile["file"],
  parts: Parts,
  rules: UploadRules,
): AsyncGenerator<Uint8Array> {
  const { field, sentences = pictureSentences } = rules;
  let isAnother = false;
  try {
    for await (const piece of file) yield piece;
    for await (const part of parts) {
      if (part.type === "field") continue;
      isAnother ||= part.fieldname === field;
      part.file.resume();
    }
  } catch (error) {
    throw formError(error, sentences);
  }
  if (file.truncated) throw tooLarge(sentences);
  if (isAnother) throw unusable(sentences.another);
}

function refuseEarly(request: FastifyRequest, { maxBytes, sentences = pictureSentences }: UploadRules): void {
  if (!request.isMultipart()) throw new HttpError(415, "Send the file as multipart/form-data.");
  if (Number(request.headers["content-length"]) > maxBytes + formOverhead) throw tooLarge(sentences);
}

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

const tooLarge = ({ tooLarge: sentence }: UploadSentences) => new HttpError(413, sentence);

async function readFile(
  request: FastifyRequest,
  { field, maxBytes, sentences = pictureSentences }: UploadRules,
): Promise<UploadedFile> {
  const files: (UploadedFile & { isTooLarge: boolean })[] = [];
  try {
    // always read to the end: a client that is still sending does not receive the answer
    for await (const part of request.parts({ limits: { ...limits, fileSize: maxBytes } })) {
      if (part.type === "field") continue;
      const bytes = await readPart(part.file, part.fieldname === field ? maxBytes : 0);
      if (part.fieldname === field && bytes.length > 0)
        files.push({ fileName: part.filename.normalize("NFC"), bytes, isTooLarge: part.file.truncated });
    }
  } catch (error) {
    throw formError(error, sentences);
  }
  const [file, another] = files;
  if (!file) throw unusable(sentences.missing);
  if (file.isTooLarge) throw tooLarge(sentences);
  if (another) throw unusable(sentences.another);
  return file;
}

/** Returns a refusal for too many parts, and 400 for an unreadable form. */
function formError(error: unknown, { another }: UploadSentences): Error {
  return /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(errorCode(error) ?? "") ? unusable(another) : new HttpError(400);
}

/** Collects a part's bytes in one buffer, whose memory is only used once written to. */
async function readPart(part: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(maxBytes);
  let length = 0;
  for await (const chunk of part) {
    const rest = chunk.subarray(0, maxBytes - length);
    bytes.set(rest, length);
    length += rest.length;
  }
  return bytes.subarray(0, length);
}
