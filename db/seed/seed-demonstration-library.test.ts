import { statSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keepPicture } from "#server/site/public.ts";
import { localFiles } from "#server/platform/files/local-files.ts";
import { testDatabase } from "#server/test/database.ts";
import { readContent } from "#server/site/content/current-content.ts";
import { installedContent } from "#server/site/content/current-content.ts";
import { openClaim } from "#server/desk/public.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { seedAddress } from "./seed-address.ts";
import { seedClaims } from "./seed-claims.ts";
import { seedDemonstrationLibrary } from "./seed-demonstration-library.ts";
import { drawnCovers } from "./seed-items.ts";

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

  it("stores the right counts of copies and orders for every title", async () => {
    const wrong = await sql`
      select items.item_id, active_copies, items.checked_out, items.requested, shortfall, stock.*, shelf.active
      from items join circulation_stock as stock using (item_id)
      cross join lateral (select count(*) as active from copies where copies.item_id = items.item_id and not is_inactive) as shelf
      where (active_copies, items.checked_out, items.requested, shortfall) is distinct from (shelf.active::integer, stock.checked_out, stock.requested, 0)`.execute(
      db,
    );
    expect(wrong.rows).toEqual([]);
    expect(await numberFrom(sql`select sum(checked_out)::integer as number from items`)).toBeGreaterThan(20);
    expect(await numberFrom(sql`select sum(requested)::integer as number from items`)).toBeGreaterThan(10);
  });

  it("is consistent over time: titles are older than their orders, and a copy is in one order at a time", async () => {
    const impossible = await sql`
      select order_id from orders join order_lines using (order_id) join items using (item_id)
        join borrowers using (borrower_id)
        where ordered_at < items.created_at or ordered_at < registered_at or ordered_at > ${now} or ship_date < ordered_at::date
      union all
      select one.order_id from assignments as one join assignments as other using (copy_id)
        where one.assignment_id < other.assignment_id
          and tstzrange(one.assigned_at, one.released_at) && tstzrange(other.assigned_at, other.released_at)
      union all
      select order_id from assignments join orders using (order_id) where assigned_at < ordered_at or released_at > ${now}`.execute(
      db,
    );
    expect(impossible.rows).toEqual([]);
  });

  it("has a school in a county for every order, and borrowers who wait only for titles on loan", async () => {
    expect(
      await numberFrom(sql`
        select count(distinct county) as number from borrowers join schools using (school_id) join districts using (district_code)`),
    ).toBeGreaterThanOrEqual(10);
    expect(
      await numberFrom(sql`
      select count(*) as number from orders where school_of(ship_to_school, ship_to_district) is null`),
    ).toBe(0);
    expect(
      await numberFrom(
        sql`select count(*) as number from waitlist_entries join items using (item_id) where not is_in_stock`,
      ),
    ).toBe(3);
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

  it(
    "has a drawn cover, small enough for a phone, for each title with a file",
    async () => {
      const files = await mkdtemp(path.join(tmpdir(), "covers-"));
      await empty();
      await sql`truncate attachments cascade`.execute(db);
      const store = localFiles(files);
      await seedDemonstrationLibrary(db, now, (tx, picture) => keepPicture({ tx, files: store, at: now }, picture));
      const covers = drawnCovers();
      expect(covers.size).toBe(60);
      expect([...covers.values()].filter((file) => statSync(file).size > 25_000)).toEqual([]);
      const { rows } = await sql<{ name: string; title: string }>`
      select content_hash || '-480.webp' as name, title from items join attachments using (attachment_id)
      order by items.created_at desc`.execute(db);
      expect(rows).toHaveLength(60);
      expect(rows[0]?.title).toBe("How to talk to students about vaping");
      const fileNames = await readdir(files);
      expect(rows.filter(({ name }) => !fileNames.includes(name))).toEqual([]);
      await rm(files, { recursive: true });
    },
    timeoutMs,
  );

  it("gives no one a password", async () => {
    expect(await numberFrom(sql`select count(*) as number from accounts where password_hash is not null`)).toBe(0);
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
