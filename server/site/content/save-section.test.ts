import { describe, expect, it } from "vitest";
import * as z from "zod";
import { addItemToCart, saveOrder } from "#contract/orders/cart.ts";
import * as calls from "#contract/site/content.ts";
import { contentIn } from "#contract/site/content-in.ts";
import { pageContent } from "#contract/site/sections.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { getOrderForUser } from "#contract/orders/orders.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import { uploadAttachment } from "#contract/site/media.ts";
import { installedContent } from "./current-content.ts";
import { plainRefusals } from "#contract/wire/refusals.ts";
import { mediaUpkeep } from "../media/upload.ts";

const fixture = await testApp();
const clerk = await anAdmin(fixture, { userName: "clerk" });

const pages = async () => (await fixture.call(calls.getPageContent, { query: {} })).body.data;
const frame = async (language?: LanguageCode) =>
  (await fixture.call(calls.getStartConfiguration, { query: { language } })).body.data;
const versionOf = async (section: string) =>
  (await fixture.call(calls.getEditableContent, {}, clerk.token)).body.data.revisions[section]?.version ?? -1;
const save = async (section: string, content: object, version?: number, user = clerk) =>
  (
    await fixture.callLoosely(
      calls.saveSection,
      { body: { section, content, version: version ?? (await versionOf(section)) } },
      user.token,
    )
  ).body;
const restore = async (section: string, wantedVersion: number, version?: number) =>
  (
    await fixture.callLoosely(
      calls.restoreSection,
      { body: { section, wantedVersion, version: version ?? (await versionOf(section)) } },
      clerk.token,
    )
  ).body;
const history = async (section: "home" | "terms" | "signUp") =>
  (await fixture.call(calls.getSectionHistory, { params: { section } }, clerk.token)).body.data;
const entries = () =>
  fixture.db.selectFrom("activity_log").selectAll().where("kind", "=", "site").orderBy("entry_id").execute();

describe("the site's content", () => {
  it("is the original text until the first save", async () => {
    const { site, contact, footer } = installedContent;
    expect(await pages()).toEqual(contentIn(z.parse(pageContent, installedContent), "en"));
    expect((await frame()).content).toEqual(contentIn({ site, contact, footer }, "en"));
    expect(await versionOf("home")).toBe(0);
  });

  it("shows a new save to the next visitor, on every instance", async () => {
    const secondInstance = await fixture.another();
    type Pages = { data: { home: { heading: string } } };
    const read = async () => (await secondInstance.inject("/api/Site/GetContent")).json<Pages>().data.home.heading;
    expect(await read()).toBe(installedContent.home.heading);
    await save("home", { ...installedContent.home, heading: "  Borrow with us " });
    expect([(await pages()).home.heading, await read()]).toEqual(["Borrow with us", "Borrow with us"]);
  });

  it("restores a previous version as a new one, and logs both", async () => {
    const before = await versionOf("terms");
    const points = [{ heading: "Care", text: "Take care." }];
    await save("terms", { points });
    await restore("terms", 0);
    const versions = await history("terms");
    expect(versions.map(({ revision }) => [revision.version, revision.savedBy, revision.restoredVersion])).toEqual([
      [before + 2, "clerk", 0],
      [before + 1, "clerk", null],
      [0, "", null],
    ]);
    expect(versions[1]?.content).toMatchObject({ points });
    expect((await pages()).terms).toEqual(contentIn(installedContent.terms, "en"));
    expect((await entries()).slice(-2)).toMatchObject([
      {
        call: "POST Site/SaveSection",
        subject_label: "Terms and Responsibilities",
        changes: expect.arrayContaining([
          { field: "points 1, heading", before: "Care for the materials", after: "Care" },
        ]),
      },
      { call: "POST Site/BringBackSection" },
    ]);
    expect(await restore("terms", 99)).toMatchObject({ isSuccess: false, message: plainRefusals["no-such-version"] });
    expect(await restore("terms", 0, before)).toMatchObject({ isSuccess: false });
  });

  it("has the inventory presentation until a manager chooses another", async () => {
    expect((await frame()).presentation).toBe("inventory");
    await save("site", { ...installedContent.site, presentation: "marketing" });
    expect((await frame()).presentation).toBe("marketing");
    await restore("site", 0);
    expect((await frame()).presentation).toBe("inventory");
  });

  it("keeps a logo's picture while a version has it, and adds its address", async () => {
    const { attachmentId } = (await fixture.call(uploadAttachment, { upload: await aPicture() }, clerk.token)).body
      .data;
    const logo = { attachmentId, attachmentUrl: "https://elsewhere.example/x.png" };
    await save("site", { ...installedContent.site, logo });
    const address = (await frame()).content.site.logo?.attachmentUrl ?? "";
    expect(address).toMatch(/^\/media\/[0-9a-f]{32}-\d+\.webp$/);
    await restore("site", 0);
    const later = { now: () => new Date(Date.now() + 3 * 24 * 3_600_000) };
    await mediaUpkeep.cleanUp(fixture.db, later, openFileStore(fixture.configuration));
    expect((await fixture.app.inject({ url: address })).statusCode).toBe(200);
    expect(await save("site", { ...installedContent.site, logo: { attachmentId: 999_999 } })).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining(ownMessages.noSuchPicture),
    });
  });
});

describe("the terms of an order", () => {
  const reader = aBorrower(fixture);
  const order = async (termsVersion?: string) => {
    const { token } = await reader;
    const { itemId: inventoryId } = await anItem(fixture, 1);
    const params = { inventoryId, requestedQty: "1", isQuickAdd: false };
    const identifier = (await fixture.call(addItemToCart, { params }, token)).body.data;
    return (await fixture.call(saveOrder, { params: { x: "0", identifier }, query: { termsVersion } }, token)).body;
  };
  const acceptedTerms = async (orderId: number) =>
    (
      await fixture.db
        .selectFrom("orders")
        .select("terms_version")
        .where("order_id", "=", orderId)
        .executeTakeFirstOrThrow()
    ).terms_version;

  it("are those on the screen: after an edit, orders are rejected until the borrower reads the new ones", async () => {
    const previous = (await frame()).termsVersion;
    const first = await order(previous);
    expect(await acceptedTerms(first.id)).toBe(previous);

    await save("terms", { points: [{ heading: "New", text: "Terms." }] });
    expect(await order(previous)).toMatchObject({
      isSuccess: false,
      message: plainRefusals["terms-changed"],
      reason: { kind: "terms-changed" },
    });
    const now = (await frame()).termsVersion;
    expect(now).toBe(`2026-11 edit ${await versionOf("terms")}`);
    expect(await acceptedTerms((await order(now)).id)).toBe(now);
    expect(await acceptedTerms(first.id)).toBe(previous);
  });

  it("are recorded in the language of the screen", async () => {
    const acceptedIn = async (termsVersion?: string) => {
      const { id: orderId } = await order(termsVersion);
      const { token } = await reader;
      const { terms } = (await fixture.call(getOrderForUser, { params: { orderId } }, token)).body.data;
      if (!terms) throw new Error("The order has no terms.");
      const request = { params: { version: terms.version }, query: { language: terms.language } };
      const { data } = (await fixture.call(calls.getTerms, request)).body;
      return { ...terms, heading: data.terms.points[0]?.heading, isDated: data.savedAt === terms.savedAt };
    };
    const points = [{ heading: "Care", headingInSpanish: "Cuide", text: "Take care.", textInSpanish: "Con cuidado." }];
    await save("terms", { points });
    const version = await versionOf("terms");
    const [english, spanish] = [(await frame()).termsVersion, (await frame("es")).termsVersion];
    const day = { version, isDated: true, savedAt: expect.any(String) };
    expect(await acceptedIn(spanish)).toEqual({ ...day, language: "es", heading: "Cuide" });
    expect(await acceptedIn(english)).toEqual({ ...day, language: "en", heading: "Care" });
    expect(await acceptedIn()).toEqual({ ...day, language: "en", heading: "Care" });

    await save("terms", { points: [{ heading: "Care", text: "Take care." }] });
    expect(await order(spanish)).toMatchObject({ reason: { kind: "terms-changed" } });
    expect((await frame("es")).termsVersion).toBe((await frame()).termsVersion);
    const withoutSpanish = `${(await frame()).termsVersion} es`;
    expect(await order(withoutSpanish)).toMatchObject({ reason: { kind: "terms-changed" } });
    expect(await acceptedIn((await frame("es")).termsVersion)).toMatchObject({ language: "en", version: version + 1 });
  });

  it("are the current ones for a program that sends no version", async () => {
    expect(await acceptedTerms((await order()).id)).toBe((await frame()).termsVersion);
  });
});
