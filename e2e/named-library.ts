import type { Page } from "@playwright/test";
import { startLibrary } from "./library.ts";
import { test as base } from "./test.ts";

/** A test at a library whose address has a name: one of numbers has no passkeys. */
export const test = base.extend<object, object>({
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const library = await startLibrary((port) => ({ PUBLIC_URL: `http://localhost:${port}` }));
      await use({ ...library, address: library.address.replace("127.0.0.1", "localhost") });
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Gives the page's browser a device with a fingerprint reader, whose owner touches it whenever the browser asks. */
export async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    owner: async (isThere: boolean) => {
      await browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isThere });
    },
  };
}
