import { settlements, type StaffCase } from "#contract/desk/cases.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { copyName } from "../order-details/copy-name.ts";
import { useCaseStep } from "./case-queries.ts";

/** Takes back the last step of a case; nothing for one that ended by itself. What was settled is a manager's to take back. */
export function UndoCase({ of, onUndone }: { of: StaffCase; onUndone?: () => void }) {
  const { mutate, isPending } = useCaseStep("Undone.");
  const maySettle = useMay("manager");
  const canUndo = of.outcome === null || (maySettle && settlements.some((settlement) => settlement === of.outcome));
  if (!canUndo) return null;
  const what = of.outcome === null ? "Undo the case" : "Undo the settlement";
  return (
    <Button
      size="small"
      icon={<Undo2 size={18} />}
      busy={isPending}
      aria-label={`${what} of ${copyName(of)}`}
      onClick={() => mutate({ step: "undo", caseId: of.caseId }, { onSuccess: () => onUndone?.() })}
    >
      {what}
    </Button>
  );
}
