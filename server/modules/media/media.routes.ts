import { pictureLimits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { uploadAttachment } from "#contract/media.ts";
import { HttpError } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { type FileStore, FileStoreError } from "#server/platform/files/file-store.ts";
import { Readable } from "node:stream";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { isFileName } from "./pictures.rules.ts";
import { uploadPicture } from "./upload-picture.ts";

type Parts = { db: Database; clock: Clock; files: FileStore };

/** Serves the upload of pictures, and the pictures. */
export function mediaRoutes(app: FastifyInstance, { db, clock, files }: Parts): void {
  serve(
    app,
    uploadAttachment,
    async ({ upload }, { session, request }) => {
      const hand = { userId: session.userId, at: clock.now() };
      return {
        data: await orUnavailable(
          request.log,
          () => uploadPicture({ db, files }, hand, upload),
          ownMessages.pictureNotStored,
        ),
      };
    },
    { uploadBytes: pictureLimits.bytes },
  );
  servePictures(app, files);
}

// A picture never changes under its name, and a browser that is led to it alone may do nothing with it.
const pictureHeaders = {
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

function servePictures(app: FastifyInstance, files: FileStore) {
  app.get<{ Params: { "*": string } }>("/media/*", { helmet: false }, async (request, reply) => {
    const name = request.params["*"];
    if (!isFileName(name)) return reply.callNotFound();
    const etag = `"${name.replace(".webp", "")}"`;
    // whoever has the tag has the picture
    if (request.headers["if-none-match"]?.includes(etag)) {
      return reply
        .code(304)
        .headers({ ...pictureHeaders, etag })
        .send();
    }
    const file = await orUnavailable(request.log, () => files.read(name));
    if (!file) return reply.callNotFound();
    reply.headers({ ...pictureHeaders, etag, "content-length": file.size }).type("image/webp");
    if (request.method !== "HEAD") return reply.send(file.content);
    file.content.destroy();
    return reply.send(Readable.from([])); // a text would be counted anew
  });
}

/** What is wrong with the store is for the log; the visitor hears that it is not his fault. */
async function orUnavailable<T>(log: FastifyBaseLogger, work: () => Promise<T>, sentence?: string): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof FileStoreError)) throw err;
    log.error({ err }, "the store of pictures failed");
    throw new HttpError(503, sentence);
  }
}
