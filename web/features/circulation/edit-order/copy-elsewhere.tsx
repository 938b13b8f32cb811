import { useState } from "react";
import { statuses } from "#contract/codes.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import { messages } from "#contract/specified-messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { PackageCheck, Undo2 } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { copyName } from "../order-details/copy-name.ts";

/** Where a copy is instead of on the shelf, in words; undefined when it can be checked out as far as anybody knows. */
export function elsewhereInWords({ order, lostFrom, heldFor }: FoundCopy, orderId: number): string | undefined {
  const of = (one: NonNullable<FoundCopy["order"]>) => `order #${one.orderId}, ${one.borrowerName}, ${one.schoolName}`;
  if (order) {
    if (order.orderId === orderId) return undefined;
    return order.statusId === statuses.shipped
      ? `It is out on ${of(order)}.`
      : `It is packed for ${of(order)}, which has not shipped.`;
  }
  if (lostFrom) return `It is lost, from ${of(lostFrom)}.`;
  return heldFor ? `It is held for ${heldFor.borrowerName}, ${heldFor.schoolName}.` : undefined;
}

/** Whether the desk can take it back. */
const isToCheckIn = ({ order, lostFrom }: FoundCopy): boolean =>
  order?.statusId === statuses.shipped || (!order && lostFrom !== null);

type CopyElsewhereProps = {
  copy: FoundCopy;
  /** Its words, as `elsewhereInWords` gives them. */
  where: string;
  onCheckIn: () => Promise<void>;
  /** When its title fits and waits for a copy. */
  onCheckInAndOut?: (() => Promise<void>) | undefined;
};

/** Says where a scanned copy is, and takes it back from there. */
export function CopyElsewhere({ copy, where, onCheckIn, onCheckInAndOut }: CopyElsewhereProps) {
  const { busy, problem, run } = useRun();
  const from = copy.order ?? copy.lostFrom;
  return (
    <Alert tone="warning" title={`${copyName(copy)}, ${copy.title}`}>
      <Stack>
        <p>
          {where} {from && <Link to={`/admin/orderdetails/${from.orderId}`}>Open order #{from.orderId}</Link>}
        </p>
        {isToCheckIn(copy) && (
          <Row>
            {onCheckInAndOut && (
              <Button
                look="primary"
                icon={<PackageCheck size={18} />}
                busy={busy}
                onClick={() => void run(onCheckInAndOut)}
              >
                Check in, then check out here
              </Button>
            )}
            <Button icon={<PackageCheck size={18} />} busy={busy} onClick={() => void run(onCheckIn)}>
              {onCheckInAndOut ? "Only check in" : "Check in"}
            </Button>
          </Row>
        )}
        {problem && <p role="alert">{problem}</p>}
      </Stack>
    </Alert>
  );
}

/** What was done with it, with Undo. */
export function CopyTaken({ words, name, onUndo }: { words: string; name: string; onUndo: () => Promise<void> }) {
  const { busy, problem, run } = useRun();
  return (
    <Alert tone="success" title={words}>
      <Stack>
        <Row>
          <Button
            size="small"
            icon={<Undo2 size={18} />}
            busy={busy}
            aria-label={`Undo ${name}`}
            onClick={() => void run(onUndo)}
          >
            Undo
          </Button>
        </Row>
        {problem && <p role="alert">{problem}</p>}
      </Stack>
    </Alert>
  );
}

/** Runs an action of a button; says why it failed. */
function useRun() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem((error instanceof Error && error.message) || messages.trouble.reallyWrong);
    }
    setBusy(false);
  };
  return { busy, problem, run };
}
