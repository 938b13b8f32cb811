import { useMay } from "#web/lib/session.ts";
import { useState } from "react";
import type { Item } from "#contract/catalog.ts";
import { limits } from "#contract/codes.ts";
import type { CaseKind, StaffCase } from "#contract/desk/cases.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useCaseStep } from "./case-queries.ts";
import { problemsOfCase } from "./problems-of-case.ts";

const words: Record<CaseKind, { press: string; title: string; effect: string; send: string; done: string }> = {
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
    press: "Open a case",
    title: "Parts missing",
    effect: "The case stays open until it is settled.",
    send: "Open the case",
    done: "Case opened.",
  },
  damaged: {
    press: "Open a case",
    title: "Damaged",
    effect: "The case stays open until it is settled.",
    send: "Open the case",
    done: "Case opened.",
  },
};

type OpenCaseProps = {
  kind: CaseKind;
  /** The copy's loan. */
  orderInventoryItemId: number;
  /** What the copy is called. */
  name: string;
  /** Its title's replacement cost, when known. */
  cost?: Item["replacementCost"];
  note?: string;
  /** Whether what it begins with is still being saved. */
  disabled?: boolean;
  onOpened?: (opened: StaffCase) => void;
};

/** A button that opens a case of a copy after asking for its cost and a note. */
export function OpenCase(props: OpenCaseProps) {
  const [isAsking, setAsking] = useState(false);
  const { kind, name, disabled = false } = props;
  const may = useMay("clerk");
  if (!may) return null;
  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        aria-label={`${words[kind].press}: ${name}`}
        onClick={() => setAsking(true)}
      >
        {words[kind].press}
      </Button>
      {isAsking && <CaseDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function CaseDialog({ onClose, onOpened, ...props }: OpenCaseProps & { onClose: () => void }) {
  const { kind, name, orderInventoryItemId, cost = "", note = "" } = props;
  const { title, effect, send, done } = words[kind];
  const { mutateAsync: open } = useCaseStep(done, { isOfForm: true });
  const form = useForm({
    names: ["cost", "note"],
    stored: { values: { cost, note } },
    check: problemsOfCase,
    objection: (error) => refusalOf(error),
    save: async (values) => {
      const asked = { note: values.note.trim(), ...(values.cost.trim() && { cost: values.cost.trim() }) };
      const opened = await open({ step: "open", orderInventoryItemId, kind, ...asked });
      // not as `next`: that would let go of what is typed elsewhere on the page
      onClose();
      onOpened?.(opened);
      return {};
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

/** What the cost of a case means; what was claimed returned is not owed. */
function hintOf(kind: CaseKind, cost: string): string {
  if (kind === "claimed returned") return "In dollars, in case it does not turn up. Nothing is owed now.";
  return cost ? "What the borrower owes, in dollars." : "In dollars. Empty: the title’s replacement cost.";
}
