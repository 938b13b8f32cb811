import type { ComponentProps } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { limits } from "#contract/catalog/codes.ts";
import { type ClaimKind, openClaim, type Outcome, type StaffClaim } from "#contract/desk/claims.ts";
import { centsOf, dollars, moneyText } from "#contract/wire/money.ts";
import { BorrowerLink } from "#web/orders/order-parts.tsx";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { ForRole, useMay } from "#web/lib/session.ts";
import { DialogButton, UndoButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { CircleAlert, CircleCheck, CircleHelp } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { copyName } from "#web/lib/formats.tsx";

export const outcomeWords: Record<Outcome, string> = {
  paid: "Paid",
  replaced: "Replaced",
  waived: "Waived",
  found: "Copy found",
  lost: "Declared lost",
  undone: "Undone",
};

export const costInWords = ({ cost }: Pick<StaffClaim, "cost">) => (centsOf(cost) === 0 ? "–" : dollars(centsOf(cost)));

/** Checks a typed cost. Not in desk-queries.ts, which every staff page loads, because this needs zod. */
export const problemsOfClaim = ({ cost }: { cost: string }) =>
  brokenRules(openClaim.rules, { cost: moneyText(cost.trim()) });

export function ClaimState({ of: { outcome } }: { of: Pick<StaffClaim, "outcome"> }) {
  if (outcome === null)
    return (
      <Badge tone="warning" icon={<CircleAlert size={16} />}>
        Open
      </Badge>
    );
  return <Badge icon={<CircleCheck size={16} />}>{outcomeWords[outcome]}</Badge>;
}

export function OpenClaimsNote({ of: { borrowerId, openClaims } }: { of: { borrowerId: number; openClaims: number } }) {
  if (openClaims === 0) return null;
  return (
    <span>
      The borrower has{" "}
      <BorrowerLink
        of={{ borrowerId, borrowerName: openClaims === 1 ? "1 open claim" : `${openClaims} open claims` }}
      />
      .
    </span>
  );
}

/** Offers to undo the last step of a claim. Only managers may undo a settlement. */
export function UndoClaim({ of, onUndone }: { of: StaffClaim; onUndone?: () => void }) {
  const refresh = useRefresh();
  const maySettle = useMay("manager");
  const { undoEventId: eventId } = of;
  if (eventId === null || (of.outcome !== null && !maySettle)) return null;
  const label = of.outcome === null ? "Undo the claim" : "Undo the settlement";
  return (
    <UndoButton
      aria-label={`${label} for ${copyName(of)}`}
      action={() => call("POST Order/Undo/{eventId}", { params: { eventId } })}
      {...(onUndone && { onDone: onUndone })}
      done="Undone."
      after={refresh}
    >
      {label}
    </UndoButton>
  );
}

const opening = {
  press: "Open a claim",
  effect: "The claim stays open until it is settled.",
  send: "Open the claim",
  done: "Claim opened.",
};

const words: Record<ClaimKind, { press: string; title: string; effect: string; send: string; done: string }> = {
  lost: {
    press: "Declare lost",
    title: "Declare lost",
    effect: "The copy comes off this order and out of circulation. If it turns up, just scan it in.",
    send: "Declare lost",
    done: "Declared lost.",
  },
  "claimed returned": {
    press: "Mark claimed returned",
    title: "Mark claimed returned",
    effect: "The copy stays on loan, but the borrower gets no reminders about it.",
    send: "Mark claimed returned",
    done: "Marked claimed returned.",
  },
  "parts missing": { ...opening, title: "Parts missing" },
  damaged: { ...opening, title: "Damaged" },
};

type OpenClaimProps = {
  kind: ClaimKind;
  orderInventoryItemId: number;
  name: string;
  cost?: Item["replacementCost"];
  note?: string;
  /** True while the initial cost and note are being saved. */
  disabled?: boolean;
  onOpened?: (claim: StaffClaim) => void;
};

export function OpenClaim(props: OpenClaimProps) {
  const { press } = words[props.kind];
  return (
    <ForRole least="clerk">
      <DialogButton
        size="small"
        disabled={props.disabled ?? false}
        aria-label={`${press}: ${props.name}`}
        dialog={(close) => <ClaimDialog {...props} onClose={close} />}
      >
        {press}
      </DialogButton>
    </ForRole>
  );
}

function ClaimDialog({ onClose, onOpened, ...props }: OpenClaimProps & { onClose: () => void }) {
  const { kind, name, orderInventoryItemId, cost = "", note = "" } = props;
  const { title, effect, send, done } = words[kind];
  const refresh = useRefresh();
  const form = useForm({
    stored: { values: { cost, note } },
    check: problemsOfClaim,
    objection: refusalOf,
    save: async (values) => {
      const input = { note: values.note.trim(), ...(values.cost.trim() && { cost: values.cost.trim() }) };
      const body = { orderInventoryItemId, kind, ...input };
      const { data } = await call("POST Claims/Open", { body }).finally(() => void refresh());
      toast(done);
      onClose();
      onOpened?.(data);
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`${title}: ${name}`} send={send}>
      <Stack>
        <p>{effect}</p>
        <CostField {...form.field("cost")} optional hint={hintOf(kind, cost)} />
        <NoteField {...form.field("note")} label="Note" />
      </Stack>
    </FormDialog>
  );
}

export function CostField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField {...props} label="Cost" width="s" inputMode="decimal" autoComplete="off" />;
}

export function NoteField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} optional width="full" autoComplete="off" maxLength={limits.line} />;
}

function hintOf(kind: ClaimKind, cost: string): string {
  if (kind === "claimed returned")
    return "Enter dollars, in case it doesn’t turn up. For now, the borrower owes nothing.";
  return cost
    ? "Enter what the borrower owes, in dollars."
    : "Enter dollars, or leave blank for the title’s replacement cost.";
}

type LostOrClaimedProps = Pick<StaffOrder, "claims"> & {
  loanId: number;
  name: string;
  cost: string;
  onOpened?: (claim: StaffClaim) => void;
};

/** Offers to declare a copy on loan lost or claimed returned. */
export function LostOrClaimed({ loanId, name, cost, claims, onOpened }: LostOrClaimedProps) {
  const claimProps = { orderInventoryItemId: loanId, name, cost, ...(onOpened && { onOpened }) };
  const isClaimed = claims.some((claim) => claim.orderInventoryItemId === loanId && claim.outcome === null);
  return (
    <Row>
      {isClaimed && (
        <Badge tone="warning" icon={<CircleHelp size={16} />}>
          Claimed returned
        </Badge>
      )}
      <OpenClaim kind="lost" {...claimProps} />
      {!isClaimed && <OpenClaim kind="claimed returned" {...claimProps} />}
    </Row>
  );
}
