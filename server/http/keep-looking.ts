import type { FastifyInstance } from "fastify";

const every = 5000; // ms, after which another instance's save holds here too

/**
 * Looks at what is stored, from the start and every few seconds. A database that does not answer leaves everything as it
 * is: the next look may find it again.
 */
export function keepLooking(app: FastifyInstance, what: string, look: () => Promise<unknown>): void {
  const lookQuietly = () => look().catch((error: unknown) => app.log.debug(error, `${what} not read`));
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    await lookQuietly();
    timer = setInterval(() => void lookQuietly(), every);
    timer.unref();
  });
  app.addHook("onClose", async () => clearInterval(timer));
}
