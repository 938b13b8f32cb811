import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SchoolField } from "#web/people/fields/personal-fields.tsx";
import { reachBy } from "#web/lib/call.ts";
import { useSuggesting } from "./suggested-options.tsx";

beforeEach(() => reachBy(async () => Response.json({ isSuccess: true, data: [] })));
afterEach(() => reachBy(async (address, init) => fetch(address, init)));

/** A form that a background answer renders again just before each letter arrives. */
function BusyForm() {
  const [name, setName] = useState("");
  const [answers, setAnswers] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // React gives an update the priority of the event it happens in: the one of "answer" waits for its turn
    box.current?.addEventListener("beforeinput", () => box.current?.dispatchEvent(new Event("answer")));
    box.current?.addEventListener("answer", () => setAnswers((before) => before + 1));
  }, []);
  return (
    <div ref={box}>
      <SchoolField
        of="schools"
        label="School"
        name="school"
        hint={`${answers} answers`}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onSchool={() => undefined}
      />
    </div>
  );
}

it("keeps every letter while the form around it is rendered for another reason", async () => {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <BusyForm />
    </QueryClientProvider>,
  );
  const field = page.getByRole("combobox", { name: "School" });
  await field.click();
  await expect.element(page.getByRole("listbox", { includeHidden: true })).toBeInTheDocument();
  await userEvent.keyboard("Lincoln");
  await expect.element(page.getByText("7 answers")).toBeVisible();
  await expect.element(field).toHaveValue("Lincoln");
});

/** What the browser does when somebody types. */
function type(field: HTMLInputElement, text: string) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

it("suggests for what is typed right after its first rendering, before the browser is idle", async () => {
  const useFound = (text: string) => ({ found: [`${text}!`], isFetching: false });
  function TypedAtOnce({ field }: { field: HTMLInputElement }) {
    const { suggestions, isShown } = useSuggesting(field, "", { least: 2, useFound, onChoose: () => undefined });
    useLayoutEffect(() => type(field, "mosswort"), [field]);
    return <output>{isShown && suggestions}</output>;
  }
  const field = document.createElement("input");
  document.body.append(field);
  field.value = "mo";
  field.focus();
  await render(<TypedAtOnce field={field} />);
  await expect.element(page.getByText("mosswort!")).toBeVisible();
  field.remove();
});
