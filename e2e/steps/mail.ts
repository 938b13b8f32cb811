import { startLibrary } from "#e2e/library.ts";
import { clerkOf, saveRules } from "./as-clerk.ts";
import { expect, test as base } from "#e2e/test.ts";
import { startIsbnSource } from "#server/test/isbn-source.ts";
import { type Received, type SmtpServer, startSmtpServer } from "#server/test/start-smtp-server.ts";

type Outside = { mailServer: SmtpServer; isbnSource: Awaited<ReturnType<typeof startIsbnSource>> };

/** Runs a library that sends its email to a real SMTP server, and looks up ISBNs at a source of books. */
export const test = base.extend<object, Outside>({
  mailServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startSmtpServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  isbnSource: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const source = await startIsbnSource();
      await use(source);
      await source.stop();
    },
    { scope: "worker" },
  ],
  library: [
    async ({ mailServer, isbnSource }, use) => {
      const library = await startLibrary({
        SMTP_URL: mailServer.url,
        MAIL_FROM: "library@library.example",
        ISBN_LOOKUP_URL: isbnSource.url,
      });
      const rules = { returnMailMinutes: 0, senderName: "Lending Library" };
      await saveRules(await clerkOf(library.address), rules);
      await use(library);
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Waits for the newest email to an address with this text in its subject. */
export async function mailTo(server: SmtpServer, address: string, subject: string): Promise<Received> {
  const find = () =>
    server.received.findLast((mail) => mail.envelopeTo.includes(address) && mail.subject?.includes(subject));
  await expect.poll(() => find() !== undefined, { timeout: 20_000, intervals: [50] }).toBe(true);
  const mail = find();
  if (!mail) throw new Error("The email disappeared.");
  return mail;
}

/** Returns the links in an email's HTML to paths of the library. */
export function linksOf(mail: Received, path: string): string[] {
  const addresses = [...String(mail.html).matchAll(/href="([^"]+)"/g)].map(([, address = ""]) => address);
  return addresses.filter((address) => new URL(address).pathname.startsWith(path));
}
