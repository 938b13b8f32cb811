import { useEffect, useRef, useState } from "react";
import type { ImportDetail, ImportState } from "#contract/imports.ts";
import { counted, howFar, newsOf, rowOf } from "#web/features/imports/import-words.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { FileUp, Printer } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import { Steps } from "#web/ui/progress/steps.tsx";
import { CancelImport, CheckResult } from "./check-result.tsx";
import type { Codes } from "./defaults-fields.tsx";
import { MatchColumns } from "./match-columns.tsx";
import { matchingWork } from "./matching-values.ts";
import styles from "./one-import.module.css";
import { Faults, Results } from "./results.tsx";

const headings: Record<ImportState, string> = {
  matching: "File contents",
  checking: "Checking the file",
  checked: "Check results",
  saving: "Saving the rows",
  saved: "The import is saved",
  cancelled: "This import is canceled",
  failed: "This import failed",
};

const stepOf: Partial<Record<ImportState, number>> = { matching: 0, checking: 1, checked: 1, saving: 2, saved: 3 };

type OneImportProps = { detail: ImportDetail; codes: Codes };

/** One import in all its states. */
export function OneImport({ detail, codes }: OneImportProps) {
  const [isMatching, setMatching] = useState(() => matchingWork.find(String(detail.importId)) !== undefined);
  const stage = isMatching && detail.state === "checked" ? "matching" : detail.state;
  const heading = useStageHeading(stage);
  const step = stepOf[stage];
  return (
    <Stack gap="loose">
      <Stack>
        <ImportFacts detail={detail} />
        {step !== undefined && <Steps label="Steps of the import" steps={["Match", "Check", "Save"]} current={step} />}
      </Stack>
      <Stack>
        <h2 ref={heading} tabIndex={-1}>
          {headings[stage]}
        </h2>
        <Stage stage={stage} detail={detail} codes={codes} setMatching={setMatching} />
      </Stack>
      <VisuallyHidden>
        <output>{newsOf(detail)}</output>
      </VisuallyHidden>
    </Stack>
  );
}

type StageProps = OneImportProps & { stage: ImportState; setMatching: (isMatching: boolean) => void };

function Stage({ stage, detail, codes, setMatching }: StageProps) {
  switch (stage) {
    case "matching":
    case "checked":
      if (!detail.isFileKept) return <NotSaved detail={detail} />;
      if (stage === "checked") return <CheckResult detail={detail} onMatch={() => setMatching(true)} />;
      return <MatchColumns detail={detail} codes={codes} onChecking={() => setMatching(false)} />;
    case "checking":
    case "saving":
      return <Running detail={detail} />;
    case "saved":
      return <Saved detail={detail} />;
    case "cancelled":
    case "failed":
      return <NotSaved detail={detail} />;
  }
}

/** The heading of the current step; it takes the focus when the previous step disappears. */
function useStageHeading(stage: ImportState) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [stage]);
  return heading;
}

function ImportFacts({ detail }: { detail: ImportDetail }) {
  const { kind, encoding, delimiter, size, rowsTotal, userName, uploadedAt } = detail;
  const read =
    kind === "marc" ? `MARC 21, ${encoding}` : `CSV, ${encoding}, with a ${delimiter ?? "comma"} between columns`;
  const rows = rowsTotal === null ? "" : `, ${counted(rowsTotal, rowOf(kind))}`;
  return (
    <p className={styles.words}>
      {read}. {sizeInWords(size)}
      {rows}, uploaded <TimeText value={uploadedAt} /> by {userName}.
    </p>
  );
}

/** The progress of checking or saving. It continues without this page. */
function Running({ detail }: { detail: ImportDetail }) {
  const { state, progress } = detail;
  return (
    <Card>
      <ProgressBar
        label={state === "checking" ? "Progress of the check" : "Progress of the saving"}
        part={progress / 100}
        words={state === "checking" ? `${progress} %, ${howFar(detail)}` : `${progress} %`}
      />
      <p className={styles.words}>
        {state === "checking"
          ? "The check doesn’t change the inventory. You can leave this page while it runs."
          : "Everything is saved together, or nothing is. You can leave this page while we save."}
      </p>
      <Row>
        <CancelImport id={detail.importId} />
      </Row>
    </Card>
  );
}

function Saved({ detail }: { detail: ImportDetail }) {
  const { counts, isFileKept } = detail;
  return (
    <Stack>
      {detail.message && <Alert>{detail.message}</Alert>}
      <Results detail={detail} isSaved />
      <Row>
        <ButtonLink to="/admin/inventorylist" look="primary">
          Go to the inventory
        </ButtonLink>
        {counts.copies > 0 && (
          <ButtonLink to="/admin/labels" icon={<Printer size={18} />}>
            Print labels
          </ButtonLink>
        )}
        {another}
      </Row>
      {counts.faulty > 0 && isFileKept && <Faults detail={detail} />}
    </Stack>
  );
}

/** Nothing was saved: canceled, failed, or the file was deleted. */
function NotSaved({ detail: { state, message } }: { detail: ImportDetail }) {
  return (
    <Stack>
      {state === "failed" && (
        <Alert tone="error" title={message ?? "Something went wrong with this import."}>
          Nothing was saved. You can upload the file again.
        </Alert>
      )}
      {state === "cancelled" && <p>{message ?? "Nothing was saved."}</p>}
      {(state === "matching" || state === "checked") && (
        <Alert>
          We keep files for seven days, and this one has been deleted. Nothing was saved. You can upload the file again.
        </Alert>
      )}
      <Row>{another}</Row>
    </Stack>
  );
}

const another = (
  <ButtonLink to="/admin/import" icon={<FileUp size={18} />}>
    Import another file
  </ButtonLink>
);
