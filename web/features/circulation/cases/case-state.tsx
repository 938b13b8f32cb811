import type { StaffCase } from "#contract/desk/cases.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { CircleAlert, CircleCheck } from "#web/ui/icons.tsx";
import { outcomeWords } from "./case-words.ts";

export function CaseState({ of: { outcome } }: { of: Pick<StaffCase, "outcome"> }) {
  if (outcome === null)
    return (
      <Badge tone="warning" icon={<CircleAlert size={16} />}>
        Open
      </Badge>
    );
  return <Badge icon={<CircleCheck size={16} />}>{outcomeWords[outcome]}</Badge>;
}
