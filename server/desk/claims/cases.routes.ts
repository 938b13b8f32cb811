import * as calls from "#contract/desk/cases.ts";
import { moneyOf } from "#contract/wire/money.ts";
import { found } from "#server/refusals/http-error.ts";
import { hasAccess, type Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { casesCsv, changeCase, openCase, settleCase, undoCase } from "./cases.ts";
import { casesOf, countCases, describeCase } from "./cases.queries.ts";
import { owedByBorrower, presentCase, presentOwnCase } from "#server/orders/public.ts";
import { sendCaseLetter, sendCaseLetters, showCaseLetter, showCaseLetters } from "./case-letter.ts";

type Parts = ConfiguredParts<"timeZone" | "rateLimitScale">;

const borrowerOf = ({ borrowerId }: Session) => found(borrowerId ?? undefined);

/** Serves the claims for lost and damaged copies. */
export function caseRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, configuration, clock } = parts;
  const actorOf = ({ userId }: Session) => ({ userId, at: clock.now() });
  const shown = async (caseId: number) => ({ data: presentCase(found(await describeCase(db, caseId))) });

  serve(app, calls.getCases, async ({ query: { page = 1, pageSize = 25, ...filter } }) => {
    const [rows, { count, openCents }] = await Promise.all([
      casesOf(db, filter, { page, pageSize }),
      countCases(db, filter),
    ]);
    return { data: rows.map((row) => presentCase(row)), total: count, openCost: moneyOf(openCents) };
  });
  serve(app, calls.getCase, async ({ params }) => shown(params.id));
  serve(app, calls.getCaseLetter, async ({ params }) => ({ data: await showCaseLetter(db, params.id) }));
  serve(app, calls.getOwnCases, async (_asked, { session }) => {
    const rows = await owedByBorrower(db, borrowerOf(session), calls.mostOwnCases);
    return { data: rows.map((row) => presentOwnCase(row)), openCost: moneyOf(rows[0]?.open_cents ?? 0) };
  });
  serve(app, calls.sendCaseLetter, async ({ params }, { session }) => {
    await sendCaseLetter(db, params.id, { actor: actorOf(session), timeZone: configuration.timeZone });
    return {};
  });
  serve(app, calls.getCaseLetters, async ({ query }) => ({ data: await showCaseLetters(db, query.ids) }));
  serve(app, calls.sendCaseLetters, async ({ body }, { session }) => {
    const by = { actor: actorOf(session), timeZone: configuration.timeZone };
    return { data: await sendCaseLetters(db, body.caseIds, by) };
  });
  serve(app, calls.casesCsv, async ({ query }, { session }) =>
    casesCsv(db, query, actorOf(session), configuration.timeZone),
  );
  serve(app, calls.openCase, async ({ body }, { session }) => shown(await openCase(db, body, actorOf(session))));
  serve(app, calls.changeCase, async ({ params, body }, { session }) => {
    await changeCase(db, { caseId: params.id, ...body }, actorOf(session));
    return shown(params.id);
  });
  serve(app, calls.settleCase, async ({ params, body }, { session }) => {
    await settleCase(db, { caseId: params.id, ...body }, actorOf(session));
    return shown(params.id);
  });
  serve(app, calls.undoCase, async ({ params }, { session }) => {
    await undoCase(db, params.id, { ...actorOf(session), maySettle: hasAccess(calls.settleCase.access, session.role) });
    return shown(params.id);
  });
}
