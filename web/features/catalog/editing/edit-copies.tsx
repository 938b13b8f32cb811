import { type SubmitEvent, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog.ts";
import { CallFailed } from "#web/lib/call.ts";
import { Plus } from "#web/ui/icons.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { type InactiveReason, useSetCopyActive } from "./item-mutations.ts";
import styles from "./edit-item.module.css";

type CopyActivityProps = {
  item: ItemWithCopies;
  copy: Copy;
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
  const [reason, setReason] = useState<InactiveReason>("repair");
  const { mutate, isPending } = useSetCopyActive();
  if (!copy.isAvailable && !copy.isInactive) return <>Check it in first</>;
  const set = (inactiveReason: InactiveReason | null) =>
    mutate(
      { item, copy, inactiveReason },
      {
        onSettled: () => setAsking(false),
        onError: (error) => {
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
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Set ${name} inactive?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="primary" busy={isPending} onClick={() => set(reason)}>
              Set inactive
            </Button>
          </>
        }
      >
        <RadioGroup
          label="Reason"
          name="inactiveReason"
          hint="An inactive copy isn’t in stock and can’t be checked out. You can set it active again."
          options={reasons}
          value={reason}
          onChange={({ target }) => setReason(reasons.find(({ value }) => value === target.value)?.value ?? "repair")}
        />
      </Dialog>
    </>
  );
}

const most = 50;
const wrongCount = `Number of copies must be from 1 to ${most}.`;

type AddCopiesProps = {
  busy: boolean;
  /** The item itself is invalid. */
  disabled: boolean;
  isNew: boolean;
  onAdd: (copies: number) => void;
};

export function AddCopies({ busy, disabled, isNew, onAdd }: AddCopiesProps) {
  const [typed, setTyped] = useState("1");
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const copies = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
    const isWrong = copies < 1 || copies > most;
    setError(isWrong ? wrongCount : undefined);
    if (isWrong) document.getElementById("copies")?.focus();
    else onAdd(copies);
  };
  return (
    <form className={styles.add} noValidate aria-label="Add copies" onSubmit={submit}>
      <div className={styles.addLine}>
        <TextField
          label="Number of copies"
          name="copies"
          width="xs"
          inputMode="numeric"
          autoComplete="off"
          error={error}
          value={typed}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          type="submit"
          look={isNew ? "primary" : "secondary"}
          busy={busy}
          disabled={disabled}
          icon={<Plus size={18} />}
        >
          Add SKU number
        </Button>
      </div>
      <p className={styles.saved}>
        {isNew
          ? "This saves the item with its copies. Each copy gets a number and can be lent right away."
          : "New copies get this SKU number and the next copy numbers. Your changes above are saved too."}
      </p>
    </form>
  );
}
