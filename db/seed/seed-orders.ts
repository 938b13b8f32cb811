import { randomBytes } from "node:crypto";
import * as z from "zod";
import { installedTerms, statuses } from "#contract/catalog/codes.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type DemonstrationLine, type DemonstrationOrder, demonstrationOrders } from "./demonstration-orders.ts";
import { rowsOf } from "./csv-rows.ts";
import { dayBefore, daysBefore } from "./chance.ts";
import { lookUp, type SeededItem } from "./seed-items.ts";

const loanDays = 30;
const registeredDaysAgo = 330;

/**
 * None of these places exists, except the counties: the towns are made up, the state gives no district a number that
 * starts with 0, ZIP codes from 96189 on are unassigned, phone numbers 555-0100 to 555-0199 are reserved for fiction, and
 * example.org receives no email.
 */
const borrower = z.object({
  user_name: z.string(),
  name: z.string(),
  school: z.string(),
  district: z.string(),
  county: z.string(),
  cds_code: z.string(),
  phone: z.string(),
  street: z.string(),
  city: z.string(),
  zip: z.string(),
});
type DemonstrationBorrower = z.output<typeof borrower>;

export const demonstrationBorrowers = () => rowsOf("demonstration-borrowers.csv", borrower);

/** Inserts the directory of the borrowers' schools. */
export async function seedSchools(transaction: Transaction, borrowers: readonly DemonstrationBorrower[]) {
  const districts = new Map(borrowers.map((row) => [row.cds_code.slice(0, 7), row]));
  await transaction
    .insertInto("districts")
    .values([...districts].map(([district_code, { district, county }]) => ({ district_code, district, county })))
    .execute();
  await transaction
    .insertInto("schools")
    .values(
      borrowers.map(({ cds_code, school, district, city, zip }) => ({
        cds_code,
        district_code: cds_code.slice(0, 7),
        school,
        district,
        city,
        state: "CA",
        zip,
        is_open: true,
      })),
    )
    .execute();
}

/** How many of the last borrowers never chose a password, so that staff see borrowers they can't email. */
const borrowersWithoutLogin = 2;

/** Returns a hash without a known password, in the server's format. */
function unknownPasswordHash(): string {
  const random = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=47104,t=1,p=1$${random(16)}$${random(32)}`;
}

/** Inserts the borrowers. Nobody knows their passwords, so nobody can log in to their accounts. */
export async function seedBorrowers(transaction: Transaction, borrowers: readonly DemonstrationBorrower[], now: Date) {
  const registeredAt = (index: number) => daysBefore(now, registeredDaysAgo - index);
  const accounts = await transaction
    .insertInto("accounts")
    .values(
      borrowers.map(({ user_name }, index) => ({
        user_name,
        user_type_id: 2,
        password_hash: index < borrowers.length - borrowersWithoutLogin ? unknownPasswordHash() : null,
        created_at: registeredAt(index),
      })),
    )
    .returning(["user_id", "user_name"])
    .execute();
  const userIds = new Map(accounts.map((account) => [account.user_name, account.user_id]));
  await transaction
    .insertInto("borrowers")
    .values(
      borrowers.map(({ user_name, name, school, district, phone, street, city, zip }, index) => ({
        name,
        school_name: school,
        school_district: district,
        email_address: `${user_name}@example.org`,
        phone_number: phone,
        street,
        city,
        state: "CA",
        zip,
        user_id: lookUp(userIds, user_name),
        registered_at: registeredAt(index),
        mailbox_confirmed_at: registeredAt(index),
      })),
    )
    .execute();
}

/** Inserts the orders, oldest first, with their lines and assigned copies, and the waitlist. */
export async function seedOrders(
  transaction: Transaction,
  { items, borrowers }: { items: ReadonlyMap<string, SeededItem>; borrowers: readonly DemonstrationBorrower[] },
  now: Date,
) {
  const { orders, waitlist } = demonstrationOrders();
  const rows = await transaction
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select(["borrower_id", "user_name"])
    .execute();
  const borrowerIds = new Map(rows.map((row) => [row.user_name, row.borrower_id]));
  const people = new Map(borrowers.map((borrower) => [borrower.user_name, borrower]));
  const shelf = new Shelf(items);
  for (const order of orders) {
    const { order_id: orderId } = await transaction
      .insertInto("orders")
      .values({
        borrower_id: lookUp(borrowerIds, order.borrower),
        ...orderRow(order, lookUp(people, order.borrower), now),
      })
      .returning("order_id")
      .executeTakeFirstOrThrow();
    for (const line of order.lines)
      await seedLine(transaction, { order, orderId, line, shelf, itemId: lookUp(items, line.sku).itemId, now });
  }
  await transaction
    .insertInto("waitlist_entries")
    .values(
      waitlist.flatMap(({ borrower: waiting, ordered, lines }) =>
        lines.map(({ sku }) => ({
          borrower_id: lookUp(borrowerIds, waiting),
          item_id: lookUp(items, sku).itemId,
          since: daysBefore(now, ordered, waiting),
        })),
      ),
    )
    .execute();
}

function orderRow(order: DemonstrationOrder, borrower: DemonstrationBorrower, now: Date) {
  const orderedAt = daysBefore(now, order.ordered, order.borrower);
  return {
    status_id: order.statusId,
    ordered_at: orderedAt,
    tracking_number: order.tracking,
    ship_date: order.shipped === undefined ? null : dayBefore(now, order.shipped),
    return_date: order.shipped === undefined ? null : dayBefore(now, order.shipped - loanDays),
    note: order.note,
    terms_version: installedTerms,
    terms_accepted_at: orderedAt,
    ship_to_name: borrower.name,
    ship_to_school: borrower.school,
    ship_to_district: borrower.district,
    ship_to_street: borrower.street,
    ship_to_city: borrower.city,
    ship_to_state: "CA",
    ship_to_zip: borrower.zip,
  };
}

type LineToSeed = {
  order: DemonstrationOrder;
  orderId: number;
  line: DemonstrationLine;
  itemId: number;
  shelf: Shelf;
  now: Date;
};

async function seedLine(transaction: Transaction, { order, orderId, line, itemId, shelf, now }: LineToSeed) {
  const { order_line_id: orderLineId } = await transaction
    .insertInto("order_lines")
    .values({ order_id: orderId, item_id: itemId, quantity: line.quantity })
    .returning("order_line_id")
    .executeTakeFirstOrThrow();
  if (line.assigned === 0) return;
  const { returned } = order;
  const copies = shelf.take(line.sku, line.assigned, order.assigned, returned);
  await transaction
    .insertInto("assignments")
    .values(
      copies.map((copyId, index) => ({
        order_line_id: orderLineId,
        order_id: orderId,
        item_id: itemId,
        line_quantity: line.quantity,
        copy_id: copyId,
        slot: index + 1,
        order_is_open: order.statusId !== statuses.returned,
        assigned_at: daysBefore(now, order.assigned, order.borrower),
        released_at: returned === undefined ? null : daysBefore(now, returned, order.borrower),
        release_reason: returned === undefined ? null : "returned",
      })),
    )
    .execute();
}

/** The available copies while the orders are processed from oldest to newest. */
class Shelf {
  readonly #copies: Map<string, { copyId: number; loans: number; backSince: number }[]>;

  constructor(items: ReadonlyMap<string, SeededItem>) {
    this.#copies = new Map(
      [...items].map(([sku, { copyIds }]) => [
        sku,
        copyIds.map((copyId) => ({ copyId, loans: 0, backSince: Number.POSITIVE_INFINITY })),
      ]),
    );
  }

  /** Takes the least lent copies that were back `days` ago; they return `until` days ago, or are still out. */
  take(sku: string, quantity: number, days: number, until = Number.NEGATIVE_INFINITY): number[] {
    const copies = lookUp(this.#copies, sku)
      .filter((copy) => copy.backSince >= days)
      .toSorted((one, other) => one.loans - other.loans)
      .slice(0, quantity);
    if (copies.length < quantity)
      throw new Error(`The demonstration orders need more copies of ${sku} than there are.`);
    for (const copy of copies) {
      copy.loans += 1;
      copy.backSince = until;
    }
    return copies.map((copy) => copy.copyId);
  }
}
