import { useRef, useState } from "react";
import type { ItemWithCopies } from "#contract/catalogue.ts";
import type { CallFailed } from "#web/lib/call.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import type { FormBase, ItemFormValues } from "./item-form-values.ts";
import { keptWork, useKeptWork, useReturnedWork } from "#web/lib/kept-work.ts";
import { baseOf, differences, emptyItem, inOrder, merge, problemsOf } from "./item-form-values.ts";

const work = keptWork<{ base: FormBase; values: ItemFormValues }>();

/** What the parts of the form need of it. */
export type ItemForm = ReturnType<typeof useItemForm>;

/** The item form: its values, what is wrong with them, and how they stand to what is stored. */
export function useItemForm(item: ItemWithCopies | undefined) {
  const name = String(item?.inventoryId ?? "new");
  const initial: FormBase = item ? baseOf(item) : { version: undefined, values: emptyItem };
  const returned = useReturnedWork(work, name);
  const [base, setBase] = useState(returned?.base ?? initial);
  const [values, setValues] = useState(returned?.values ?? initial.values);
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [checked, setChecked] = useState(false);
  const latest = useRef(values); // why: a save that waited for the picture sends what is in the form by then
  const put = (next: ItemFormValues) => {
    latest.current = next;
    setValues(next);
  };
  const broken = checked ? problemsOf(values) : [];
  const dirty = differences(values, base.values).length > 0;
  useKeptWork(work, name, () => (dirty ? { base, values: latest.current } : undefined));
  return {
    base,
    values,
    /** Whether it opened with what was typed before the session ended. */
    hasReturned: returned !== undefined,
    /** What is wrong, in the order of the form; nothing before an attempt to save. */
    problems: inOrder([...broken, ...refused]),
    attempt,
    dirty,
    change: (changed: Partial<ItemFormValues>) => {
      put({ ...latest.current, ...changed });
      setRefused((before) => before.filter(({ field }) => !(field in changed)));
    },
    /** An attempt to save: the values when they are well, else undefined, and the summary says why. */
    check: (): ItemFormValues | undefined => {
      const wrong = problemsOf(latest.current);
      if (wrong.length === 0) return latest.current;
      setChecked(true);
      setAttempt((count) => count + 1);
      return undefined;
    },
    /** Shows what the server refused, beside the fields it named. */
    refuse: ({ errors }: CallFailed) => {
      setRefused(inOrder(errors));
      setAttempt((count) => count + 1);
    },
    /** Stands on another version from now on: what was changed since `sent` stays, everything else is as stored. */
    follow: (stored: FormBase, sent: ItemFormValues) => {
      put(merge(latest.current, sent, stored.values));
      setBase(stored);
      setChecked(false);
      setRefused([]);
    },
    /** The same fields in a newer version: nothing in the form changes. */
    standOn: setBase,
  };
}
