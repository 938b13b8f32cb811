import { saveSynonymGroup } from "#contract/catalog/synonyms.ts";
import type { TestApp } from "../app.ts";
import type { Example } from "./examples.ts";

export function synonymExamples(fixture: TestApp, admin: { token: string }) {
  const body = { words: "hula hoop, ula ula", alsoTyped: "", broader: "exercise" };
  return {
    "POST Synonyms/SaveEntry": async (): Promise<Example> => ({
      good: { body },
      bad: { body: { ...body, words: "hula hoop, Hula Hoop" } },
    }),
    "POST Synonyms/RemoveEntry/{id}": async (): Promise<Example> => {
      const { id } = (await fixture.call(saveSynonymGroup, { body }, admin.token)).body;
      return {
        good: { params: { id }, body: { version: 1 } },
        bad: { params: { id: 999_999 }, body: { version: 1 } },
      };
    },
  };
}
