import * as calls from "#contract/desk/claims.ts";
import { moneyOf } from "#contract/wire/money.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { claimsCsv, changeClaim, openClaim, settleClaim } from "./claims.ts";
import { claimsOf, countClaims, describeClaim } from "./claims.queries.ts";
import { owedByBorrower, presentClaim, presentOwnClaim } from "#server/orders/public.ts";
import { sendClaimLetter, sendClaimLetters, showClaimLetter, showClaimLetters } from "./claim-letter.ts";

type Parts = ConfiguredParts<"timeZone" | "rateLimitScale">;

const borrowerOf = ({ borrowerId }: Session) => found(borrowerId ?? undefined);

export function claimRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, configuration } = parts;
  const presented = async (claimId: number) => ({ data: presentClaim(found(await describeClaim(db, claimId))) });

  serve(app, calls.getClaims, async ({ query: { page = 1, pageSize = 25, ...filter } }) => {
    const [rows, { count, openCents }] = await Promise.all([
      claimsOf(db, filter, { page, pageSize }),
      countClaims(db, filter),
    ]);
    return { data: rows.map((row) => presentClaim(row)), total: count, openCost: moneyOf(openCents) };
  });
  serve(app, calls.getClaim, async ({ params }) => presented(params.id));
  serve(app, calls.getClaimLetter, async ({ params }) => ({ data: await showClaimLetter(db, params.id) }));
  serve(app, calls.getOwnClaims, async (_request, { session }) => {
    const rows = await owedByBorrower(db, borrowerOf(session), calls.maxOwnClaims);
    return { data: rows.map((row) => presentOwnClaim(row)), openCost: moneyOf(rows[0]?.open_cents ?? 0) };
  });
  serve(app, calls.sendClaimLetter, async ({ params }, { actor }) => {
    await sendClaimLetter(db, params.id, { actor, timeZone: configuration.timeZone });
    return {};
  });
  serve(app, calls.getClaimLetters, async ({ query }) => ({ data: await showClaimLetters(db, query.ids) }));
  serve(app, calls.sendClaimLetters, async ({ body }, { actor }) => {
    const by = { actor, timeZone: configuration.timeZone };
    return { data: await sendClaimLetters(db, body.claimIds, by) };
  });
  serve(app, calls.claimsCsv, async ({ query }, { actor }) => claimsCsv(db, query, actor, configuration.timeZone));
  serve(app, calls.openClaim, async ({ body }, { actor }) => presented(await openClaim(db, body, actor)));
  serve(app, calls.changeClaim, async ({ params, body }, { actor }) => {
    await changeClaim(db, { claimId: params.id, ...body }, actor);
    return presented(params.id);
  });
  serve(app, calls.settleClaim, async ({ params, body }, { actor }) => {
    await settleClaim(db, { claimId: params.id, ...body }, actor);
    return presented(params.id);
  });
}
