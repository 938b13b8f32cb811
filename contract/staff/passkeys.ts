import * as z from "zod/mini";
import { loggedIn } from "../accounts.ts";
import { ownMessages } from "../messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { given, id, secret, text } from "../wire/text.ts";

/** How many passkeys an account can have: one for each device, and spare ones. */
export const mostPasskeys = 10;

/** Says what one answers a challenge with; good for a few minutes, for one answer. */
const token = text(1000);

const asked = z.object({ token: z.string(), challenge: z.string(), rpId: z.string() });

/** What `navigator.credentials` gives, in base64url. */
const encoded = (most: number) => text(most);

/**
 * Extension: what a browser needs to make a passkey for the caller (WebAuthn, Level 3). `exclude` are the passkeys that
 * the account has. Refused where the library's address can have none: it is an IP address.
 */
export const newPasskey = endpoint("GET Staff/NewPasskey", {
  access: "volunteer",
  answer: {
    data: z.extend(asked, { userHandle: z.string(), userName: z.string(), exclude: z.array(z.string()) }),
  },
});

export const passkeyRules = z.object({
  password: given(ownMessages.currentPasswordRequired),
});

/** Extension: keeps the passkey that the browser made. With the password; the mailbox gets an email. */
export const addPasskey = endpoint("POST Staff/AddPasskey", {
  access: "volunteer",
  body: z.object({
    password: secret,
    token,
    credential: z.object({ id: encoded(1400), clientDataJson: encoded(2000), attestation: encoded(12_000) }),
  }),
  rules: passkeyRules,
  answer: {},
});

/** Extension: one of the caller's own. */
export const removePasskey = endpoint("POST Staff/RemovePasskey/{passkeyId}", {
  access: "volunteer",
  params: { passkeyId: id },
  answer: {},
});

/** Extension: what a browser needs to log in with a passkey of this library. */
export const askForPasskey = endpoint("GET Account/AskForPasskey", {
  access: "anyone",
  answer: { data: asked },
});

/** Extension: a login of staff by a passkey, which is both steps. Answers as the login. */
export const logInWithPasskey = endpoint("POST Account/LogInWithPasskey", {
  access: "anyone",
  body: z.object({
    token,
    credential: z.object({
      id: encoded(1400),
      clientDataJson: encoded(2000),
      authenticatorData: encoded(2000),
      signature: encoded(5000),
    }),
  }),
  answer: { data: loggedIn },
});
