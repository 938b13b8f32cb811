import { atTheEnd } from "./ends/at-the-end.ts";
import { startSmtpServer } from "./start-smtp-server.ts";

/** Starts an SMTP server for a test or a test file, and stops it at its end. */
export async function smtpServer(...options: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...options);
  atTheEnd(server.stop);
  return server;
}
