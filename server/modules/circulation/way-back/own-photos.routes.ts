import * as calls from "#contract/borrowers/own-photos.ts";
import { userTypes } from "#contract/codes.ts";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { addOwnPhoto } from "./add-own-photo.ts";
import { deleteUnsent, photoContent } from "./own-photos.queries.ts";

const addedAMinute = 30; // by one address: a school has many borrowers behind it

type Parts = ConfiguredParts<"rateLimitScale">;

/** Serves the photos that borrowers add to what they say of an order: to staff, and to who added them. */
export function ownPhotoRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): void {
  const borrowerOf = ({ borrowerId }: Session) => found(borrowerId ?? undefined);

  serve(
    app,
    calls.addOwnPhoto,
    async ({ params: { orderId }, upload }, { session }) => {
      const own = { orderId, borrowerId: borrowerOf(session) };
      return { data: { photoId: await addOwnPhoto(db, own, upload, clock.now()) } };
    },
    { uploadBytes: pictureLimits.bytes, perMinute: Math.ceil(addedAMinute * configuration.rateLimitScale) },
  );
  serve(app, calls.removeOwnPhoto, async ({ params }, { session }) => {
    found((await deleteUnsent(db, params.photoId, borrowerOf(session))) || undefined);
    return {};
  });
  serve(app, calls.getOwnPhoto, async ({ params: { photoId, size } }, { session }) => {
    const borrowerId = session.userTypeId === userTypes.admin ? undefined : borrowerOf(session);
    const content = found(await photoContent(db, { photoId, size, borrowerId }));
    return { data: { picture: `data:image/webp;base64,${content.toString("base64")}` } };
  });
}
