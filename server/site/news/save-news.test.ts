import { describe, expect, it } from "vitest";
import {
  archiveNews,
  getNewsItem,
  getNewsItems,
  getPublicNewsItem,
  getPublicNewsItems,
  previewNewsItem,
  saveNewsItem,
  unarchiveNews,
} from "#contract/site/news.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, anAttachment } from "#server/test/factories.ts";
import * as z from "zod";

const fixture = await testApp();
const clerk = await anAdmin(fixture, { userName: "clerk" });
const draft = { title: "Open again", content: "Come in.\n\nSee [hours](/resources).", link: "https://x.example/a" };

const save = async (form: object, user = clerk) =>
  (await fixture.callLoosely(saveNewsItem, { body: { ...draft, ...form } }, user.token)).body;
const read = async (id: number) => (await fixture.call(getNewsItem, { params: { id } }, clerk.token)).body.data;
const entriesOf = (id: number) =>
  fixture.db
    .selectFrom("activity_log")
    .selectAll()
    .where("kind", "=", "news")
    .where("subject_id", "=", id)
    .orderBy("entry_id")
    .execute();

it("archived news is hidden until it is unarchived, and archiving is idempotent", async () => {
  const publicIds = async () =>
    (await fixture.call(getPublicNewsItems, { query: {} })).body.data.map((item) => item.id);
  const staffIds = async (archived = false) =>
    (await fixture.call(getNewsItems, { query: { archived } }, clerk.token)).body.data.map((item) => item.id);
  const [{ id }, current] = [await save({ id: 0 }), await save({ id: 0 })];
  const archive = () => fixture.call(archiveNews, { params: { id } }, clerk.token);
  expect((await Promise.all([archive(), archive()])).map(({ body }) => body.isSuccess)).toEqual([true, true]);
  expect([await publicIds(), await staffIds(), await staffIds(true)]).toEqual([[current.id], [current.id], [id]]);
  expect((await fixture.call(getPublicNewsItem, { params: { id }, query: {} })).status).toBe(404);
  expect((await read(id)).isArchived).toBe(true);
  await fixture.call(unarchiveNews, { params: { id } }, clerk.token);
  expect(await publicIds()).toEqual([current.id, id]);
  expect((await entriesOf(id)).map((entry) => entry.call)).toEqual([
    "POST News/SaveItem",
    "POST News/Archive/{id}",
    "POST News/Unarchive/{id}",
  ]);
});

describe("saving a news item", () => {
  it("adds it for an id of 0, and returns it", async () => {
    const answer = await save({ id: 0 });
    expect(answer).toMatchObject({
      isSuccess: true,
      message: "Item Saved.",
      id: expect.any(Number),
      data: {
        ...draft,
        id: answer.id,
        version: 1,
        attachmentId: null,
        attachment: null,
        contentHtml: '<p>Come in.</p>\n<p>See <a href="/resources" rel="noopener nofollow">hours</a>.</p>',
      },
    });
    expect(await read(answer.id)).toEqual(answer.data);
  });

  it("changes it, and keeps its publication date", async () => {
    const { id, data } = await save({});
    fixture.clock.move(60_000);
    const answer = await save({ id, title: "Closed", link: "" });
    expect(answer.data).toEqual({ ...data, title: "Closed", link: "", version: 2 });
    expect(await save({ id: 999_999 })).toMatchObject({ isSuccess: false, message: "Not found" });
  });

  it("gives Spanish readers its Spanish version, or marks the English one", async () => {
    const spanish = { titleInSpanish: "Abierto otra vez", contentInSpanish: "Pase **usted**." };
    const readBy = async (id: number, language: "en" | "es") => {
      const item = (await fixture.call(getPublicNewsItem, { params: { id }, query: { language } })).body.data;
      const [listItem] = (await fixture.call(getPublicNewsItems, { query: { limit: 1, language } })).body.data;
      expect(listItem).toEqual(item);
      return item;
    };
    const { id } = await save({});
    const english = await readBy(id, "en");
    expect(english).not.toHaveProperty("language");
    expect(await readBy(id, "es")).toEqual({ ...english, language: "en" });
    await save({ id, ...spanish });
    expect(await readBy(id, "en")).toEqual(english);
    expect(await readBy(id, "es")).toMatchObject({
      language: "es",
      title: "Abierto otra vez",
      content: "Pase **usted**.",
      contentHtml: "<p>Pase <strong>usted</strong>.</p>",
    });
    await save({ id, title: "Open" }); // a program without Spanish fields
    expect(await readBy(id, "es")).toMatchObject({ language: "es", title: "Abierto otra vez" });
    await save({ id, titleInSpanish: "", contentInSpanish: "" });
    expect(await readBy(id, "es")).toMatchObject({ language: "en", title: "Open again" });
    expect((await entriesOf(id))[1]?.changes).toContainEqual({
      field: "Title in Spanish",
      before: null,
      after: "Abierto otra vez",
    });
  });

  it("rejects an incomplete Spanish version", async () => {
    const refusal = z.object({ data: z.object({ errors: z.array(z.object({ field: z.string() })) }) });
    const fieldsOf = async (form: object) =>
      refusal.parse(await save({ id: 0, ...form })).data.errors.map(({ field }) => field);
    expect(await fieldsOf({ titleInSpanish: "Solo esto" })).toEqual(["contentInSpanish"]);
    expect(await fieldsOf({ contentInSpanish: "Solo esto" })).toEqual(["titleInSpanish"]);
    expect(await fieldsOf({ titleInSpanish: "😀".repeat(151), contentInSpanish: "Sí" })).toEqual(["titleInSpanish"]);
  });

  it("gives visitors everything except the staff's fields", async () => {
    const { id, data } = await save({});
    const {
      version,
      isArchived,
      titleInSpanish,
      contentInSpanish,
      attachmentAltInSpanish,
      englishChangedAt,
      ...publicFields
    } = data;
    expect([version, isArchived, englishChangedAt]).toEqual([1, false, null]);
    expect([titleInSpanish, contentInSpanish, attachmentAltInSpanish]).toEqual(["", "", ""]);
    expect((await fixture.call(getPublicNewsItem, { params: { id }, query: {} })).body.data).toEqual(publicFields);
    expect((await fixture.call(getPublicNewsItems, { query: { limit: 1 } })).body.data).toEqual([publicFields]);
  });

  it("keeps an omitted picture, and removes one that is 0 or null with its alternative text", async () => {
    const picture = await anAttachment(fixture, "door.jpg");
    const { id, data } = await save({ attachmentId: picture, attachmentAlt: "An open door" });
    expect(data).toMatchObject({
      attachmentId: picture,
      attachmentAlt: "An open door",
      attachment: { fileName: "door.jpg", attachmentUrl: expect.stringMatching(/^\/media\//) },
    });
    expect((await save({ id })).data).toMatchObject({ attachmentId: picture, attachmentAlt: "An open door" });
    expect((await save({ id, attachmentAlt: "A door" })).data).toMatchObject({ attachmentAlt: "A door" });
    for (const removed of [0, null]) {
      const noPicture = { attachmentId: null, attachmentAlt: "", attachment: null };
      expect((await save({ id, attachmentId: removed, attachmentAlt: "left over" })).data).toMatchObject(noPicture);
      await save({ id, attachmentId: picture });
    }
  });

  it("rejects a picture that is missing or about to be cleaned up", async () => {
    const { id } = await save({});
    for (const attachmentId of [999_999, await anAttachment(fixture, "old.jpg", new Date("2020-01-01"))]) {
      const answer = await save({ id, title: "Changed", attachmentId });
      expect(answer).toMatchObject({
        isSuccess: false,
        message: expect.stringContaining("The picture is no longer available. Please upload it again."),
      });
    }
    expect(await read(id)).toMatchObject({ title: draft.title, version: 1 });
  });
});

describe("the link of a news item", () => {
  it.each([
    "https://library.example",
    "HTTP://LIBRARY.EXAMPLE/",
    "https://a.b.c.example:8080/p/@user?q=a@b&r=%20#top",
    "https://münchen.example/straße",
    "https://10.0.0.1/",
    "https://library.example./",
    "",
  ])("can be %j", async (link) => {
    expect(await save({ link })).toMatchObject({ isSuccess: true, data: { link } });
  });

  it.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,x",
    "ftp://library.example",
    "mailto:a@b.example",
    "//library.example",
    "/news",
    "library.example",
    "https://",
    "https:///path",
    "https://.",
    "https://-.example",
    "https://a..b",
    "https://a b.example",
    "https://library.example/a b",
    "https://library.example@elsewhere.example/",
    "https://bank.com@evil.example",
    "https://user:pass@library.example/",
    "https:\\\\library.example",
    "https://library.example\\@elsewhere.example",
    "https://library.example/\u202Egpj.exe",
    "https://library\u200B.example/",
    "https://library.example/\u0007",
    "https://library.example:port/",
    "https://exam<ple>.org",
    'https://"x',
    `https://${"a-".repeat(900)}`,
  ])("cannot be %j", async (link) => {
    const answer = await save({ link });
    expect(answer.isSuccess).toBe(false);
    expect(answer.message).toContain("Link must be a web address");
  });
});

describe("the preview of a news item", () => {
  it("returns the rendered content, and stores nothing", async () => {
    const entries = () => fixture.db.selectFrom("activity_log").select("entry_id").execute();
    const before = (await entries()).length;
    const { body } = await fixture.call(previewNewsItem, { body: { content: "**So** <b>" } }, clerk.token);
    expect(body.data).toEqual({ contentHtml: "<p><strong>So</strong> &lt;b&gt;</p>" });
    expect(await entries()).toHaveLength(before);
  });
});

describe("a Spanish version of a news item", () => {
  const spanish = { titleInSpanish: "Abierta otra vez", contentInSpanish: "Pase." };
  const changedAt = async (id: number) => (await read(id)).englishChangedAt;

  it("records when the English text changed, until the translation changes, too", async () => {
    const { id } = await save({ id: 0, ...spanish });
    expect(await changedAt(id)).toBeNull();
    await save({ id, ...spanish, link: "https://x.example/b" });
    expect(await changedAt(id)).toBeNull();
    await save({ id, ...spanish, content: "Come in at nine." });
    const first = await changedAt(id);
    expect(first).not.toBeNull();
    fixture.clock.move(60_000);
    await save({ id, ...spanish, content: "Come in at nine.", link: "" });
    expect(await changedAt(id)).toBe(first);
    await save({ id, ...spanish, content: "Come in at nine.", spanishStillFits: true });
    expect(await changedAt(id)).toBeNull();
    await save({ id, ...spanish, content: "Come in at ten." });
    expect(await changedAt(id)).not.toBeNull();
    await save({ id, ...spanish, contentInSpanish: "Pase a las diez.", content: "Come in at ten." });
    expect(await changedAt(id)).toBeNull();
  });
});
