import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { answerHealth } from "./health.ts";

type Given = { answers?: () => boolean } & Partial<
  Pick<Parameters<typeof answerHealth>[1], "isBusy" | "patience" | "folder" | "roomIn">
>;

function libraryWith(health: Given) {
  const { answers = () => true, ...more } = health;
  const app = Fastify();
  const release = { version: "1.2.3", commit: "abc" };
  const warnings = { has: () => false };
  answerHealth(app, { databaseAnswers: async () => answers(), folder: "/", release, warnings, ...more });
  const ready = async () => {
    const { statusCode, json, headers } = await app.inject({ url: "/health/ready" });
    return { status: statusCode, says: json<unknown>(), connection: headers["connection"] };
  };
  return { app, ready };
}

describe("/health/ready", () => {
  it("says that the database is away only after what requests wait out, and forgets it when it is back", async () => {
    let isThere = false;
    const patient = libraryWith({ answers: () => isThere, patience: 60_000 });
    expect(await patient.ready()).toMatchObject({ status: 200, says: { status: "ready" } });
    const hasty = libraryWith({ answers: () => isThere, patience: 0 });
    expect(await hasty.ready()).toMatchObject({ status: 503, says: { status: "database away" } });
    isThere = true;
    expect(await hasty.ready()).toMatchObject({ status: 200, says: { status: "ready" } });
  });

  it("says that it is busy without sending its visitors to the others", async () => {
    const { ready } = libraryWith({ isBusy: () => true });
    expect(await ready()).toMatchObject({ status: 200, says: { status: "busy" } });
  });

  it("says that its disk is full while there is no room for what it writes", async () => {
    const { ready } = libraryWith({ folder: process.platform === "darwin" ? "/dev" : "/proc" }); // of no size at all
    expect(await ready()).toMatchObject({ status: 503, says: { status: "disk full" } });
  });

  it("does not wait for a folder that hangs, and asks it once", async () => {
    let asked = 0;
    // why: no file system here hangs on purpose
    const roomIn = async () => new Promise<boolean>(() => (asked += 1));
    const { ready } = libraryWith({ roomIn });
    expect(await Promise.all([ready(), ready()])).toMatchObject([{ says: { status: "ready" } }, { status: 200 }]);
    expect(await ready()).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
  });

  it("says that it leaves, and ends each connection with its answer", async () => {
    const { app, ready } = libraryWith({});
    expect((await ready()).connection).not.toBe("close");
    app.leave();
    expect(await ready()).toMatchObject({ status: 503, says: { status: "leaving" }, connection: "close" });
    expect((await app.inject({ url: "/health/live" })).statusCode).toBe(200);
  });
});
