import path from "node:path";
import type { Updateable } from "kysely";
import type { ClaimKind, StaffClaim } from "#contract/desk/claims.ts";
import type { ReturnedCopy } from "#contract/desk/returns.ts";
import { type StaffOrder, undoChange } from "#contract/orders/orders.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import { buildApp } from "#server/app.ts";
import type { Borrowers, Copies, Items } from "#db/schema.ts";
import { followSettings } from "#server/admin/save-settings.ts";
import { noticeJob } from "#server/orders/notices/notices.ts";
import { createContentReader } from "#server/site/public.ts";
import { createSessions } from "#server/people/sessions/sessions.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { openedLetter } from "./mails.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { waitlistNotices } from "#server/waitlist/waitlist-mail.ts";
import { atTheEnd } from "./ends/at-the-end.ts";
import { testDatabase } from "./database.ts";
import { aBorrower, anAdmin, anItem, anOrder } from "./factories.ts";
import { letPass, runDueJobs } from "./run-jobs.ts";
import { noLimits, setRules } from "./set-rules.ts";

/** A person who can log in. */
export type Person = { userId: number; borrowerId: number | null };

/** A title and its copies, by copy number. */
export type Title = { itemId: number; copyIds: number[] };

/** The envelope of a call with the HTTP status; `bare` is a response without an envelope. */
export type Answer<Data> = {
  status: number;
  isSuccess: boolean;
  message: string;
  id: number;
  data: Data;
  total: number;
  /** Of GET Order/GetToPack. */
  unconfirmed?: number;
  bare: unknown;
};

/** The fixture of circulation tests: the application over a real database, people, titles, and a clock. */
export type CirculationFixture = Awaited<ReturnType<typeof circulationFixture>>;

/** Builds the application over the test file's own database; its clock stands still until set. */
export async function circulationFixture({ poolSize = 10 } = {}) {
  const { db, connection } = await testDatabase({ poolSize });
  const configuration = testConfiguration({ RATE_LIMIT_SCALE: "100000" });
  await setRules(db, noLimits);
  await followSettings(db, configuration);
  const clock = {
    at: new Date("2026-03-02T18:00:00Z"),
    now: () => clock.at,
    move(by: number) {
      clock.at = new Date(clock.at.getTime() + by);
    },
  };
  const parts = { db, clock, configuration, readContent: createContentReader(db) };
  const app = await buildApp({
    ...parts,
    webFolder: path.join(projectRoot, "dist/web"),
    busyAfter: 0,
    maxCalls: Infinity,
    cacheMs: 0,
  });
  atTheEnd(() => app.close());
  const tokenOf = tokens(parts);
  /** Writes every notice that is due. */
  const writeNotices = () => runDueJobs(db, [noticeJob(parts, waitlistNotices)]);

  /** Calls the API as a person, or anonymously. */
  async function call<Data = StaffOrder>(who: Person | null, call: `${"GET" | "POST"} ${string}`, body?: object) {
    const [method, url] = call.split(" ");
    const response = await app.inject({
      method: method === "GET" ? "GET" : "POST",
      url: `/api/${url}`,
      headers: { authorization: `Bearer ${who ? await tokenOf(who.userId) : "null"}` },
      ...(body && { payload: body }),
    });
    const isFile = !String(response.headers["content-type"]).startsWith("application/json");
    const envelope = response.body.startsWith("{")
      ? response.json()
      : { bare: isFile ? response.body : response.json() };
    const answer: Answer<Data> = { status: response.statusCode, ...envelope };
    return answer;
  }

  /** Places an order of titles and quantities through the cart, and returns its id. */
  const order = (who: Person, requests: readonly (readonly [Title, number])[], at = clock.at) =>
    anOrder(
      parts,
      who.borrowerId ?? 0,
      requests.map(([title, quantity]) => [title.itemId, quantity]),
      at,
    );

  /** Orders titles and quantities as a borrower does, with these teaching dates, such as "teachFrom=2026-05-11". */
  async function reserve(who: Person, requests: readonly (readonly [Title, number])[], days = "") {
    let cart = "";
    for (const [{ itemId }, quantity] of requests)
      cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/${quantity}/false/${cart}?${days}`)).data;
    return call(who, `POST Order/SaveOrder/0/${cart}?${days}`);
  }

  /** Returns a clerk's actions at the desk. */
  function desk(clerk: Person) {
    const orderOf = async (orderId: number) => (await call(clerk, `GET Order/Get/${orderId}`)).data;
    const lineOf = async (orderId: number) => (await orderOf(orderId)).orderItems[0];

    return {
      orderOf,
      /** Saves the form of an order with this status. */
      save: (orderId: number, statusId: number, more: object = {}) =>
        call(clerk, "POST Order/UpdateOrder/", { orderId, statusId, ...more }),
      /** Checks out this many copies to the first line of an order. */
      pack: async (orderId: number, copies: number) => {
        const line = await lineOf(orderId);
        const route = `${line?.orderItemId}/inventoryId/${line?.inventory.inventoryId}/quantity/${copies}`;
        return call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${route}`);
      },
      /** Checks out this copy to the first line of an order. */
      packCopy: async (orderId: number, copyId: number | undefined) =>
        call(clerk, `POST Order/AssignSKUToOrderItem/${(await lineOf(orderId))?.orderItemId}/InventoryItem/${copyId}`),
      /** Orders titles for a borrower, checks out all of their copies, and ships them, with these fields of the form. */
      ship: async (who: Person, requests: readonly (readonly [Title, number])[], more: object = {}, at = clock.at) => {
        const orderId = await order(who, requests, at);
        await call(clerk, `POST Order/CheckOutAll/${orderId}`);
        const { data } = await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...more });
        const copies = data.orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems);
        return {
          orderId,
          order: data,
          loans: copies.map(({ orderInventoryItemId }) => orderInventoryItemId),
          copyIds: copies.map(({ inventoryItem }) => inventoryItem.inventoryItemId),
        };
      },
      checkIn: (copyId: number | undefined) =>
        call<ReturnedCopy>(clerk, "POST Returns/CheckIn", { inventoryItemId: copyId }),
      /** Sets the condition of a returned copy. */
      judge: (returnId: number, condition: string, more: object = {}) =>
        call<ReturnedCopy>(clerk, `POST Returns/ChangeCondition/${returnId}`, { condition, ...more }),
      openClaim: (loan: number | undefined, kind: ClaimKind, more: object = {}) =>
        call<StaffClaim>(clerk, "POST Claims/Open", { orderInventoryItemId: loan, kind, ...more }),
      claimOf: async (claimId: number) => (await call<StaffClaim>(clerk, `GET Claims/Get/${claimId}`)).data,
      settle: (claimId: number, outcome: string, note = "") =>
        call<StaffClaim>(clerk, `POST Claims/Settle/${claimId}`, { outcome, note }),
      undo: (eventId: number | null | undefined) => call(clerk, `POST Order/Undo/${eventId}`),
    };
  }

  const stockOf = ({ itemId }: Title) =>
    db
      .selectFrom("items")
      .select(["active_copies", "in_stock", "requested", "checked_out", "shortfall"])
      .where("item_id", "=", itemId)
      .executeTakeFirstOrThrow();

  /** Undoes the last change of an order, even if it was undone before. */
  async function undoLast<Data = object>(who: Person, orderId: number) {
    const { event_id: eventId } = await db
      .selectFrom("order_events")
      .select("event_id")
      .where("order_id", "=", orderId)
      .where("call", "<>", undoChange.call)
      .orderBy("event_id", "desc")
      .executeTakeFirstOrThrow();
    return call<Data>(who, `POST Order/Undo/${eventId}`);
  }

  /** Lets seconds pass for one order, or for all, writes every notice that is due, and returns the emails, oldest first. */
  async function mails({ after = 0, about }: { after?: number; about?: number } = {}) {
    await letPass(db, after, about);
    await writeNotices();
    const rows = await db
      .selectFrom("mails")
      .select(["kind", "to_address", "letter"])
      .where("letter", "is not", null) // the text of a sent email is deleted
      .orderBy("mail_id")
      .execute();
    const all = await Promise.all(rows.map(async (row) => ({ ...row, letter: await openedLetter(row.letter) })));
    return all.filter((mail) => about === undefined || new RegExp(`#${about}\\b`).test(mail.letter.subject));
  }

  return {
    app,
    tokenOf,
    db,
    connection,
    clock,
    configuration,
    readContent: parts.readContent,
    call,
    order,
    reserve,
    desk,
    stockOf,
    inStock: async (title: Title) => (await stockOf(title)).in_stock,
    setTitle: ({ itemId }: Title, fields: Updateable<Items>) =>
      db.updateTable("items").set(fields).where("item_id", "=", itemId).execute(),
    setCopy: (copyId: number | undefined, fields: Updateable<Copies>) =>
      db
        .updateTable("copies")
        .set(fields)
        .where("copy_id", "=", copyId ?? 0)
        .execute(),
    setBorrower: ({ userId }: Person, fields: Updateable<Borrowers>) =>
      db.updateTable("borrowers").set(fields).where("user_id", "=", userId).execute(),
    withoutLogin: ({ userId }: Person) =>
      db.updateTable("accounts").set({ password_hash: null }).where("user_id", "=", userId).execute(),
    undoLast,
    writeNotices,
    mails,
    newAdmin: async (userName: string, role?: StaffRole): Promise<Person> => ({
      ...(await anAdmin(parts, { userName, ...(role && { role }) })),
      borrowerId: null,
    }),
    newBorrower: (userName: string, fields: Parameters<typeof aBorrower>[1] = {}): Promise<Person> =>
      aBorrower(parts, { userName, name: `${userName} Reader`, ...fields }),
    newTitle: (title: string, copies: number): Promise<Title> => anItem(parts, copies, { title }),
  };
}

type SessionParts = Parameters<typeof createSessions>[0];

/** Logs people in on their first call, and again after the clock moves, because sessions expire. */
function tokens(parts: SessionParts) {
  const { start } = createSessions(parts);
  const known = new Map<string, Promise<string>>();
  const logIn = async (userId: number) => {
    const { password_hash: passwordHash } = await parts.db
      .selectFrom("accounts")
      .select("password_hash")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    const session = await start({ userId, passwordHash: passwordHash ?? "" });
    if (!session) throw new Error("The session was not opened.");
    return session.token;
  };
  return (userId: number): Promise<string> => {
    const key = `${userId} at ${parts.clock.now().getTime()}`;
    const token = known.get(key) ?? logIn(userId);
    known.set(key, token);
    return token;
  };
}
