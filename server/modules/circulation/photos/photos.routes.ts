import { pictureLimits } from "#contract/wire/size-limits.ts";
import * as calls from "#contract/desk/photos.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { addPhoto, removePhoto } from "./change-photos.ts";
import { contentOf, describePhoto, photosOf } from "./photos.queries.ts";

/** Serves the photos of what the desk found, to staff alone. */
export function photoRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });
  const present = (row: NonNullable<Awaited<ReturnType<typeof describePhoto>>>) => ({
    photoId: row.photo_id,
    takenAt: row.taken_at.toISOString(),
    takenByName: row.taken_by_name ?? "",
  });

  serve(app, calls.getPhotos, async ({ params }) => ({
    data: (await photosOf(db, params.orderInventoryItemId)).map(present),
  }));
  serve(app, calls.getPhoto, async ({ params }) => {
    const content = found(await contentOf(db, params.id));
    return { data: { picture: `data:image/webp;base64,${content.toString("base64")}` } };
  });
  serve(
    app,
    calls.addPhoto,
    async ({ params, upload }, { session }) => {
      const photoId = await addPhoto(db, params.orderInventoryItemId, upload, actorOf(session));
      return { data: present(found(await describePhoto(db, photoId))) };
    },
    { uploadBytes: pictureLimits.bytes },
  );
  serve(app, calls.removePhoto, async ({ params }, { session }) => {
    await removePhoto(db, params.id, actorOf(session));
    return {};
  });
}
