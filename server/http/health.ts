import type { FastifyInstance } from "fastify";

/** `/health/live`: the process answers. `/health/ready`: it can work, database included. */
export function answerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get("/health/live", { logLevel: "warn" }, async () => ({ status: "live" }));
  app.get("/health/ready", { logLevel: "warn" }, async (_request, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}
