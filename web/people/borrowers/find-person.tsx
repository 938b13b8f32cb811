import type { RefObject } from "react";
import { plainText } from "#web/lib/filters/address-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

type FindPersonProps = {
  field: RefObject<HTMLInputElement | null>;
  /** What is found, as the name of the form. */
  of: string;
  label: string;
  hint: string;
  name: string;
  text: string;
  onFind: (text: string) => void;
};

export function FindPerson({ field, of, label, hint, name, text, onFind }: FindPersonProps) {
  return (
    <form
      aria-label={of}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get(name);
        onFind(typeof typed === "string" ? plainText(typed) : "");
      }}
    >
      <Row align="end">
        <SearchField ref={field} label={label} hint={hint} name={name} width="l" defaultValue={text} />
        <Button type="submit" icon={<Search size={18} />}>
          Find
        </Button>
      </Row>
    </form>
  );
}
