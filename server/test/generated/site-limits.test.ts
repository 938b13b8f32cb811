import { expect, it } from "vitest";
import { saveSection } from "#contract/site/content.ts";
import { sectionNames, siteContent } from "#contract/site/sections.ts";
import { limits } from "#contract/catalog/codes.ts";
import { testApp } from "../app.ts";
import { anAdmin } from "../factories.ts";
import { leavesOf, sampleOf, schemaOf, withValue } from "./schema-leaves.ts";

const fixture = await testApp();
const { token } = await anAdmin(fixture);

/** Every site text that people type; pictures and documents are sent as ids. */
const texts = sectionNames.flatMap((section) => {
  const schema = schemaOf(siteContent.shape[section]);
  return leavesOf(schema)
    .filter(({ path, isText }) => isText && !/(Url|Srcset|fileName)$/.test(path.join(".")))
    .map(({ path, most }) => ({ name: `${section} ${path.join(".")}`, section, sample: sampleOf(schema), path, most }));
});

/** Saves a section with a text of this length. */
async function saveWithLength({ section, sample, path }: (typeof texts)[number], length: number) {
  const content = withValue(sample, path, "x".repeat(length));
  const { status, body } = await fixture.callLoosely(saveSection, { body: { section, version: 0, content } }, token);
  expect(status).toBe(200);
  return body;
}

it.each(texts)("an overlong site text is refused at its field: $name", async (text) => {
  const refused = (message: unknown) => ({
    isSuccess: false,
    data: { errors: expect.arrayContaining([expect.objectContaining({ field: text.path.join("."), message })]) },
  });
  // a date, an address, or a choice has a format instead of a length
  if (text.most === undefined)
    return expect(await saveWithLength(text, limits.prose + 1)).toMatchObject(
      refused(expect.stringMatching(/^[A-Z].*\.$/)),
    );
  const tooLong = refused(
    expect.stringMatching(new RegExp(`^[A-Z].* cannot be longer than ${text.most} characters\\.$`)),
  );
  for (const length of [text.most + 1, limits.prose + 1])
    expect(await saveWithLength(text, length)).toMatchObject(tooLong);
  expect(await saveWithLength(text, text.most)).not.toMatchObject(tooLong);
});
