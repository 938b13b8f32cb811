import type { BorrowerRow } from "#contract/people/borrowers.ts";
import { Ban, CircleAlert, TriangleAlert } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Badge } from "#web/ui/data/badge.tsx";

const hasNoAlerts = ({ blockReason, copiesLate, openClaims }: BorrowerRow) =>
  blockReason === "" && copiesLate === 0 && openClaims === 0;

export function BorrowerBadges({ of }: { of: BorrowerRow }) {
  const { blockReason, copiesLate, openClaims } = of;
  if (hasNoAlerts(of)) return <>–</>;
  return (
    <Row>
      {blockReason !== "" && (
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
    </Row>
  );
}
