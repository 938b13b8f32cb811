import type { Parts } from "#server/parts.ts";
import { refusalOfField } from "#server/refusals/refusal.ts";
import { hashOfRecoveryCode, stepOfCode } from "./codes.ts";
import { secretOf, takeRecoveryCode, takeStep } from "./second-step.queries.ts";

/** Uses up a code of the account's app, or one of its recovery codes: each is good once. Refuses any other. */
export async function takeCode({ db, clock }: Parts, userId: number, typed: string): Promise<void> {
  const secret = await secretOf(db, userId);
  if (secret === undefined) throw wrongCode();
  const code = typed.replace(/[\s-]/g, "");
  const step = stepOfCode(secret, code, clock.now());
  const isTaken =
    step === null ? await takeRecoveryCode(db, userId, hashOfRecoveryCode(code)) : await takeStep(db, userId, step);
  if (!isTaken) throw wrongCode();
}

export const wrongCode = () => refusalOfField({ kind: "wrong-code" }, "code");
