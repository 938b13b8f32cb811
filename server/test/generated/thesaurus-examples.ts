import { saveThesaurusEntry } from "#contract/catalog/thesaurus.ts";
import type { TestApp } from "../app.ts";
import type { Example } from "./examples.ts";

/** The calls that change the thesaurus. */
export function thesaurusExamples(fixture: TestApp, admin: { token: string }) {
  const body = { words: "hula hoop, ula ula", alsoTyped: "", broader: "exercise" };
  return {
    "POST Thesaurus/SaveEntry": async (): Promise<Example> => ({
      good: { body },
      bad: { body: { ...body, words: "hula hoop, Hula Hoop" } },
    }),
    "POST Thesaurus/RemoveEntry/{id}": async (): Promise<Example> => {
      const { id } = (await fixture.call(saveThesaurusEntry, { body }, admin.token)).body;
      return {
        good: { params: { id }, body: { version: 1 } },
        bad: { params: { id: 999_999 }, body: { version: 1 } },
      };
    },
  };
}
