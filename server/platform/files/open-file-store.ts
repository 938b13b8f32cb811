import path from "node:path";
import { Readable } from "node:stream";
import { S3mini, S3ServiceError } from "s3mini";
import { errorCode } from "#server/platform/errors/error-code.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Warnings } from "#server/platform/setup/warnings.ts";
import { type FileStore, FileStoreError, plainName, typeOf } from "./file-store.ts";
import { localFiles } from "./local-files.ts";
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";

/**
 * Opens the configured file store: a bucket, or else the folder `media` in the data folder. A failure raises a warning,
 * which the next successful setup check clears.
 */
export function openFileStore(
  { dataFolder, pictureStore }: Pick<Configuration, "dataFolder" | "pictureStore">,
  warnings?: Pick<Warnings, "notice">,
): FileStore {
  const store = pictureStore ? s3Files(pictureStore) : localFiles(path.join(dataFolder, "media"));
  const noticing =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    (...given: A) =>
      work(...given).catch((error: unknown) => {
        if (error instanceof FileStoreError) warnings?.notice("storage", error.message);
        throw error;
      });
  return {
    write: noticing(store.write),
    read: noticing(store.read),
    remove: noticing(store.remove),
    tidy: noticing(store.tidy),
  };
}

const timeoutMs = 10_000; // for one request to the storage

/** Stores files below `media/` in a bucket with path-style addresses. Writes are atomic, so there is nothing to clean up. */
function s3Files({ endpoint, bucket, ...settings }: NonNullable<Configuration["pictureStore"]>): FileStore {
  const address = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const storage = new S3mini({ ...settings, endpoint: address, requestAbortTimeout: timeoutMs });
  const keyOf = (name: string) => `media/${plainName(name)}`;
  return {
    write: (files) =>
      explainErrors("write to", bucket, async () => {
        await Promise.all(files.map(({ name, content }) => storage.putObject(keyOf(name), content, typeOf(name))));
      }),
    read: (name) =>
      explainErrors("read from", bucket, async () => {
        const answer = await storage.getObjectResponse(keyOf(name));
        if (!answer?.body) return null;
        return { size: Number(answer.headers.get("content-length")), content: Readable.fromWeb(answer.body) };
      }),
    remove: (names) =>
      explainErrors("remove from", bucket, async () => {
        await Promise.all(names.map((name) => storage.deleteObject(keyOf(name))));
      }),
    tidy: async () => {},
  };
}

/** Reports only the status and code of the storage's answer, which may repeat the request with its keys. */
async function explainErrors<T>(action: string, bucket: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreError) throw error;
    throw new FileStoreError(`Cannot ${action} the bucket "${bucket}": ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) {
    const code = /^\w{1,50}$/.test(error.serviceCode ?? "") ? ` ${error.serviceCode}` : "";
    return `the storage answered ${error.status}${code}; check S3_BUCKET, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY.`;
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer within ${timeoutMs / 1000} s; check S3_ENDPOINT.`;
  return `it could not be reached (${errorCode(error) ?? "no connection"}); check S3_ENDPOINT.`;
}

/** Stores a small file, reads it back, and removes it. Throws FileStoreError. */
export async function checkFileStore(files: FileStore): Promise<void> {
  const [name, content] = [`start-${randomUUID()}.webp`, Buffer.from("Can be read back.")];
  await files.write([{ name, content }]);
  const stored = await files.read(name);
  const isSame = stored !== null && content.equals(await buffer(stored.content));
  await files.remove([name]);
  if (!isSame)
    throw new FileStoreError("The storage of pictures and documents returned something other than the stored file.");
}
