import type { Item } from "#contract/catalog/catalog.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { limits } from "#contract/catalog/codes.ts";
import { type ClaimKind, openClaim, type Outcome, settlements, type StaffClaim } from "#contract/desk/claims.ts";
import { centsOf, dollars, moneyText } from "#contract/wire/money.ts";
import { BorrowerLink } from "#web/orders/order-parts.tsx";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { copyName } from "#web/lib/copy-name.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { useMay } from "#web/lib/session.ts";
import { useRefresh } from "#web/lib/use-refresh.ts";
import { UndoButton } from "#web/ui/actions/action-button.tsx";
import { DialogButton } from "#web/ui/overlay/dialog-button.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { CircleAlert, CircleCheck, CircleHelp } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";

export const outcomeWords: Record<Outcome, string> = {
  paid: "Paid",
  replaced: "Replaced",
  waived: "Waived",
  found: "Copy came back",
  lost: "Declared lost",
  undone: "Undone",
};

/** An amount for readers; a dash for none. */
export const costInWords = ({ cost }: Pick<StaffClaim, "cost">) => (centsOf(cost) === 0 ? "–" : dollars(centsOf(cost)));

/** What is wrong with a typed cost. Apart from the queries: the staff's pages load those at once, and this brings zod. */
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

/** A word to staff that a borrower has something to settle; nothing where nothing is open. */
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

/** Takes back the last step of a claim; nothing for one that ended by itself. What was settled is a manager's to take back. */
export function UndoClaim({ of, onUndone }: { of: StaffClaim; onUndone?: () => void }) {
  const refresh = useRefresh();
  const maySettle = useMay("manager");
  const canUndo = of.outcome === null || (maySettle && settlements.some((settlement) => settlement === of.outcome));
  if (!canUndo) return null;
  const what = of.outcome === null ? "Undo the claim" : "Undo the settlement";
  return (
    <UndoButton
      aria-label={`${what} of ${copyName(of)}`}
      action={() => call("POST Claims/Undo/{id}", { params: { id: of.claimId } })}
      {...(onUndone && { onDone: onUndone })}
      done="Undone."
      after={refresh}
    >
      {what}
    </UndoButton>
  );
}

const words: Record<ClaimKind, { press: string; title: string; effect: string; send: string; done: string }> = {
  lost: {
    press: "Lost",
    title: "Declare lost",
    effect: "The copy leaves its order and is not lent. If it comes back, check it in as usual.",
    send: "Declare lost",
    done: "Declared lost.",
  },
  "claimed returned": {
    press: "Claimed returned",
    title: "Claimed returned",
    effect: "The copy stays out, but the borrower gets no reminders about it.",
    send: "Claimed returned",
    done: "Noted as claimed returned.",
  },
  "parts missing": {
    press: "Open a claim",
    title: "Parts missing",
    effect: "The claim stays open until it is settled.",
    send: "Open the claim",
    done: "Claim opened.",
  },
  damaged: {
    press: "Open a claim",
    title: "Damaged",
    effect: "The claim stays open until it is settled.",
    send: "Open the claim",
    done: "Claim opened.",
  },
};

type OpenClaimProps = {
  kind: ClaimKind;
  orderInventoryItemId: number;
  name: string;
  cost?: Item["replacementCost"];
  note?: string;
  /** Whether what it begins with is still being saved. */
  disabled?: boolean;
  onOpened?: (opened: StaffClaim) => void;
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
      const typed = { note: values.note.trim(), ...(values.cost.trim() && { cost: values.cost.trim() }) };
      const body = { orderInventoryItemId, kind, ...typed };
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
        <TextField
          {...form.field("cost")}
          label="Cost"
          optional
          width="s"
          inputMode="decimal"
          autoComplete="off"
          hint={hintOf(kind, cost)}
        />
        <TextField
          {...form.field("note")}
          label="Note"
          optional
          width="full"
          autoComplete="off"
          maxLength={limits.line}
        />
      </Stack>
    </FormDialog>
  );
}

/** What the cost of a claim means; what was claimed returned is not owed. */
function hintOf(kind: ClaimKind, cost: string): string {
  if (kind === "claimed returned") return "In dollars, in case it does not turn up. Nothing is owed now.";
  return cost ? "What the borrower owes, in dollars." : "In dollars. Empty: the title’s replacement cost.";
}

type LostOrClaimedProps = Pick<StaffOrder, "claims"> & {
  /** The loan of a copy that is out. */
  loanId: number;
  name: string;
  cost: string;
  onOpened?: (opened: StaffClaim) => void;
};

/** What can be said of a copy that is out and does not come back. */
export function LostOrClaimed({ loanId, name, cost, claims, onOpened }: LostOrClaimedProps) {
  const asked = { orderInventoryItemId: loanId, name, cost, ...(onOpened && { onOpened }) };
  const isClaimed = claims.some((one) => one.orderInventoryItemId === loanId && one.outcome === null);
  return (
    <Row>
      {isClaimed && (
        <Badge tone="warning" icon={<CircleHelp size={16} />}>
          Claimed returned
        </Badge>
      )}
      <OpenClaim kind="lost" {...asked} />
      {!isClaimed && <OpenClaim kind="claimed returned" {...asked} />}
    </Row>
  );
}
