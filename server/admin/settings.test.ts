import { describe, expect, it, vi } from "vitest";
import { getActivityLog } from "#contract/admin/activity-log.ts";
import { getStartConfiguration } from "#contract/site/content.ts";
import { getSettings, initialSettings, type LibrarySettings, saveSettings } from "#contract/admin/settings.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { anAdmin, password, passwordOf } from "#server/test/factories.ts";
import { aCarefulAdmin, codeOf } from "#server/test/staff/two-step.ts";

const library = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
const manager = await anAdmin(library);

const read = async () => (await library.call(getSettings, {}, manager.token)).body.data;
const save = (body: LibrarySettings & { version: number; password?: string }) =>
  library.call(saveSettings, { body }, manager.token);
const loanDays = async (calls: Pick<typeof library, "call"> = library) =>
  (await calls.call(getStartConfiguration, { query: {} })).body.data.loanDays;

describe("the settings", () => {
  it("have initial values in a new library", async () => {
    expect((await read()).settings).toEqual(initialSettings);
    expect(await loanDays()).toBe(30);
  });

  it("take effect right away here, within seconds in another process, and are in the activity log", async () => {
    const otherProcess = callsTo(await library.another());
    const { settings, version } = await read();
    const update = { ...settings, loanDays: 21, requireTwoStep: false, senderName: "The Library" };
    expect((await save({ ...update, version })).body.data).toEqual({ settings: update, version: version + 1 });
    expect(await loanDays()).toBe(21);
    await vi.waitFor(async () => expect(await loanDays(otherProcess)).toBe(21), { timeout: 20_000, interval: 100 });
    const { data } = (
      await library.call(getActivityLog, { query: { kind: "settings", startDate: "", endDate: "" } }, manager.token)
    ).body;
    expect(data[0]?.changes).toEqual([
      { field: "Loan period (days)", before: "30", after: "21" },
      { field: "Sender name", before: null, after: "The Library" },
    ]);
  });

  it("take effect for background jobs, too", async () => {
    const { settings, version } = await read();
    await save({ ...settings, anonymizeLoansMonths: 0, backupHour: 5, version });
    expect(library.configuration).toMatchObject({ anonymizeLoansMonths: 0, backupHour: 5, senderName: "The Library" });
  });

  it("have initial values if they were added after the last save", async () => {
    await library.db
      .updateTable("settings")
      .set({ chosen: JSON.stringify({ loanDays: 9 }) })
      .execute();
    expect((await read()).settings).toEqual({ ...initialSettings, loanDays: 9 });
  });

  it("take the password, and a code with two-step verification, only where they protect accounts", async () => {
    const { settings, version } = await read();
    const weaker = { ...settings, idleMinutes: 480, passwordMinLength: 8, version };
    const missing = { field: "password", message: "Enter your password." };
    expect((await save(weaker)).body).toMatchObject({ isSuccess: false, data: { errors: [missing] } });
    expect((await save({ ...weaker, password: passwordOf("wrong") })).body).toMatchObject({
      isSuccess: false,
      reason: { kind: "wrong-password" },
    });
    expect((await read()).settings.idleMinutes).toBe(60);
    expect((await save({ ...weaker, password })).body).toMatchObject({ isSuccess: true });
    const thief = await anAdmin(library);
    const guessed = { ...weaker, idleMinutes: 479, password: passwordOf("wrong") };
    const guess = () => library.call(saveSettings, { body: guessed }, thief.token);
    const guesses = [];
    for (let round = 0; round < 11; round += 1) guesses.push((await guess()).status);
    expect(guesses.at(-1)).toBe(429);
    const careful = await aCarefulAdmin(library);
    const strict = { ...settings, requireTwoStep: false, idleMinutes: 30, version: version + 1, password };
    const saveAs = (body: typeof strict & { code?: string }) => library.call(saveSettings, { body }, careful.token);
    expect((await saveAs(strict)).body).toMatchObject({ isSuccess: false, data: { errors: [{ field: "code" }] } });
    expect((await saveAs({ ...strict, code: codeOf(careful.secret, library) })).body).toMatchObject({
      isSuccess: true,
    });
    expect((await read()).settings.idleMinutes).toBe(30);
  });

  it.each([
    ["loanDays", 0, "Enter a whole number from 1 to 365."],
    ["holdHours", 0, "Enter a whole number from 1 to 720."],
    ["idleMinutes", 4, "Enter a whole number from 5 to 480."],
    ["maxCopyDays", 1_000_001, "Enter a whole number from 1 to 1,000,000."],
  ] as const)("refuse %s of %d", async (name, value, sentence) => {
    const { settings, version } = await read();
    const { body } = await save({ ...settings, [name]: value, version });
    expect(body).toMatchObject({ isSuccess: false, data: { errors: [{ field: name, message: sentence }] } });
    expect((await read()).settings).toEqual(settings);
  });
});
