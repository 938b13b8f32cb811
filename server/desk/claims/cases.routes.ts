import * as calls from "#contract/desk/cases.ts";
import { moneyOf } from "#contract/wire/money.ts";
import { found } from "#server/refusals/http-error.ts";
import { hasAccess, type Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { FastifyInstance } from "fastify";
import { casesCsv, changeCase, openCase, settleCase, undoCase } from "./cases.ts";
import { presentCase, presentOwnCase } from "../desk.present.ts";
import { casesOf, countCases, describeCase, owedByBorrower } from "../../orders/claims.queries.ts";
import { sendCaseLetter, sendCaseLetters, showCaseLetter, showCaseLetters } from "./case-letter.ts";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import * as returns from "#contract/desk/returns.ts";
import { addOwnPhoto, addPhoto, removePhoto } from "../../orders/photos.ts";
import { contentOf, deleteUnsent, describePhoto, photoContent, photosOf } from "../../orders/photos.queries.ts";
import * as wayBack from "#contract/orders/way-back.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { showOrder, showStaffOrder } from "../../orders/show-order.ts";
import { sayArrived, sayProblem, saySentBack, settleReports } from "../../orders/way-back.ts";

type Parts = ConfiguredParts<"timeZone" | "rateLimitScale">;
type Loans = Parts & { actorOf: (session: Session) => Actor };

const borrowerOf = ({ borrowerId }: Session) => found(borrowerId ?? undefined);

/** Serves what goes wrong with loans: cases, photos of them, and what borrowers say of an order that is out. */
export function caseRoutes(app: FastifyInstance, parts: Parts): void {
  const loans = { ...parts, actorOf: ({ userId }: Session) => ({ userId, at: parts.clock.now() }) };
  deskCaseRoutes(app, loans);
  photoRoutes(app, loans);
  ownPhotoRoutes(app, loans);
  wayBackRoutes(app, loans);
}

function deskCaseRoutes(app: FastifyInstance, { db, configuration, actorOf }: Loans): void {
  const shown = async (caseId: number) => ({ data: presentCase(found(await describeCase(db, caseId))) });

  serve(app, calls.getCases, async ({ query: { page = 1, pageSize = 25, ...filter } }) => {
    const [rows, { count, openCents }] = await Promise.all([
      casesOf(db, filter, { page, pageSize }),
      countCases(db, filter),
    ]);
    return { data: rows.map((row) => presentCase(row)), total: count, openCost: moneyOf(openCents) };
  });
  serve(app, calls.getCase, async ({ params }) => shown(params.id));
  serve(app, calls.getCaseLetter, async ({ params }) => ({ data: await showCaseLetter(db, params.id) }));
  serve(app, calls.getOwnCases, async (_asked, { session }) => {
    const rows = await owedByBorrower(db, borrowerOf(session), calls.mostOwnCases);
    return { data: rows.map((row) => presentOwnCase(row)), openCost: moneyOf(rows[0]?.open_cents ?? 0) };
  });
  serve(app, calls.sendCaseLetter, async ({ params }, { session }) => {
    await sendCaseLetter(db, params.id, { actor: actorOf(session), timeZone: configuration.timeZone });
    return {};
  });
  serve(app, calls.getCaseLetters, async ({ query }) => ({ data: await showCaseLetters(db, query.ids) }));
  serve(app, calls.sendCaseLetters, async ({ body }, { session }) => {
    const by = { actor: actorOf(session), timeZone: configuration.timeZone };
    return { data: await sendCaseLetters(db, body.caseIds, by) };
  });
  serve(app, calls.casesCsv, async ({ query }, { session }) =>
    casesCsv(db, query, actorOf(session), configuration.timeZone),
  );
  serve(app, calls.openCase, async ({ body }, { session }) => shown(await openCase(db, body, actorOf(session))));
  serve(app, calls.changeCase, async ({ params, body }, { session }) => {
    await changeCase(db, { caseId: params.id, ...body }, actorOf(session));
    return shown(params.id);
  });
  serve(app, calls.settleCase, async ({ params, body }, { session }) => {
    await settleCase(db, { caseId: params.id, ...body }, actorOf(session));
    return shown(params.id);
  });
  serve(app, calls.undoCase, async ({ params }, { session }) => {
    await undoCase(db, params.id, { ...actorOf(session), maySettle: hasAccess(calls.settleCase.access, session.role) });
    return shown(params.id);
  });
}

function photoRoutes(app: FastifyInstance, { db, actorOf }: Loans): void {
  const present = (row: NonNullable<Awaited<ReturnType<typeof describePhoto>>>) => ({
    photoId: row.photo_id,
    takenAt: row.taken_at.toISOString(),
    takenByName: row.taken_by_name ?? "",
  });

  serve(app, returns.getPhotos, async ({ params }) => ({
    data: (await photosOf(db, params.orderInventoryItemId)).map(present),
  }));
  serve(app, returns.getPhoto, async ({ params }) => {
    const content = found(await contentOf(db, params.id));
    return { data: { picture: `data:image/webp;base64,${content.toString("base64")}` } };
  });
  serve(
    app,
    returns.addPhoto,
    async ({ params, upload }, { session }) => {
      const photoId = await addPhoto(db, params.orderInventoryItemId, upload, actorOf(session));
      return { data: present(found(await describePhoto(db, photoId))) };
    },
    { uploadBytes: pictureLimits.bytes },
  );
  serve(app, returns.removePhoto, async ({ params }, { session }) => {
    await removePhoto(db, params.id, actorOf(session));
    return {};
  });
}

const addedAMinute = 30; // by one address: a school has many borrowers behind it

/** Serves the photos that borrowers add to what they say of an order: to staff, and to who added them. */
function ownPhotoRoutes(app: FastifyInstance, { db, clock, configuration }: Loans): void {
  serve(
    app,
    wayBack.addOwnPhoto,
    async ({ params: { orderId }, upload }, { session }) => {
      const own = { orderId, borrowerId: borrowerOf(session) };
      return { data: { photoId: await addOwnPhoto(db, own, upload, clock.now()) } };
    },
    { uploadBytes: pictureLimits.bytes, perMinute: Math.ceil(addedAMinute * configuration.rateLimitScale) },
  );
  serve(app, wayBack.removeOwnPhoto, async ({ params }, { session }) => {
    found((await deleteUnsent(db, params.photoId, borrowerOf(session))) || undefined);
    return {};
  });
  serve(app, wayBack.getOwnPhoto, async ({ params: { photoId, size } }, { session }) => {
    const borrowerId = session.userTypeId === userTypes.admin ? undefined : borrowerOf(session);
    const content = found(await photoContent(db, { photoId, size, borrowerId }));
    return { data: { picture: `data:image/webp;base64,${content.toString("base64")}` } };
  });
}

function wayBackRoutes(app: FastifyInstance, { db, clock, configuration, actorOf }: Loans): void {
  serve(app, wayBack.sentBack, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = borrowerOf(session);
    const said = { orderId, borrowerId, ...body, sentOn: body.sentOn ?? "" };
    await saySentBack(db, said, clock.now(), configuration);
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, wayBack.sayArrived, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = borrowerOf(session);
    await sayArrived(db, { orderId, borrowerId, arrivedOn: body.arrivedOn ?? "" }, clock.now(), configuration);
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, wayBack.settleReports, async ({ params: { orderId }, body }, { session }) => {
    await settleReports(db, orderId, body, actorOf(session));
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, wayBack.reportProblem, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = borrowerOf(session);
    await sayProblem(db, { orderId, borrowerId, ...body }, clock.now());
    return { data: await showOrder(db, orderId, borrowerId) };
  });
}
