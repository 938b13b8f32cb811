import * as calls from "#contract/borrowers/take-over.ts";
import type { LoansAsked } from "#contract/borrowers/take-over.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { handOverIn } from "../hand-over/hand-over.ts";
import { areColleagues, loansOf, lockParties, ordersWithOpenCases } from "../hand-over/hand-over.queries.ts";
import {
  type Asker,
  askerWithId,
  givenAt,
  lockRequest,
  noteGiven,
  requestOfLink,
  type RequestRow,
} from "./take-over.queries.ts";

const dayLength = 86_400_000; // ms

type Parts = { db: Database; clock: Clock };

/** What a link asks for; refused when there is no such link, or it is over. */
export async function loansAsked(parts: Parts, token: string): Promise<LoansAsked> {
  return show(parts.db, await behind(parts, token));
}

async function behind({ db, clock }: Parts, token: string): Promise<RequestRow> {
  const request = await requestOfLink(db, hashOf(token));
  const oldest = clock.now().getTime() - calls.askedDays * dayLength;
  if (!request || request.asked_at.getTime() < oldest) throw new Refusal({ kind: "ask-over" });
  return request;
}

async function show(db: Database, { asked_by: by, asked_of: of, given_at: at }: RequestRow): Promise<LoansAsked> {
  const taker = await askerWithId(db, by);
  if (!taker || !mayTake(taker) || !(await areColleagues(db, of, by))) throw new Refusal({ kind: "ask-over" });
  const given = at === null ? [] : await givenAt(db, of, by, at);
  if (at !== null && given.length === 0) throw new Refusal({ kind: "ask-over" }); // staff took it back
  const loans = at === null ? await loansOf(db, of) : [];
  const withCases = await ordersWithOpenCases(
    db,
    loans.map(({ order_id }) => order_id),
  );
  return {
    borrowerName: taker.name,
    emailAddress: taker.email_address,
    schoolName: taker.school_name,
    given,
    loans: loans
      .filter(({ order_id }) => !withCases.has(order_id))
      .map(({ order_id: orderId, return_date: dueOn, copies }) => ({
        orderId,
        dueOn,
        titles: [...new Set(copies.map(({ title }) => title))],
      })),
  };
}

/** As when they asked: the loans of others are nothing for who is blocked, or whom no email reaches. */
const mayTake = ({ blocked_because: because, is_reached: isReached }: Asker) => because === "" && isReached;

/** By a link, hands what its reader has out over to who asked, once. */
export async function giveLoans(parts: Parts, token: string): Promise<LoansAsked> {
  const { request_id: id, asked_by: to, asked_of: from, user_id: userId } = await behind(parts, token);
  const at = parts.clock.now();
  await inTransaction(parts.db, async (tx) => {
    await lockParties(tx, [from, to]); // before the request, as forgetting and merging do
    const request = await lockRequest(tx, id);
    if (!request) throw new Refusal({ kind: "ask-over" });
    if (request.given_at !== null) return;
    const taker = await askerWithId(tx, to);
    if (!taker || !mayTake(taker)) throw new Refusal({ kind: "ask-over" });
    await handOverIn(tx, from, to, { userId, at }).catch((error: unknown) => {
      // for who reads the link, all its refusals mean the same
      throw error instanceof Refusal ? new Refusal({ kind: "ask-over" }) : error;
    });
    await noteGiven(tx, id, at);
  });
  return loansAsked(parts, token);
}
