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

/** A form that a background answer rerenders just before each letter arrives. */
function BusyForm() {
  const [name, setName] = useState("");
  const [answers, setAnswers] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // React schedules an update by its event's priority, so the one of "answer" is deferred
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

it("a field with suggestions keeps every letter while its form rerenders", async () => {
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

/** Sets the text as typing would. */
function type(field: HTMLInputElement, text: string) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

it("suggestions appear for text typed right after the first render", async () => {
  const useSuggestions = (text: string) => ({ suggestions: [`${text}!`], isFetching: false });
  function ImmediateTyping({ field }: { field: HTMLInputElement }) {
    const { suggestions, isShown } = useSuggesting(field, "", {
      minLength: 2,
      useSuggestions,
      onChoose: () => undefined,
    });
    useLayoutEffect(() => type(field, "mosswort"), [field]);
    return <output>{isShown && suggestions}</output>;
  }
  const field = document.createElement("input");
  document.body.append(field);
  field.value = "mo";
  field.focus();
  await render(<ImmediateTyping field={field} />);
  await expect.element(page.getByText("mosswort!")).toBeVisible();
  field.remove();
});
