import { createHash } from "node:crypto";
import type { addPasskey as addCall } from "#contract/staff/passkeys.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, type AuditedAction, recordAudit } from "#server/platform/record-audit.ts";
import type { Parts } from "#server/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { passwordHashOf } from "../../accounts.queries.ts";
import { wrongPassword } from "../../change-password.ts";
import { isPassword } from "../../credentials/passwords.ts";
import { secondStepLetter } from "../second-step/second-step-letters.ts";
import { findStaff, holdPassword } from "../staff.queries.ts";
import type { Challenges } from "./challenges.ts";
import * as queries from "./passkeys.queries.ts";

type Own = { userId: number; browser: string };

/** Of whom a device says that it is theirs: an id that tells nothing. */
export const userHandleOf = (userId: number): string => Buffer.from(`staff ${userId}`).toString("base64url");

/** What is kept of a challenge that was answered. */
export const hashOfChallenge = (challenge: string): Buffer => createHash("sha256").update(challenge).digest();

/** Keeps a passkey that a browser made for its owner, by the password. */
export async function addPasskey(
  { db, clock }: Parts,
  challenges: Challenges,
  { userId, browser }: Own,
  { password, token, credential }: Received<typeof addCall>["body"],
): Promise<void> {
  const hash = await passwordHashOf(db, userId);
  if (!(await isPassword(password, hash)) || !hash) throw wrongPassword();
  const challenge = await challenges.challengeOf(token, String(userId));
  const made = await verified(challenges, challenge, credential);
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    if (!(await holdPassword(tx, userId, hash))) throw wrongPassword();
    if (!(await queries.useChallenge(tx, hashOfChallenge(challenge), at)))
      throw new Refusal({ kind: "passkey-expired" });
    const { id: credentialId, publicKey, counter: signCount } = made;
    const name = browser === "" ? "Unknown browser" : browser;
    const passkey = { userId, credentialId, publicKey: Buffer.from(publicKey), signCount, name, at };
    if (!(await queries.storePasskey(tx, passkey))) throw new Refusal({ kind: "passkeys-full" });
    await tellAndRecord(tx, { userId, at }, { call: "POST Staff/AddPasskey", before: null, after: { Passkey: name } });
  });
}

/** Removes one; nothing happens when it is gone. */
export async function removePasskey({ db, clock }: Parts, userId: number, passkeyId: number): Promise<void> {
  const call = "POST Staff/RemovePasskey/{passkeyId}";
  await inTransaction(db, async (tx) => {
    const name = found(await queries.deletePasskey(tx, userId, passkeyId));
    await tellAndRecord(tx, { userId, at: clock.now() }, { call, before: { Passkey: name }, after: {} });
  });
}

type Credential = Received<typeof addCall>["body"]["credential"];

/** The passkey in a browser's answer. Any fault of it, a wrong origin too, is the same refusal. */
async function verified({ origin, rpId }: Challenges, expectedChallenge: string, sent: Credential) {
  const { id, clientDataJson: clientDataJSON, attestation: attestationObject } = sent;
  // 5 MB of the heap, for libraries whose staff have passkeys
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    if (registrationInfo) return registrationInfo.credential;
  } catch {
    // what a stranger sent is no fault of the library
  }
  throw new Refusal({ kind: "passkey-expired" });
}

async function tellAndRecord(
  tx: Transaction,
  actor: Actor & { userId: number },
  change: Pick<AuditedAction, "call" | "before" | "after">,
): Promise<void> {
  const { user_name: label, name, email_address: address } = found(await findStaff(tx, actor.userId));
  const letter = secondStepLetter(label, change.before === null ? "passkey added" : "passkey removed");
  if (address !== "") await enqueueMail(tx, { kind: "staff-account", to: { name, address }, letter, at: actor.at });
  await recordAudit(tx, actor, { ...change, kind: "staff", subjectId: actor.userId, label });
}
