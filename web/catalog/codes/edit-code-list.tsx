import { useQuery, useQueryClient } from "@tanstack/react-query";
import { codeLimits, type CodeList, type StoredLists } from "#contract/catalog/code-lists.ts";
import { call } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Save } from "#web/ui/icons.tsx";
import * as values from "./code-list-form-values.ts";
import styles from "./edit-code-list.module.css";
import { codeListsQuery } from "#web/catalog/admin-list-queries.ts";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { EntriesField } from "#web/ui/forms/entries-field.tsx";

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

const work = keptWork<Kept<values.CodeListFormValues>>();

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
  const { form, reload } = useCodeListForm(list, lists);
  return (
    <Stack>
      <div>
        <h2>{label}</h2>
        <p className={styles.quiet}>{about}</p>
      </div>
      <FormNotices
        form={form}
        stored={values.baseOf(lists, list)}
        kept={{ in: work, name: list }}
        labels={values.labelsOf(form.values)}
        inWords={values.inWords}
        unsaved="Your changes to this list aren’t saved yet."
        reload={reload}
      />
      <Form form={form} className={styles.form} label={label}>
        <EntriesField
          id="entries"
          label={`${label} in order`}
          hint="Searches match the names in both languages and the words under “Also found by”."
          error={form.errorOf("entries")}
          entry={entry}
          entries={values.editedCodes(form.values)}
          max={codeLimits[list]}
          nameOf={({ name }) => name.trim()}
          canRemove={(code) => !values.isStored(code)}
          newEntry={values.newCode(form.values)}
          firstControl="name"
          onChange={(update) => form.change((now) => values.changeTo(update(values.editedCodes(now)), now))}
        >
          {(code, path, change) => <EntryFields entry={code} path={path} errorOf={form.errorOf} onChange={change} />}
        </EntriesField>
        <Row className={styles.actions}>
          <Button {...form.button} look="primary" icon={<Save size={18} />}>
            Save {label.toLowerCase()}
          </Button>
          <p className={styles.quiet} aria-live="polite">
            {form.isDirty ? "Not saved yet." : "Nothing to save."}
          </p>
        </Row>
      </Form>
    </Stack>
  );
}

function useCodeListForm(list: CodeList, lists: StoredLists) {
  const client = useQueryClient();
  const form = useForm<values.CodeListFormValues>({
    names: ["entries"],
    stored: values.baseOf(lists, list),
    check: (filled) => values.problemsOf(list, filled),
    save: async (filled, version) => {
      const body = { list, version: version ?? 0, entries: values.bodyOf(filled) };
      const { data } = await call("POST Code/SaveList", { body });
      toast("Saved. Searches will use the new names within a few minutes.");
      client.setQueryData(codeListsQuery.queryKey, data);
      // every title shows these names
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== codeListsQuery.queryKey[0] });
      return { stored: values.baseOf(data, list) };
    },
  });
  const reload = async () => values.baseOf(await client.query({ ...codeListsQuery, staleTime: 0 }), list);
  return { form, reload };
}

type EntryFieldsProps = {
  entry: values.EditedCode;
  path: string;
  errorOf: (path: string) => string | undefined;
  onChange: (update: (now: values.EditedCode) => values.EditedCode) => void;
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
