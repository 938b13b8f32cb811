import { afterAll } from "vitest";
import { startSmtpServer } from "./start-smtp-server.ts";

/** Starts an SMTP server for a test file, and stops it after its last test. */
export async function smtpServer(...options: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...options);
  afterAll(server.stop);
  return server;
}
