import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import type { LoggedIn } from "#contract/accounts.ts";
import { call } from "#web/lib/call.ts";

/** The browser gave no passkey; its sentence is for people. */
export class NoPasskey extends Error {
  override name = "NoPasskey";
}

const sentences: { [Code in WebAuthnError["code"]]?: string } = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device has a passkey of your account already.",
  ERROR_INVALID_RP_ID: "Open the library by its own address to use passkeys.",
};

/** Asks the browser, which asks its owner. Closing that window gives a sentence. */
async function asked<Given>(ask: () => Promise<Given>): Promise<Given> {
  try {
    return await ask();
  } catch (error) {
    const sentence = error instanceof WebAuthnError ? sentences[error.code] : undefined;
    throw new NoPasskey(sentence ?? "No passkey was used. Try again when you’re ready.", { cause: error });
  }
}

/** Makes a passkey on this device or another, and keeps it at the library. */
export async function makePasskey(password: string): Promise<void> {
  const { data } = await call("GET Staff/NewPasskey", {});
  const { token, challenge, rpId, userHandle, userName, exclude } = data;
  const made: RegistrationResponseJSON = await asked(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: rpId },
        user: { id: userHandle, name: userName, displayName: userName },
        // EdDSA, ES256, and RS256: what devices have
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
        excludeCredentials: exclude.map((id) => ({ id, type: "public-key" })),
      },
    }),
  );
  const { clientDataJSON: clientDataJson, attestationObject: attestation } = made.response;
  await call("POST Staff/AddPasskey", {
    body: { password, token, credential: { id: made.id, clientDataJson, attestation } },
  });
}

/** Logs in with a passkey that the browser finds for this library. */
export async function enterWithPasskey(): Promise<LoggedIn> {
  const { token, challenge, rpId } = (await call("GET Account/AskForPasskey", {})).data;
  const { id, response } = await asked(() =>
    startAuthentication({ optionsJSON: { challenge, rpId, userVerification: "required" } }),
  );
  const { clientDataJSON: clientDataJson, authenticatorData, signature } = response;
  const credential = { id, clientDataJson, authenticatorData, signature };
  return (await call("POST Account/LogInWithPasskey", { body: { token, credential } })).data;
}
