import { userTypes } from "#contract/catalog/codes.ts";
import * as returns from "#contract/desk/returns.ts";
import * as wayBack from "#contract/orders/way-back.ts";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { startOfDay, today } from "#server/platform/clock.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { contentOf, deleteUnsent, describePhoto, isRecentLoan, photoContent, photosOf } from "./reports.queries.ts";
import { showOrder, showStaffOrder } from "./show-orders.ts";
import {
  addOwnPhoto,
  addPhoto,
  recordArrival,
  recordSentBack,
  removePhoto,
  reportProblem,
  settleReports,
} from "./reports.ts";

type Parts = ConfiguredParts<"timeZone" | "rateLimitScale">;

const borrowerOf = ({ borrowerId }: Session) => found(borrowerId ?? undefined);

export function reportRoutes(app: FastifyInstance, parts: Parts): void {
  photoRoutes(app, parts);
  ownPhotoRoutes(app, parts);
  wayBackRoutes(app, parts);
}

/** Serves staff's photos of copies; to volunteers only of open orders, and of copies that came back today. */
function photoRoutes(app: FastifyInstance, { db, clock, configuration: { timeZone } }: Parts): void {
  const present = (row: NonNullable<Awaited<ReturnType<typeof describePhoto>>>) => ({
    photoId: row.photo_id,
    takenAt: row.taken_at.toISOString(),
    takenByName: row.taken_by_name ?? "",
  });

  const checkLoan = async ({ role }: Session, loanId: number) => {
    if (role !== "volunteer") return;
    const since = startOfDay(today(clock, timeZone), timeZone);
    if (!(await isRecentLoan(db, loanId, since))) throw new HttpError(404);
  };
  const checkPhoto = async (session: Session, photoId: number) =>
    checkLoan(session, found(await describePhoto(db, photoId)).assignment_id);

  serve(app, returns.getPhotos, async ({ params }, { session }) => {
    await checkLoan(session, params.orderInventoryItemId);
    return { data: (await photosOf(db, params.orderInventoryItemId)).map(present) };
  });
  serve(app, returns.getPhoto, async ({ params }, { session }) => {
    await checkPhoto(session, params.id);
    const content = found(await contentOf(db, params.id));
    return { data: { picture: `data:image/webp;base64,${content.toString("base64")}` } };
  });
  serve(
    app,
    returns.addPhoto,
    async ({ params, upload }, { session, actor }) => {
      await checkLoan(session, params.orderInventoryItemId);
      const photoId = await addPhoto(db, params.orderInventoryItemId, upload, actor);
      return { data: present(found(await describePhoto(db, photoId))) };
    },
    { uploadBytes: pictureLimits.bytes },
  );
  serve(app, returns.removePhoto, async ({ params }, { session, actor }) => {
    await checkPhoto(session, params.id);
    await removePhoto(db, params.id, actor);
    return {};
  });
}

const photosPerMinute = 30; // per address, because a whole school may share one

/** Serves borrowers' photos to staff and to the borrower who added them. */
function ownPhotoRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): void {
  serve(
    app,
    wayBack.addOwnPhoto,
    async ({ params: { orderId }, upload }, { session }) => {
      const own = { orderId, borrowerId: borrowerOf(session) };
      return { data: { photoId: await addOwnPhoto(db, own, upload, clock.now()) } };
    },
    { uploadBytes: pictureLimits.bytes, perMinute: Math.ceil(photosPerMinute * configuration.rateLimitScale) },
  );
  serve(app, wayBack.removeOwnPhoto, async ({ params }, { session }) => {
    found((await deleteUnsent(db, params.photoId, borrowerOf(session))) || undefined);
    return {};
  });
  serve(app, wayBack.getOwnPhoto, async ({ params: { photoId, size } }, { session }) => {
    const isStaff = session.userTypeId === userTypes.admin;
    const by = isStaff ? { isVolunteer: session.role === "volunteer" } : { borrowerId: borrowerOf(session) };
    const content = found(await photoContent(db, { photoId, size, by }));
    return { data: { picture: `data:image/webp;base64,${content.toString("base64")}` } };
  });
}

function wayBackRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): void {
  serve(app, wayBack.sentBack, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = borrowerOf(session);
    const input = { orderId, borrowerId, ...body, sentOn: body.sentOn ?? "" };
    await recordSentBack(db, input, clock.now(), configuration);
    return { data: await showOrder(db, orderId, { borrowerId }) };
  });
  serve(app, wayBack.reportArrival, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = borrowerOf(session);
    await recordArrival(db, { orderId, borrowerId, arrivedOn: body.arrivedOn ?? "" }, clock.now(), configuration);
    return { data: await showOrder(db, orderId, { borrowerId }) };
  });
  serve(app, wayBack.settleReports, async ({ params: { orderId }, body }, { session, actor }) => {
    await settleReports(db, orderId, body, actor);
    return { data: await showStaffOrder(db, orderId, session.role) };
  });
  serve(app, wayBack.reportProblem, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = borrowerOf(session);
    await reportProblem(db, { orderId, borrowerId, ...body }, clock.now());
    return { data: await showOrder(db, orderId, { borrowerId }) };
  });
}
