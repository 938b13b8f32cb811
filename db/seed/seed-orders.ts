import { installedTerms, statuses } from "#contract/catalog/codes.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type DemonstrationLine, type DemonstrationOrder, demonstrationOrders } from "./demonstration-orders.ts";
import { lookUp, type SeededItem } from "./seed-items.ts";
import { dayBefore, daysBefore } from "./rules/chance.ts";

const loanDays = 30;
const registeredDaysAgo = 320;

/** Inserts the borrowers. Their accounts have no password, so nobody can log in to them. */
export async function seedBorrowers(transaction: Transaction, now: Date) {
  const registeredAt = (index: number) => daysBefore(now, registeredDaysAgo - index);
  const accounts = await transaction
    .insertInto("accounts")
    .values(
      demonstrationBorrowers.map(({ userName }, index) => ({
        user_name: userName,
        user_type_id: 2,
        password_hash: null,
        created_at: registeredAt(index),
      })),
    )
    .returning(["user_id", "user_name"])
    .execute();
  const userIds = new Map(accounts.map((account) => [account.user_name, account.user_id]));
  await transaction
    .insertInto("borrowers")
    .values(
      demonstrationBorrowers.map(({ userName, ...borrower }, index) => ({
        ...borrower,
        user_id: lookUp(userIds, userName),
        registered_at: registeredAt(index),
        mailbox_confirmed_at: registeredAt(index),
      })),
    )
    .execute();
}

/** Inserts the orders, oldest first, with their lines and assigned copies. */
export async function seedOrders(transaction: Transaction, items: ReadonlyMap<string, SeededItem>, now: Date) {
  const rows = await transaction
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select(["borrower_id", "user_name"])
    .execute();
  const borrowerIds = new Map(rows.map((row) => [row.user_name, row.borrower_id]));
  const people = new Map(demonstrationBorrowers.map((borrower) => [borrower.userName, borrower]));
  const shelf = new Shelf(items);
  for (const order of demonstrationOrders) {
    const { order_id: orderId } = await transaction
      .insertInto("orders")
      .values({
        borrower_id: lookUp(borrowerIds, order.userName),
        ...orderRow(order, lookUp(people, order.userName), now),
      })
      .returning("order_id")
      .executeTakeFirstOrThrow();
    for (const line of order.lines)
      await seedLine(transaction, { order, orderId, line, shelf, itemId: lookUp(items, line.sourceId).itemId, now });
  }
}

function orderRow(order: DemonstrationOrder, borrower: DemonstrationBorrower, now: Date) {
  const orderedAt = daysBefore(now, order.ordered, order.userName);
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
    ship_to_school: borrower.school_name,
    ship_to_district: borrower.school_district,
    ship_to_street: borrower.street,
    ship_to_city: borrower.city,
    ship_to_state: borrower.state,
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
  const copies = shelf.take(line.sourceId, line.assigned, order.assigned, returned);
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
        assigned_at: daysBefore(now, order.assigned, order.userName),
        released_at: returned === undefined ? null : daysBefore(now, returned, order.userName),
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
      [...items].map(([sourceId, { copyIds }]) => [
        sourceId,
        copyIds.map((copyId) => ({ copyId, loans: 0, backSince: Number.POSITIVE_INFINITY })),
      ]),
    );
  }

  /** Takes the least lent copies that were back `days` ago; they return `until` days ago, or are still out. */
  take(sourceId: string, quantity: number, days: number, until = Number.NEGATIVE_INFINITY): number[] {
    const copies = lookUp(this.#copies, sourceId)
      .filter((copy) => copy.backSince >= days)
      .toSorted((one, other) => one.loans - other.loans)
      .slice(0, quantity);
    if (copies.length < quantity)
      throw new Error(`The demonstration orders need more copies of ${sourceId} than there are.`);
    for (const copy of copies) {
      copy.loans += 1;
      copy.backSince = until;
    }
    return copies.map((copy) => copy.copyId);
  }
}

/** An invented person at an invented school. Nobody can log in as one. */
export type DemonstrationBorrower = ReturnType<typeof borrower>;

/**
 * None of these places exists: the towns are made up, ZIP codes from 96189 on are unassigned, phone numbers 555-0100 to
 * 555-0199 are reserved for fiction, and example.org receives no email.
 */
export const demonstrationBorrowers: readonly DemonstrationBorrower[] = [
  borrower("demo.alvarez", "Marisol Alvarez", "Alder Creek Middle School", "Alder Creek Unified", "(530) 555-0101", "410 Schoolhouse Lane", "Alder Creek", "96190"),
  borrower("demo.nguyen", "Linh Nguyen", "Poppy Hill High School", "Poppy Hill Union High", "(559) 555-0112", "2200 Poppy Hill Road", "Poppy Hill", "96191"),
  borrower("demo.okafor", "Grace Okafor", "Bluewater Elementary School", "Bluewater Bay Unified", "(831) 555-0123", "15 Harbor View Street", "Bluewater Bay", "96192"),
  borrower("demo.whitfield", "James Whitfield", "Manzanita Valley High School", "Manzanita Valley Unified", "(209) 555-0134", "3801 Orchard Avenue", "Manzanita Valley", "96193"),
  borrower("demo.singh", "Harpreet Singh", "Three Oaks Continuation School", "Three Oaks Joint Unified", "(916) 555-0145", "77 Granary Court", "Three Oaks", "96194"),
  borrower("demo.romero", "Daniela Romero", "Arroyo Seco Vista Academy", "Vista del Arroyo Unified", "(760) 555-0156", "960 Camino del Arroyo", "Vista del Arroyo", "96195"),
  borrower("demo.kim", "Soo-jin Kim", "Lupine Meadows Middle School", "Lupine Meadows Unified", "(707) 555-0167", "128 Meadow Gate Drive", "Lupine Meadows", "96196"),
  borrower("demo.hassan", "Amina Hassan", "Sandstone Ridge High School", "Sandstone Ridge Unified", "(661) 555-0178", "5400 Ridge Crest Boulevard", "Sandstone Ridge", "96197"),
  borrower("demo.delacruz", "Teresa de la Cruz", "Kelp Point Elementary School", "Kelp Point Elementary", "(805) 555-0189", "8 Lighthouse Road", "Kelp Point", "96198"),
  borrower("demo.patterson", "Robert Patterson", "Granite Fork Community School", "Granite Fork County Office of Education", "(530) 555-0190", "1 County Center Plaza", "Granite Fork", "96199"),
]; // prettier-ignore

function borrower(
  userName: string,
  name: string,
  school: string,
  district: string,
  phone: string,
  street: string,
  city: string,
  zip: string,
) {
  const fullDistrict = district.endsWith("Office of Education") ? district : `${district} School District`;
  return {
    userName,
    name,
    school_name: `${school} (demonstration)`,
    school_district: `${fullDistrict} (demonstration)`,
    email_address: `${userName}@example.org`,
    phone_number: phone,
    street,
    city,
    state: "CA",
    zip,
  };
}
