import { type SubmitEvent, useState } from "react";
import { Plus } from "#web/ui/icons.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./edit-item.module.css";

const most = 50;
const wrongCount = `Number of copies must be from 1 to ${most}.`;

type AddCopiesProps = {
  busy: boolean;
  /** The item itself is invalid. */
  disabled: boolean;
  isNew: boolean;
  onAdd: (copies: number) => void;
};

/** The number of copies to add, and a button that saves the item with them. */
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
