import { type ThesaurusEntry, thesaurusRules, wordsOfList } from "#contract/staff/thesaurus.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Base } from "#web/ui/form/form-state.ts";

export type EntryFormValues = { words: string; alsoTyped: string; broader: string };

/** The fields in the order of the form, and what each is called. */
export const entryLabels: Record<keyof EntryFormValues, string> = {
  words: "Words that mean the same",
  alsoTyped: "Typed for them",
  broader: "Broader words",
};

/** What the form opens on; a new entry is empty and has no version. */
export function baseOf(entry: ThesaurusEntry | undefined): Base<EntryFormValues> {
  const { words, alsoTyped, broader, version } = entry ?? { words: "", alsoTyped: "", broader: "", version: null };
  return { version, values: { words, alsoTyped, broader } };
}

/** The body of a save; id 0 adds. */
export function bodyOf(entryId: number, version: Base<EntryFormValues>["version"], values: EntryFormValues) {
  return { entryId, version, ...tidy(values) };
}

export function entryProblems(values: EntryFormValues): FieldError[] {
  return brokenRules(thesaurusRules, values);
}

const tidy = ({ words, alsoTyped, broader }: EntryFormValues): EntryFormValues => ({
  words: wordsOfList(words).join(", "),
  alsoTyped: wordsOfList(alsoTyped).join(", "),
  broader: wordsOfList(broader).join(", "),
});
