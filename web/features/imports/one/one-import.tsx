import { useEffect, useRef, useState } from "react";
import type { ImportDetail, ImportState } from "#contract/imports.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Steps } from "#web/ui/progress/steps.tsx";
import { newsOf } from "#web/features/imports/import-words.ts";
import { CancelImport } from "./cancel-import.tsx";
import { CheckResult } from "./check-result.tsx";
import type { Codes } from "./defaults-fields.tsx";
import { NotSaved, Saved } from "./ended.tsx";
import { ImportFacts } from "./import-facts.tsx";
import { MatchColumns } from "./match-columns.tsx";
import { matchingWork } from "./matching-values.ts";
import { Running } from "./running.tsx";

const headings: Record<ImportState, string> = {
  matching: "File contents",
  checking: "Checking the file",
  checked: "Check results",
  saving: "Saving the rows",
  saved: "The import is saved",
  cancelled: "This import is cancelled",
  failed: "This import failed",
};

const stepOf: Partial<Record<ImportState, number>> = { matching: 0, checking: 1, checked: 1, saving: 2, saved: 3 };

type OneImportProps = {
  detail: ImportDetail;
  codes: Codes;
};

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
        <Stage
          stage={stage}
          detail={detail}
          codes={codes}
          onMatch={() => setMatching(true)}
          onChecking={() => setMatching(false)}
        />
      </Stack>
      <VisuallyHidden>
        <output>{newsOf(detail)}</output>
      </VisuallyHidden>
    </Stack>
  );
}

type StageProps = OneImportProps & {
  stage: ImportState;
  onMatch: () => void;
  onChecking: () => void;
};

function Stage({ stage, detail, codes, onMatch, onChecking }: StageProps) {
  switch (stage) {
    case "matching":
    case "checked":
      if (!detail.isFileKept) return <NotSaved detail={detail} />;
      if (stage === "checked") return <CheckResult detail={detail} onMatch={onMatch} />;
      return (
        <MatchColumns
          detail={detail}
          codes={codes}
          actions={<CancelImport id={detail.importId} />}
          onChecking={onChecking}
        />
      );
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
