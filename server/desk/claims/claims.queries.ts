import { type Expression, sql } from "kysely";
import type { ClaimKind } from "#contract/desk/claims.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type OwedItem, type claimById, described, isOwed, openKind } from "#server/orders/public.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Actor } from "#server/platform/record-activity.ts";

/** Undefined and "" mean all. */
export type ClaimFilter = {
  state: "" | "open" | "closed";
  kind: "" | ClaimKind;
  orderId: number;
  searchString: string;
};
export async function describeClaim(db: Database, claimId: number) {
  return described(db).where("claim_id", "=", claimId).executeTakeFirst();
}

/** Returns a page of the claims, newest first, and describes only those. */
export async function claimsOf(
  db: Database,
  filter: ClaimFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const cut = matching(db, filter)
    .select("claim_id")
    .orderBy("opened_at", "desc")
    .orderBy("claim_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return described(db).where(isOneOf(cut)).orderBy("opened_at", "desc").orderBy("claim_id", "desc").execute();
}

export async function claimsAfter(db: Database, filter: ClaimFilter, after: number, lastId: number) {
  const cut = matching(db, filter)
    .select("claim_id")
    .where("claim_id", ">", after)
    .where("claim_id", "<=", lastId)
    .orderBy("claim_id")
    .limit(500);
  return described(db).where(isOneOf(cut)).orderBy("claim_id").execute();
}

/** Looks claims up by key: with "in", PostgreSQL reads all claims for each page of a download. */
const isOneOf = (cut: Expression<{ claim_id: number }>) => sql<boolean>`claim_id = any(array(${cut}))`;

export async function countClaims(db: Database, filter: ClaimFilter) {
  return matching(db, filter)
    .select([
      sql<number>`count(*)::integer`.as("count"),
      sql<number>`coalesce(max(claim_id), 0)`.as("lastId"),
      sql<number>`coalesce(sum(cost_cents) filter (where closed_at is null), 0)::float`.as("openCents"),
    ])
    .executeTakeFirstOrThrow();
}

export type Owed = {
  order_id: number;
  borrower_id: number;
  email_address: string;
  language: LanguageCode;
  is_read: boolean;
  ship_to: string;
  mailed_at: Date | null;
  /** Null when nothing is owed. */
  items: OwedItem[] | null;
};

/** Finds everything the borrower of a claim owes, oldest first. Copies claimed returned aren't owed. */
export async function owedBy(db: Database, claimId: number): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    select order_id, borrower_id, email_address, language, is_read,
      concat_ws(E'\\n', ship_to_name, ship_to_school, ship_to_street,
        ship_to_city || ', ' || ship_to_state || ' ' || ship_to_zip) as ship_to,
      (select max(written_at) from mails where mails.borrower_id = orders.borrower_id and mails.kind = 'open-claims') as mailed_at,
      (select json_agg(json_build_object('claim_id', claim_id, 'kind', kind, 'parts', claims.parts, 'cost_cents', cost_cents, 'title', title,
          'sku_number', sku_number, 'copy_number', copy_number, 'order_id', other.order_id) order by claim_id)
        from claims join assignments as loan using (assignment_id) join orders as other on other.order_id = loan.order_id
        join copies using (copy_id) join items on items.item_id = loan.item_id
        where other.borrower_id = orders.borrower_id and ${isOwed}) as items
    from claims as requested join assignments using (assignment_id) join orders using (order_id)
    join account_mailboxes using (borrower_id)
    where requested.claim_id = ${claimId}`.execute(db);
  return rows[0];
}

function matching(db: Database, { state, kind, orderId, searchString }: ClaimFilter) {
  let claims = db.selectFrom("claims");
  if (state !== "") claims = claims.where("closed_at", state === "open" ? "is" : "is not", null);
  if (kind !== "") claims = claims.where("kind", "=", kind);
  if (orderId > 0) {
    const loans = db.selectFrom("assignments").select("assignment_id").where("order_id", "=", orderId);
    claims = claims.where("assignment_id", "in", loans);
  }
  if (searchString === "") return claims;
  return claims.where(sql<boolean>`(words @@ words_like(${searchString}) or claim_id = any(array(
    select claim_id from retitled_items join items using (item_id) join copies using (item_id)
    join assignments using (copy_id) join claims using (assignment_id)
    where words_of(title || ' ' || reference_number) @@ words_like(${searchString}) limit ${maxLookups}))
    or assignment_id = any(array(
      select assignment_id from assignments where copy_id in (select copies_named(${searchString})) limit ${maxLookups})))`);
}

const maxLookups = sql.lit(1000); // claims for renamed titles, or for a copy, which are looked up one by one

/** Reads a loan of a locked order, with its open claim. */
export async function loanById(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["assignments.item_id", "copy_id", "loan", "replacement_cost", "missing_parts"])
    .select([openKind])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

export type LockedClaim = NonNullable<Awaited<ReturnType<typeof claimById>>>;
type NewClaim = { assignmentId: number; loan: string; kind: ClaimKind; cents: number; note: string; parts: string };

export async function insertClaim(tx: Transaction, { assignmentId, cents, ...rest }: NewClaim, actor: Actor) {
  const values = { ...rest, assignment_id: assignmentId, cost_cents: cents };
  const { claim_id: claimId } = await tx
    .insertInto("claims")
    .values({ ...values, opened_at: actor.at, opened_by: actor.userId })
    .returning("claim_id")
    .executeTakeFirstOrThrow();
  return claimId;
}

export async function setCostAndNote(
  tx: Transaction,
  claimId: number,
  { cents, note }: { cents: number; note: string },
) {
  await tx.updateTable("claims").set({ cost_cents: cents, note }).where("claim_id", "=", claimId).execute();
}

export async function openClaimOfParts(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("claims")
    .select(["claim_id", "cost_cents"])
    .where("assignment_id", "=", assignmentId)
    .where("kind", "=", "parts missing")
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

export async function setParts(tx: Transaction, claimId: number, { parts, cents }: { parts: string; cents: number }) {
  await tx.updateTable("claims").set({ parts, cost_cents: cents }).where("claim_id", "=", claimId).execute();
}
