import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { StaffClaim } from "#contract/desk/claims.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import type { ReturnedCopy } from "#contract/desk/returns.ts";
import { LostOrClaimed, UndoClaim } from "#web/desk/claims/claim-parts.tsx";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { kindWords } from "#web/orders/desk-queries.ts";
import { OrderLink } from "#web/orders/order-parts.tsx";
import { staffOrderQuery } from "#web/orders/order-queries.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { PackageCheck, X } from "#web/ui/icons.tsx";
import styles from "./return-desk.module.css";
import { recordCheckIn, useReturns } from "#web/orders/use-returns.ts";
import { cx } from "#web/ui/cx.ts";
import { Row, Stack } from "#web/ui/layout.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { useMarked } from "#web/ui/data/list.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";

type PackageProps = {
  orderId: number;
  /** This session's check-ins from the order, newest first. */
  returned: readonly ReturnedCopy[];
  /** Shows the copies that are still out. */
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Shows an order's package. Checks in its other copies: all of them, the selected ones, or one by one. */
export function Package({ orderId, returned, isOpen, onClose, children }: PackageProps) {
  const client = useQueryClient();
  const { checkInAll, noteOut } = useReturns();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<ComponentProps<typeof Outcomes>["lines"]>([]);
  const [newClaim, setNewClaim] = useState<StaffClaim>();
  const query = useQuery({ ...staffOrderQuery(orderId), enabled: isOpen });
  const [newest] = returned;
  /** Updates the counts of the order's other copies, because a lost copy is no longer on loan. */
  const note = (claim: StaffClaim, change: -1 | 1) => {
    setNewClaim(change === -1 ? claim : undefined);
    if (claim.kind === "lost") noteOut(claim.orderId, change);
  };
  const checkIn = async (copies: readonly CopyOnLoan[]) => {
    setBusy(true);
    setRefusals([]);
    const failures = await checkInAll(copies, (copy) => recordCheckIn(client, copy));
    setRefusals(
      failures.map(({ copy, error }) => ({ key: copy.inventoryItemId, words: `${copyName(copy)}: ${wordsOf(error)}` })),
    );
    setBusy(false);
  };
  const checkInRest = async () => {
    setBusy(true);
    try {
      await checkIn(copiesOnLoan(await client.query({ ...staffOrderQuery(orderId), staleTime: 0 })));
    } catch (error) {
      setRefusals([{ key: orderId, words: wordsOf(error) }]);
      setBusy(false);
    }
  };
  const isRestOut = newest !== undefined && newest.copiesOut > 0;
  return (
    <section className={cx(styles.package, isOpen && styles.open)} aria-labelledby={`package-${orderId}`}>
      <div className={styles.head}>
        <h3 id={`package-${orderId}`}>
          <Headline orderId={orderId} newest={newest} order={isOpen ? query.data : undefined} />
        </h3>
        {isOpen && (
          <Button size="small" look="quiet" icon={<X size={18} />} onClick={onClose}>
            Close
          </Button>
        )}
        {!isOpen && isRestOut && (
          <Button
            size="small"
            icon={<PackageCheck size={18} />}
            busy={busy}
            aria-label={`Check in all of order #${orderId}`}
            onClick={() => void checkInRest()}
          >
            Check in all
          </Button>
        )}
      </div>
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
      {isOpen && (
        <Fetched query={query} what="order" skeleton={<Skeleton height="8rem" />}>
          {(order) => (
            <CopiesOnLoan
              order={order}
              isBack={newest?.copiesOut === 0}
              busy={busy}
              onCheckIn={checkIn}
              onClaim={(claim) => note(claim, -1)}
            />
          )}
        </Fetched>
      )}
      {children}
    </section>
  );
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : messages.trouble.reallyWrong);

type HeadlineProps = { orderId: number; newest: ReturnedCopy | undefined; order: StaffOrder | undefined };

function Headline({ orderId, newest, order }: HeadlineProps) {
  const [name, out, of] = newest
    ? [newest.borrowerName, newest.copiesOut, ` of ${newest.copiesSent}`]
    : [order?.borrower.borrowerName, order && copiesOnLoan(order).length, ""];
  return (
    <>
      <OrderLink orderId={orderId} />
      {name && `, ${name}`}
      {out !== undefined && out > 0 && `: ${out}${of} still out`}
      {newest && out === 0 && ": everything is back"}
    </>
  );
}

type CopyOnLoan = { inventoryItemId: number; skuNumber: string; copyNumber: number };

/** Returns the copies of an order that are out, by title and copy number. */
function copiesOnLoan({ statusId, orderItems }: StaffOrder) {
  if (statusId !== statuses.shipped) return [];
  return orderItems.flatMap(({ inventory, orderInventoryItems }) =>
    orderInventoryItems
      .map(({ orderInventoryItemId: loanId, inventoryItem }) => ({ ...inventoryItem, of: inventory, loanId }))
      .sort((a, b) => a.copyNumber - b.copyNumber),
  );
}

type CopiesOnLoanProps = {
  order: StaffOrder;
  /** Whether this session checked in the last copy, which the headline says. */
  isBack: boolean;
  busy: boolean;
  onCheckIn: (copies: readonly CopyOnLoan[]) => Promise<void>;
  onClaim: (newClaim: StaffClaim) => void;
};

function CopiesOnLoan({ order, isBack, busy, onCheckIn, onClaim }: CopiesOnLoanProps) {
  const formId = useId(); // the checkboxes are outside the form, because a copy's dialogs have their own forms
  const { marked: excludedIds, mark: exclude } = useMarked(); // copies that are not in the package
  const copies = copiesOnLoan(order);
  const out = copies.length;
  const announceOrder = useEffectEvent(() =>
    announce(
      `Order #${order.orderId}, ${order.borrower.borrowerName}: ${out === 1 ? "1 copy is" : `${out} copies are`} out.`,
    ),
  );
  useEffect(() => announceOrder(), []); // announced, because the scan field keeps the focus
  if (isBack && out === 0) return null;
  if (order.statusId !== statuses.shipped) return <p>This order is {order.statusName}. None of its copies are out.</p>;
  if (copies.length === 0) return <p>No copies were checked out for this order.</p>;
  const copiesHere = copies.filter(({ inventoryItemId }) => !excludedIds.has(inventoryItemId));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && copiesHere.length > 0) void onCheckIn(copiesHere);
  };
  return (
    <Stack>
      <p className={styles.out}>{order.borrower.schoolName}</p>
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
