import "fastify";
import type { ReadSession } from "./session.ts";

declare module "fastify" {
  interface FastifyInstance {
    readSession: ReadSession;
  }
  interface FastifyRequest {
    /** A body came that is not JSON; only calls that need a body mind. */
    hasForeignBody: boolean;
  }
  interface FastifyContextConfig {
    /** The contract's name of the route, for the log. */
    call?: string;
  }
}
