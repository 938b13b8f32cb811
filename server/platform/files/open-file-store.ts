import path from "node:path";
import { Readable } from "node:stream";
import { S3mini, S3ServiceError } from "s3mini";
import { errorCode } from "#server/platform/errors/error-code.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type FileStore, FileStoreError, plainName, typeOf } from "./file-store.ts";
import { localFiles } from "./local-files.ts";
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";

/** The picture store from the settings: a bucket, else the folder `media` in the data folder. */
export function openFileStore({
  dataFolder,
  pictureStore,
}: Pick<Configuration, "dataFolder" | "pictureStore">): FileStore {
  return pictureStore ? s3Files(pictureStore) : localFiles(path.join(dataFolder, "media"));
}

const limit = 10_000; // ms for one request to the storage; stored files are small

/** Files below `media/` in a bucket with path-style addresses. A put is atomic, so nothing is ever left behind. */
function s3Files({ endpoint, bucket, ...settings }: NonNullable<Configuration["pictureStore"]>): FileStore {
  const address = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const storage = new S3mini({ ...settings, endpoint: address, requestAbortTimeout: limit });
  const keyOf = (name: string) => `media/${plainName(name)}`;
  return {
    write: (files) =>
      inWords("write to", bucket, async () => {
        await Promise.all(files.map(({ name, content }) => storage.putObject(keyOf(name), content, typeOf(name))));
      }),
    read: (name) =>
      inWords("read from", bucket, async () => {
        const answer = await storage.getObjectResponse(keyOf(name));
        if (!answer?.body) return null;
        return { size: Number(answer.headers.get("content-length")), content: Readable.fromWeb(answer.body) };
      }),
    remove: (names) =>
      inWords("remove from", bucket, async () => {
        await Promise.all(names.map((name) => storage.deleteObject(keyOf(name))));
      }),
    tidy: async () => {},
  };
}

/** The storage's answer may repeat the request, keys included, so only its status and code are passed on. */
async function inWords<T>(what: string, bucket: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreError) throw error;
    throw new FileStoreError(`Cannot ${what} the bucket "${bucket}": ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) {
    const code = /^\w{1,50}$/.test(error.serviceCode ?? "") ? ` ${error.serviceCode}` : "";
    return `the storage answered ${error.status}${code}; see S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`;
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer within ${limit / 1000} s; see S3_ENDPOINT.`;
  return `it was not reached (${errorCode(error) ?? "no connection"}); see S3_ENDPOINT.`;
}

/** Stores a small file, reads it back and removes it: all that pictures and documents need. Throws FileStoreError. */
export async function tryFiles(files: FileStore): Promise<void> {
  const [name, content] = [`start-${randomUUID()}.webp`, Buffer.from("Can be read back.")];
  await files.write([{ name, content }]);
  const found = await files.read(name);
  const isSame = found !== null && content.equals(await buffer(found.content));
  await files.remove([name]);
  if (!isSame) throw new FileStoreError("The storage of pictures and documents does not give back what was stored.");
}
