import { describe, expect, it, vi } from "vitest";
import { getAuditEntries } from "#contract/audit.ts";
import { getStartConfiguration } from "#contract/content.ts";
import { getSettings, type LibrarySettings, saveSettings } from "#contract/staff/settings.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const library = await testApp({ settings: { LOAN_DAYS: "14", RENEWALS: "2" } });
const manager = await anAdmin(library);

const read = async () => (await library.call(getSettings, {}, manager.token)).body.data;
const save = (body: LibrarySettings & { version: number }) => library.call(saveSettings, { body }, manager.token);
const loanDays = async (calls: Pick<typeof library, "call"> = library) =>
  (await calls.call(getStartConfiguration, { query: {} })).body.data.loanDays;

describe("the settings", () => {
  it("are those of the environment until somebody changes them", async () => {
    const { settings, first } = await read();
    expect(settings).toEqual(first);
    expect(first).toMatchObject({ loanDays: 14, renewals: 2, maxTitlesPerOrder: 25 });
    expect(await loanDays()).toBe(14);
  });

  it("hold at once here, within seconds in another instance, and are in the audit", async () => {
    const other = callsTo(await library.another());
    const { settings, version } = await read();
    expect((await save({ ...settings, loanDays: 21, version })).body.data).toMatchObject({
      settings: { loanDays: 21, renewals: 2 },
      first: { loanDays: 14 },
      version: version + 1,
    });
    expect(await loanDays()).toBe(21);
    await vi.waitFor(async () => expect(await loanDays(other)).toBe(21), { timeout: 20_000, interval: 100 });
    const { data } = (
      await library.call(getAuditEntries, { query: { kind: "settings", startDate: "", endDate: "" } }, manager.token)
    ).body;
    expect(data[0]).toMatchObject({ changes: [{ field: "Days of a loan", before: "14", after: "21" }] });
  });

  it("that are set back follow the environment again", async () => {
    const { first, version } = await read();
    await save({ ...first, version });
    const row = await library.db.selectFrom("settings").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ loan_days: null, renewals: null });
    expect(await loanDays()).toBe(14);
  });

  it("hold for what runs in the background, too", async () => {
    const { first, version } = await read();
    await save({ ...first, forgetLoansMonths: 0, maxMailsPerHour: 7, version });
    const { configuration } = library;
    expect(configuration.forgetLoansMonths).toBe(0);
    expect(configuration.maxMailsPerHour).toBe(7 * configuration.rateLimitScale);
  });

  it("refuse a stale save, and say who was faster", async () => {
    const { settings, version } = await read();
    await save({ ...settings, loanDays: 30, version });
    expect((await save({ ...settings, loanDays: 7, version })).body).toMatchObject({
      isSuccess: false,
      reason: { kind: "stale", what: "section" },
    });
    expect((await read()).settings.loanDays).toBe(30);
  });

  it.each([
    ["loanDays", 0, "Enter a whole number from 1 to 365."],
    ["loanDays", 366, "Enter a whole number from 1 to 365."],
    ["holdHours", 0, "Enter a whole number from 1 to 720."],
    ["holdHours", 721, "Enter a whole number from 1 to 720."],
    ["staffIdleMinutes", 4, "Enter a whole number from 5 to 480."],
    ["maxCopiesPerBorrower", 100_001, "Enter a whole number from 1 to 100,000."],
  ] as const)("refuse %s of %d", async (name, value, sentence) => {
    const { settings, version } = await read();
    const { body } = await save({ ...settings, [name]: value, version });
    expect(body).toMatchObject({ isSuccess: false, data: { errors: [{ field: name, message: sentence }] } });
    expect((await read()).settings).toEqual(settings);
  });
});
