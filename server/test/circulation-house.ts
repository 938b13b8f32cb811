import { randomBytes } from "node:crypto";
import type { StaffOrder } from "#contract/circulation.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { answerError } from "#server/http/answer-errors.ts";
import { readBodies } from "#server/http/read-body.ts";
import type { Session } from "#server/http/session.ts";
import { recountStock } from "#server/modules/catalogue/public.ts";
import { circulationRoutes } from "#server/modules/circulation/circulation.routes.ts";
import { placeOrder } from "#server/modules/circulation/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";

/** Somebody who can be signed in. */
export type Person = { userId: number; borrowerId: number | null; name: string };

/** A title with its active copies, by copy number. */
export type Title = { itemId: number; copyIds: number[] };

/** The envelope of a call, as far as it has each field, with the HTTP status; `bare` is an answer without envelope. */
export type Answer<Data> = {
  status: number;
  isSuccess: boolean;
  message: string;
  id: number;
  data: Data;
  total: number;
  bare: unknown;
};

/** What a test of circulation works in: its calls over a real database, people, titles and a clock to set. */
export type CirculationHouse = Awaited<ReturnType<typeof circulationHouse>>;

/** Circulation alone, mounted over a test's database; the clock stands until it is set. */
export async function circulationHouse(
  db: Database,
  configuration = { timeZone: "America/Los_Angeles", loanDays: 30 },
) {
  const clock = { at: new Date("2026-03-02T18:00:00Z"), now: () => clock.at };
  const app: FastifyInstance = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
  app.setErrorHandler(answerError);
  readBodies(app);
  app.decorate("readSession", (token: string) => sessionOf(db, Number(token.split(".")[1])));
  circulationRoutes(app, { db, clock, configuration });
  await app.ready();

  return {
    db,
    app,
    clock,
    configuration,
    newAdmin: async (userName: string) => newPerson(db, userName, 1),
    newBorrower: async (userName: string) => newPerson(db, userName, 2),
    newTitle: (title: string, copies: number) => newTitle(db, title, copies),
    /** Places an order of titles and quantities, as the cart does, and gives its id. */
    order: (who: Person, wishes: readonly (readonly [Title, number])[], at = clock.at) =>
      inTransaction(db, (tx) =>
        placeOrder(tx, {
          borrowerId: who.borrowerId ?? 0,
          cartKey: randomBytes(16).toString("hex"),
          lines: wishes.map(([title, quantity]) => ({ itemId: title.itemId, quantity })),
          at,
        }),
      ),
    /** Calls the API as somebody, or as nobody. */
    async call<Data = StaffOrder>(who: Person | null, call: `${"GET" | "POST"} ${string}`, body?: object) {
      const [method, path] = call.split(" ");
      const response = await app.inject({
        method: method === "GET" ? "GET" : "POST",
        url: `/api/${path}`,
        headers: { authorization: `Bearer ${who ? `t.${who.userId}.t` : "null"}` },
        ...(body && { payload: body }),
      });
      const bare = !response.body.startsWith("{");
      const answer: Answer<Data> = {
        status: response.statusCode,
        ...(bare ? { bare: response.json() } : response.json()),
      };
      return answer;
    },
  };
}

async function sessionOf(db: Database, userId: number): Promise<Session | null> {
  const row = await db
    .selectFrom("accounts")
    .leftJoin("borrowers", "borrowers.user_id", "accounts.user_id")
    .select(["accounts.user_id", "user_type_id", "borrower_id"])
    .where("accounts.user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    sessionId: "test",
    userId: row.user_id,
    userTypeId: row.user_type_id === 1 ? 1 : 2,
    borrowerId: row.borrower_id,
  };
}

async function newPerson(db: Database, userName: string, userTypeId: 1 | 2): Promise<Person> {
  const { user_id: userId } = await db
    .insertInto("accounts")
    .values({ user_name: userName, user_type_id: userTypeId })
    .returning("user_id")
    .executeTakeFirstOrThrow();
  if (userTypeId === 1) return { userId, borrowerId: null, name: userName };
  const name = `${userName} Reader`;
  const { borrower_id: borrowerId } = await db
    .insertInto("borrowers")
    .values({
      user_id: userId,
      name,
      school_name: `${userName} School`,
      school_district: "North",
      email_address: `${userName}@school.example`,
      phone_number: "916-555-0100",
      street: "1 Main St",
      city: "Davis",
      state: "CA",
      zip: "95616",
    })
    .returning("borrower_id")
    .executeTakeFirstOrThrow();
  return { userId, borrowerId, name };
}

let titles = 0;

async function newTitle(db: Database, title: string, copies: number): Promise<Title> {
  titles += 1;
  const referenceNumber = `T${titles.toString(36).toUpperCase()}`;
  return inTransaction(db, async (tx) => {
    const { item_id: itemId } = await tx
      .insertInto("items")
      .values({
        title,
        description: title,
        reference_number: referenceNumber,
        category_id: 1,
        subject_id: 1,
        grade_mask: 63,
      })
      .returning("item_id")
      .executeTakeFirstOrThrow();
    const numbers = Array.from({ length: copies }, (_, index) => index + 1);
    const rows = numbers.map((copy_number) => ({ item_id: itemId, copy_number, sku_number: referenceNumber }));
    const made = copies === 0 ? [] : await tx.insertInto("copies").values(rows).returning("copy_id").execute();
    await recountStock(tx, [itemId]);
    return { itemId, copyIds: made.map(({ copy_id }) => copy_id) };
  });
}
