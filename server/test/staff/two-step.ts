import { TOTP } from "otpauth";
import { login } from "#contract/people/accounts.ts";
import { newTwoStep, passTwoStep, turnOnTwoStep } from "#contract/people/own-account.ts";
import type { TestApp } from "../app.ts";
import { anAdmin, password } from "../factories.ts";

/** How long an app shows a code, in ms. */
export const codePeriod = 30_000;

/** What the app with this secret shows at the library's time. */
export const codeOf = (secret: string, { clock }: Pick<TestApp, "clock">) =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });

/** Moves the clock to when the app shows its next code, which then stays for a while. */
export function toNextStep({ clock }: Pick<TestApp, "clock">): void {
  clock.move(codePeriod - (clock.now().getTime() % codePeriod));
}

type Person = { token: string; userId: number; userName: string };

/** Turns the second step on for an administrator; from the next code on, it is asked for. */
export async function turnOn<P extends Person>(library: TestApp, person: P) {
  const { secret } = (await library.call(newTwoStep, {}, person.token)).body.data;
  const body = { password, secret, code: codeOf(secret, library) };
  const { recoveryCodes } = (await library.call(turnOnTwoStep, { body }, person.token)).body.data;
  library.clock.move(codePeriod);
  return { ...person, secret, recoveryCodes };
}

/** An administrator with a second step. */
export const aCarefulAdmin = async (library: TestApp) => turnOn(library, await anAdmin(library));

/** The first step of a login, and what it is refused with. */
export async function firstStep(library: TestApp, userName: string, address?: string): Promise<string> {
  const { body } = await library.call(login, { body: { userName, password, userTypeId: 1 } }, undefined, address);
  if (body.reason?.kind !== "code-required") throw new Error(`No code was asked for: ${JSON.stringify(body)}`);
  return body.reason.token;
}

/** The second step. */
export const twoStep = (library: TestApp, body: { token: string; code: string }, address?: string) =>
  library.call(passTwoStep, { body }, undefined, address);

/** Both steps. */
export async function enter(library: TestApp, userName: string, code: string, address?: string) {
  return twoStep(library, { token: await firstStep(library, userName, address), code }, address);
}
