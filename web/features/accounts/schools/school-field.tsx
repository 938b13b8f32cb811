import { type ComponentProps, useId, useState } from "react";
import type { SuggestedSchool } from "#contract/schools/schools.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./school-field.module.css";

const loadList = () => import("./school-list.tsx");
type Loaded = Awaited<ReturnType<typeof loadList>> & { field: HTMLInputElement; before: string };

type SchoolFieldProps = ComponentProps<typeof TextField> & {
  of: "schools" | "districts";
  /** The district that is typed beside it: its schools go first. */
  district?: string;
  onSchool: (school: SuggestedSchool) => void;
};

/**
 * The name of a school, or of a district: any text, and those of the state's directory as suggestions. What suggests is loaded
 * when the field has the focus for the first time.
 */
export function SchoolField({ of, district = "", onSchool, ...props }: SchoolFieldProps) {
  const listId = useId();
  const [loaded, setLoaded] = useState<Loaded>();
  const prepare = (field: EventTarget) => {
    if (loaded || !(field instanceof HTMLInputElement)) return;
    const before = field.value;
    // without it, one types the name
    loadList().then(
      (list) => setLoaded({ ...list, field, before }),
      () => undefined,
    );
  };
  return (
    <div className={styles.box} onFocus={({ target }) => prepare(target)}>
      <TextField
        {...props}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, inside
        role="combobox"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-expanded={false}
      />
      {loaded && (
        <loaded.SchoolList
          id={listId}
          field={loaded.field}
          before={loaded.before}
          of={of}
          district={district}
          onSchool={onSchool}
        />
      )}
    </div>
  );
}
