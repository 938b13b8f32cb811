import * as calls from "#contract/borrowers/take-over.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { askForLoans } from "./ask-for-loans.ts";
import { giveLoans, loansAsked } from "./give-loans.ts";

/** Serves a borrower who takes over what a colleague has out, and the link by which that colleague agrees. */
export function takeOverRoutes(app: FastifyInstance, parts: Parts): void {
  serve(app, calls.askForLoans, async ({ body }, { session }) => {
    await askForLoans(parts, found(session.borrowerId ?? undefined), body.emailAddress.trim());
    return {};
  });
  serve(app, calls.getLoansAsked, async ({ params: { token } }) => ({ data: await loansAsked(parts, token) }));
  serve(app, calls.giveLoans, async ({ body: { token } }) => ({ data: await giveLoans(parts, token) }));
}
