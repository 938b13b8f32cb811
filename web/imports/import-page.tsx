import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ImportDetail, ImportState } from "#contract/imports/imports.ts";
import { importQuery } from "./import-queries.ts";
import { announcementOf, counted, progressText, resultsOf, rowOf } from "./import-words.ts";
import { CheckResult } from "./check-result.tsx";
import { MatchColumns } from "./match-columns.tsx";
import { matchingWork } from "./matching-values.ts";
import { importViewOf } from "#web/admin/import-views.ts";
import { type ImportView, uploadPageOf } from "./import-view.ts";
import { CancelImport, Faults, Notes, ResultCards, UndoButton, Undone } from "./results.tsx";
import { FileUp } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/lib/formats.tsx";
import { formatSize } from "#web/ui/data/details.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { ProgressBar, Steps } from "#web/ui/progress.tsx";
import { useParams } from "#web/ui/router.tsx";
import styles from "./one-import.module.css";

export function ImportPage() {
  const id = Number(useParams().id);
  const query = useQuery(importQuery(id));
  const detail = query.data;
  const from = uploadPageOf(detail && importViewOf(detail.of));
  useFreshCatalog(detail);
  const skeleton = (
    <Stack>
      <SkeletonLines lines={3} />
      <Skeleton height="24rem" />
    </Stack>
  );
  return (
    <Page
      heading={detail?.fileName ?? "Import"}
      documentTitle={detail ? `Import of ${detail.fileName}` : "Import"}
      back={<BackLink to={from.to}>{from.label}</BackLink>}
    >
      <Fetched query={query} what="the import" skeleton={skeleton}>
        {(data) => <OneImport key={id} detail={data} view={importViewOf(data.of)} />}
      </Fetched>
    </Page>
  );
}

/** Refetches what an import changes after a save or an undo. */
function useFreshCatalog(detail: ImportDetail | undefined): void {
  const client = useQueryClient();
  const state = detail?.state;
  useEffect(() => {
    if (state === "saved" || state === "undone")
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "imports" });
  }, [state, client]);
}

const headings: Record<ImportState, string> = {
  matching: "File contents",
  checking: "Checking the file",
  checked: "Check results",
  saving: "Saving the rows",
  saved: "The import is saved",
  undoing: "Undoing the import",
  undone: "The import is undone",
  canceled: "This import is canceled",
  failed: "This import failed",
};

const stepOf: Partial<Record<ImportState, number>> = { matching: 0, checking: 1, checked: 1, saving: 2, saved: 3 };

type OneImportProps = { detail: ImportDetail; view: ImportView };

function OneImport({ detail, view }: OneImportProps) {
  const [isMatching, setMatching] = useState(() => matchingWork.find(String(detail.importId)) !== undefined);
  const stage = isMatching && detail.state === "checked" ? "matching" : detail.state;
  const heading = useStageHeading(stage);
  const step = stepOf[stage];
  return (
    <Stack gap="loose">
      <Stack>
        <ImportFacts detail={detail} />
        {step !== undefined && <Steps label="Import steps" steps={["Match", "Check", "Save"]} current={step} />}
      </Stack>
      <Stack>
        <h2 ref={heading} tabIndex={-1}>
          {headings[stage]}
        </h2>
        <Stage stage={stage} detail={detail} view={view} setMatching={setMatching} />
      </Stack>
      <VisuallyHidden>
        <output>{announcementOf(detail, view)}</output>
      </VisuallyHidden>
    </Stack>
  );
}

type StageProps = OneImportProps & { stage: ImportState; setMatching: (isMatching: boolean) => void };

function Stage({ stage, detail, view, setMatching }: StageProps) {
  switch (stage) {
    case "matching":
    case "checked":
      if (!detail.isFileKept) return <NotSaved detail={detail} view={view} />;
      if (stage === "checked")
        return (
          <CheckResult
            detail={detail}
            view={view}
            onMatch={() => setMatching(true)}
            onChecking={() => setMatching(false)}
          />
        );
      return <MatchColumns detail={detail} view={view} onChecking={() => setMatching(false)} />;
    case "checking":
    case "saving":
    case "undoing":
      return <Running detail={detail} words={runningWords[stage]} />;
    case "saved":
      return <Saved detail={detail} view={view} />;
    case "undone":
      return <Undone detail={detail} view={view} />;
    case "canceled":
    case "failed":
      return <NotSaved detail={detail} view={view} />;
  }
}

/** Focuses the heading of the current step when the previous step disappears. */
function useStageHeading(stage: ImportState) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(stage);
  useEffect(() => {
    if (previous.current === stage) return;
    previous.current = stage;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [stage]);
  return heading;
}

function ImportFacts({ detail }: { detail: ImportDetail }) {
  const { kind, format, size, rowsTotal, userName, uploadedAt } = detail;
  const rows = rowsTotal === null ? "" : `, ${counted(rowsTotal, rowOf(kind))}`;
  return (
    <p className={styles.words}>
      {format ? `CSV, ${format.encoding}` : "MARC 21"}. {formatSize(size)}
      {rows}, uploaded <TimeText value={uploadedAt} /> by {userName}.
    </p>
  );
}

const runningWords = {
  checking: {
    label: "Check progress",
    note: "The check doesn’t change anything yet. You can leave this page while it runs.",
    canBeCanceled: true,
  },
  saving: {
    label: "Save progress",
    note: "Everything is saved together, or nothing is. You can leave this page while it runs.",
    canBeCanceled: true,
  },
  undoing: {
    label: "Undo progress",
    note: "The import is undone in batches. You can leave this page while it runs.",
    canBeCanceled: false,
  },
};

type RunningProps = { detail: ImportDetail; words: (typeof runningWords)[keyof typeof runningWords] };

function Running({ detail, words: { label, note, canBeCanceled } }: RunningProps) {
  const { state, progress } = detail;
  const rows = state === "checking" ? `, ${progressText(detail)}` : "";
  return (
    <Card>
      <ProgressBar label={label} part={progress / 100} words={`${progress}%${rows}`} />
      <p className={styles.words}>{note}</p>
      {canBeCanceled && (
        <Row>
          <CancelImport id={detail.importId} />
        </Row>
      )}
    </Card>
  );
}

function Saved({ detail, view }: OneImportProps) {
  const { counts, isFileKept, canBeUndone } = detail;
  return (
    <Stack>
      {detail.message && <Alert>{detail.message}</Alert>}
      <ResultCards results={resultsOf(detail, true, view)} />
      <Row>
        <ButtonLink to={view.home.to} look="primary">
          {view.home.label}
        </ButtonLink>
        {view.Next && <view.Next detail={detail} />}
        <AnotherFile view={view} />
        {canBeUndone && <UndoButton detail={detail} view={view} />}
      </Row>
      {view.AfterSave && counts.added > 0 && <view.AfterSave detail={detail} />}
      {detail.notes.length > 0 && <Notes detail={detail} view={view} />}
      {counts.faulty > 0 && isFileKept && <Faults detail={detail} />}
    </Stack>
  );
}

/** Explains why nothing was saved: the import was canceled or failed, or its file was deleted. */
function NotSaved({ detail: { state, message }, view }: OneImportProps) {
  return (
    <Stack>
      {state === "failed" && (
        <Alert tone="error" title={message ?? "Something went wrong with this import."}>
          Nothing was saved. You can upload the file again.
        </Alert>
      )}
      {state === "canceled" && <p>{message ?? "Nothing was saved."}</p>}
      {(state === "matching" || state === "checked") && (
        <Alert>
          We keep files for seven days, and this one has been deleted. Nothing was saved. You can upload the file again.
        </Alert>
      )}
      <Row>
        <AnotherFile view={view} />
      </Row>
    </Stack>
  );
}

const AnotherFile = ({ view }: { view: ImportView }) => (
  <ButtonLink to={uploadPageOf(view).to} icon={<FileUp size={18} />}>
    Import another file
  </ButtonLink>
);
