import * as z from "zod/mini";
import { loggedIn } from "../accounts.ts";
import { limits } from "../codes.ts";
import { ownMessages } from "../messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { given, id, secret, text } from "../wire/text.ts";

/** Of a code of the app, or a recovery code; spaces and dashes do not matter. */
const typedCode = text(limits.secondStepCode);
const code = given(ownMessages.codeRequired, limits.secondStepCode);
const password = given(ownMessages.currentPasswordRequired);

export const passRules = z.object({ code });

/**
 * Extension: the second step of a login. `token` is what the login's refusal ("code-required") gave: good for a few
 * minutes, for this account and its password, and for nothing else.
 */
export const passSecondStep = endpoint("POST Account/PassSecondStep", {
  access: "anyone",
  body: z.object({ token: text(1000), code: typedCode }),
  rules: passRules,
  answer: { data: loggedIn },
});

/** Extension: a new secret for an authenticator app, and the address that its QR code holds. Nothing is stored yet. */
export const newSecondStep = endpoint("GET Staff/NewSecondStep", {
  access: "volunteer",
  beforeSecondStep: true,
  answer: { data: z.object({ secret: z.string(), address: z.string() }) },
});

const recoveryCodes = { data: z.object({ recoveryCodes: z.array(z.string()) }) };

export const secondStepRules = z.object({ code, password });

/**
 * Extension: from now on, logging in asks for a code of the app. `code` shows that the app has the secret, which no
 * call returns again. The recovery codes are shown this once; each replaces one code. Ends the other sessions.
 */
export const turnOnSecondStep = endpoint("POST Staff/TurnOnSecondStep", {
  access: "volunteer",
  beforeSecondStep: true,
  body: z.object({
    password: secret,
    code: typedCode,
    secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/, "must be the secret of NewSecondStep")),
  }),
  rules: secondStepRules,
  answer: recoveryCodes,
});

export const newCodesRules = z.object({ password });

/** Extension: ten new recovery codes; the ones of before no longer work. */
export const newRecoveryCodes = endpoint("POST Staff/NewRecoveryCodes", {
  access: "volunteer",
  body: z.object({ password: secret }),
  rules: newCodesRules,
  answer: recoveryCodes,
});

/** Extension: with the password, and a code of the app or a recovery code. */
export const turnOffSecondStep = endpoint("POST Staff/TurnOffSecondStep", {
  access: "volunteer",
  body: z.object({ password: secret, code: typedCode }),
  rules: secondStepRules,
  answer: {},
});

/** Extension: for a colleague who has lost the app and the recovery codes. Not for one's own. */
export const removeSecondStep = endpoint("POST Staff/RemoveSecondStep/{userId}", {
  access: "manager",
  params: { userId: id },
  answer: {},
});
