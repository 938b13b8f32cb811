import { HistoryLink } from "#web/admin/activity-log.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  maxTitlesCounted,
  type ShownSynonymGroup,
  type SynonymGroup,
  synonymRules,
  wordsOfList,
} from "#contract/catalog/synonyms.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Save, Trash } from "#web/ui/icons.tsx";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import {
  entryIdOf,
  type RemovedEntry,
  removedEntryQuery,
  synonymGroupQuery,
  synonymGroups,
} from "#web/catalog/staff-catalog-queries.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Base, Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { Link, Navigate, useNavigate, useParams } from "#web/ui/router.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextAreaField } from "#web/ui/forms/text-fields.tsx";
import { addressOfFilters } from "#web/catalog/catalog-queries.ts";

const back = <BackToList path={synonymGroups.path}>Back to Synonyms</BackToList>;

/** Renders admin/synonyms/{id}; the id "add" adds an entry. */
export function SynonymGroupPage() {
  const id = entryIdOf(useParams()["entryId"]);
  if (id === undefined) return <Navigate to="/notfound" replace />;
  if (id > 0) return <Edit key={id} id={id} />;
  return (
    <Page heading="Add entry" back={back}>
      <EditEntry />
    </Page>
  );
}

function Edit({ id }: { id: number }) {
  const query = useQuery(synonymGroupQuery(id));
  const actions = (
    <>
      <HistoryLink kind="synonyms" subjectId={id} />
      {query.data && <RemoveEntry entry={query.data} />}
    </>
  );
  return (
    <Page heading="Edit entry" back={back} actions={query.data && actions}>
      <Fetched query={query} what="entry" skeleton={<Skeleton height="32rem" />}>
        {(entry) => (
          <Stack>
            <EditEntry entry={entry} />
            <EntryUses entry={entry} />
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}

function EntryUses({ entry: { elsewhere, uses } }: { entry: ShownSynonymGroup }) {
  return (
    <Stack>
      {elsewhere.length > 0 && (
        <Alert title="Other entries also have these words">
          <p>A search for one uses both entries.</p>
          <ul>
            {elsewhere.map(({ word, entryId, words }) => (
              <li key={`${word} ${entryId}`}>
                {word}: <Link to={`/admin/synonyms/${entryId}`}>{words}</Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Card heading="Titles with these words">
        <DescriptionList
          layout="columns"
          items={uses.map(({ word, titles }) => ({
            term: word,
            value:
              titles === null ? (
                "Too common to look for in titles"
              ) : (
                <Link to={addressOfFilters({ text: `"${word}"`, inStockOnly: false })}>{titlesInWords(titles)}</Link>
              ),
          }))}
        />
      </Card>
    </Stack>
  );
}

const titlesInWords = (titles: number) =>
  titles === 1
    ? "1 title"
    : `${titles.toLocaleString("en-US")} ${titles >= maxTitlesCounted ? "or more titles" : "titles"}`;

/** Kinds of queries that show entries or search with them. */
const queryKinds = ["synonyms", "catalog"];

function RemoveEntry({ entry: { entryId, version, words, alsoTyped, broader } }: { entry: SynonymGroup }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ActionButton
      icon={<Trash size={18} />}
      ask={{
        question: "Remove this entry?",
        explanation: <p>Searches will no longer treat these words as synonyms: {words}.</p>,
        danger: true,
        confirmLabel: "Remove",
      }}
      action={() => call("POST Synonyms/RemoveEntry/{id}", { params: { id: entryId }, body: { version } })}
      changes={queryKinds}
      done="Entry removed."
      onDone={() => {
        const removedEntry: RemovedEntry = { words, alsoTyped, broader };
        client.setQueryData(removedEntryQuery.queryKey, removedEntry);
        void navigate(synonymGroups.path, { replace: true });
        client.removeQueries({ queryKey: synonymGroupQuery(entryId).queryKey });
      }}
    >
      Remove
    </ActionButton>
  );
}

const work = keptWork<Kept<EntryFormValues>>();

/** Edits a set of synonyms. Use the entry's id as its key. */
function EditEntry({ entry }: { entry?: ShownSynonymGroup }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    stored: baseOf(entry),
    check: entryProblems,
    save: async (values, version) => {
      const { data } = await call("POST Synonyms/SaveEntry", { body: bodyOf(entry?.entryId ?? 0, version, values) });
      client.setQueryData(synonymGroupQuery(data.entryId).queryKey, data);
      void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => queryKinds.includes(String(kind)) });
      toast("Entry saved. Searches use it now.");
      return entry
        ? { stored: baseOf(data) }
        : { next: () => navigate(`/admin/synonyms/${data.entryId}`, { replace: true }) };
    },
  });
  return (
    <Stack>
      <FormNotices
        form={form}
        stored={baseOf(entry)}
        kept={{ in: work, name: String(entry?.entryId ?? "new") }}
        labels={entryLabels}
        unsaved="Your changes to this entry aren’t saved yet."
        reload={async () => entry && baseOf(await client.query({ ...synonymGroupQuery(entry.entryId), staleTime: 0 }))}
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

export function bodyOf(
  entryId: number,
  version: Base<EntryFormValues>["version"],
  { words, alsoTyped, broader }: EntryFormValues,
) {
  const list = (text: string) => wordsOfList(text).join(", ");
  return { entryId, version, words: list(words), alsoTyped: list(alsoTyped), broader: list(broader) };
}

export function entryProblems(values: EntryFormValues): FieldError[] {
  return brokenRules(synonymRules, values);
}
