import type { ComponentProps, ReactNode } from "react";
import { plainText } from "#web/lib/filters/address-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout.tsx";
import { SearchField } from "./field.tsx";

type SearchFormProps = Omit<ComponentProps<typeof SearchField>, "children"> & {
  /** The accessible name of the form. */
  of: string;
  name: string;
  send?: string;
  onFind: (text: string) => void;
  /** More buttons. */
  children?: ReactNode;
};

/** Searches on Enter or its button; its owner shows the results below it. */
export function SearchForm({ of, send = "Find", onFind, children, ...field }: SearchFormProps) {
  return (
    <form
      aria-label={of}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // React bubbles a dialog's events to the form that contains it
        const value = new FormData(event.currentTarget).get(field.name);
        onFind(typeof value === "string" ? plainText(value) : "");
      }}
    >
      <Row align="end">
        <SearchField width="l" {...field} />
        <Button type="submit" icon={<Search size={18} />}>
          {send}
        </Button>
        {children}
      </Row>
    </form>
  );
}
