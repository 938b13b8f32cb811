import type { BorrowerRow } from "#contract/people/borrowers.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { Ban, CircleAlert, TriangleAlert } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

const isAllWell = ({ blockedBecause, copiesLate, openClaims, isMailboxConfirmed }: BorrowerRow) =>
  blockedBecause === "" && copiesLate === 0 && openClaims === 0 && isMailboxConfirmed;

/** What staff must know of a borrower at a glance; a dash when all is well. */
export function BorrowerBadges({ of }: { of: BorrowerRow }) {
  const { blockedBecause, copiesLate, openClaims, isMailboxConfirmed } = of;
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
      {openClaims > 0 && (
        <Badge tone="warning" icon={<TriangleAlert size={16} />}>
          {openClaims === 1 ? "Open claim" : `${openClaims} open claims`}
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
