import type { BorrowerRow } from "#contract/people/borrowers.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { Ban, CircleAlert, TriangleAlert } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

const isAllWell = ({ blockedBecause, copiesLate, openCases, isMailboxConfirmed }: BorrowerRow) =>
  blockedBecause === "" && copiesLate === 0 && openCases === 0 && isMailboxConfirmed;

/** What staff must know of a borrower at a glance; a dash when all is well. */
export function BorrowerBadges({ of }: { of: BorrowerRow }) {
  const { blockedBecause, copiesLate, openCases, isMailboxConfirmed } = of;
  if (isAllWell(of)) return <>–</>;
  return (
    <Row>
      {blockedBecause !== "" && (
        <Badge tone="danger" icon={<Ban size={16} />}>
          Blocked
        </Badge>
      )}
      {copiesLate > 0 && (
        <Badge tone="danger" icon={<CircleAlert size={16} />}>
          {copiesLate} late
        </Badge>
      )}
      {openCases > 0 && (
        <Badge tone="warning" icon={<TriangleAlert size={16} />}>
          {openCases === 1 ? "Open case" : `${openCases} open cases`}
        </Badge>
      )}
      {!isMailboxConfirmed && (
        <Badge tone="warning" icon={<TriangleAlert size={16} />}>
          Unconfirmed email
        </Badge>
      )}
    </Row>
  );
}
