import { dataHeaders } from "#server/http/security.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { createContentReader } from "./current-content.ts";

const half = 182 * 24 * 60 * 60 * 1000; // ms: RFC 9116 wants less than a year

/** Tells whom to write to about a weakness (RFC 9116): the mailbox of the setting, or else the library's own. */
export function securityTextRoutes(app: FastifyInstance, parts: ConfiguredParts<"publicUrl" | "securityContact">) {
  const { db, clock, configuration } = parts;
  const read = createContentReader(db);
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const contact = configuration.securityContact ?? `mailto:${(await read()).content.contact.email}`;
    const day = new Date(clock.now().getTime() + half).toISOString().slice(0, 10);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${day}T00:00:00Z`,
      "Preferred-Languages: en, es",
      `Canonical: ${configuration.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .headers(dataHeaders)
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
}
