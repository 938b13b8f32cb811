import { getOwnAccount } from "#contract/staff/own-account.ts";
import { addPasskey, newPasskey } from "#contract/staff/passkeys.ts";
import type { TestApp } from "../app.ts";
import { passkeyDevice } from "../staff/passkey-device.ts";
import type { Examples } from "./examples.ts";

/** The calls of passkeys, for an administrator with this password. */
export function passkeyExamples(fixture: TestApp, admin: { token: string }, password: string): Examples {
  async function aNewOne() {
    const { data } = (await fixture.call(newPasskey, {}, admin.token)).body;
    const device = passkeyDevice({ origin: fixture.configuration.publicUrl });
    return { password, token: data.token, credential: device.make(data) };
  }
  return {
    "POST Staff/AddPasskey": async () => {
      const body = await aNewOne();
      return { good: { body }, bad: { body: { ...body, password: "wrong" } } };
    },
    "POST Staff/RemovePasskey/{passkeyId}": async () => {
      await fixture.call(addPasskey, { body: await aNewOne() }, admin.token);
      const { own } = (await fixture.call(getOwnAccount, {}, admin.token)).body.data.passkeys;
      return { good: { params: { passkeyId: own[0]?.passkeyId ?? 0 } }, bad: { params: { passkeyId: 999_999 } } };
    },
  };
}
