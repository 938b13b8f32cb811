import { expect, it } from "vitest";
import { testApp } from "../app.ts";
import { ask } from "../ask.ts";

const ofTheFile = await testApp();
const opened: Awaited<ReturnType<typeof testApp>>[] = [];

it.each(["a test", "the next one"])("closes and drops the library that %s opened, and keeps the file's", async () => {
  for (const { app, connection } of opened) {
    await expect(app.inject("/health/live")).rejects.toThrow("closed");
    await expect(ask(connection, "select 1")).rejects.toThrow("does not exist");
  }
  opened.push(await testApp());
  expect((await ofTheFile.app.inject("/health/ready")).statusCode).toBe(200);
});
