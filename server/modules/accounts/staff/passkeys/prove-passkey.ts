import type { logInWithPasskey } from "#contract/staff/passkeys.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { inTransaction } from "#server/platform/database.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type AccountRow, accountOfName } from "../../accounts.queries.ts";
import type { Challenges } from "./challenges.ts";
import { hashOfChallenge } from "./own-passkeys.ts";
import { keepUsed, passkeyByCredential, useChallenge } from "./passkeys.queries.ts";

type Sent = Received<typeof logInWithPasskey>["body"];

/**
 * The account that a passkey opens. Whatever is wrong with the answer is the same refusal: a stranger learns nothing of
 * which passkeys there are.
 */
export async function provePasskey(
  { db, clock }: Parts,
  challenges: Challenges,
  { token, credential }: Sent,
): Promise<AccountRow> {
  const challenge = await challenges.challengeOf(token, "anyone");
  const passkey = await passkeyByCredential(db, credential.id);
  const signCount = passkey && (await signCountIn(challenges, challenge, credential, passkey));
  if (!passkey || signCount === undefined) throw unknown();
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    if (!(await useChallenge(tx, hashOfChallenge(challenge), at))) throw new Refusal({ kind: "passkey-expired" });
    if (!(await keepUsed(tx, passkey.passkey_id, { signCount, at }))) throw unknown();
  });
  const account = await accountOfName(db, passkey.user_name);
  if (!account?.password_hash) throw unknown(); // disabled
  return account;
}

const unknown = () => new Refusal({ kind: "passkey-unknown" });

type Passkey = NonNullable<Awaited<ReturnType<typeof passkeyByCredential>>>;

/** The device's count when it signed this challenge for this library and knew its owner; undefined otherwise. */
async function signCountIn(
  { origin, rpId }: Challenges,
  expectedChallenge: string,
  sent: Sent["credential"],
  passkey: Passkey,
): Promise<number | undefined> {
  const { id, clientDataJson: clientDataJSON, authenticatorData, signature } = sent;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined; // what a stranger sent is no fault of the library
  }
}
