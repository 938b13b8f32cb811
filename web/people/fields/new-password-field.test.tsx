import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LiveRegion } from "#web/ui/overlay/said.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

function Chosen() {
  const [password, setPassword] = useState("");
  return (
    <>
      <NewPasswordField
        name="password"
        label="Password"
        least={8}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <LiveRegion />
    </>
  );
}

it("says how strong it is once nobody types, and describes itself by what never changes", async () => {
  await render(<Chosen />);
  const field = page.getByLabelText("Password", { exact: true });
  const said = () => document.querySelector("[data-said]");
  await field.click();
  await userEvent.keyboard("apple");
  await expect.element(page.getByText("Too short.").first()).toBeVisible();
  expect(said()).toHaveTextContent("");
  await expect.poll(() => said()?.textContent).toBe("Strength: Too short.");
  await userEvent.keyboard(" pie and pears");
  await expect.poll(() => said()?.textContent).toBe("Strength: Good.");
  await expect.element(field).toHaveAccessibleDescription("At least 8 characters.");
});
