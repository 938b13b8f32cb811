import { type CodeEntry, type CodeList, codeListRules, type StoredLists } from "#contract/catalog/code-lists.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Base } from "#web/ui/form/form-state.ts";

/** A subject or grade as it is edited; `key` says which, also of one that is not stored yet. */
export type EditedCode = Omit<CodeEntry, "id"> & { key: string };

type Kept = Omit<EditedCode, "key">;

/**
 * A field for each code and one for their order, so that two managers who change different ones keep both changes. Nothing
 * is what was added and removed again.
 */
export type CodeListFormValues = Record<string, Kept | readonly string[] | undefined>;

const order = "order";
const added = "new-";

/** The keys in their order; what another manager has added since comes last. */
function keysOf(values: CodeListFormValues): string[] {
  const chosen = values[order];
  const listed = isOrder(chosen) ? chosen : [];
  return [...new Set([...listed, ...Object.keys(values)])].filter((key) => isKept(values[key]));
}

const isOrder = (value: CodeListFormValues[string]): value is readonly string[] => Array.isArray(value);
const isKept = (value: CodeListFormValues[string]): value is Kept => value !== undefined && !isOrder(value);

export const isStored = ({ key }: EditedCode) => !key.startsWith(added);

export function editedCodes(values: CodeListFormValues): EditedCode[] {
  return keysOf(values).flatMap((key) => {
    const code = values[key];
    return isKept(code) ? [{ ...code, key }] : [];
  });
}

/** One to add, under a key that the others do not have. */
export function freshCode(values: CodeListFormValues): EditedCode {
  const key = `${added}${Object.keys(values).filter((each) => each.startsWith(added)).length}`;
  return { key, name: "", nameInSpanish: "", alsoCalled: "", isHidden: false };
}

/** What changes in the form when its codes are these. */
export function changeTo(codes: readonly EditedCode[], before: CodeListFormValues): CodeListFormValues {
  const removed = keysOf(before).filter((key) => !codes.some((code) => code.key === key));
  return {
    ...Object.fromEntries(removed.map((key) => [key, undefined])),
    ...Object.fromEntries(codes.map(({ key, ...code }) => [key, code])),
    [order]: codes.map(({ key }) => key),
    entries: undefined, // by this name the server finds fault with them
  };
}

export function baseOf(lists: StoredLists, list: CodeList): Base<CodeListFormValues> {
  const { entries, version } = lists[list];
  const keyOf = (id: number) => `code-${id}`;
  const codes = entries.map(({ id, ...code }) => [keyOf(id), code] as const);
  return { values: { ...Object.fromEntries(codes), [order]: codes.map(([key]) => key) }, version };
}

/** As they are sent: without spaces around the texts. */
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

/** Keys say nothing. */
export const inWords = (name: string) => (name === order ? "" : undefined);
