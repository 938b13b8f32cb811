import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { documentLimits } from "#contract/wire/size-limits.ts";
import { getEditableContent, saveSection } from "#contract/site/content.ts";
import { uploadDocument } from "#contract/site/media.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import { aPdf } from "#server/test/a-pdf.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";
import { asAttachment, documentLabel } from "./media.rules.ts";
import { mediaUpkeep } from "./upload.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture);
const day = 24 * 60 * 60 * 1000; // ms

const upload = (file: File, token = admin.token) => fixture.call(uploadDocument, { upload: file }, token);
const storeDocument = async (file: File) => (await upload(file)).body.data;
const refusal = async (content: string | Uint8Array, name = "a.pdf") => {
  const { body } = await upload(new File([Buffer.from(content)], name, { type: "application/pdf" }));
  expect(body.isSuccess).toBe(false);
  return body.message;
};
const wrongKind = "The document must be a PDF file. Save or export it as a PDF first.";
const cutOff = "The document is cut off and can’t be opened. Save it again, then upload it again.";

describe("a PDF uploaded by staff", () => {
  it("is served unchanged as a download with its name, and cannot run scripts", async () => {
    const file = aPdf("Année – fiche 1.pdf", { words: "one" });
    const document = await storeDocument(file);
    expect(document).toMatchObject({ fileName: "Année – fiche 1.pdf", size: file.size });
    const answer = await fixture.app.inject({ url: document.documentUrl });
    expect(answer.rawPayload).toEqual(Buffer.from(await file.arrayBuffer()));
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition":
        "attachment; filename=\"Annee _ fiche 1.pdf\"; filename*=UTF-8''Ann%C3%A9e%20%E2%80%93%20fiche%201.pdf",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(file.size),
    });
    const again = { url: document.documentUrl, headers: { "if-none-match": String(answer.headers["etag"]) } };
    expect((await fixture.app.inject(again)).statusCode).toBe(304);
    expect((await fixture.app.inject({ ...again, method: "HEAD", headers: {} })).headers["content-length"]).toBe(
      String(file.size),
    );
  });

  it("is stored once per content, with the latest file name", async () => {
    const first = await storeDocument(aPdf("first.pdf", { words: "same" }));
    const second = await storeDocument(aPdf("second.pdf", { words: "same" }));
    expect(second).toEqual({ ...first, fileName: "second.pdf" });
  });

  it("has no path, line break, or quotation mark in its name", () => {
    const label = documentLabel('C:\\x\\..\\a"b\r\nSet-Cookie: x');
    expect(label).toBe('a"bSet-Cookie: x.pdf');
    expect(asAttachment(label)).toBe(
      "attachment; filename=\"a_bSet-Cookie_ x.pdf\"; filename*=UTF-8''a%22bSet-Cookie%3A%20x.pdf",
    );
  });

  it("is rejected if it is another kind of file, or truncated", async () => {
    const whole = Buffer.from(await aPdf().arrayBuffer());
    expect(await refusal("<!doctype html><script>alert(1)</script>%PDF-1.4 %%EOF")).toBe(wrongKind);
    expect(await refusal(Buffer.from([0x50, 0x4b, 3, 4, ...whole]))).toBe(wrongKind);
    expect(await refusal("%PDF-")).toBe(wrongKind);
    expect(await refusal(whole.subarray(0, whole.length - 20))).toBe(cutOff);
    expect(await refusal("%PDF-1.4\nstartxref\n99999999\n%%EOF")).toBe(cutOff);
    expect(await refusal("")).toBe("Choose a PDF to upload. The file can’t be empty.");
  });

  it("can have up to 10 MB", async () => {
    const { bytes } = documentLimits;
    expect((await storeDocument(aPdf("large.pdf", { size: bytes }))).size).toBe(bytes);
    const { status, body } = await upload(aPdf("larger.pdf", { size: bytes + 1 }));
    expect([status, body.message]).toEqual([413, "The document can’t be larger than 10 MB."]);
  });

  it("is not found under any other name", async () => {
    for (const name of ["x.pdf", `${"0".repeat(32)}.pdf`, "..%2fkeys.pdf", `${"0".repeat(32)}`])
      expect((await fixture.app.inject({ url: `/media/documents/${name}` })).statusCode).toBe(404);
  });
});

describe("a document in the site's content", () => {
  const entry = { title: "Ours", address: "", about: "" };
  const save = async (documents: readonly object[]) => {
    const { content, revisions } = (await fixture.call(getEditableContent, {}, admin.token)).body.data;
    const body = {
      section: "healthyYouth" as const,
      version: revisions["healthyYouth"]?.version ?? 0,
      content: { ...content.healthyYouth, documents },
    };
    return (await fixture.call(saveSection, { body }, admin.token)).body;
  };

  it("takes precedence over a link, and gets its address, name, and size from the server", async () => {
    const document = await storeDocument(aPdf("content.pdf", { words: "content" }));
    const { documentId } = document;
    const forgery = { documentId, documentUrl: "javascript:alert(1)", fileName: "x", size: 1 };
    const answer = await save([{ ...entry, document: forgery }]);
    const [only, ...others] = answer.data.content.healthyYouth.documents;
    expect(only).toMatchObject(entry);
    expect([only?.document, others]).toEqual([document, []]);
  });

  it("is rejected if it does not exist, and so is an entry without a link and a document", async () => {
    expect(await save([{ ...entry, document: { documentId: 999_999 } }])).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("The document is no longer available. Please upload it again."),
    });
    expect(await save([entry])).toMatchObject({
      data: { errors: [{ field: "documents.0.address", message: "Enter a link, or upload a PDF." }] },
    });
    expect(await save([{ ...entry, address: "ftp://x" }])).toMatchObject({
      data: { errors: [{ field: "documents.0.address", message: expect.stringContaining("web address") }] },
    });
  });

  it("is kept while a version has it, and otherwise deleted after a day", async () => {
    const [used, unused] = [
      await storeDocument(aPdf("kept.pdf", { words: "kept" })),
      await storeDocument(aPdf("l.pdf", { words: "l" })),
    ];
    await save([{ ...entry, document: used }]);
    await save([{ ...entry, address: "https://example.org" }]);
    fixture.clock.move(day + 1000);
    await mediaUpkeep.cleanUp(fixture.db, fixture.clock, openFileStore(fixture.configuration));
    const status = async ({ documentUrl: url }: { documentUrl: string }) =>
      (await fixture.app.inject({ url })).statusCode;
    expect([await status(used), await status(unused)]).toEqual([200, 404]);
    const files = await readdir(path.join(fixture.configuration.dataFolder, "media"));
    expect(files.some((name) => unused.documentUrl.endsWith(name))).toBe(false);
  });
});
