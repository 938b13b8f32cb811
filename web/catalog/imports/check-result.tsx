import { useMutation } from "@tanstack/react-query";
import type { ImportDetail } from "#contract/catalog/imports.ts";
import { useMatchColumns, useShown } from "#web/catalog/imports/import-queries.ts";
import { changesSomething, counted, inShort, rowOf } from "#web/catalog/imports/import-words.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ListChecks, Save } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import type { Codes } from "./defaults-fields.tsx";
import { PossibleDuplicates } from "./possible-duplicates.tsx";
import { Faults, Results, Shortened } from "./results.tsx";
import { Words } from "./words.tsx";

type CheckResultProps = { detail: ImportDetail; codes: Codes; onMatch: () => void; onChecking: () => void };

export function CheckResult({ detail, codes, onMatch, onChecking }: CheckResultProps) {
  const { counts } = detail;
  return (
    <Stack>
      {detail.message && <CameBetween detail={detail} message={detail.message} />}
      <Results detail={detail} isSaved={false} />
      <Verdict detail={detail} />
      {counts.alike > 0 && (
        <Alert tone="warning" title={`${counted(counts.alike, "new title")} may already be in the inventory.`}>
          {counts.alike === 1 ? "It is" : "They are"} listed below as possible duplicates.
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
      {counts.alike > 0 && <PossibleDuplicates detail={detail} />}
      {counts.faulty > 0 && <Faults detail={detail} />}
    </Stack>
  );
}

/** The result is out of date: check the file again with the same matching. */
function CameBetween({ detail: { importId, settings }, message }: { detail: ImportDetail; message: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: useMatchColumns(importId),
    meta: { ownFaults: (error) => refusalOf(error) !== undefined }, // the import is read again, and shows it
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
  const some = changesSomething(counts);
  if (counts.faulty === 0 && some)
    return <Alert tone="success">Every {rowOf(kind)} is valid. Nothing is saved yet.</Alert>;
  if (counts.faulty === 0) return <Alert>The inventory already matches the file. There’s nothing to save.</Alert>;
  const rows = counted(counts.faulty, rowOf(kind));
  return (
    <Alert tone="warning" title={`${rows} can’t be saved as is.`}>
      {some
        ? "You can save the valid rows now and the others after you fix them, or fix the file and upload it again. "
        : "No other row would change anything. Fix the file and upload it again. "}
      To set one value for all empty cells, choose {kind === "marc" ? "Change the settings" : "Change the columns"}.
    </Alert>
  );
}

function SaveRows({ detail }: { detail: ImportDetail }) {
  const { importId: id, counts } = detail;
  const shown = useShown(id);
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
        explanation: `${inShort(detail, false)}. Everything is saved together, or nothing is.`,
        confirmLabel: label,
        cancelLabel: "Not yet",
      }}
      action={() => shown(call("POST Import/SaveRows/{id}", { params: { id }, body: { rows } }))}
    >
      {label}
    </ActionButton>
  );
}

export function CancelImport({ id }: { id: number }) {
  const shown = useShown(id);
  return (
    <ActionButton
      look="quiet"
      ask={{
        question: "Cancel this import?",
        explanation: "Nothing from the file is saved. To import it later, upload it again.",
        confirmLabel: "Yes, cancel it",
        cancelLabel: "No, go on",
        danger: true,
      }}
      action={() => shown(call("POST Import/Cancel/{id}", { params: { id } }))}
    >
      Cancel import
    </ActionButton>
  );
}
