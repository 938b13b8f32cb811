import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SchoolField } from "#web/features/accounts/fields/personal-fields.tsx";
import { SuggestingField } from "#web/features/catalog/suggest/suggesting-field.tsx";
import { reachBy } from "#web/lib/call.ts";
import { scan } from "#web/test/hand-scanner.ts";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { useHandScanner } from "./use-hand-scanner.ts";

const code = '{"id":7,"sku":"B1"}';
const school = { school: "Oak Grove", district: "Fresno", county: "Fresno", city: "Fresno", state: "CA", zip: "93701" };
const found = { subjects: [{ subjectId: 3, subjectName: "Oak health" }], titles: [] };

let heard: string[] = [];
let submitted = 0;
let chosen = 0;
beforeEach(() => {
  [heard, submitted, chosen] = [[], 0, 0];
  reachBy(async (address) =>
    Response.json({ isSuccess: true, data: address.includes("/Schools/Suggest") ? [school] : found }),
  );
});
afterEach(() => reachBy(async (address, init) => fetch(address, init)));

/** A form with both fields that suggest, beside a page's scanner. */
function Fields() {
  const [name, setName] = useState("");
  useHandScanner({ onText: (text) => heard.push(text), isCode: (text) => text.startsWith("{") });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <SuggestingField label="Search" name="text" />
      <SchoolField
        of="schools"
        label="School"
        name="school"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onSchool={() => (chosen += 1)}
      />
    </form>
  );
}

for (const label of ["Search", "School"])
  for (const isAtSuggestion of [false, true])
    it(`leaves the field ${label} as it was${isAtSuggestion ? " and chooses nothing of its list" : ""}`, async () => {
      const history = memoryHistory();
      await render(
        <QueryClientProvider client={new QueryClient()}>
          <Router history={history}>
            <Fields />
          </Router>
        </QueryClientProvider>,
      );
      const field = page.getByRole("combobox", { name: label });
      await field.click();
      await userEvent.keyboard("Oak{End}"); // no scanner sends that key: however fast this is, the scan begins after it
      await expect.element(page.getByRole("option")).toBeVisible();
      if (isAtSuggestion) {
        await userEvent.keyboard("{ArrowDown}");
        await expect.element(page.getByRole("option", { selected: true })).toBeVisible();
      }
      scan(code);
      await expect.element(field).toHaveValue("Oak");
      await expect.element(field).toHaveFocus();
      expect([heard, submitted, chosen, history.visited()]).toEqual([[code], 0, 0, ["/"]]);
    });
