import type { StaffOrder } from "#contract/circulation.ts";
import type { StaffCase } from "#contract/desk/cases.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { CircleHelp } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { OpenCase } from "./open-case.tsx";

type LostOrClaimedProps = Pick<StaffOrder, "cases"> & {
  /** The loan of a copy that is out. */
  loanId: number;
  name: string;
  cost: string;
  onOpened?: (opened: StaffCase) => void;
};

/** What can be said of a copy that is out and does not come back. */
export function LostOrClaimed({ loanId, name, cost, cases, onOpened }: LostOrClaimedProps) {
  const asked = { orderInventoryItemId: loanId, name, cost, ...(onOpened && { onOpened }) };
  const isClaimed = cases.some((one) => one.orderInventoryItemId === loanId && one.outcome === null);
  return (
    <Row>
      {isClaimed && (
        <Badge tone="warning" icon={<CircleHelp size={16} />}>
          Claimed returned
        </Badge>
      )}
      <OpenCase kind="lost" {...asked} />
      {!isClaimed && <OpenCase kind="claimed returned" {...asked} />}
    </Row>
  );
}
