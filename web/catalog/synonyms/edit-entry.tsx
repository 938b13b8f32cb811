import { type ShownSynonymGroup, type SynonymGroup, synonymRules, wordsOfList } from "#contract/catalog/synonyms.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Base, Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Save } from "#web/ui/icons.tsx";
import { synonymGroupQuery } from "./synonym-queries.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { Row, Stack } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextAreaField } from "#web/ui/forms/text-fields.tsx";
import { useNavigate } from "#web/ui/router.tsx";

const work = keptWork<Kept<EntryFormValues>>();

type EditEntryProps = {
  /** Undefined for a new one. */
  entry?: ShownSynonymGroup;
  onReload: () => Promise<ShownSynonymGroup | undefined>;
};

/** Edits a set of synonyms. Use the entry's id as its key. */
export function EditEntry({ entry, onReload }: EditEntryProps) {
  const form = useEntryForm(entry);
  return (
    <Stack>
      <FormNotices
        form={form}
        stored={baseOf(entry)}
        kept={{ in: work, name: String(entry?.entryId ?? "new") }}
        labels={entryLabels}
        unsaved="Your changes to this entry aren’t saved yet."
        reload={async () => {
          const fresh = await onReload();
          return fresh && baseOf(fresh);
        }}
      />
      <Form form={form} label="Entry">
        <Stack>
          <TextAreaField
            label={entryLabels.words}
            width="full"
            spellCheck={false}
            hint="Use English and Spanish, separated by commas. A search for one finds titles with any of them. Plurals and other forms are included automatically."
            {...form.field("words")}
          />
          <TextAreaField
            label={entryLabels.alsoTyped}
            optional
            width="full"
            spellCheck={false}
            hint="Add what people type that titles don’t say: slang, brands, abbreviations. Include plurals, because these words match only as written. We don’t look for them in titles, where they may mean something else."
            {...form.field("alsoTyped")}
          />
          <TextAreaField
            label={entryLabels.broader}
            optional
            width="full"
            rows={2}
            spellCheck={false}
            hint="If fewer than ten titles have the words above, searches look for these too, and the other way around."
            {...form.field("broader")}
          />
          <Row>
            <Button {...form.button} look="primary" icon={<Save size={18} />}>
              Save
            </Button>
          </Row>
        </Stack>
      </Form>
    </Stack>
  );
}

function useEntryForm(entry: ShownSynonymGroup | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useForm({
    names: Object.keys(entryLabels),
    stored: baseOf(entry),
    check: entryProblems,
    save: async (values, version) => {
      const { data } = await call("POST Synonyms/SaveEntry", { body: bodyOf(entry?.entryId ?? 0, version, values) });
      const { queryKey } = synonymGroupQuery(data.entryId);
      client.setQueryData(queryKey, data);
      invalidateSearches(client, queryKey);
      toast("Entry saved. Searches use it now.");
      return entry
        ? { stored: baseOf(data) }
        : { next: () => navigate(`/admin/synonyms/${data.entryId}`, { replace: true }) };
    },
  });
}

/** Refetches entries and searches, whose results change with an entry. */
export function invalidateSearches(client: ReturnType<typeof useQueryClient>, except?: readonly unknown[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: key }) => (key[0] === "synonyms" || key[0] === "catalog") && key.join() !== except?.join(),
  });
}

type EntryFormValues = { words: string; alsoTyped: string; broader: string };

const entryLabels: Record<keyof EntryFormValues, string> = {
  words: "Words that mean the same thing",
  alsoTyped: "People also type",
  broader: "Broader words",
};

export function baseOf(entry: SynonymGroup | undefined): Base<EntryFormValues> {
  const { words, alsoTyped, broader, version } = entry ?? { words: "", alsoTyped: "", broader: "", version: null };
  return { version, values: { words, alsoTyped, broader } };
}

export function bodyOf(entryId: number, version: Base<EntryFormValues>["version"], values: EntryFormValues) {
  return { entryId, version, ...tidy(values) };
}

export function entryProblems(values: EntryFormValues): FieldError[] {
  return brokenRules(synonymRules, values);
}

const tidy = ({ words, alsoTyped, broader }: EntryFormValues): EntryFormValues => ({
  words: wordsOfList(words).join(", "),
  alsoTyped: wordsOfList(alsoTyped).join(", "),
  broader: wordsOfList(broader).join(", "),
});
