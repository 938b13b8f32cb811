import { useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog.ts";
import { CallFailed } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { type InactiveReason, useSetCopyActive } from "./item-mutations.ts";

type CopyActivityProps = {
  item: ItemWithCopies;
  copy: Copy;
  /** The copy's name. */
  name: string;
  /** Called when someone else changed the item. */
  onRefused: (refusal: CallFailed) => void;
};

const reasons: { value: InactiveReason; label: string; hint: string }[] = [
  { value: "repair", label: "In repair", hint: "It’ll be lent again." },
  { value: "damaged", label: "Damaged", hint: "It can’t be lent as it is." },
  { value: "lost", label: "Lost", hint: "It wasn’t returned." },
  { value: "retired", label: "Retired", hint: "It’s no longer lent." },
];

/** Deactivates or reactivates a copy. Not possible while it is checked out. */
export function CopyActivity({ item, copy, name, onRefused }: CopyActivityProps) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useSetCopyActive();
  if (!copy.isAvailable && !copy.isInactive) return <>Check it in first</>;
  const set = (inactiveReason: InactiveReason | null) =>
    mutate(
      { item, copy, inactiveReason },
      {
        onSuccess: () => setAsking(false),
        onError: (error) => {
          setAsking(false);
          if (error instanceof CallFailed) onRefused(error);
        },
      },
    );
  return (
    <>
      <Button size="small" busy={isPending} onClick={() => (copy.isInactive ? set(null) : setAsking(true))}>
        {copy.isInactive ? "Set active" : "Set inactive"}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <ReasonDialog open={asking} busy={isPending} name={name} onClose={() => setAsking(false)} onChosen={set} />
    </>
  );
}

type ReasonDialogProps = {
  open: boolean;
  busy: boolean;
  name: string;
  onClose: () => void;
  onChosen: (reason: InactiveReason) => void;
};

function ReasonDialog({ open, busy, name, onClose, onChosen }: ReasonDialogProps) {
  const [reason, setReason] = useState<InactiveReason>("repair");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Set ${name} inactive?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} onClick={() => onChosen(reason)}>
            Set inactive
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Why"
        name="inactiveReason"
        hint="An inactive copy isn’t in stock and can’t be checked out. You can set it active again."
        options={reasons}
        value={reason}
        onChange={({ target }) => setReason(reasons.find(({ value }) => value === target.value)?.value ?? "repair")}
      />
    </Dialog>
  );
}
