import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { ConfiguredParts } from "#server/parts.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { signingKeys } from "../../keys/signing-keys.ts";
import { readChallenge, signChallenge } from "../../sessions/tokens.ts";
import { challengePatience } from "./passkeys.queries.ts";

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * What a passkey signs. Nothing is stored until it was answered, so strangers who ask for challenges fill no table: the
 * token that comes with one says for whom it is and until when.
 */
export function createChallenges({ db, clock, configuration }: ConfiguredParts<"tokenKeys" | "publicUrl">) {
  const keys = signingKeys({ db, clock, configuration });
  const { origin, hostname: rpId } = new URL(configuration.publicUrl);
  /** An address of numbers can have no passkeys (WebAuthn, 5.1.2). */
  const isPossible = isIP(rpId.replace(/^\[|\]$/g, "")) === 0;
  return {
    isPossible,
    origin,
    rpId,
    /** A challenge for an account, or for who shows a passkey ("anyone"). */
    ask: async (who: string) => {
      if (!isPossible) throw new Refusal({ kind: "passkeys-need-name" });
      const now = clock.now();
      const challenge = randomBytes(32).toString("base64url");
      const times = { now, expiresAt: new Date(now.getTime() + challengePatience) };
      return { token: await signChallenge(await keys(), { who, challenge }, times), challenge, rpId };
    },
    /** The challenge that a token came with; refused when it is another's, or too old. */
    challengeOf: async (token: string, who: string): Promise<string> => {
      const asked = await readChallenge(await keys(), token, clock.now());
      if (asked?.who !== who) throw new Refusal({ kind: "passkey-expired" });
      return asked.challenge;
    },
  };
}
