import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installedContent } from "#server/modules/content/installed-content.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { drawDocument } from "./draw-document.ts";
import { sampleDocuments as english } from "./sample-documents.ts";
import { spanishDocuments } from "./spanish-documents.ts";

const sampleDocuments = [...english, ...spanishDocuments];
const folder = path.join(projectRoot, "web/public/documents");

describe("the sample documents", () => {
  it.each(sampleDocuments)("$file matches its source: run tools/make-sample-documents.ts", async (document) => {
    expect((await drawDocument(document)).equals(readFileSync(path.join(folder, document.file)))).toBe(true);
  });

  it.each(sampleDocuments)("$file is accessible: tagged, titled, in a language, with named columns", (document) => {
    const written = readFileSync(path.join(folder, document.file), "latin1");
    for (const mark of ["/Marked true", "/StructTreeRoot", "/DisplayDocTitle true", "/Scope /Column"])
      expect(written).toContain(mark);
    expect(written).toContain(`/Lang (${document.language}-US)`);
    expect(written).toContain(document.language === "es" ? "/Alt (Casilla para marcar:" : "/Alt (Box to tick:");
    expect(written).toMatch(/\/S \/H1/);
  });

  it("are all on the original home page, and nothing else is", () => {
    const files = sampleDocuments.map(({ file }) => `/documents/${file}`).toSorted();
    const { documents } = installedContent.healthyYouth;
    const shown = documents.flatMap(({ address, addressInSpanish }) => [address, addressInSpanish ?? ""]);
    expect(shown.toSorted()).toEqual(files);
    expect(
      readdirSync(folder)
        .map((file) => `/documents/${file}`)
        .toSorted(),
    ).toEqual(files);
    for (const { title, titleInSpanish } of documents)
      expect(`${title} ${titleInSpanish}`).toMatch(/\(sample\) .*\(ejemplo\)$/);
  });
});
