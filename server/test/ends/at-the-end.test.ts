import { expect, it } from "vitest";
import { testApp } from "../app.ts";
import { ask } from "../ask.ts";

const fileApp = await testApp();
const opened: Awaited<ReturnType<typeof testApp>>[] = [];

it.each(["the first test", "the next test"])(
  "%s starts after an earlier test's library was closed and dropped, and the file's is still open",
  async () => {
    for (const { app, connection } of opened) {
      await expect(app.inject("/health/live")).rejects.toThrow("closed");
      await expect(ask(connection, "select 1")).rejects.toThrow("does not exist");
    }
    opened.push(await testApp());
    expect((await fileApp.app.inject("/health/ready")).statusCode).toBe(200);
  },
);
