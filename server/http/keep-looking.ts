import type { FastifyInstance } from "fastify";

const intervalMs = 5000; // until another instance's change applies here, too

/** Calls `refresh` at the start and every few seconds; a failure is only logged, because the next call may succeed. */
export function refreshRegularly(app: FastifyInstance, name: string, refresh: () => Promise<unknown>): void {
  const refreshQuietly = () => refresh().catch((error: unknown) => app.log.debug(error, `${name} not read`));
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    await refreshQuietly();
    timer = setInterval(() => void refreshQuietly(), intervalMs);
    timer.unref();
  });
  app.addHook("onClose", async () => clearInterval(timer));
}
