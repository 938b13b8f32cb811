import { beforeEach, describe, expect, it } from "vitest";
import { getInventoryBySearchParams, saveInventory } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { checkIsbn, lookUpIsbn } from "#contract/catalog/isbn.ts";
import { archiveTitle } from "#contract/catalog/archive.ts";
import { resolveText } from "#contract/desk/search.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";
import { anAdmin } from "#server/test/factories.ts";
import { barelyKnown, slowReading, startIsbnSource } from "#server/test/isbn-source.ts";

const source = await startIsbnSource();
atTheEnd(source.stop);
const library = await testApp({ settings: { ISBN_LOOKUP_URL: source.url } });
const { token } = await anAdmin(library, { userName: "clerk" });
const check = async (isbn: string) => (await library.call(checkIsbn, { query: { isbn } }, token)).body.data;
const lookUp = async (isbn: string) => (await library.call(lookUpIsbn, { query: { isbn } }, token)).body;
const add = async (fields: object) => {
  const body = { description: "A book.", categoryId: 1, subjectId: 3, gradeId: 6, tags: "", ...fields };
  return (await library.callLoosely(saveInventory, { body }, token)).body;
};

describe("the ISBN of a title", () => {
  it("is stored as 13 digits, however it's written", async () => {
    const spellings = ["0-14-032872-6", " 978 0 14 032872 1 ", "978–0–14–032872–1", "0140328726", ""];
    const stored: string[] = [];
    for (const [place, isbn] of spellings.entries())
      stored.push((await add({ title: "Fox", referenceNumber: `FX${place}`, isbn })).data.isbn);
    expect(stored).toEqual([barelyKnown, barelyKnown, barelyKnown, barelyKnown, ""]);
  });

  it("is refused at its field if a digit is wrong, or it's another number", async () => {
    for (const isbn of ["9780140328722", "4006381333931", "12345", "isbn", "😀".repeat(100)])
      expect(await add({ title: "Fox", referenceNumber: "FXBAD", isbn }), isbn).toMatchObject({
        isSuccess: false,
        data: { errors: [{ field: "isbn", message: "This isn’t a valid ISBN. Check each digit against the book." }] },
      });
  });

  it("finds the titles that have it, active ones first", async () => {
    const isbn = "9791091146135";
    const old = await add({ title: "An earlier copy", referenceNumber: "ISBN1", isbn });
    await library.call(archiveTitle, { params: { id: old.id } }, token);
    const { id } = await add({ title: "The book", referenceNumber: "ISBN2", isbn });
    expect(await check("979-10-91146-13-5")).toEqual({
      isbn,
      source: source.host,
      titles: [
        { inventoryId: id, referenceNumber: "ISBN2", title: "The book", language: "", isArchived: false },
        { inventoryId: old.id, referenceNumber: "ISBN1", title: "An earlier copy", language: "", isArchived: true },
      ],
    });
    expect(await check(slowReading)).toMatchObject({ isbn: slowReading, titles: [] });
    expect(await check("")).toEqual({ isbn: "", titles: [], source: source.host });

    const text = "979-10-91146-13-5";
    const search = await library.call(getInventoryBySearchParams, { query: { searchString: text } });
    expect(search.body.data.searchOutOfStockResults.map(({ title }) => title)).toEqual(["The book"]);
    const { titles } = (await library.call(resolveText, { query: { text: isbn } }, token)).body.data;
    expect(titles.map(({ title }) => title)).toEqual(["The book"]);
  });
});

describe("looking up an ISBN", () => {
  beforeEach(() => source.answerWith());

  it("returns what the source knows, and leaves out the rest", async () => {
    expect((await lookUp("978-0-9802004-4-7")).data).toEqual({
      title: "Slow reading: the practice of reading",
      author: "John Miedema",
      publisher: "Litwin Books",
      publishedYear: "2009",
      extent: "92 pages",
    });
    expect(source.requests).toEqual([`/api/books?bibkeys=ISBN%3A${slowReading}&format=json&jscmd=data`]);
    expect((await lookUp("0140328726")).data).toEqual({
      title: "Fantastic Mr. Fox",
      author: "",
      publisher: "",
      publishedYear: "1988",
      extent: "",
    });
  });

  it("says that the source doesn't know the book", async () => {
    expect(await lookUp("9791091146135")).toMatchObject({
      isSuccess: false,
      message: `${source.host} doesn’t have this ISBN. Fill in the form yourself.`,
    });
  });

  it("is off without a source, and says when the source can't be reached", async () => {
    const gone = await startIsbnSource();
    await gone.stop();
    const reach = `We can’t reach ${gone.host}. Fill in the form yourself, or try again later.`;
    for (const [url, host, message] of [
      [undefined, "", "Looking up ISBNs is turned off."],
      [gone.url, gone.host, reach],
    ]) {
      const app = await library.another({ configuration: { ...library.configuration, isbnLookupUrl: url } });
      const calls = callsTo(app);
      const query = { isbn: slowReading };
      expect((await calls.call(checkIsbn, { query }, token)).body.data.source).toBe(host);
      expect((await calls.call(lookUpIsbn, { query }, token)).body.message).toBe(message);
    }
  });

  it("gives up on a source that doesn't answer, or doesn't finish", async () => {
    const halves: boolean[] = [];
    source.answerWith((_request, response) => {
      if (halves.push(true) === 2) response.writeHead(200).write("{");
    });
    const both = await Promise.all([lookUp(slowReading), lookUp(slowReading)]);
    for (const { message } of both)
      expect(message).toBe(
        `${source.host} is taking too long to respond. Fill in the form yourself, or try again later.`,
      );
  }, 20_000);

  it("never follows a source to another address", async () => {
    const other = await startIsbnSource();
    atTheEnd(other.stop);
    source.answerWith((request, response) => response.writeHead(302, { location: other.url + request.url }).end());
    expect((await lookUp(slowReading)).message).toBe(
      `${source.host} has moved. Fill in the form yourself, and ask your administrator to check ISBN_LOOKUP_URL.`,
    );
    expect(other.requests).toEqual([]);
  });

  it.each([429, 500, 503, 404])("says that the source can't answer if it answers %i", async (status) => {
    source.answerWith((_request, response) => response.writeHead(status).end("no"));
    const { message } = await lookUp(slowReading);
    expect(message).toBe(`${source.host} isn’t working right now. Fill in the form yourself, or try again later.`);
  });

  it.each(["", "<html>", "[]", "null", "7", `{"ISBN:${slowReading}": "a book"}`, '{"a":', "\uFFFD"])(
    "says that it can't read an answer like '%s'",
    async (text) => {
      source.answerWith((_request, response) => response.end(text));
      const { message } = await lookUp(slowReading);
      expect(message).toBe(`We can’t read the answer from ${source.host}. Fill in the form yourself.`);
    },
  );

  it("stops reading an answer without an end", async () => {
    let isClosed = false;
    source.answerWith((_request, response) => {
      response.on("close", () => (isClosed = true));
      const send = () => {
        while (!isClosed && response.write(" ".repeat(64 * 1024)));
      };
      response.on("drain", send);
      send();
    });
    const { message } = await lookUp(slowReading);
    expect(message).toBe(`We can’t read the answer from ${source.host}. Fill in the form yourself.`);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("takes only text that a title can have from an answer", async () => {
    const odd = {
      title: `\u202E<b>Long</b>\u0000 ${"😀 ".repeat(100)}`,
      subtitle: 7,
      authors: [{ name: "A".repeat(limits.author - 1) + "😀" }, { name: ["B"] }, null, "C"],
      publishers: [{}, { name: "  First\r\n  Press " }, { name: "Second" }],
      publish_date: null,
      number_of_pages: "1",
      unheardOf: { deeply: ["nested"] },
    };
    source.answerWith((_request, response) => response.end(JSON.stringify({ [`ISBN:${slowReading}`]: odd })));
    const { data } = await lookUp(slowReading);
    expect(data).toMatchObject({
      author: "A".repeat(limits.author - 1),
      publisher: "First Press",
      publishedYear: "",
      extent: "1 page",
    });
    expect(data.title.length).toBeLessThanOrEqual(limits.title);
    expect(data.title).toMatch(/^<b>Long<\/b> 😀[😀 ]*…$/u);
    expect(await add({ ...data, referenceNumber: "ODD1" })).toMatchObject({ isSuccess: true, data });
  });
});
