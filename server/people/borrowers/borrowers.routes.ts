import * as calls from "#contract/people/borrowers.ts";
import {
  clearanceLetter,
  anonymizeBorrower as anonymizeCall,
  getColleagues,
  transferLoans as transferCall,
  mergeBorrowers as mergeCall,
  undoTransfer as undoTransferCall,
} from "#contract/people/borrowers.ts";
import { serve } from "#server/http/serve.ts";
import { today } from "#server/platform/clock.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { presentColleague } from "./borrowers.present.ts";
import { anonymizeBorrower } from "./anonymize.ts";
import { transferLoans, undoTransfer } from "./transfer-loans.ts";
import { colleaguesOf } from "./transfer-loans.queries.ts";
import { clearBorrower } from "./clear-borrower.ts";
import type { Letterhead } from "./draw-clearance.ts";
import { mergeBorrowers } from "./merge-borrowers.ts";
import { borrowerSearchCsv, searchBorrowers, showBorrower } from "./search-borrowers.ts";

/** Serves most of Borrowers/*; borrowerAccountsRoutes serves the changes to accounts. */
export function borrowersRoutes(
  app: FastifyInstance,
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
  letterhead: () => Promise<Letterhead>,
): void {
  const day = () => today(clock, timeZone);
  serve(app, calls.searchBorrowers, async ({ query }) => searchBorrowers(db, query, day()));
  serve(app, calls.getBorrower, async ({ params }) => ({ data: await showBorrower(db, params.id, day()) }));
  serve(app, getColleagues, async ({ params, query }) => ({
    data: (await colleaguesOf(db, params.id, query.searchString)).map(presentColleague),
  }));
  serve(app, transferCall, async ({ params, body }, { session }) => ({
    data: await transferLoans(db, params.id, body.toBorrowerId, { userId: session.userId, at: clock.now() }),
  }));
  serve(app, undoTransferCall, async ({ params, body }, { session }) => ({
    data: await undoTransfer(db, params.id, body.toBorrowerId, { userId: session.userId, at: clock.now() }),
  }));
  serve(app, anonymizeCall, async ({ params }, { session }) => ({
    data: { orders: await anonymizeBorrower(db, params.id, { userId: session.userId, at: clock.now() }) },
  }));
  serve(app, mergeCall, async ({ params, body }, { session }) => ({
    data: {
      orders: await mergeBorrowers(db, params.id, body.fromBorrowerId, { userId: session.userId, at: clock.now() }),
    },
  }));
  serve(app, clearanceLetter, async ({ params }, { session }) =>
    clearBorrower(db, params.id, { today: day(), letterhead, actor: { userId: session.userId, at: clock.now() } }),
  );
  serve(app, calls.borrowerSearchCsv, async ({ query }, { session }) =>
    borrowerSearchCsv(db, query, { actor: { userId: session.userId, at: clock.now() }, today: day(), timeZone }),
  );
}
