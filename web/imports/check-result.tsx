import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ImportDetail } from "#contract/imports/imports.ts";
import { cacheImport, useImportUpdate, useMatchColumns } from "./import-queries.ts";
import { changesSomething, counted, resultsOf, rowOf, summaryOf } from "./import-words.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { ListChecks, Save } from "#web/ui/icons.tsx";
import { CancelImport, Faults, ResultCards, Shortened } from "./results.tsx";
import { Words } from "./words.tsx";
import type { PossibleDuplicate } from "#contract/imports/undo-import.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import type { Codes } from "#web/catalog/staff-catalog-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import styles from "./one-import.module.css";

type CheckResultProps = { detail: ImportDetail; codes: Codes; onMatch: () => void; onChecking: () => void };

export function CheckResult({ detail, codes, onMatch, onChecking }: CheckResultProps) {
  const { counts } = detail;
  return (
    <Stack>
      {detail.message && <OutOfDate detail={detail} message={detail.message} />}
      <ResultCards results={resultsOf(detail, false)} />
      <Verdict detail={detail} />
      {counts.duplicates > 0 && (
        <Alert tone="warning" title={`${counted(counts.duplicates, "new title")} may already be in the inventory.`}>
          {counts.duplicates === 1 ? "It is" : "They are"} listed below as possible duplicates.
        </Alert>
      )}
      <Row>
        {!detail.message && <SaveRows detail={detail} />}
        <Button onClick={onMatch}>{detail.kind === "marc" ? "Change the settings" : "Change the columns"}</Button>
        <CancelImport id={detail.importId} />
      </Row>
      {detail.words.length > 0 && (
        <Words key={JSON.stringify(detail.words)} detail={detail} codes={codes} onChecking={onChecking} />
      )}
      {counts.shortened > 0 && <Shortened detail={detail} />}
      {counts.duplicates > 0 && <PossibleDuplicates detail={detail} />}
      {counts.faulty > 0 && <Faults detail={detail} />}
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

function Verdict({ detail: { counts, kind } }: { detail: ImportDetail }) {
  const hasChanges = changesSomething(counts);
  if (counts.faulty === 0 && hasChanges)
    return <Alert tone="success">Every {rowOf(kind)} is valid. Nothing is saved yet.</Alert>;
  if (counts.faulty === 0) return <Alert>The inventory already matches the file. There’s nothing to save.</Alert>;
  const rows = counted(counts.faulty, rowOf(kind));
  return (
    <Alert tone="warning" title={`${rows} can’t be saved as is.`}>
      {hasChanges
        ? "You can save the valid rows now and the others after you fix them, or fix the file and upload it again. "
        : "Nothing else to save. Fix the file and upload it again. "}
      To fill all empty cells with one value, choose {kind === "marc" ? "Change the settings" : "Change the columns"}.
    </Alert>
  );
}

function SaveRows({ detail }: { detail: ImportDetail }) {
  const { importId: id, counts } = detail;
  const update = useImportUpdate(id);
  if (!changesSomething(counts)) {
    return counts.faulty === 0 ? <ButtonLink to="/admin/inventorylist">Go to the inventory</ButtonLink> : null;
  }
  const rows = counts.faulty === 0 ? "all" : "good";
  const label = rows === "all" ? "Save all" : "Save the valid rows";
  return (
    <ActionButton
      look="primary"
      icon={<Save size={18} />}
      ask={{
        question: rows === "all" ? "Save all rows?" : "Save the valid rows?",
        explanation: `${summaryOf(detail, false)}. Everything is saved together, or nothing is.`,
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

function PossibleDuplicates({ detail: { importId, counts, kind } }: { detail: ImportDetail }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { row: number; skip: boolean }) =>
      cacheImport(client, (await call("POST Import/SkipDuplicates/{id}", { params: { id: importId }, body })).data),
    onSettled: () => client.invalidateQueries({ queryKey: ["imports", importId, "duplicates"] }),
  });
  const name = rowOf(kind) === "row" ? "Row" : "Record";
  const columns: Column<PossibleDuplicate>[] = [
    { head: name, number: true, cell: ({ row }) => row.toLocaleString("en-US") },
    { head: "Title", names: true, cell: ({ title }) => title },
    {
      head: "Existing title",
      cell: ({ known }) => (
        <Link to={`/admin/viewitem/${known.itemId}`}>
          <TitleText of={known} /> (#{known.referenceNumber})
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
        {counted(counts.duplicates, rowOf(kind))} {counts.duplicates === 1 ? "looks" : "look"} like a title we already
        have: the title and category match, and the publisher and language don’t differ. Any you don’t skip will be
        added as new titles.
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
        empty="No new title looks like one we already have."
      />
    </Card>
  );
}
