import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type SubmitEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { StaffClaim } from "#contract/desk/claims.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { LostOrClaimed, UndoClaim } from "#web/desk/claims/claim-parts.tsx";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { kindWords } from "#web/orders/desk-queries.ts";
import { staffOrderQuery } from "#web/orders/order-queries.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { PackageCheck, X } from "#web/ui/icons.tsx";
import styles from "./return-desk.module.css";
import { recordCheckIn, useReturns } from "#web/orders/use-returns.ts";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { useMarked } from "#web/ui/data/list.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";

/** Checks in the copies of an order: all of them, the selected ones, or one by one. */
export function Package({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const client = useQueryClient();
  const { checkInAll, noteOut } = useReturns();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<ComponentProps<typeof Outcomes>["lines"]>([]);
  const [newClaim, setNewClaim] = useState<StaffClaim>();
  /** Updates the counts of the order's other copies, because a lost copy is no longer on loan. */
  const note = (claim: StaffClaim, change: -1 | 1) => {
    setNewClaim(change === -1 ? claim : undefined);
    if (claim.kind === "lost") noteOut(claim.orderId, change);
  };
  const checkIn = async (copies: readonly CopyOnLoan[]) => {
    setBusy(true);
    setRefusals([]);
    const failures = await checkInAll(copies, (copy) => recordCheckIn(client, copy));
    const textOf = (error: unknown) => (error instanceof Error ? error.message : messages.trouble.reallyWrong);
    setRefusals(
      failures.map(({ copy, error }) => ({ key: copy.inventoryItemId, words: `${copyName(copy)}: ${textOf(error)}` })),
    );
    setBusy(false);
  };
  const close = (
    <Button size="small" icon={<X size={18} />} onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Card heading={`Package of order #${orderId}`} actions={close}>
      {refusals.length > 0 && (
        <Outcomes
          tone="error"
          title={refusals.length === 1 ? "1 copy wasn’t checked in." : `${refusals.length} copies weren’t checked in.`}
          label="Copies not checked in"
          lines={refusals}
        />
      )}
      {newClaim && (
        <Alert tone="success" title={`${copyName(newClaim)}: ${kindWords[newClaim.kind]}.`}>
          <Row>
            <Link to={`/admin/claims/${newClaim.claimId}`}>Claim #{newClaim.claimId}</Link>
            <UndoClaim of={newClaim} onUndone={() => note(newClaim, 1)} />
          </Row>
        </Alert>
      )}
      <Fetched query={useQuery(staffOrderQuery(orderId))} what="order" skeleton={<Skeleton height="8rem" />}>
        {(order) => <CopiesOnLoan order={order} busy={busy} onCheckIn={checkIn} onClaim={(claim) => note(claim, -1)} />}
      </Fetched>
    </Card>
  );
}

type CopyOnLoan = { inventoryItemId: number; skuNumber: string; copyNumber: number };

type CopiesOnLoanProps = {
  order: StaffOrder;
  busy: boolean;
  onCheckIn: (copies: readonly CopyOnLoan[]) => Promise<void>;
  onClaim: (newClaim: StaffClaim) => void;
};

function CopiesOnLoan({ order, busy, onCheckIn, onClaim }: CopiesOnLoanProps) {
  const formId = useId(); // the checkboxes are outside the form, because a copy's dialogs have their own forms
  const { marked: excludedIds, mark: exclude } = useMarked(); // copies that are not in the package
  const copies = order.orderItems.flatMap(({ inventory, orderInventoryItems }) =>
    orderInventoryItems
      .map(({ orderInventoryItemId: loanId, inventoryItem }) => ({ ...inventoryItem, of: inventory, loanId }))
      .sort((a, b) => a.copyNumber - b.copyNumber),
  );
  const out = order.statusId === statuses.shipped ? copies.length : 0;
  const announceOrder = useEffectEvent(() =>
    announce(
      `Order #${order.orderId}, ${order.borrower.borrowerName}: ${out === 1 ? "1 copy is" : `${out} copies are`} out.`,
    ),
  );
  useEffect(() => announceOrder(), []); // announced, because the scan field keeps the focus
  if (order.statusId !== statuses.shipped) return <p>This order is {order.statusName}. None of its copies are out.</p>;
  if (copies.length === 0) return <p>No copies were checked out for this order.</p>;
  const copiesHere = copies.filter(({ inventoryItemId }) => !excludedIds.has(inventoryItemId));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && copiesHere.length > 0) void onCheckIn(copiesHere);
  };
  return (
    <Stack>
      <p>
        {order.borrower.borrowerName}, {order.borrower.schoolName}
      </p>
      <form id={formId} onSubmit={submit} noValidate>
        <Row>
          <Button
            type="submit"
            look="primary"
            icon={<PackageCheck size={18} />}
            busy={busy}
            disabled={copiesHere.length === 0}
          >
            {checkInLabel(copiesHere.length, copies.length)}
          </Button>
          {copies.length > 1 && (
            <CheckboxField
              label={`All ${copies.length} copies are here`}
              name="all-here"
              checked={copiesHere.length === copies.length}
              ref={(box) => {
                if (box) box.indeterminate = copiesHere.length > 0 && copiesHere.length < copies.length;
              }}
              onChange={({ target }) =>
                exclude(
                  copies.map(({ inventoryItemId }) => inventoryItemId),
                  !target.checked,
                )
              }
            />
          )}
        </Row>
      </form>
      <ul className={styles.copies}>
        {copies.map((copy) => {
          const name = copyName(copy);
          return (
            <li key={copy.inventoryItemId} className={styles.outCopy}>
              <CheckboxField
                label={
                  <span>
                    <TitleText of={copy.of} />, {name}
                  </span>
                }
                name={`here-${copy.inventoryItemId}`}
                form={formId}
                checked={!excludedIds.has(copy.inventoryItemId)}
                onChange={({ target }) => exclude([copy.inventoryItemId], !target.checked)}
              />
              <Row>
                <LostOrClaimed
                  loanId={copy.loanId}
                  name={name}
                  cost={copy.of.replacementCost}
                  claims={order.claims}
                  onOpened={onClaim}
                />
                <Button size="small" busy={busy} aria-label={`Check in ${name}`} onClick={() => void onCheckIn([copy])}>
                  Check in
                </Button>
              </Row>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}

function checkInLabel(hereCount: number, outCount: number): string {
  if (hereCount < outCount) return `Check in ${hereCount} of ${outCount} copies`;
  return outCount === 1 ? "Check in the copy" : `Check in all ${outCount} copies`;
}
