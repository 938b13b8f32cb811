import { verify } from "@node-rs/argon2";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { readContent } from "#server/site/content/current-content.ts";
import { installedContent } from "#server/site/content/current-content.ts";
import { openClaim } from "#server/desk/public.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { seedAddress } from "./seed-address.ts";
import { seedClaims } from "./seed-claims.ts";
import { seedDemonstrationLibrary } from "./seed-demonstration-library.ts";

const { db } = await testDatabase();
const now = new Date("2026-11-21T20:00:00Z");
const titles = 419;
/** Loading takes two seconds, and longer on a busy machine. */
const timeoutMs = 60_000;

async function empty() {
  await sql`
    truncate accounts, borrowers, schools, districts, items, copies, orders, order_lines, assignments, news, search_words
    restart identity cascade`.execute(db);
}

async function numberFrom(query: ReturnType<typeof sql<{ number: number }>>): Promise<number> {
  const { rows } = await query.execute(db);
  return rows[0]?.number ?? Number.NaN;
}

const itemCount = () => numberFrom(sql`select count(*) as number from items`);

describe("the demonstration library", () => {
  beforeAll(async () => {
    await seedDemonstrationLibrary(db, now);
  }, timeoutMs);

  it("is complete, with orders in every status", async () => {
    expect(await itemCount()).toBe(titles);
    const { rows } = await sql<{ status: string; orders: number }>`
      select status_name as status, count(*)::integer as orders from orders join statuses using (status_id) group by 1 order by 1`.execute(
      db,
    );
    expect(rows).toEqual([
      { status: "New", orders: 7 },
      { status: "Processing", orders: 7 },
      { status: "Returned", orders: 15 },
      { status: "Shipped", orders: 11 },
    ]);
    expect(await numberFrom(sql`select count(*) as number from news`)).toBe(4);
    expect(
      await numberFrom(sql`select count(*) as number from orders where status_id = 3 and return_date < ${now}::date`),
    ).toBe(2);
  });

  it(
    "has three open claims of different kinds once there is an administrator, and the right counts of copies",
    async () => {
      await seedClaims(db, now, openClaim);
      expect(await numberFrom(sql`select count(*) as number from claims`)).toBe(0);
      await sql`insert into accounts (user_name, user_type_id, password_hash) values ('admin', 1, 'x')`.execute(db);
      await seedClaims(db, now, openClaim);
      const { rows } = await sql`
      select kind, loan, parts, cost_cents, closed_at from claims join assignments using (assignment_id, loan) order by opened_at`.execute(
        db,
      );
      expect(rows).toEqual([
        { kind: "parts missing", loan: "returned", parts: "2 wound models @ 14.00", cost_cents: 2800, closed_at: null },
        { kind: "lost", loan: "lost", parts: "", cost_cents: 7650, closed_at: null },
        { kind: "claimed returned", loan: "out", parts: "", cost_cents: 7750, closed_at: null },
      ]);
      expect(await stockDisagreements(db)).toEqual([]);
      await sql`truncate accounts cascade`.execute(db);
      await empty();
      await seedDemonstrationLibrary(db, now);
    },
    timeoutMs,
  );

  it("has a return address once there is an administrator, and never replaces a saved one", async () => {
    const address = async () => (await readContent(db)).content.contact;
    await seedAddress(db, now);
    expect((await address()).postalAddress).toBe("");
    const admin = await db
      .insertInto("accounts")
      .values({ user_name: "admin", user_type_id: 1, password_hash: "x" })
      .returning("user_id")
      .executeTakeFirstOrThrow();
    await seedAddress(db, now);
    expect(await address()).toEqual({
      ...installedContent.contact,
      postalAddress: `${installedContent.site.siteName}\n1 Make-Believe Street\nSample Grove, CA 96189`,
    });
    await seedAddress(db, now);
    expect(await numberFrom(sql`select count(*) as number from site_content_revisions`)).toBe(1);
    await sql`truncate site_content_revisions`.execute(db);
    await db.deleteFrom("accounts").where("user_id", "=", admin.user_id).execute();
  });

  it("gives nobody a known password, and gives two borrowers no login", async () => {
    const { rows } = await sql<{ hash: string | null }>`select password_hash as hash from accounts`.execute(db);
    const hashes = rows.flatMap(({ hash }) => hash ?? []);
    expect(rows.length - hashes.length).toBe(2);
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const hash of hashes) expect(await verify(hash, "")).toBe(false);
    expect(await numberFrom(sql`select count(*) as number from accounts where user_type_id = 1`)).toBe(0);
  });
});

describe("seeding", { timeout: timeoutMs }, () => {
  beforeEach(empty);

  it("does nothing if the database has a title, a borrower, or news", async () => {
    await db.insertInto("accounts").values({ user_name: "teacher", user_type_id: 2 }).execute();
    expect(await seedDemonstrationLibrary(db, now)).toBe(0);
    await db.deleteFrom("accounts").execute();
    await db.insertInto("news").values({ title: "Open", content: "We are open." }).execute();
    expect(await seedDemonstrationLibrary(db, now)).toBe(0);
    await db.deleteFrom("news").execute();
    await db
      .insertInto("items")
      .values({
        title: "Own",
        description: "Own",
        reference_number: "B1",
        category_id: 1,
        subject_id: 1,
        grade_mask: 63,
      })
      .execute();
    expect(await seedDemonstrationLibrary(db, now)).toBe(0);
    expect(await itemCount()).toBe(1);
  });

  it("happens once when several processes start at the same time, even if there is an administrator", async () => {
    await db.insertInto("accounts").values({ user_name: "admin", user_type_id: 1, password_hash: "x" }).execute();
    const results = await Promise.all([1, 2, 3].map(() => seedDemonstrationLibrary(db, now)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await itemCount()).toBe(titles);
    expect(await numberFrom(sql`select count(*) as number from orders`)).toBe(40);
  });
});
