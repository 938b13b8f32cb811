import "fastify";
import type { Session } from "./session.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The live session that a token names, or null when the token is not (or no longer) good. */
    readSession: (token: string) => Promise<Session | null>;
  }
  interface FastifyRequest {
    /** The body is not JSON; only calls that read a body refuse it. */
    hasForeignBody: boolean;
  }
  interface FastifyContextConfig {
    /** The contract's name of the route, for the log. */
    call?: string;
  }
}
