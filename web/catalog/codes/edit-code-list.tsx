import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { EntriesField } from "#web/ui/forms/entries-field.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type CodeEntry,
  codeLimits,
  type CodeList,
  codeListRules,
  type StoredLists,
} from "#contract/catalog/code-lists.ts";
import { call } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Base, Kept } from "#web/ui/form/form-state.ts";
import { Form, SaveBar } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Save } from "#web/ui/icons.tsx";
import { codeListsQuery } from "#web/catalog/staff-catalog-queries.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { Stack } from "#web/ui/layout.tsx";
import styles from "./edit-code-list.module.css";

const words = {
  subjects: {
    label: "Subjects",
    entry: "Subject",
    about:
      "Each title has one subject. You can’t delete a subject, but you can hide it: it stays on its titles, and no other title can get it.",
  },
  grades: {
    label: "Grades",
    entry: "Grade",
    about:
      "“All grades” always comes first, and includes any grade you add. You can’t delete a grade, but you can hide it: it stays on its titles, and no other title can get it.",
  },
} as const;

const texts = [
  { name: "name", label: "Name", lang: undefined },
  { name: "nameInSpanish", label: "Name in Spanish", lang: "es" },
  { name: "alsoCalled", label: "Also found by", lang: undefined },
] as const;

const work = keptWork<Kept<CodeListFormValues>>();

/** Edits the subjects or the grades. Use the list as its key. */
export function EditCodeList({ list }: { list: CodeList }) {
  return (
    <Fetched query={useQuery(codeListsQuery)} what="the list" skeleton={<Skeleton height="60rem" />}>
      {(lists) => <CodeListForm list={list} lists={lists} />}
    </Fetched>
  );
}

function CodeListForm({ list, lists }: { list: CodeList; lists: StoredLists }) {
  const { label, entry, about } = words[list];
  const client = useQueryClient();
  const form = useForm<CodeListFormValues>({
    names: ["entries"],
    stored: baseOf(lists, list),
    check: (values) => problemsOf(list, values),
    save: async (values, version) => {
      const body = { list, version: version ?? 0, entries: bodyOf(values) };
      const { data } = await call("POST Code/SaveList", { body });
      toast("Saved. Searches will use the new names within a few minutes.");
      client.setQueryData(codeListsQuery.queryKey, data);
      // every title shows these names
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== codeListsQuery.queryKey[0] });
      return { stored: baseOf(data, list) };
    },
  });
  return (
    <Stack>
      <div>
        <h2>{label}</h2>
        <p className={styles.quiet}>{about}</p>
      </div>
      <FormNotices
        form={form}
        stored={baseOf(lists, list)}
        kept={{ in: work, name: list }}
        labels={labelsOf(form.values)}
        inWords={inWords}
        unsaved="Your changes to this list aren’t saved yet."
        reload={async () => baseOf(await client.query({ ...codeListsQuery, staleTime: 0 }), list)}
      />
      <Form form={form} spaced label={label}>
        <EntriesField
          id="entries"
          label={`${label} in order`}
          hint="Searches match the names in both languages and the words under “Also found by”."
          error={form.errorOf("entries")}
          entry={entry}
          entries={editedCodes(form.values)}
          max={codeLimits[list]}
          nameOf={({ name }) => name.trim()}
          canRemove={(code) => !isStored(code)}
          newEntry={newCode(form.values)}
          firstControl="name"
          onChange={(update) => form.change((now) => changeTo(update(editedCodes(now)), now))}
        >
          {(code, path, change) => <EntryFields entry={code} path={path} errorOf={form.errorOf} onChange={change} />}
        </EntriesField>
        <SaveBar>
          <Button {...form.button} look="primary" icon={<Save size={18} />}>
            Save {label.toLowerCase()}
          </Button>
          <p className={styles.quiet} aria-live="polite">
            {form.isDirty ? "Not saved yet." : "Nothing to save."}
          </p>
        </SaveBar>
      </Form>
    </Stack>
  );
}

type EntryFieldsProps = {
  entry: EditedCode;
  path: string;
  errorOf: (path: string) => string | undefined;
  onChange: (update: (now: EditedCode) => EditedCode) => void;
};

function EntryFields({ entry, path, errorOf, onChange }: EntryFieldsProps) {
  return (
    <div className={styles.entry}>
      {texts.map(({ name, label, lang }) => (
        <TextField
          key={name}
          id={path + name}
          label={label}
          optional={name === "alsoCalled"}
          lang={lang}
          width="full"
          autoComplete="off"
          error={errorOf(path + name)}
          value={entry[name]}
          onChange={({ target }) => onChange((now) => ({ ...now, [name]: target.value }))}
        />
      ))}
      <CheckboxField
        id={`${path}isHidden`}
        label="Hidden"
        checked={entry.isHidden}
        onChange={({ target }) => onChange((now) => ({ ...now, isHidden: target.checked }))}
      />
    </div>
  );
}

/** A subject or grade in the form; `key` identifies it even before it is stored. */
export type EditedCode = Omit<CodeEntry, "id"> & { key: string };

type CodeFields = Omit<EditedCode, "key">;

/**
 * One field for each code and one for their order, so that two managers' changes to different codes can merge. A new
 * code is undefined after its removal.
 */
export type CodeListFormValues = Record<string, CodeFields | readonly string[] | undefined>;

const order = "order";
const newPrefix = "new-";

/** Returns the keys in order; codes another manager added in the meantime come last. */
function keysOf(values: CodeListFormValues): string[] {
  const value = values[order];
  const orderedKeys = isOrder(value) ? value : [];
  return [...new Set([...orderedKeys, ...Object.keys(values)])].filter((key) => isCode(values[key]));
}

const isOrder = (value: CodeListFormValues[string]): value is readonly string[] => Array.isArray(value);
const isCode = (value: CodeListFormValues[string]): value is CodeFields => value !== undefined && !isOrder(value);

export const isStored = ({ key }: EditedCode) => !key.startsWith(newPrefix);

export function editedCodes(values: CodeListFormValues): EditedCode[] {
  return keysOf(values).flatMap((key) => {
    const code = values[key];
    return isCode(code) ? [{ ...code, key }] : [];
  });
}

export function newCode(values: CodeListFormValues): EditedCode {
  const key = `${newPrefix}${Object.keys(values).filter((each) => each.startsWith(newPrefix)).length}`;
  return { key, name: "", nameInSpanish: "", alsoCalled: "", isHidden: false };
}

export function changeTo(codes: readonly EditedCode[], before: CodeListFormValues): CodeListFormValues {
  const removedKeys = keysOf(before).filter((key) => !codes.some((code) => code.key === key));
  return {
    ...Object.fromEntries(removedKeys.map((key) => [key, undefined])),
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
    id: key.startsWith(newPrefix) ? 0 : Number(key.slice("code-".length)),
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
