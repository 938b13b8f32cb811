import { useMutation, useQueryClient } from "@tanstack/react-query";
import { faultColumn, type ImportDetail } from "#contract/imports/imports.ts";
import { cacheImport, useImportUpdate, useMatchColumns } from "./import-queries.ts";
import { changesSomething, counted, resultsOf, rowOf, summaryOf } from "./import-words.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { ListChecks, Save } from "#web/ui/icons.tsx";
import type { ImportView } from "./import-view.ts";
import { CancelImport, Faults, Notes, ResultCards } from "./results.tsx";
import { Words } from "./words.tsx";
import type { PossibleDuplicate } from "#contract/imports/undo-import.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import styles from "./one-import.module.css";

type Props = { detail: ImportDetail; view: ImportView };
type CheckResultProps = Props & { onMatch: () => void; onChecking: () => void };

export function CheckResult({ detail, view, onMatch, onChecking }: CheckResultProps) {
  const { counts } = detail;
  return (
    <Stack>
      {detail.message && <OutOfDate detail={detail} message={detail.message} />}
      <ResultCards results={resultsOf(detail, false, view)} />
      <Verdict detail={detail} view={view} />
      {counts.duplicates > 0 && (
        <Alert
          tone="warning"
          title={`${counted(counts.duplicates, view.one, view.many)} in this file may already be ${view.place}.`}
        >
          {counts.duplicates === 1 ? "It is" : "They are"} listed below as possible duplicates.
        </Alert>
      )}
      <Row>
        {!detail.message && <SaveRows detail={detail} view={view} />}
        <Button onClick={onMatch}>{detail.kind === "marc" ? "Change the settings" : "Change the columns"}</Button>
        <CancelImport id={detail.importId} />
      </Row>
      <Unsaid detail={detail} />
      {view.Repairs && <view.Repairs detail={detail} onChecking={onChecking} />}
      {view.words && detail.words.length > 0 && (
        <Words key={JSON.stringify(detail.words)} {...{ detail, view, onChecking }} texts={view.words} />
      )}
      {counts.noted > 0 && <Notes detail={detail} view={view} />}
      {counts.duplicates > 0 && <PossibleDuplicates detail={detail} view={view} />}
      {counts.faulty > 0 && <Faults detail={detail} />}
      {view.Checked && <view.Checked detail={detail} />}
    </Stack>
  );
}

/** Offers to check the file again with the same matching when its result is out of date. */
function OutOfDate({ detail: { importId, settings }, message }: { detail: ImportDetail; message: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: useMatchColumns(importId),
    meta: { ownFaults: (error) => refusalOf(error) !== undefined }, // the refetched import shows the refusal
  });
  return (
    <Alert tone="error" title={message}>
      <Button size="small" busy={isPending} icon={<ListChecks size={18} />} onClick={() => mutate(settings)}>
        Check again
      </Button>
    </Alert>
  );
}

/** Lists what a save leaves out, and the values it fills in. */
function Unsaid({ detail: { columns, settings, findings } }: { detail: ImportDetail }) {
  const left = columns.filter(({ name }, at) => settings.fields[at] === null && name !== faultColumn);
  const names = new Intl.ListFormat("en-US").format(left.map(({ name }) => `“${name}”`));
  const sentences = [
    ...(left.length > 0 ? [`${left.length === 1 ? "Column" : "Columns"} not imported: ${names}.`] : []),
    ...findings.remarks,
  ];
  if (sentences.length === 0) return null;
  return (
    <Card heading="What’s left out, and what’s filled in">
      <ul className={styles.remarks}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  );
}

function Verdict({ detail: { counts, kind, words }, view }: Props) {
  const hasChanges = changesSomething(counts);
  if (counts.faulty === 0 && hasChanges)
    return <Alert tone="success">Every {rowOf(kind)} is valid. Nothing is saved yet.</Alert>;
  if (counts.faulty === 0)
    return <Alert>Everything in the file is already {view.place}. There’s nothing to save.</Alert>;
  const rows = counted(counts.faulty, rowOf(kind));
  return (
    <Alert tone="warning" title={`${rows} can’t be saved as is.`}>
      {hasChanges
        ? "You can save the valid rows now and the others after you fix them, or fix the file and upload it again. "
        : words.some(({ value }) => value === null)
          ? "Match the words below, or fix the file and upload it again. "
          : "Nothing else to save. Fix the file and upload it again. "}
      {view.Settings &&
        `To fill all empty ${kind === "marc" ? "fields" : "cells"} with one value, choose ${kind === "marc" ? "Change the settings" : "Change the columns"}.`}
    </Alert>
  );
}

function SaveRows({ detail, view }: Props) {
  const { importId: id, counts } = detail;
  const update = useImportUpdate(id);
  if (!changesSomething(counts)) {
    return counts.faulty === 0 ? <ButtonLink to={view.home.to}>{view.home.label}</ButtonLink> : null;
  }
  const rows = counts.faulty === 0 ? "all" : "good";
  const label = rows === "all" ? "Save all" : "Save the valid rows";
  return (
    <ActionButton
      look="primary"
      icon={<Save size={18} />}
      ask={{
        question: rows === "all" ? "Save all rows?" : "Save the valid rows?",
        explanation: `${summaryOf(detail, false, view)}. Everything is saved together, or nothing is.`,
        confirmLabel: label,
        cancelLabel: "Not yet",
      }}
      action={() => update(call("POST Import/SaveRows/{id}", { params: { id }, body: { rows } }))}
    >
      {label}
    </ActionButton>
  );
}

const duplicatesOf = (importId: number) =>
  list({
    path: `/admin/import/${importId}`,
    filters: { page: pageField("duplicates") },
    key: ["imports", importId, "duplicates"],
    ask: (query, context) => call("GET Import/GetDuplicates/{id}", { params: { id: importId }, query }, context),
  });

function PossibleDuplicates({ detail: { importId, counts, kind }, view }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { row: number; skip: boolean }) =>
      cacheImport(client, (await call("POST Import/SkipDuplicates/{id}", { params: { id: importId }, body })).data),
    onSettled: () => client.invalidateQueries({ queryKey: ["imports", importId, "duplicates"] }),
  });
  const name = rowOf(kind) === "row" ? "Row" : "Record";
  const columns: Column<PossibleDuplicate>[] = [
    { head: name, number: true, cell: ({ row }) => row.toLocaleString("en-US") },
    { head: "In the file", names: true, cell: ({ name: inFile }) => inFile },
    {
      head: view.duplicates.known,
      cell: ({ known }) => (
        <Link to={view.linkTo(known.id)}>
          {view.nameOf?.(known) ?? known.name} ({known.mark})
        </Link>
      ),
    },
    {
      head: "Skip",
      headHidden: true,
      cell: ({ row, isSkipped }) => (
        <CheckboxField
          label={`Skip ${rowOf(kind)} ${row.toLocaleString("en-US")}`}
          checked={isSkipped}
          onChange={({ target }) => mutate({ row, skip: target.checked })}
        />
      ),
    },
  ];
  return (
    <Card heading="Possible duplicates">
      <p className={styles.words}>
        {counted(counts.duplicates, rowOf(kind))} {counts.duplicates === 1 ? "looks" : "look"} like a {view.one} we
        already have: {view.duplicates.why} Any you don’t skip will be added as new {view.many}.
      </p>
      {counts.duplicates > 1 && (
        <Row>
          <Button size="small" busy={isPending} onClick={() => mutate({ row: 0, skip: true })}>
            Skip all
          </Button>
          <Button size="small" busy={isPending} onClick={() => mutate({ row: 0, skip: false })}>
            Add all
          </Button>
        </Row>
      )}
      <List
        of={duplicatesOf(importId)}
        name="possible duplicates"
        columns={columns}
        rowKey="row"
        empty={`No new ${view.one} looks like one we already have.`}
      />
    </Card>
  );
}
