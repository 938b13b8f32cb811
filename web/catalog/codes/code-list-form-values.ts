import { type CodeEntry, type CodeList, codeListRules, type StoredLists } from "#contract/catalog/code-lists.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Base } from "#web/ui/form/form-state.ts";

/** A subject or grade in the form; `key` identifies it even before it is stored. */
export type EditedCode = Omit<CodeEntry, "id"> & { key: string };

type CodeFields = Omit<EditedCode, "key">;

/**
 * One field per code and one for their order, so that changes of two managers to different codes can merge. Codes that
 * were added and then removed are undefined.
 */
export type CodeListFormValues = Record<string, CodeFields | readonly string[] | undefined>;

const order = "order";
const added = "new-";

/** Returns the keys in order; codes another manager added in the meantime come last. */
function keysOf(values: CodeListFormValues): string[] {
  const chosen = values[order];
  const listed = isOrder(chosen) ? chosen : [];
  return [...new Set([...listed, ...Object.keys(values)])].filter((key) => isCode(values[key]));
}

const isOrder = (value: CodeListFormValues[string]): value is readonly string[] => Array.isArray(value);
const isCode = (value: CodeListFormValues[string]): value is CodeFields => value !== undefined && !isOrder(value);

export const isStored = ({ key }: EditedCode) => !key.startsWith(added);

export function editedCodes(values: CodeListFormValues): EditedCode[] {
  return keysOf(values).flatMap((key) => {
    const code = values[key];
    return isCode(code) ? [{ ...code, key }] : [];
  });
}

/** Returns an empty code with a new key. */
export function newCode(values: CodeListFormValues): EditedCode {
  const key = `${added}${Object.keys(values).filter((each) => each.startsWith(added)).length}`;
  return { key, name: "", nameInSpanish: "", alsoCalled: "", isHidden: false };
}

/** Returns the form values that change when `codes` become its codes. */
export function changeTo(codes: readonly EditedCode[], before: CodeListFormValues): CodeListFormValues {
  const removed = keysOf(before).filter((key) => !codes.some((code) => code.key === key));
  return {
    ...Object.fromEntries(removed.map((key) => [key, undefined])),
    ...Object.fromEntries(codes.map(({ key, ...code }) => [key, code])),
    [order]: codes.map(({ key }) => key),
    entries: undefined, // the server reports errors under this name
  };
}

export function baseOf(lists: StoredLists, list: CodeList): Base<CodeListFormValues> {
  const { entries, version } = lists[list];
  const keyOf = (id: number) => `code-${id}`;
  const codes = entries.map(({ id, ...code }) => [keyOf(id), code] as const);
  return { values: { ...Object.fromEntries(codes), [order]: codes.map(([key]) => key) }, version };
}

export const bodyOf = (values: CodeListFormValues): CodeEntry[] =>
  editedCodes(values).map(({ key, ...code }) => ({
    id: key.startsWith(added) ? 0 : Number(key.slice("code-".length)),
    name: code.name.trim(),
    nameInSpanish: code.nameInSpanish.trim(),
    alsoCalled: code.alsoCalled.trim(),
    isHidden: code.isHidden,
  }));

export const problemsOf = (list: CodeList, values: CodeListFormValues) =>
  brokenRules(codeListRules, { list, entries: bodyOf(values) });

export const labelsOf = (values: CodeListFormValues): Record<string, string> => ({
  ...Object.fromEntries(editedCodes(values).map(({ key, name }) => [key, name])),
  [order]: "The order",
});

/** Hides the keys, which mean nothing to people. */
export const inWords = (name: string) => (name === order ? "" : undefined);
