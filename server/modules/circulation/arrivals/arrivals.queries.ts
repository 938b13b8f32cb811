import { statuses } from "#contract/codes.ts";
import { parcelsThatCount } from "#contract/borrowers/arrivals.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { RegionRow } from "./post-days.rules.ts";

/** The order of a link's secret. */
export async function orderOfLink(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom("arrival_links")
    .select("order_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.order_id;
}

export async function arrivalOf(db: Database, orderId: number) {
  return db
    .selectFrom("orders")
    .select(["order_id", "status_id", "ship_date", "arrived_on"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** Keeps the order's version: staff who are editing it lose nothing. */
export async function noteArrived(tx: Transaction, orderId: number, on: string): Promise<void> {
  await tx.updateTable("orders").set({ arrived_on: on }).where("order_id", "=", orderId).execute();
}

/** The link of the email about an order that left on a day; false when there is one. */
export async function addLink(
  tx: Transaction,
  { order_id, ship_date }: Pick<OnItsWay, "order_id" | "ship_date">,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("arrival_links")
    .values({ token_hash: tokenHash, order_id, ship_date })
    .onConflict((conflict) => conflict.columns(["order_id", "ship_date"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type OnItsWay = {
  order_id: number;
  ship_date: string;
  name: string;
  email_address: string;
  language: LanguageCode;
  tracking_number: string;
};

/** Orders that shipped between two days, whose borrower said nothing of them, was not asked, and can receive email. */
export async function ordersOnTheirWay(db: Database, { from, to }: { from: string; to: string }): Promise<OnItsWay[]> {
  const { rows } = await sql<OnItsWay>`
    select order_id, ship_date, name, email_address, language, tracking_number
    from orders join account_mailboxes using (borrower_id)
    where status_id = ${sql.lit(statuses.shipped)} and ship_date between ${from} and ${to} and is_read and is_confirmed
      and (arrived_on is null or arrived_on < ship_date) and sent_back_on is null
      and not exists (select from problem_reports where problem_reports.order_id = orders.order_id)
      and not exists (
        select from arrival_links
        where arrival_links.order_id = orders.order_id and arrival_links.ship_date = orders.ship_date)
    order by order_id`.execute(db);
  return rows;
}

type Way = { region: string; from_day: string; to_day: string };

const lastOnes = (ways: ReturnType<typeof sql>) => sql<Way>`
  select region, from_day, to_day from (
    select *, row_number() over (partition by region order by to_day desc, order_id desc) as place from (${ways}) as ways
  ) as ranked where place <= ${sql.lit(parcelsThatCount.most)}`;

const region = sql`left(ship_to_zip, 3) as region`;
const hasRegion = sql`ship_to_zip ~ '^[0-9]{5}'`;

/** The last parcels that came to each region since a day: when they left, and when they came. */
export async function waysOut(db: Database, since: string): Promise<Way[]> {
  const ways = sql`
    select order_id, ${region}, ship_date as from_day, arrived_on as to_day from orders
    where arrived_on >= ${since} and arrived_on >= ship_date and ${hasRegion}`;
  return (await lastOnes(ways).execute(db)).rows;
}

/** The last parcels that came back from each region since a day: when they were mailed, and when the first copy was checked in. */
export async function waysBack(db: Database, since: string, timeZone: string): Promise<Way[]> {
  const ways = sql`
    select order_id, ${region}, sent_back_on as from_day, back_on as to_day
    from orders cross join lateral (
      select min((released_at at time zone ${timeZone})::date) as back_on from assignments
      where assignments.order_id = orders.order_id and release_reason = 'returned'
    ) as back
    where sent_back_on >= ${since} and back_on >= sent_back_on and ${hasRegion}`;
  return (await lastOnes(ways).execute(db)).rows;
}

/** All that is known of regions from now on. */
export async function keepRegions(tx: Transaction, rows: readonly RegionRow[]): Promise<void> {
  await sql`lock table post_days in share row exclusive mode`.execute(tx); // another instance counts them, too
  await tx.deleteFrom("post_days").execute();
  if (rows.length > 0)
    await tx
      .insertInto("post_days")
      .values([...rows])
      .execute();
}

export async function regions(db: Database): Promise<RegionRow[]> {
  return db.selectFrom("post_days").selectAll().orderBy("region").execute();
}

const regionAt = (zip: string) => hotStatement<RegionRow>(`select * from post_days where region = left((${zip}), 3)`);
const regionOfBorrower = regionAt("select zip from borrowers where borrower_id = $1");
const regionOfOrder = regionAt("select ship_to_zip from orders where order_id = $1");

/** What is known of the region that parcels of a borrower, or of an order, go to. */
export async function regionOf(
  db: Database,
  of: { borrowerId: number } | { orderId: number },
): Promise<RegionRow | undefined> {
  const asked = "orderId" in of ? regionOfOrder([of.orderId]) : regionOfBorrower([of.borrowerId]);
  return (await db.executeQuery(asked)).rows[0];
}
