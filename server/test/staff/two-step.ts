import { TOTP } from "otpauth";
import { login } from "#contract/people/accounts.ts";
import { newTwoStep, passTwoStep, turnOnTwoStep } from "#contract/people/own-account.ts";
import type { TestApp } from "../app.ts";
import { anAdmin, password } from "../factories.ts";

/** How long an app shows a code, in ms. */
export const codePeriod = 30_000;

/** Returns the code that an app with this secret shows at the library's time. */
export const codeOf = (secret: string, { clock }: Pick<TestApp, "clock">) =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });

/** Moves the clock to the start of the app's next code. */
export function toNextStep({ clock }: Pick<TestApp, "clock">): void {
  clock.move(codePeriod - (clock.now().getTime() % codePeriod));
}

type Person = { token: string; userId: number; userName: string };

/** Turns on two-step verification, and moves the clock to the next code. */
export async function turnOn<P extends Person>(library: TestApp, person: P) {
  const { secret } = (await library.call(newTwoStep, {}, person.token)).body.data;
  const body = { password, secret, code: codeOf(secret, library) };
  const { recoveryCodes } = (await library.call(turnOnTwoStep, { body }, person.token)).body.data;
  library.clock.move(codePeriod);
  return { ...person, secret, recoveryCodes };
}

/** Creates a manager with two-step verification. */
export const aCarefulAdmin = async (library: TestApp) => turnOn(library, await anAdmin(library));

/** Logs in with the password; returns the token of the refusal that asks for a code. */
export async function firstStep(library: TestApp, userName: string, address?: string): Promise<string> {
  const { body } = await library.call(login, { body: { userName, password, userTypeId: 1 } }, undefined, address);
  if (body.reason?.kind !== "code-required")
    throw new Error(`The login didn't ask for a code: ${JSON.stringify(body)}`);
  return body.reason.token;
}

/** Sends a code. */
export const twoStep = (library: TestApp, body: { token: string; code: string }, address?: string) =>
  library.call(passTwoStep, { body }, undefined, address);

/** Logs in with the password and a code. */
export async function enter(library: TestApp, userName: string, code: string, address?: string) {
  return twoStep(library, { token: await firstStep(library, userName, address), code }, address);
}
