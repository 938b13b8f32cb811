import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { answerHealth } from "./health.ts";

type HealthParts = { answers?: () => boolean } & Partial<
  Pick<Parameters<typeof answerHealth>[1], "isBusy" | "databaseWaitMs" | "databaseFacts">
>;

function libraryWith(health: HealthParts) {
  const { answers = () => true, ...more } = health;
  const app = Fastify();
  const release = { version: "1.2.3", commit: "abc" };
  const warnings = { has: () => false };
  answerHealth(app, { databaseAnswers: async () => answers(), release, warnings, ...more });
  const ready = async () => {
    const { statusCode, json, headers } = await app.inject({ url: "/health/ready" });
    return { status: statusCode, body: json<unknown>(), connection: headers["connection"] };
  };
  return { app, ready };
}

describe("/health/ready", () => {
  it("reports that the database is away only after the time that requests wait for it, until it is back", async () => {
    let isUp = false;
    const patientLibrary = libraryWith({ answers: () => isUp, databaseWaitMs: 60_000 });
    expect(await patientLibrary.ready()).toMatchObject({ status: 200, body: { status: "ready" } });
    const impatientLibrary = libraryWith({ answers: () => isUp, databaseWaitMs: 0 });
    expect(await impatientLibrary.ready()).toMatchObject({ status: 503, body: { status: "database unreachable" } });
    isUp = true;
    expect(await impatientLibrary.ready()).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("counts the time of an outage that jobs and requests noticed before the first probe", async () => {
    const noticed = (ago: number) =>
      libraryWith({
        answers: () => false,
        databaseWaitMs: 60_000,
        databaseFacts: () => ({ isRefused: false, awaySince: performance.now() - ago }),
      });
    expect(await noticed(70_000).ready()).toMatchObject({ status: 503, body: { status: "database unreachable" } });
    expect(await noticed(0).ready()).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("reports that the library is busy without sending its visitors elsewhere", async () => {
    const { ready } = libraryWith({ isBusy: () => true });
    expect(await ready()).toMatchObject({ status: 200, body: { status: "busy" } });
  });

  it("reports that the library is shutting down, and closes each connection after its answer", async () => {
    const { app, ready } = libraryWith({});
    expect((await ready()).connection).not.toBe("close");
    app.leave();
    expect(await ready()).toMatchObject({ status: 503, body: { status: "shutting down" }, connection: "close" });
    expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
  });
});
